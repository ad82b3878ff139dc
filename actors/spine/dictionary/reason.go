package dictionary

import "github.com/tinylib/msgp/msgp"

// maxReason bounds the text of a reason, bytes.
const maxReason = 1 << 10

// AppendReason appends the dictionary that goes with the answer Error: {"error": text}. Upkie's own
// agents do not read it.
func AppendReason(b []byte, text string) []byte {
	if len(text) > maxReason {
		text = text[:maxReason]
	}
	return msgp.AppendString(msgp.AppendString(msgp.AppendMapHeader(b, 1), "error"), text)
}

// ParseReason returns the text of a reason. It is empty if the data are anything else, as after an
// Error of Upkie's own spines.
func ParseReason(data []byte) string {
	n, data, err := msgp.ReadMapHeaderBytes(data)
	if err != nil || n != 1 {
		return ""
	}
	key, data, err := msgp.ReadStringBytes(data)
	if err != nil || key != "error" {
		return ""
	}
	text, data, err := msgp.ReadStringBytes(data)
	if err != nil || len(data) > 0 || len(text) > maxReason {
		return ""
	}
	return text
}

package foxglove

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
)

// Subprotocols, the preferred one first.
const (
	sdkProtocol    = "foxglove.sdk.v1"
	legacyProtocol = "foxglove.websocket.v1"
)

// Opcodes of binary messages to a client.
const (
	opMessage       = 1
	opTime          = 2
	opServiceAnswer = 3
	opAsset         = 4
	opPlaybackState = 5
)

// appendMessage encodes a message of a channel.
func appendMessage(dst []byte, subscription uint32, m *message) []byte {
	dst = append(dst, opMessage)
	dst = binary.LittleEndian.AppendUint32(dst, subscription)
	dst = binary.LittleEndian.AppendUint64(dst, m.logTime)
	return append(dst, m.payload...)
}

// appendTime encodes the time of the server, ns.
func appendTime(dst []byte, ns uint64) []byte {
	return binary.LittleEndian.AppendUint64(append(dst, opTime), ns)
}

// serviceAnswer encodes the answer of a service, in the encoding of its request.
func serviceAnswer(service, call uint32, encoding string, payload []byte) parcel {
	dst := binary.LittleEndian.AppendUint32([]byte{opServiceAnswer}, service)
	dst = binary.LittleEndian.AppendUint32(dst, call)
	return parcel{binary: true, bytes: append(appendText(dst, encoding), payload...)}
}

// assetAnswer encodes an asset, or the reason why it is missing.
func assetAnswer(request uint32, content []byte, err error) parcel {
	dst := binary.LittleEndian.AppendUint32([]byte{opAsset}, request)
	if err != nil {
		return parcel{binary: true, bytes: appendText(append(dst, 1), err.Error())}
	}
	return parcel{binary: true, bytes: append(appendText(append(dst, 0), ""), content...)}
}

// playbackAnswer encodes the state of playback, after a request or with an empty id.
func playbackAnswer(s PlaybackState, request string) parcel {
	dst := binary.LittleEndian.AppendUint64([]byte{opPlaybackState, byte(s.Status)}, s.Time)
	dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(s.Speed))
	seek := byte(0)
	if s.DidSeek {
		seek = 1
	}
	return parcel{binary: true, bytes: appendText(append(dst, seek), request)}
}

// appendText encodes a text after its length.
func appendText(dst []byte, text string) []byte {
	return append(binary.LittleEndian.AppendUint32(dst, uint32(len(text))), text...)
}

// textMessage encodes a message in JSON. A parameter whose value JSON does not know is an error of
// the caller.
func textMessage(v any) (parcel, error) {
	bytes, err := json.Marshal(v)
	if err != nil {
		return parcel{}, fmt.Errorf("encode a message of the Foxglove protocol: %w", err)
	}
	return parcel{bytes: bytes}, nil
}

// mustText encodes messages of texts and numbers, which JSON always knows.
func mustText(v any) parcel {
	p, err := textMessage(v)
	if err != nil {
		panic(err)
	}
	return p
}

type serverInfo struct {
	Op                 string            `json:"op"`
	Name               string            `json:"name"`
	Capabilities       []string          `json:"capabilities"`
	SupportedEncodings []string          `json:"supportedEncodings,omitempty"`
	Metadata           map[string]string `json:"metadata,omitempty"`
	SessionID          string            `json:"sessionId,omitempty"`
	DataStartTime      *splitTime        `json:"dataStartTime,omitempty"`
	DataEndTime        *splitTime        `json:"dataEndTime,omitempty"`
}

// splitTime is a time that JavaScript reads without loss.
type splitTime struct {
	Sec  uint32 `json:"sec"`
	Nsec uint32 `json:"nsec"`
}

func split(ns uint64) *splitTime {
	return &splitTime{Sec: uint32(min(ns/1e9, math.MaxUint32)), Nsec: uint32(ns % 1e9)}
}

type channelJSON struct {
	ID             ChannelID `json:"id"`
	Topic          string    `json:"topic"`
	Encoding       string    `json:"encoding"`
	SchemaName     string    `json:"schemaName"`
	SchemaEncoding string    `json:"schemaEncoding,omitempty"`
	Schema         string    `json:"schema"`
}

type advertiseChannels struct {
	Op       string            `json:"op"`
	Channels []json.RawMessage `json:"channels"`
}

type unadvertiseChannels struct {
	Op         string      `json:"op"`
	ChannelIDs []ChannelID `json:"channelIds"`
}

type advertiseServices struct {
	Op       string        `json:"op"`
	Services []serviceJSON `json:"services"`
}

type serviceJSON struct {
	ID       uint32     `json:"id"`
	Name     string     `json:"name"`
	Type     string     `json:"type"`
	Request  schemaJSON `json:"request"`
	Response schemaJSON `json:"response"`
}

type schemaJSON struct {
	Encoding       string `json:"encoding"`
	SchemaName     string `json:"schemaName"`
	SchemaEncoding string `json:"schemaEncoding"`
	Schema         string `json:"schema"`
}

type serviceFailure struct {
	Op      string `json:"op"`
	Service uint32 `json:"serviceId"`
	Call    uint32 `json:"callId"`
	Message string `json:"message"`
}

type statusMessage struct {
	Op      string `json:"op"`
	Level   Level  `json:"level"`
	Message string `json:"message"`
	ID      string `json:"id,omitempty"`
}

type removeStatus struct {
	Op  string   `json:"op"`
	IDs []string `json:"statusIds"`
}

type parameterValues struct {
	Op         string      `json:"op"`
	Parameters []Parameter `json:"parameters"`
	ID         string      `json:"id,omitempty"`
}

// Level is the severity of a status.
type Level int

// The levels, with the numbers of the protocol.
const (
	Info Level = iota
	Warning
	Error
)

// dropped is the text by which viewers know that a client is too slow.
const droppedText = "Send buffer limit reached"

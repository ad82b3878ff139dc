package pb

import "github.com/robo-actors/robo-actors/messages"

// stampField is the number of the stamp in every message that a port carries.
const stampField = 15

const stampName = "robo_actors.v1.Stamp"

// AppendStamp appends the stamp to an encoded message of a port, as its field 15.
func AppendStamp(dst []byte, s messages.Stamp) []byte {
	dst, mark := beginMessage(dst, stampField)
	dst = appendInstant(dst, 1, s.Time)
	dst = appendUint(dst, 2, s.Sequence)
	dst = appendUint(dst, 3, s.Incarnation)
	return endMessage(dst, mark)
}

// DecodeStamp reads the stamp of an encoded message of a port. ok is false where the message has none. The error is
// that of a malformed message.
func DecodeStamp(data []byte) (s messages.Stamp, ok bool, err error) {
	f := walk("message of a port", data)
	for f.next() {
		if f.number == stampField {
			ok = f.stamp(&s) || ok
		}
	}
	if f.err != nil {
		return messages.Stamp{}, false, f.err
	}
	return s, ok, nil
}

// stamp reads the stamp at which the walk stands.
func (f *fields) stamp(to *messages.Stamp) bool {
	inner, ok := f.nested(stampName)
	if !ok {
		return false
	}
	for inner.next() {
		switch inner.number {
		case 1:
			inner.instant(&to.Time)
		case 2:
			inner.uint64(&to.Sequence)
		case 3:
			uint32Of(&inner, &to.Incarnation)
		}
	}
	f.close(&inner)
	return true
}

// otherField checks the stamp, which is no part of the Go value, and skips what is unknown.
func (f *fields) otherField() {
	if f.number == stampField {
		var unused messages.Stamp
		f.stamp(&unused)
	}
}

// StampToPB converts a stamp to the generated message.
func StampToPB(s messages.Stamp) *Stamp {
	return &Stamp{TimeNs: int64(s.Time), Sequence: s.Sequence, Incarnation: uint32(s.Incarnation)}
}

// StampFromPB converts a stamp from the generated message; nil gives the zero stamp.
func StampFromPB(m *Stamp) messages.Stamp {
	return messages.Stamp{
		Time:        messages.Instant(m.GetTimeNs()),
		Sequence:    m.GetSequence(),
		Incarnation: messages.Incarnation(m.GetIncarnation()),
	}
}

package pb

import (
	"encoding/binary"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/robo-actors/robo-actors/messages"
)

// stampField is the number of the stamp in every message that a port carries.
const stampField = 15

// longestStamp is the number of bytes that an encoded stamp takes at most, with tag and length.
const longestStamp = 2 + (1 + 8) + 2*(1+binary.MaxVarintLen64)

// AppendStamp appends the stamp to an encoded message of a port, as its field 15. Every recorded
// value has one, so it is put together in place and appended in one piece.
func AppendStamp(dst []byte, s messages.Stamp) []byte {
	var b [longestStamp]byte
	n := 2
	if s.Time != 0 {
		b[n] = 1<<3 | byte(protowire.Fixed64Type)
		binary.LittleEndian.PutUint64(b[n+1:], uint64(s.Time))
		n += 1 + 8
	}
	if s.Sequence != 0 {
		b[n] = 2<<3 | byte(protowire.VarintType)
		n += 1 + binary.PutUvarint(b[n+1:], s.Sequence)
	}
	if s.Incarnation != 0 {
		b[n] = 3<<3 | byte(protowire.VarintType)
		n += 1 + binary.PutUvarint(b[n+1:], uint64(s.Incarnation))
	}
	b[0], b[1] = stampField<<3|byte(protowire.BytesType), byte(n-2)
	return append(dst, b[:n]...)
}

// DecodeStamp reads the stamp of an encoded message of a port. ok is false where the message has
// none. The error is that of a malformed message.
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
	inner, ok := f.nested("robo_actors.v1.Stamp")
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

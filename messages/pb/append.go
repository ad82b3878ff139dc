package pb

import (
	"encoding/binary"
	"math"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/robo-actors/robo-actors/messages"
)

// The functions of this file append one field to an encoded message, as proto.Marshal writes it: a
// scalar that is zero and a list that is empty take no bytes, lists of numbers are packed.

// lastShortTag is the largest number of a field whose tag takes one byte.
const lastShortTag = 15

// appendTag and appendVarint have the short way, which nearly all tags, lengths and numbers take,
// in line.
func appendTag(dst []byte, number protowire.Number, wire protowire.Type) []byte {
	if number <= lastShortTag {
		return append(dst, byte(number)<<3|byte(wire))
	}
	return protowire.AppendTag(dst, number, wire)
}

func appendVarint(dst []byte, value uint64) []byte {
	if value < 0x80 {
		return append(dst, byte(value))
	}
	return protowire.AppendVarint(dst, value)
}

// appendDouble leaves out zero but not the negative zero, which is another value.
func appendDouble(dst []byte, number protowire.Number, value float64) []byte {
	bits := math.Float64bits(value)
	if bits == 0 {
		return dst
	}
	return binary.LittleEndian.AppendUint64(appendTag(dst, number, protowire.Fixed64Type), bits)
}

func appendDoubles(dst []byte, number protowire.Number, values []float64) []byte {
	if len(values) == 0 {
		return dst
	}
	dst = appendVarint(appendTag(dst, number, protowire.BytesType), uint64(len(values))*8)
	return appendWords(dst, values)
}

func appendInstant(dst []byte, number protowire.Number, t messages.Instant) []byte {
	if t == 0 {
		return dst
	}
	return binary.LittleEndian.AppendUint64(appendTag(dst, number, protowire.Fixed64Type), uint64(t))
}

func appendInstants(dst []byte, number protowire.Number, times []messages.Instant) []byte {
	if len(times) == 0 {
		return dst
	}
	dst = appendVarint(appendTag(dst, number, protowire.BytesType), uint64(len(times))*8)
	return appendWords(dst, times)
}

// appendNanoseconds writes a sint64.
func appendNanoseconds[D ~int64](dst []byte, number protowire.Number, d D) []byte {
	return appendUint(dst, number, protowire.EncodeZigZag(int64(d)))
}

// appendUint writes an unsigned integer or an enum.
func appendUint[U ~uint8 | ~uint16 | ~uint32 | ~uint64](dst []byte, number protowire.Number, value U) []byte {
	if value == 0 {
		return dst
	}
	return appendVarint(appendTag(dst, number, protowire.VarintType), uint64(value))
}

func appendBool(dst []byte, number protowire.Number, value bool) []byte {
	if !value {
		return dst
	}
	return append(appendTag(dst, number, protowire.VarintType), 1)
}

func appendBools(dst []byte, number protowire.Number, values []bool) []byte {
	if len(values) == 0 {
		return dst
	}
	dst = appendTag(dst, number, protowire.BytesType)
	dst = appendVarint(dst, uint64(len(values)))
	for _, value := range values {
		dst = append(dst, byte(protowire.EncodeBool(value)))
	}
	return dst
}

// appendUints writes a list of unsigned integers.
func appendUints[U ~uint16 | ~uint32](dst []byte, number protowire.Number, values []U) []byte {
	if len(values) == 0 {
		return dst
	}
	dst, mark := beginMessage(dst, number) // a packed list has the form of one
	for _, value := range values {
		dst = appendVarint(dst, uint64(value))
	}
	return endMessage(dst, mark)
}

func appendMode(dst []byte, number protowire.Number, mode messages.Mode) []byte {
	return appendUint(dst, number, modeNumber(mode))
}

// appendModes writes a byte a mode: every number of a mode that may be sent is below 128, and
// anything else is written as the unspecified mode, which every receiver refuses.
func appendModes(dst []byte, number protowire.Number, modes []messages.Mode) []byte {
	if len(modes) == 0 {
		return dst
	}
	dst = appendTag(dst, number, protowire.BytesType)
	dst = appendVarint(dst, uint64(len(modes)))
	for _, mode := range modes {
		dst = append(dst, modeNumber(mode))
	}
	return dst
}

func appendControls(dst []byte, number protowire.Number, controls []messages.ControlMode) []byte {
	if len(controls) == 0 {
		return dst
	}
	dst, mark := beginMessage(dst, number) // a packed list has the form of one
	for _, control := range controls {
		dst = appendVarint(dst, uint64(control))
	}
	return endMessage(dst, mark)
}

// appendText writes a string. Bytes that are not UTF-8 become the replacement character, since
// protobuf has no others.
func appendText(dst []byte, number protowire.Number, text string) []byte {
	if text == "" {
		return dst
	}
	return protowire.AppendString(appendTag(dst, number, protowire.BytesType), validUTF8(text))
}

// beginMessage opens a nested message; endMessage, with the mark, closes it. One byte is kept for
// the length, which suits all but long nested messages.
func beginMessage(dst []byte, number protowire.Number) (opened []byte, mark int) {
	dst = append(appendTag(dst, number, protowire.BytesType), 0)
	return dst, len(dst)
}

func endMessage(dst []byte, mark int) []byte {
	size := len(dst) - mark
	if size < 0x80 {
		dst[mark-1] = byte(size)
		return dst
	}
	var length [binary.MaxVarintLen64]byte
	extra := binary.PutUvarint(length[:], uint64(size)) - 1
	dst = append(dst, length[:extra]...)
	copy(dst[mark+extra:], dst[mark:mark+size])
	copy(dst[mark-1:], length[:extra+1])
	return dst
}

// appendNumbers writes a vector or quaternion: doubles with the numbers from 1.
func appendNumbers(dst []byte, field protowire.Number, numbers []float64) []byte {
	dst, mark := beginMessage(dst, field)
	for i, number := range numbers {
		dst = appendDouble(dst, protowire.Number(i+1), number)
	}
	return endMessage(dst, mark)
}

// appendAcceleration writes two vectors, linear and angular.
func appendAcceleration(dst []byte, field protowire.Number, v *[6]float64) []byte {
	dst, mark := beginMessage(dst, field)
	dst = appendNumbers(dst, 1, v[:3])
	dst = appendNumbers(dst, 2, v[3:])
	return endMessage(dst, mark)
}

package pb

import (
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/robo-actors/robo-actors/messages"
)

// fields walks over the fields of one encoded message. Its first error stops the walk and stays. A
// field with another wire type than expected is skipped as an unknown one, as proto.Unmarshal does.
type fields struct {
	message string // full name of the protobuf message, for errors
	data    []byte // what is left
	total   int    // length of the outermost message, which bounds the memory of lists of messages
	err     error

	// The field at which the walk stands: bytes for the wire type Bytes, scalar for the other ones.
	number protowire.Number
	wire   protowire.Type
	bytes  []byte
	scalar uint64
}

func walk(message string, data []byte) fields {
	return fields{message: message, data: data, total: len(data)}
}

// next goes to the next field; false at the end and after an error.
func (f *fields) next() bool {
	if f.err != nil || len(f.data) == 0 {
		return false
	}
	number, wire, n := protowire.ConsumeTag(f.data)
	if n < 0 || number > protowire.MaxValidNumber {
		f.number = 0
		f.malformed("a field has no valid tag")
		return false
	}
	f.number, f.wire, f.data = number, wire, f.data[n:]
	switch wire {
	case protowire.VarintType:
		f.scalar, n = protowire.ConsumeVarint(f.data)
	case protowire.Fixed64Type:
		f.scalar, n = protowire.ConsumeFixed64(f.data)
	case protowire.BytesType:
		f.bytes, n = protowire.ConsumeBytes(f.data)
	default:
		n = protowire.ConsumeFieldValue(number, wire, f.data)
	}
	if n < 0 {
		f.malformed("the value is cut off or not valid")
		return false
	}
	f.data = f.data[n:]
	return true
}

func (f *fields) fail(cause error, index int, format string, arguments ...any) {
	if f.err == nil {
		f.err = fieldError(cause, f.message, f.number, index, fmt.Sprintf(format, arguments...))
	}
}

func (f *fields) malformed(detail string) { f.fail(ErrMalformed, -1, "%s", detail) }

func (f *fields) double(to *float64) {
	if f.wire == protowire.Fixed64Type {
		*to = math.Float64frombits(f.scalar)
	}
}

func (f *fields) instant(to *messages.Instant) {
	if f.wire == protowire.Fixed64Type {
		*to = messages.Instant(f.scalar)
	}
}

// nanoseconds reads a sint64.
func nanoseconds[D ~int64](f *fields, to *D) {
	if f.wire == protowire.VarintType {
		*to = D(protowire.DecodeZigZag(f.scalar))
	}
}

func uint32Of[U ~uint32](f *fields, to *U) {
	if f.wire == protowire.VarintType {
		*to = U(f.scalar)
	}
}

func (f *fields) uint64(to *uint64) {
	if f.wire == protowire.VarintType {
		*to = f.scalar
	}
}

// enum reads an enum as the wire has it. The caller checks the number once the message was read,
// since the last of several values counts.
func (f *fields) enum(to *int32) {
	if f.wire == protowire.VarintType {
		*to = int32(uint32(f.scalar))
	}
}

func (f *fields) bool(to *bool) {
	if f.wire == protowire.VarintType {
		*to = protowire.DecodeBool(f.scalar)
	}
}

// textLike reads a string. Where it equals old, old is used, so that reading the same name again
// allocates nothing.
func (f *fields) textLike(old string, to *string) {
	switch {
	case f.wire != protowire.BytesType:
	case !utf8.Valid(f.bytes):
		f.malformed("the text is not valid UTF-8")
	case old == string(f.bytes):
		*to = old
	default:
		*to = string(f.bytes)
	}
}

// nested returns a walk over a nested message, and false where the field is not a message. close
// takes its error over.
func (f *fields) nested(message string) (inner fields, ok bool) {
	if f.wire != protowire.BytesType {
		return fields{}, false
	}
	return fields{message: message, data: f.bytes, total: f.total}, true
}

func (f *fields) close(inner *fields) {
	if f.err == nil {
		f.err = inner.err
	}
}

// bears fails when count elements of size bytes would take far more memory than the message has
// bytes. Growing a slice may hold twice that for a moment.
func (f *fields) bears(count int, size uintptr) bool {
	if uint64(count)*uint64(size) > 8*uint64(f.total)+16<<10 {
		f.fail(ErrTooLarge, -1, "%d nearly empty elements in a message of %d bytes", count, f.total)
		return false
	}
	return true
}

// eights hands the numbers of a list of fixed 64-bit numbers to put, packed or not.
func eights[T any](f *fields, to []T, of func(uint64) T) []T {
	switch f.wire {
	case protowire.Fixed64Type:
		return append(to, of(f.scalar))
	case protowire.BytesType:
		if len(f.bytes)%8 != 0 {
			f.malformed("a packed list of 64-bit numbers has a length that is no multiple of 8")
			return to
		}
		to = slices.Grow(to, len(f.bytes)/8)
		for rest := f.bytes; len(rest) >= 8; rest = rest[8:] {
			bits, _ := protowire.ConsumeFixed64(rest)
			to = append(to, of(bits))
		}
	}
	return to
}

func (f *fields) doubles(to []float64) []float64 { return eights(f, to, math.Float64frombits) }

func (f *fields) instants(to []messages.Instant) []messages.Instant {
	return eights(f, to, func(bits uint64) messages.Instant { return messages.Instant(bits) })
}

// number turns an integer of the wire into a value of a list; ok is false for an invalid number.
type number[T any] func(wire uint64) (value T, ok bool)

// varints reads a list of integers, packed or not. A number that of does not take fails the walk
// with cause and the format, which prints the number.
func varints[T any](f *fields, to []T, of number[T], cause error, format string) []T {
	switch f.wire {
	case protowire.VarintType:
		return appendNumber(f, to, f.scalar, of, cause, format)
	case protowire.BytesType:
		to = slices.Grow(to, countVarints(f.bytes))
		for rest := f.bytes; len(rest) > 0 && f.err == nil; {
			wire, n := protowire.ConsumeVarint(rest)
			if n < 0 {
				f.malformed("a packed list of integers is cut off or not valid")
				return to
			}
			to = appendNumber(f, to, wire, of, cause, format)
			rest = rest[n:]
		}
	}
	return to
}

func appendNumber[T any](f *fields, to []T, wire uint64, of number[T], cause error, format string) []T {
	value, ok := of(wire)
	if !ok {
		f.fail(cause, len(to), format, int32(uint32(wire)))
	}
	return append(to, value)
}

func countVarints(packed []byte) (count int) {
	for _, b := range packed {
		if b < 0x80 {
			count++
		}
	}
	return count
}

func (f *fields) bools(to []bool) []bool {
	return varints(f, to, func(wire uint64) (bool, bool) { return protowire.DecodeBool(wire), true }, nil, "")
}

func (f *fields) uint32s(to []uint32) []uint32 {
	return varints(f, to, func(wire uint64) (uint32, bool) { return uint32(wire), true }, nil, "")
}

func (f *fields) faults(to []uint16) []uint16 {
	return varints(f, to, func(wire uint64) (uint16, bool) {
		return uint16(wire), uint32(wire) <= math.MaxUint16
	}, ErrRange, faultRange)
}

func (f *fields) modes(to []messages.Mode) []messages.Mode {
	return varints(f, to, func(wire uint64) (messages.Mode, bool) {
		return modeOf(int32(uint32(wire)))
	}, ErrUnknown, unknownMode)
}

func (f *fields) controls(to []messages.ControlMode) []messages.ControlMode {
	return varints(f, to, func(wire uint64) (messages.ControlMode, bool) {
		return controlOf(int32(uint32(wire)))
	}, ErrUnknown, unknownControl)
}

// doublesInto reads a list of as many numbers as to has, and returns how many there are with those
// before.
func (f *fields) doublesInto(to []float64, before int) (count int) {
	count = before
	eights(f, nil, func(bits uint64) struct{} {
		if count < len(to) {
			to[count] = math.Float64frombits(bits)
		}
		count++
		return struct{}{}
	})
	return count
}

// counted fails the walk unless a list has the count that its field needs.
func (f *fields) counted(number protowire.Number, have, want int) {
	if f.number = number; f.err == nil && have != want {
		f.fail(ErrCount, -1, matrixCount, have)
	}
}

// enumInto turns the number of an enum into its constant.
func enumInto[T any](f *fields, field protowire.Number, to *T, number int32, of func(int32) (T, bool), unknown string) {
	if f.err != nil {
		return
	}
	value, ok := of(number)
	if !ok {
		f.number = field
		f.fail(ErrUnknown, -1, unknown, number)
		return
	}
	*to = value
}

// extend appends an empty element, and returns what was in its place in the array.
func extend[T any](to []T) (extended []T, before T) {
	if len(to) < cap(to) {
		before = to[:len(to)+1][len(to)]
	}
	var empty T
	return append(to, empty), before
}

// numbers reads a vector or quaternion: as many doubles as to has, with the numbers from 1.
func (f *fields) numbers(message string, to []float64) {
	inner, ok := f.nested(message)
	if !ok {
		return
	}
	for inner.next() {
		if n := int(inner.number); n <= len(to) {
			inner.double(&to[n-1])
		}
	}
	f.close(&inner)
}

// acceleration reads two vectors, linear and angular.
func (f *fields) acceleration(to *[6]float64) {
	inner, ok := f.nested("robo_actors.v1.Acceleration")
	if !ok {
		return
	}
	for inner.next() {
		switch inner.number {
		case 1:
			inner.numbers("robo_actors.v1.Vector3", to[:3])
		case 2:
			inner.numbers("robo_actors.v1.Vector3", to[3:])
		}
	}
	f.close(&inner)
}

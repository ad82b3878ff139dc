package multiplex

import (
	"encoding/binary"
	"math"
)

// Type is the type in which a register's value travels.
type Type uint8

// The types, in the order of their codes.
const (
	Int8 Type = iota
	Int16
	Int32
	Float32
)

// Size returns the number of bytes of a value.
func (t Type) Size() int { return [...]int{1, 2, 4, 4}[t] }

// AppendValue appends the value of a register. Integers are truncated toward zero and saturate at
// the greatest count; NaN is the most negative integer. Of registers that count plain integers,
// such as a serial number, every integer is a value: NaN is written as 0. A finite number stays
// finite as a float.
func AppendValue(b []byte, t Type, r Register, value float64) []byte {
	if t == Float32 {
		if math.Abs(value) <= math.MaxFloat64 {
			value = min(max(value, -math.MaxFloat32), math.MaxFloat32)
		}
		return binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(value)))
	}
	most := [...]float64{math.MaxInt8, math.MaxInt16, math.MaxInt32}[t]
	count := int32(0)
	switch q := r.quantity(); {
	case q == plain && value == value:
		count = int32(min(max(value, -most-1), most))
	case value == value:
		count = int32(min(max(value/scales[q][t], -most), most))
	case q != plain:
		count = int32(-most - 1)
	}
	switch t {
	case Int8:
		return append(b, byte(count))
	case Int16:
		return binary.LittleEndian.AppendUint16(b, uint16(count))
	}
	return binary.LittleEndian.AppendUint32(b, uint32(count))
}

// value reads the value of a register from as many bytes as its type has.
func value(b []byte, t Type, r Register) float64 {
	var count, least int32
	switch t {
	case Int8:
		count, least = int32(int8(b[0])), math.MinInt8
	case Int16:
		count, least = int32(int16(binary.LittleEndian.Uint16(b))), math.MinInt16
	case Int32:
		count, least = int32(binary.LittleEndian.Uint32(b)), math.MinInt32
	default:
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
	}
	switch q := r.quantity(); {
	case q == plain:
		return float64(count)
	case count == least:
		return math.NaN()
	default:
		return float64(count) * scales[q][t]
	}
}

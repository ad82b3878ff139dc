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
// the greatest count; NaN is the most negative integer. A finite number stays finite as a float.
func AppendValue(b []byte, t Type, r Register, value float64) []byte {
	if t == Float32 {
		if math.Abs(value) <= math.MaxFloat64 {
			value = min(max(value, -math.MaxFloat32), math.MaxFloat32)
		}
		return binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(value)))
	}
	most := [...]float64{math.MaxInt8, math.MaxInt16, math.MaxInt32}[t]
	count := int32(-most - 1)
	if value == value {
		count = int32(min(max(value/scales[quantities[r]][t], -most), most))
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
	var count int32
	switch t {
	case Int8:
		count = int32(int8(b[0]))
		if count == math.MinInt8 {
			return math.NaN()
		}
	case Int16:
		count = int32(int16(binary.LittleEndian.Uint16(b)))
		if count == math.MinInt16 {
			return math.NaN()
		}
	case Int32:
		count = int32(binary.LittleEndian.Uint32(b))
		if count == math.MinInt32 {
			return math.NaN()
		}
	default:
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
	}
	return float64(count) * scales[quantities[r]][t]
}

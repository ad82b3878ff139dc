package slot

import (
	"math"
	"reflect"
	"strings"
	"unsafe"
)

// Number is a floating-point number within a value.
type Number struct {
	at     unsafe.Pointer
	single bool
}

// Get returns the number.
func (n Number) Get() float64 {
	if n.single {
		return float64(*(*float32)(n.at))
	}
	return *(*float64)(n.at)
}

// Set changes the number; a float32 is rounded.
func (n Number) Set(x float64) {
	if n.single {
		*(*float32)(n.at) = float32(x)
		return
	}
	*(*float64)(n.at) = x
}

// Flip inverts a bit, counted from the least significant one.
func (n Number) Flip(bit int) {
	if n.single {
		*(*uint32)(n.at) ^= 1 << (bit % 32)
		return
	}
	*(*uint64)(n.at) ^= 1 << (bit % 64)
}

// EachNumber visits every floating-point number of a value.
func (p *Plan) EachNumber(value unsafe.Pointer, visit func(Number)) {
	for _, f := range p.floats {
		visit(Number{unsafe.Add(value, f.offset), f.single})
	}
	for _, s := range p.slices {
		h := (*header)(unsafe.Add(value, s.offset))
		for _, f := range appendFloats(nil, s.elemType, 0) {
			for i := range h.len {
				visit(Number{unsafe.Add(h.data, uintptr(i)*s.element+f.offset), f.single})
			}
		}
	}
}

// Poison writes NaN into the floating-point numbers of a value that hits chooses.
func (p *Plan) Poison(value unsafe.Pointer, hits func() bool) {
	p.EachNumber(value, func(n Number) {
		if hits() {
			n.Set(math.NaN())
		}
	})
}

// Truncate removes the last elements of every slice. It reports false for a value without slices,
// which cannot be read any more.
func (p *Plan) Truncate(value unsafe.Pointer, elements int) bool {
	for _, s := range p.slices {
		h := (*header)(unsafe.Add(value, s.offset))
		h.len = max(0, h.len-elements)
	}
	return len(p.slices) > 0
}

// Forget clears the last fields, as a decoder does for a message of a sender that does not know
// them.
func (p *Plan) Forget(value unsafe.Pointer, fields int) {
	v := reflect.NewAt(p.Type, value).Elem()
	if v.Kind() != reflect.Struct {
		v.SetZero()
		return
	}
	for i := v.NumField() - 1; i >= 0 && fields > 0; i-- {
		field := v.Field(i)
		if field.Kind() == reflect.Slice && field.Len() == 0 {
			continue
		}
		fields--
		if !field.CanSet() {
			field = reflect.NewAt(field.Type(), field.Addr().UnsafePointer()).Elem()
		}
		if field.Kind() == reflect.Slice {
			field.SetLen(0)
			continue
		}
		field.SetZero()
	}
}

// EachQuaternion visits the quaternions of a value: arrays of four numbers whose name says so.
func EachQuaternion(t reflect.Type, at unsafe.Pointer, visit func(*[4]float64)) {
	if t.Kind() != reflect.Struct {
		return
	}
	for i := range t.NumField() {
		f := t.Field(i)
		name := strings.ToLower(f.Name)
		if f.Type == reflect.TypeFor[[4]float64]() && (strings.Contains(name, "orientation") || strings.Contains(name, "quaternion")) {
			visit((*[4]float64)(unsafe.Add(at, f.Offset)))
			continue
		}
		EachQuaternion(f.Type, unsafe.Add(at, f.Offset), visit)
	}
}

// HasQuaternion reports whether a type contains a quaternion.
func HasQuaternion(t reflect.Type) (found bool) {
	value := reflect.New(t)
	EachQuaternion(t, value.UnsafePointer(), func(*[4]float64) { found = true })
	return found
}

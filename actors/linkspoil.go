package actors

import (
	"math"
	"reflect"
	"strings"
	"unsafe"

	"github.com/robo-actors/robo-actors/messages"
)

// freeze returns the first value that the fault has met. Each fault has its own: two of them do not thaw each other's.
func (l *link) freeze(f *linkFault, value unsafe.Pointer) unsafe.Pointer {
	if f.frozen == nil {
		f.frozen = l.plan.clone(value)
	}
	return f.frozen
}

// replay records the first values that a fault meets and passes them on; later it returns them in their order instead of the
// true ones, again and again.
func (l *link) replay(f *linkFault, value unsafe.Pointer, now messages.Instant) unsafe.Pointer {
	if now.Sub(f.since) < f.Delay || len(f.record) == 0 {
		if len(f.record) < f.Count {
			f.record = append(f.record, l.plan.clone(value))
		}
		return value
	}
	f.played++
	return f.record[(f.played-1)%len(f.record)]
}

// spoil changes the value of a parcel. It reports false where the value cannot be read any more.
func (l *link) spoil(f *linkFault, p *parcel, now messages.Instant) bool {
	switch f.Kind {
	case FaultFreeze:
		p.value, p.own = l.freeze(f, p.value), false
		return true
	case FaultReplay:
		p.value, p.own = l.replay(f, p.value, now), false
		return true
	}
	if (f.Kind == FaultCorrupt || f.Kind == FaultTruncate) && !f.chance() {
		return true
	}
	if !p.own {
		p.value, p.own = l.plan.clone(p.value), true
	}
	at := p.value
	switch f.Kind {
	case FaultNaN:
		l.plan.poison(at)
	case FaultExtreme:
		l.plan.eachNumber(at, f.exaggerate)
	case FaultCorrupt:
		l.plan.corrupt(at, f)
	case FaultTruncate:
		return l.plan.truncate(at, f.Count)
	case FaultOldSchema:
		l.plan.forget(at, f.Count)
	case FaultQuaternion:
		eachQuaternion(l.plan.typ, at, f.turn)
	}
	return true
}

// turn makes a quaternion what the fault says.
func (f *linkFault) turn(q *[4]float64) {
	scale := map[string]float64{"zero": 0, "negative": -1, "scaled": f.Amount}[f.Choice]
	for i := range q {
		q[i] *= scale
	}
}

// extremes are the numbers that a fault writes where it does not scale.
var extremes = map[string]float64{"inf": math.Inf(1), "-inf": math.Inf(-1), "huge": 1e300, "-huge": -1e300, "denormal": 5e-324}

// exaggerate makes a number what the fault says.
func (f *linkFault) exaggerate(n number) {
	x, known := extremes[f.Choice]
	if !known {
		x = n.get() * f.Amount
	}
	n.set(x)
}

// number is a floating-point number somewhere.
type number struct {
	at     unsafe.Pointer
	single bool
}

func (n number) get() float64 {
	if n.single {
		return float64(*(*float32)(n.at))
	}
	return *(*float64)(n.at)
}

func (n number) set(x float64) {
	if n.single {
		*(*float32)(n.at) = float32(x)
		return
	}
	*(*float64)(n.at) = x
}

// flip inverts a bit, counted from the least significant one.
func (n number) flip(bit int) {
	if n.single {
		*(*uint32)(n.at) ^= 1 << (bit % 32)
		return
	}
	*(*uint64)(n.at) ^= 1 << (bit % 64)
}

// eachNumber visits every floating-point number of a value.
func (p *copyPlan) eachNumber(value unsafe.Pointer, visit func(number)) {
	for _, f := range p.floats {
		visit(number{unsafe.Add(value, f.offset), f.single})
	}
	for _, s := range p.slices {
		h := (*header)(unsafe.Add(value, s.offset))
		for _, f := range appendFloats(nil, s.elemType, 0) {
			for i := range h.len {
				visit(number{unsafe.Add(h.data, uintptr(i)*s.element+f.offset), f.single})
			}
		}
	}
}

// poison writes NaN into every floating-point number of a value.
func (p *copyPlan) poison(value unsafe.Pointer) {
	p.eachNumber(value, func(n number) { n.set(math.NaN()) })
}

// corrupt flips bits of one number.
func (p *copyPlan) corrupt(value unsafe.Pointer, f *linkFault) {
	var all []number
	p.eachNumber(value, func(n number) { all = append(all, n) })
	if len(all) == 0 {
		return
	}
	n := all[f.draw.IntN(len(all))]
	for _, bit := range f.draw.Perm(64)[:f.Count] {
		n.flip(bit)
	}
}

// truncate takes the last elements of every slice away. It reports false where there is none: what is left of the value
// then is not one.
func (p *copyPlan) truncate(value unsafe.Pointer, elements int) bool {
	for _, s := range p.slices {
		h := (*header)(unsafe.Add(value, s.offset))
		h.len = max(0, h.len-elements)
	}
	return len(p.slices) > 0
}

// forget empties the last fields: what a decoder makes of a message of somebody who does not know them.
func (p *copyPlan) forget(value unsafe.Pointer, fields int) {
	v := reflect.NewAt(p.typ, value).Elem()
	if v.Kind() != reflect.Struct {
		v.SetZero()
		return
	}
	for i := v.NumField() - 1; i >= max(0, v.NumField()-fields); i-- {
		field := v.Field(i)
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

// eachQuaternion visits the fields of a value that hold a quaternion: arrays of four numbers whose name says so.
func eachQuaternion(t reflect.Type, at unsafe.Pointer, visit func(*[4]float64)) {
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
		eachQuaternion(f.Type, unsafe.Add(at, f.Offset), visit)
	}
}

// hasQuaternion reports whether a quaternion is in a value of a type.
func hasQuaternion(t reflect.Type) (found bool) {
	value := reflect.New(t)
	eachQuaternion(t, value.UnsafePointer(), func(*[4]float64) { found = true })
	return found
}

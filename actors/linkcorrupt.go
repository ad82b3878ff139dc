package actors

import (
	"math"
	"unsafe"

	"github.com/robo-actors/robo-actors/actors/internal/slot"
	"github.com/robo-actors/robo-actors/messages"
)

// freeze returns the first value that the fault has met. Each fault has its own.
func (l *link) freeze(f *linkFault, value unsafe.Pointer) unsafe.Pointer {
	if f.frozen == nil {
		f.frozen = l.plan.Clone(value)
	}
	return f.frozen
}

// replay records the first values of a fault and passes them on. Later it returns them in their
// order instead of the true ones, again and again.
func (l *link) replay(f *linkFault, value unsafe.Pointer, now messages.Instant) unsafe.Pointer {
	if now.Sub(f.since) < f.Delay || len(f.record) == 0 {
		if len(f.record) < f.Count {
			f.record = append(f.record, l.plan.Clone(value))
		}
		return value
	}
	f.played++
	return f.record[(f.played-1)%len(f.record)]
}

// corrupt changes the value of a parcel. It reports false if the value cannot be read any more.
func (l *link) corrupt(f *linkFault, p *parcel, now messages.Instant) bool {
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
		p.value, p.own = l.plan.Clone(p.value), true
	}
	at := p.value
	switch f.Kind {
	case FaultNaN:
		l.plan.Poison(at, f.chance)
	case FaultExtreme:
		l.plan.EachNumber(at, f.exaggerate)
	case FaultCorrupt:
		f.flipBits(l.plan, at)
	case FaultTruncate:
		return l.plan.Truncate(at, f.Count)
	case FaultOldSchema:
		l.plan.Forget(at, f.Count)
	case FaultQuaternion:
		slot.EachQuaternion(l.plan.Type, at, f.turn)
	}
	return true
}

// turn scales a quaternion as the fault says.
func (f *linkFault) turn(q *[4]float64) {
	scale := map[string]float64{"zero": 0, "negative": -1, "scaled": f.Amount}[f.Choice]
	for i := range q {
		q[i] *= scale
	}
}

// extremes are the numbers that a fault writes unless it scales.
var extremes = map[string]float64{"inf": math.Inf(1), "-inf": math.Inf(-1), "huge": 1e300, "-huge": -1e300, "denormal": 5e-324}

// exaggerate changes a number as the fault says.
func (f *linkFault) exaggerate(n slot.Number) {
	x, known := extremes[f.Choice]
	if !known {
		x = n.Get() * f.Amount
	}
	n.Set(x)
}

// flipBits inverts bits of one number.
func (f *linkFault) flipBits(plan *slot.Plan, value unsafe.Pointer) {
	var all []slot.Number
	plan.EachNumber(value, func(n slot.Number) { all = append(all, n) })
	if len(all) == 0 {
		return
	}
	n := all[f.draw.IntN(len(all))]
	for _, bit := range f.draw.Perm(64)[:f.Count] {
		n.Flip(bit)
	}
}

package actors

import (
	"math/rand/v2"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/robo-actors/robo-actors/actors/internal/slot"
	"github.com/robo-actors/robo-actors/messages"
)

// linkFault is an injected fault of one link. Its parameters do not change; its other fields belong
// to the sender.
type linkFault struct {
	Fault
	since messages.Instant
	until messages.Instant // zero: until it is removed
	over  atomic.Bool      // it was removed, or its time has passed
	draw  *rand.Rand       // the link's own stream

	left   int              // further values to hit in a row
	last   messages.Instant // when the last value went through
	stamps messages.Instant // the first stamp
	met    bool
	frozen unsafe.Pointer          // the value that a freeze repeats
	ends   [2]messages.Incarnation // of sender and receiver when it began
	strays *link                   // where misdirected values arrive
	record []unsafe.Pointer        // values to replay, and how many were
	played int
}

func (f *linkFault) active(now messages.Instant) bool {
	return !f.over.Load() && (f.until == 0 || now < f.until)
}

// hits draws whether the fault hits a value, and with it the values that follow in its burst.
func (f *linkFault) hits() bool {
	if f.left > 0 {
		f.left--
		return true
	}
	if f.Probability < 1 && f.draw.Float64() >= f.Probability {
		return false
	}
	f.left = max(0, f.Count-1)
	return true
}

// chance draws whether the fault hits a single value.
func (f *linkFault) chance() bool { return f.Probability >= 1 || f.draw.Float64() < f.Probability }

// parcel is a value or a withdrawal under way.
type parcel struct {
	slot.Header
	value unsafe.Pointer
	own   bool // the value is a copy that may be changed
	// late parcels arrive out of turn: after the delay, or once held is over.
	late  bool
	delay time.Duration
	held  *linkFault
}

// putFaulty passes on what the faults leave of a value. A withdrawal has no value to freeze or
// corrupt; it is lost and delayed like a value. Only injected faults allocate.
func (l *link) putFaulty(faults []*linkFault, value unsafe.Pointer, h slot.Header, now messages.Instant) {
	parcels := []parcel{{Header: h, value: value}}
	for _, f := range faults {
		if !f.active(now) && !l.outlasts(f) {
			continue
		}
		var left []parcel
		for i := range parcels {
			left = l.applyFault(f, &parcels[i], now, left)
		}
		parcels = left
	}
	for i := range parcels {
		if p := &parcels[i]; p.late {
			l.putLate(p, now.Add(p.delay))
		} else {
			l.deliver(p.value, p.Header)
		}
	}
}

// outlasts reports whether a fault acts beyond its end, as a half-open connection does until one
// end reconnects.
func (l *link) outlasts(f *linkFault) bool {
	if f.Kind != FaultHalfOpen {
		return false
	}
	if f.ends == l.incarnations() {
		return true
	}
	l.faults.Remove(f)
	return false
}

// applyFault appends to out what a fault leaves of a parcel.
func (l *link) applyFault(f *linkFault, p *parcel, now messages.Instant, out []parcel) []parcel {
	lost := func() []parcel { l.dropped.Add(1); return out }
	switch f.Kind {
	case FaultDrop:
		if f.hits() {
			return lost()
		}
	case FaultPartition, FaultHalfOpen:
		return lost()
	case FaultMisdirect:
		if f.chance() {
			f.strays.refused.Add(1) // it is not from there
			return lost()
		}
	case FaultOversize:
		if !p.Withdrawn && f.chance() {
			l.refused.Add(1) // it has no room in the slot
			return lost()
		}
	case FaultSlowReader:
		if f.met && now.Sub(f.last) < f.Delay {
			l.overwritten.Add(1)
			return out
		}
		f.met, f.last = true, now
	case FaultClog:
		p.late, p.held = true, f
	case FaultDelay:
		p.late, p.delay = true, p.delay+f.Delay
	case FaultDelayRandom:
		p.late, p.delay = true, p.delay+time.Duration(f.draw.ExpFloat64()*float64(f.Delay))
	case FaultReorder:
		p.late, p.delay = true, p.delay+time.Duration(f.draw.IntN(f.Count))*l.interval
	case FaultDuplicate:
		if f.chance() {
			again := *p
			again.late, again.delay = true, p.delay+f.Delay
			return append(out, *p, again)
		}
	case FaultMasquerade:
		if !p.Withdrawn && f.chance() {
			return append(out, *p, l.forge(f, p, now))
		}
	case FaultStamp, FaultClockStep, FaultClockDrift, FaultClockSkew:
		p.Stamp.Time = f.stamp(p.Stamp.Time)
	default:
		if !p.Withdrawn && !l.corrupt(f, p, now) {
			return lost()
		}
	}
	return append(out, *p)
}

// stamp returns a stamp as the fault changes it.
func (f *linkFault) stamp(t messages.Instant) messages.Instant {
	if !f.met {
		f.met, f.stamps = true, t
	}
	switch f.Kind {
	case FaultClockStep, FaultClockSkew:
		return t.Add(time.Duration(f.Amount * float64(time.Second)))
	case FaultClockDrift:
		return t.Add(time.Duration(float64(t-f.since) * f.Amount * 1e-6))
	}
	switch f.Choice {
	case "frozen":
		return f.stamps
	case "backwards":
		return f.stamps - (t - f.stamps)
	}
	return t.Add(f.Delay)
}

// forge returns a parcel that pretends to be of the sender.
func (l *link) forge(f *linkFault, p *parcel, now messages.Instant) parcel {
	forged := parcel{Header: p.Header, value: l.plan.Clone(p.value), own: true, late: true}
	forged.Stamp.Time = now
	forged.Stamp.Sequence++
	switch f.Choice {
	case "newer":
		forged.Stamp.Incarnation++
	case "older":
		forged.Stamp.Incarnation--
	}
	l.plan.EachNumber(forged.value, func(x slot.Number) { x.Set(2*f.draw.Float64() - 1) })
	return forged
}

package actors

import (
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// linkFault is an injected fault of one link; immutable.
type linkFault struct {
	kind  FaultKind
	delay time.Duration
	until messages.Instant // zero: until it is removed
}

func (f *linkFault) active(now messages.Instant) bool { return f.until == 0 || now < f.until }

// frozen is the value that a frozen link repeats, with the fault that froze it.
type frozen[T any] struct {
	by    *linkFault
	value *T
}

// putFaulty hands a value on as the faults leave it. A withdrawal has no value that could be frozen or spoilt; it is
// lost and delayed like one. Only injected faults allocate.
func (l *linkOf[T]) putFaulty(faults []*linkFault, value *T, stamp messages.Stamp, valid bool, now messages.Instant) {
	delay := time.Duration(0)
	for _, f := range faults {
		if !f.active(now) {
			continue
		}
		switch f.kind {
		case FaultDrop:
			l.dropped.add(1)
			return
		case FaultDelay:
			delay += f.delay
		case FaultFreeze:
			if valid {
				value = l.freeze(f, value)
			}
		case FaultNaN:
			if valid {
				value = clone(l.plan, value)
				l.plan.poison(pointer(value))
			}
		}
	}
	if delay > 0 {
		l.putLate(value, stamp, valid, now.Add(delay))
		return
	}
	l.deliver(value, stamp, valid)
}

// freeze returns the first value that the fault has met.
func (l *linkOf[T]) freeze(by *linkFault, value *T) *T {
	if l.frozen.by != by {
		l.frozen = frozen[T]{by, clone(l.plan, value)}
	}
	return l.frozen.value
}

// clone copies a value into arrays of its own.
func clone[T any](plan *copyPlan, value *T) *T {
	c := new(T)
	plan.allocateLike(pointer(c), pointer(value))
	plan.copy(pointer(c), pointer(value))
	return c
}

// lateValue is an entry that an injected delay keeps back until an instant.
type lateValue[T any] struct {
	entry[T]
	at messages.Instant
}

// lateValues bounds how many values of a link are under way; more are dropped and counted.
const lateValues = 1024

func (l *linkOf[T]) putLate(value *T, stamp messages.Stamp, valid bool, at messages.Instant) {
	q := l.late.Load()
	if q == nil {
		q = newQueue(lateValues)
		l.late.Store(q)
	}
	v := &lateValue[T]{entry: entry[T]{stamp: stamp, valid: valid}, at: at}
	if valid {
		v.value = *clone(l.plan, value)
	}
	if !q.push(v) {
		l.dropped.add(1)
		return
	}
	if l.notify != nil {
		l.notify.cell.sys.clock.at(at, l.notify.ring)
	}
}

// dueIn returns the newest late value whose time has come, unless a newer one was seen already.
func dueIn[T any](q *queue, now messages.Instant, seen uint64) (newest *entry[T]) {
	for {
		head, ok := q.peek()
		if !ok || head.(*lateValue[T]).at > now {
			return newest
		}
		q.pop()
		if e := &head.(*lateValue[T]).entry; e.stamp.Sequence > seen {
			newest, seen = e, e.stamp.Sequence
		}
	}
}

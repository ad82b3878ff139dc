package actors

import (
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/robo-actors/robo-actors/messages"
)

func pointer[T any](v *T) unsafe.Pointer { return unsafe.Pointer(v) }

// link joins one output to one input and is the seam at which faults act on values under way.
type link struct {
	from, to string
	fault    atomic.Pointer[linkFault]
	dropped  counter // by injected faults
}

// linkFault is an injected fault of a link; immutable.
type linkFault struct {
	kind  FaultKind
	delay time.Duration
	until messages.Instant // zero: until removed
}

// linkOf is the typed part of a link.
type linkOf[T any] struct {
	link
	slot   *slot[T]
	notify *cell // an event-driven receiver, to be woken; nil otherwise
	late   delayLine[T]
	frozen *T // the value that a frozen link repeats; the writer's
}

// put hands a value to the receiver, or does with it what the injected fault says.
func (l *linkOf[T]) put(value *T, stamp messages.Stamp, valid bool, now messages.Instant) {
	if f := l.fault.Load(); f != nil && (f.until == 0 || now < f.until) {
		if !l.putFaulty(f, value, stamp, valid, now) {
			return
		}
	} else {
		l.frozen = nil
		l.slot.put(value, stamp, valid)
	}
	if l.notify != nil {
		l.notify.mailbox.notify()
	}
}

// putFaulty reports whether something reached the slot.
func (l *linkOf[T]) putFaulty(f *linkFault, value *T, stamp messages.Stamp, valid bool, now messages.Instant) bool {
	switch f.kind {
	case FaultDrop:
		l.dropped.add(1)
		return false
	case FaultDelay:
		l.late.push(l.slot.plan, value, stamp, valid, now.Add(f.delay))
		return false
	case FaultFreeze:
		if l.frozen == nil && valid {
			l.frozen = l.clone(value)
		}
		if l.frozen != nil {
			value = l.frozen
		}
		l.slot.put(value, stamp, valid)
	case FaultNaN:
		if valid {
			value = l.clone(value)
			l.slot.plan.poison(pointer(value))
		}
		l.slot.put(value, stamp, valid)
	default:
		l.slot.put(value, stamp, valid)
	}
	return true
}

// clone copies a value into arrays of its own; only injected faults allocate.
func (l *linkOf[T]) clone(value *T) *T {
	c := new(T)
	l.slot.plan.allocateLike(pointer(c), pointer(value))
	l.slot.plan.copy(pointer(c), pointer(value))
	return c
}

// take returns the newest value that is due, or nil.
func (l *linkOf[T]) take(now messages.Instant) *entry[T] {
	e := l.slot.take()
	if late := l.late.due(now); late != nil && (e == nil || late.stamp.Sequence > e.stamp.Sequence) {
		return &late.entry
	}
	return e
}

// delayLine holds values that an injected delay keeps back. It is used by one writer and one reader, who may run on
// different threads; it is filled by a fault only, and is a plain bounded queue of copies.
type delayLine[T any] struct{ waiting atomic.Pointer[queue] }

type lateValue[T any] struct {
	entry[T]
	at messages.Instant
}

const delayLineLength = 256

func (d *delayLine[T]) push(plan *copyPlan, value *T, stamp messages.Stamp, valid bool, at messages.Instant) {
	q := d.waiting.Load()
	if q == nil {
		q = newQueue(delayLineLength)
		d.waiting.Store(q)
	}
	v := &lateValue[T]{entry: entry[T]{stamp: stamp, valid: valid}, at: at}
	if valid {
		plan.allocateLike(pointer(&v.value), pointer(value))
		plan.copy(pointer(&v.value), pointer(value))
	}
	q.push(v)
}

// due returns the newest value whose time has come.
func (d *delayLine[T]) due(now messages.Instant) *lateValue[T] {
	q := d.waiting.Load()
	if q == nil {
		return nil
	}
	var newest *lateValue[T]
	for {
		head, ok := q.peek()
		if !ok || head.(*lateValue[T]).at > now {
			return newest
		}
		q.pop()
		newest = head.(*lateValue[T])
	}
}

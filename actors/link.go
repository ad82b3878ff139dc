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
	from, to    string
	maxAge      time.Duration
	faults      faultList[linkFault]
	dropped     counter // by injected faults
	overwritten counter // by newer values, unread
}

// linkOf is the typed part of a link.
type linkOf[T any] struct {
	link
	// slot is replaced when the sender's predecessor did not return and may still write.
	slot   atomic.Pointer[slot[T]]
	plan   *copyPlan
	sizes  Sizes
	notify *mailbox // of an event-driven receiver; nil otherwise

	late   atomic.Pointer[queue] // values that an injected delay keeps back
	frozen frozen[T]             // the sender's
}

func newLink[T any](from, to string, plan *copyPlan, sizes Sizes, notify *mailbox) *linkOf[T] {
	l := &linkOf[T]{link: link{from: from, to: to}, plan: plan, sizes: sizes, notify: notify}
	l.renew()
	return l
}

func (l *linkOf[T]) renew() { l.slot.Store(newSlot[T](l.plan, l.sizes)) }

// put hands a value to the receiver, or does with it what injected faults say.
func (l *linkOf[T]) put(value *T, stamp messages.Stamp, valid bool, now messages.Instant) {
	if faults := l.faults.load(); faults != nil {
		l.putFaulty(faults, value, stamp, valid, now)
		return
	}
	l.deliver(value, stamp, valid)
}

func (l *linkOf[T]) deliver(value *T, stamp messages.Stamp, valid bool) {
	if l.slot.Load().put(value, stamp, valid) {
		l.overwritten.add(1)
	}
	if l.notify != nil {
		l.notify.notify()
	}
}

// take returns the newest entry that is due, if it is newer than the one with the given sequence.
func (l *linkOf[T]) take(now messages.Instant, seen uint64) *entry[T] {
	e := l.slot.Load().take()
	if e != nil {
		seen = max(seen, e.stamp.Sequence)
	}
	if q := l.late.Load(); q != nil {
		if late := dueIn[T](q, now, seen); late != nil {
			return late
		}
	}
	return e
}

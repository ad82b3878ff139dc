package actors

import (
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/robo-actors/robo-actors/actors/internal/injection"
	"github.com/robo-actors/robo-actors/actors/internal/queue"
	"github.com/robo-actors/robo-actors/actors/internal/slot"
	"github.com/robo-actors/robo-actors/actors/internal/stats"
	"github.com/robo-actors/robo-actors/messages"
)

// link joins one output to one input and is the seam at which faults act on values under way.
type link struct {
	from, to    string
	maxAge      time.Duration
	faults      injection.List[linkFault]
	dropped     stats.Counter // by injected faults
	overwritten stats.Counter // by newer values, unread
	overtaken   stats.Counter // by newer values, on their way: by injected faults
	refused     stats.Counter // not of the sender, or too long: by injected faults

	ends     [2]*cell      // sender and receiver
	wake     func()        // has an event-driven receiver look; nil for a periodic one
	interval time.Duration // between two values of the sender

	// slot is replaced when the sender's predecessor did not return and may still write.
	slot   atomic.Pointer[slot.Slot]
	plan   *slot.Plan
	sizes  Sizes
	notify *mailbox // of an event-driven receiver; nil otherwise

	late    atomic.Pointer[queue.Queue] // values that an injected fault keeps back
	waiting []*lateValue                // those that the receiver has taken out of late
}

// incarnations returns those of sender and receiver.
func (l *link) incarnations() [2]messages.Incarnation {
	return [2]messages.Incarnation{l.ends[0].current(), l.ends[1].current()}
}

func newLink(from, to string, plan *slot.Plan, sizes Sizes, notify *mailbox) *link {
	l := &link{from: from, to: to, plan: plan, sizes: sizes, notify: notify}
	if notify != nil {
		l.wake = notify.ring
	}
	l.renew()
	return l
}

func (l *link) renew() { l.slot.Store(slot.New(l.plan, l.sizes)) }

// put hands a value to the receiver, or does with it what injected faults say.
func (l *link) put(value unsafe.Pointer, stamp messages.Stamp, valid bool, now messages.Instant) {
	if faults := l.faults.Load(); faults != nil {
		l.putFaulty(faults, value, stamp, valid, now)
		return
	}
	l.deliver(value, stamp, valid)
}

func (l *link) deliver(value unsafe.Pointer, stamp messages.Stamp, valid bool) {
	if l.slot.Load().Put(value, slot.Header{Stamp: stamp, Withdrawn: !valid}) {
		l.overwritten.Add(1)
	}
	if l.notify != nil {
		l.notify.notify()
	}
}

// take returns the newest entry that is due, if it is newer than the one with the given sequence.
func (l *link) take(now messages.Instant, seen uint64) *slot.Entry {
	e := l.slot.Load().Take()
	if e != nil {
		seen = max(seen, e.Stamp.Sequence)
	}
	if l.late.Load() != nil {
		if late := l.dueLate(now, seen, l.ends[0].current()); late != nil {
			return late
		}
	}
	return e
}

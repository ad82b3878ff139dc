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

// link joins one output to one input. Its two ends share what passes between them and nothing else:
// values with their headers, and the life that each end announces. An end can therefore live in
// another process. The link is also the place at which injected faults act on values under way.
type link struct {
	from, to string
	maxAge   time.Duration
	interval time.Duration // between two values of the sender
	plan     *slot.Plan
	sizes    Sizes

	// slot is replaced when the sender's predecessor did not return and may still write.
	slot             atomic.Pointer[slot.Slot]
	sender, receiver slot.Announcement
	alarm            alarm

	faults      injection.List[linkFault]
	dropped     stats.Counter               // by injected faults
	overwritten stats.Counter               // by newer values, unread
	overtaken   stats.Counter               // by newer values, on their way: by injected faults
	refused     stats.Counter               // not of the sender, or too long: by injected faults
	late        atomic.Pointer[queue.Queue] // values that an injected fault keeps back
	waiting     []*lateValue                // those that the receiver has taken out of late
}

// alarm wakes the receiver of a link, at once or at an instant. Its functions are nil for a
// periodic receiver, which reads its inputs at every release.
type alarm struct {
	now func()
	at  func(messages.Instant)
}

// alarmOf returns the alarm that wakes an actor.
func alarmOf(c *cell) alarm {
	if c.domain != nil {
		return alarm{}
	}
	m := c.mailbox
	return alarm{now: m.ring, at: func(t messages.Instant) { c.sys.clock.at(t, m.ring, m) }}
}

func (a alarm) ring() {
	if a.now != nil {
		a.now()
	}
}

func (a alarm) ringAt(t messages.Instant) {
	if a.at != nil {
		a.at(t)
	}
}

func newLink(from, to string, plan *slot.Plan, sizes Sizes, alarm alarm) *link {
	l := &link{from: from, to: to, plan: plan, sizes: sizes, alarm: alarm}
	l.renew()
	return l
}

// renew parts the link from a sender that may still write.
func (l *link) renew() { l.slot.Store(slot.New(l.plan, l.sizes)) }

// incarnations returns those that sender and receiver have announced.
func (l *link) incarnations() [2]messages.Incarnation {
	return [2]messages.Incarnation{l.sender.Incarnation(), l.receiver.Incarnation()}
}

// put passes a value, or nil with the header of a withdrawal, to the receiver. Injected faults act
// on it.
func (l *link) put(value unsafe.Pointer, h slot.Header, now messages.Instant) {
	if faults := l.faults.Load(); faults != nil {
		l.putFaulty(faults, value, h, now)
		return
	}
	l.deliver(value, h)
}

func (l *link) deliver(value unsafe.Pointer, h slot.Header) {
	if l.slot.Load().Put(value, h) {
		l.overwritten.Add(1)
	}
	l.alarm.ring()
}

// take returns the newest entry that is due, if it is newer than the one with the given sequence.
func (l *link) take(now messages.Instant, seen uint64) *slot.Entry {
	e := l.slot.Load().Take()
	if e != nil {
		seen = max(seen, e.Stamp.Sequence)
	}
	if l.late.Load() != nil {
		if late := l.dueLate(now, seen, l.sender.Incarnation()); late != nil {
			return late
		}
	}
	return e
}

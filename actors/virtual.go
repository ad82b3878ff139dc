package actors

import (
	"math/rand/v2"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// virtualClock runs all mailboxes of all worlds on the caller's goroutine, from one queue. Time passes only between
// events, so that the same application, seed and faults give the same run.
type virtualClock struct {
	instant messages.Instant
	domains []*domain
	events  eventQueue
	waiting []*cell // to be stepped at this instant
	waits   map[*cell]bool
	explore *rand.Rand // permutes what real time leaves free; nil for the fixed order
	started bool
	inside  bool // the loop is running: what is woken now runs before it goes on
	failed  func(d *domain, c *cell)
}

func newVirtualClock(seed uint64, explore bool) *virtualClock {
	v := &virtualClock{waits: map[*cell]bool{}}
	if explore {
		v.explore = stream(seed, "explore")
	}
	return v
}

func (v *virtualClock) now() messages.Instant { return v.instant }

func (v *virtualClock) wake(c *cell) {
	if !v.waits[c] {
		v.waits[c] = true
		v.waiting = append(v.waiting, c)
	}
	if !v.inside {
		v.settle()
	}
}

func (v *virtualClock) at(t messages.Instant, fn func()) func() {
	e := v.events.add(max(t, v.instant), fn)
	return func() { e.dead = true }
}

func (v *virtualClock) start() error { v.started = true; return nil }
func (v *virtualClock) stop()        { v.settle(); v.started = false; v.events = eventQueue{} }

// settle steps the mailboxes that were woken, until none is left.
func (v *virtualClock) settle() {
	if v.inside {
		return
	}
	v.inside = true
	defer func() { v.inside = false }()
	v.drain()
}

func (v *virtualClock) drain() {
	for len(v.waiting) > 0 {
		c := v.waiting[0]
		v.waiting = v.waiting[:copy(v.waiting, v.waiting[1:])]
		delete(v.waits, c)
		if c.domain == nil {
			if c.mailbox.claim() {
				c.mailbox.stepEvents()
			}
			continue
		}
		c.mailbox.step(nil)
	}
}

// advance runs until the given instant, that instant included. It stops early when halt reports true.
func (v *virtualClock) advance(until messages.Instant, halt func() bool) {
	v.inside = true
	defer func() { v.inside = false }()
	v.drain()
	for !halt() {
		d, c, start := v.first()
		at, timed := v.events.next()
		switch {
		case timed && at <= until && (d == nil || at <= start):
			v.instant = max(v.instant, at)
			v.events.pop().fn()
		case d != nil && start <= until:
			v.instant = max(v.instant, start)
			v.run(d, c)
		default:
			v.instant = max(v.instant, until)
			return
		}
		v.drain()
	}
}

// first returns the domain that is released first, and its member.
func (v *virtualClock) first() (first *domain, member *cell, start messages.Instant) {
	ties := 0
	for _, d := range v.domains {
		if d.hung.Load() {
			continue
		}
		c, at := d.next()
		if c == nil {
			continue
		}
		switch {
		case first == nil || at < start:
			first, member, start, ties = d, c, at, 1
		case at == start && v.explore != nil:
			if ties++; v.explore.IntN(ties) == 0 {
				first, member = d, c
			}
		case at == start && earlier(c, member):
			first, member = d, c
		}
	}
	return first, member, start
}

func (v *virtualClock) run(d *domain, c *cell) {
	took := c.executionTime()
	c.release(v.instant)
	c.stats.execution.add(took)
	d.busy = v.instant.Add(took)
	if limit := c.hangLimit(); took > limit {
		v.hang(d, c, limit)
	}
}

// hang models a tick that does not return: the watchdog acts once the bound has passed.
func (v *virtualClock) hang(d *domain, c *cell, limit time.Duration) {
	d.hung.Store(true)
	v.at(v.instant.Add(limit), func() { v.failed(d, c) })
}

package actors

import (
	"sync/atomic"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// domain is one thread of execution for the releases of its members. It decides what runs next; the clock decides
// when. In virtual time all domains share one goroutine.
type domain struct {
	spec    DomainSpec
	members []*cell

	// busy is until when the modelled execution of a tick occupies the domain; virtual time only.
	busy messages.Instant
	// hung is set once a tick outlived its bound; nothing of the domain runs any more.
	hung atomic.Bool
	// The watchdog reads which tick runs, as its member's index plus one, and since when.
	running atomic.Int32
	since   atomic.Int64
}

// next returns the member that is released first and the instant at which it can start: in the order of release time,
// absolute deadline, world, phase and name.
func (d *domain) next() (first *cell, start messages.Instant) {
	for _, c := range d.members {
		if c.mailbox.detached.Load() {
			continue
		}
		if first == nil || earlier(c, first) {
			first = c
		}
	}
	if first == nil {
		return nil, 0
	}
	return first, max(first.grid.next, d.busy)
}

// earlier is the order of releases. rank has the order of world, phase and name.
func earlier(a, b *cell) bool {
	if a.grid.next != b.grid.next {
		return a.grid.next < b.grid.next
	}
	if a.spec.Period != b.spec.Period {
		return a.spec.Period < b.spec.Period
	}
	return a.rank < b.rank
}

// index returns the place of a member.
func (d *domain) index(c *cell) int {
	for i, m := range d.members {
		if m == c {
			return i
		}
	}
	return -1
}

// hangLimit is how long a tick of c may run before it counts as hung.
func (c *cell) hangLimit() time.Duration {
	factor := c.spec.Hang
	if factor <= 0 {
		return max(20*c.spec.Period, 100*time.Millisecond)
	}
	return time.Duration(factor * float64(c.spec.Period))
}

package actors

import (
	"sync/atomic"

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
	// thread runs the domain in real time.
	thread *thread
}

// next returns the member that is released first and the instant at which it can start: in the order of release time,
// absolute deadline, world, phase and name.
func (d *domain) next() (first *cell, start messages.Instant) {
	for _, c := range d.members {
		if (first == nil || earlier(c, first)) && !c.mailbox.detached.Load() {
			first = c
		}
	}
	if first == nil {
		return nil, 0
	}
	return first, max(first.grid.next.Add(first.grid.late), d.busy)
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

package actors

import (
	"slices"
	"sync/atomic"

	"github.com/robo-actors/robo-actors/messages"
)

// domain is one thread of execution for the releases of its members. It decides what runs next; the clock decides
// when. In virtual time all domains share one goroutine.
type domain struct {
	spec    DomainSpec
	members []*cell
	// order has the members in the order of their releases; only the first of those that have not stopped may stand too
	// early, because it was released meanwhile.
	order []*cell

	// busy is until when the modelled execution of a tick occupies the domain; virtual time only.
	busy messages.Instant
	// hung is set once a tick outlived its bound; nothing of the domain runs any more.
	hung atomic.Bool
	// thread runs the domain in real time.
	thread *thread
}

// arrange puts the members into the order of their releases, once these are set.
func (d *domain) arrange() {
	d.order = slices.Clone(d.members)
	slices.SortFunc(d.order, func(a, b *cell) int {
		if earlier(a, b) {
			return -1
		}
		return 1
	})
}

// next returns the member that is released first and the instant at which it can start: in the order of release time,
// absolute deadline, world, phase and name.
func (d *domain) next() (first *cell, start messages.Instant) {
	d.sink()
	i := d.running()
	if i == len(d.order) {
		return nil, 0
	}
	first = d.order[i]
	return first, max(first.grid.next.Add(first.grid.late), d.busy)
}

// running is the place of the first member that has not stopped, behind the last place where all have.
func (d *domain) running() int {
	for i, c := range d.order {
		if !c.mailbox.detached.Load() {
			return i
		}
	}
	return len(d.order)
}

// sink takes the member that was released last to its new place: releases take place in their order, and move the grid of
// the first member only, and only on.
func (d *domain) sink() {
	for i := d.running(); i+1 < len(d.order) && earlier(d.order[i+1], d.order[i]); i++ {
		d.order[i], d.order[i+1] = d.order[i+1], d.order[i]
	}
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

package actors

import (
	"cmp"
	"math"
	"slices"
	"sync/atomic"

	"github.com/robo-actors/robo-actors/actors/internal/injection"
	"github.com/robo-actors/robo-actors/messages"
)

// domain is one thread of execution for the releases of its members. It decides what runs next; the
// clock decides when. In virtual time all domains share one goroutine.
type domain struct {
	spec    DomainSpec
	members injection.List[cell]
	// order has the members in their order at one instant, due the next release of each. Both are
	// searched before every release. Only the entry of the member that was first changes between
	// two searches.
	order []*cell
	due   []messages.Instant
	first int

	// released is the instant of the latest release: those that have the same belong to its cycle.
	released messages.Instant
	// pending is a change of the domain, which its thread makes between two cycles.
	pending atomic.Pointer[shift]

	// busy is when the modelled execution of a tick ends; virtual time only.
	busy messages.Instant
	// hung is set once code of one of several members has exceeded its limit. The domain then runs
	// no release.
	hung atomic.Bool
	// added is set for a domain that a change made, and which ends with its last member.
	added bool
	// thread runs the domain in real time.
	thread *thread
}

// holdsDomain reports whether other actors share the thread that runs the actor. The thread of one
// actor alone is replaced together with the actor if the actor's code does not return.
func (c *cell) holdsDomain() bool {
	return c.domain != nil && !c.apart.Load() && len(c.domain.members.Load()) > 1
}

// earlier is the order of releases.
func earlier(a, b *cell) bool {
	if a.grid.next != b.grid.next {
		return a.grid.next < b.grid.next
	}
	return compareAtOnce(a, b) < 0
}

// compareAtOnce is the order of releases at one instant: deadline, world, phase, name.
func compareAtOnce(a, b *cell) int {
	return cmp.Or(cmp.Compare(a.spec.Period, b.spec.Period), cmp.Compare(a.place, b.place),
		cmp.Compare(a.spec.Phase, b.spec.Phase), cmp.Compare(a.spec.Name, b.spec.Name))
}

// arrange reads the first release of each member.
func (d *domain) arrange() {
	d.order = slices.Clone(d.members.Load())
	slices.SortStableFunc(d.order, compareAtOnce)
	d.due = make([]messages.Instant, len(d.order))
	for i, c := range d.order {
		d.due[i] = c.grid.next
	}
}

// never is the next release of a member that has stopped.
const never = messages.Instant(math.MaxInt64)

// next returns the member that is released first, and the instant at which it can start: in the
// order of release time, absolute deadline, world, phase and name.
func (d *domain) next() (first *cell, start messages.Instant) {
	for len(d.due) > 0 {
		if d.due[d.first] < never {
			d.due[d.first] = d.order[d.first].grid.next // only the first member has moved on the grid
		}
		earliest := never
		for i, at := range d.due {
			if at < earliest {
				d.first, earliest = i, at
			}
		}
		if earliest == never {
			return nil, 0
		}
		if first = d.order[d.first]; !first.mailbox.detached.Load() {
			return first, max(earliest.Add(first.grid.late), d.busy)
		}
		d.due[d.first] = never
	}
	return nil, 0
}

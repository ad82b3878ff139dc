package actors

import (
	"slices"

	"github.com/robo-actors/robo-actors/actors/internal/injection"
	"github.com/robo-actors/robo-actors/messages"
)

// shift is a change that the thread of a domain, or the goroutine of an event-driven actor, makes
// between two cycles. Everything is prepared: it allocates nothing.
type shift struct {
	steps []func()
	done  chan struct{} // closed afterwards
}

func (x *shift) make() {
	for _, step := range x.steps {
		step()
	}
	close(x.done)
}

// between reports whether no cycle of the domain has begun without being complete. The releases of
// one instant are one cycle.
func (d *domain) between() bool {
	c, _ := d.next()
	return c == nil || d.hung.Load() || c.grid.next != d.released
}

// shiftIfDue makes the pending change of the domain if no cycle has begun. It reports whether it
// did.
func (d *domain) shiftIfDue() bool {
	x := d.pending.Load()
	if x == nil || !d.between() {
		return false
	}
	d.pending.Store(nil)
	x.make()
	return true
}

// change makes the next change of virtual time if no domain is within a cycle, and no actor hangs:
// a thread that is held makes no change. It reports whether it did.
func (v *virtualClock) change() bool {
	if len(v.changes) == 0 {
		return false
	}
	for _, d := range v.s.domains {
		if !d.between() {
			return false
		}
	}
	if slices.ContainsFunc(v.s.cells(), func(c *cell) bool { return c.mailbox.stuck }) {
		return false
	}
	next := v.changes[0]
	v.changes = slices.Delete(v.changes, 0, 1)
	next()
	return true
}

// arrangement is a new set of members of a domain, prepared for set.
type arrangement struct {
	domain  *domain
	members injection.Edited[cell]
	order   []*cell
	due     []messages.Instant
}

// arranged prepares the domain for other members.
func (d *domain) arranged(edit func([]*cell) []*cell) arrangement {
	a := arrangement{domain: d, members: d.members.Edit(edit), order: edit(slices.Clone(d.members.Load()))}
	slices.SortStableFunc(a.order, compareAtOnce)
	a.due = make([]messages.Instant, len(a.order))
	return a
}

// set puts the arrangement in place.
func (a *arrangement) set() {
	d := a.domain
	d.members.Set(a.members)
	d.order, d.due, d.first = a.order, a.due, 0
	for i, c := range d.order {
		d.due[i] = c.grid.next
	}
}

// enter puts the next release of the actor on the grid after an instant. Earlier releases were not
// missed.
func (g *grid) enter(now messages.Instant, period messages.Instant) {
	if g.next > now {
		return
	}
	n := (now-g.next)/period + 1
	g.next += n * period
	g.sequence += uint64(n)
}

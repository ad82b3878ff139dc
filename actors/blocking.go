package actors

import (
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Occupy declares that the actor's code blocks its thread for d. In virtual time nothing else of
// the actor's domain runs for d; in real time the code itself takes the time, and Occupy does
// nothing.
func (c *Context) Occupy(d time.Duration) {
	switch {
	case c.cell.sys.virtual == nil || d <= 0 || c.fenced():
	case c.ticking:
		c.cell.took += d
	case c.incarnation > 1 || c.cell.state.Load() != stateStarting: // the first start comes before all releases
		c.cell.occupied += d
	}
}

// Pause blocks the actor's thread for d without using the processor. Only Start and Stop of an
// actor that has its thread to itself should call it. In virtual time it is Occupy, and Time stays
// the same.
func (c *Context) Pause(d time.Duration) {
	if c.cell.sys.virtual != nil {
		c.Occupy(d)
		return
	}
	sleep(d)
}

// skipReleases skips the releases of the actor that its own start has taken: they were not missed.
func (c *cell) skipReleases() {
	if c.domain == nil || c.apart.Load() || c.current() == 1 {
		return
	}
	if r, real := c.sys.clock.(*realClock); real && !r.begun.Load() {
		return // the clock puts all releases on the grid when it starts
	}
	g, p, ready := &c.grid, messages.Instant(c.spec.Period), c.now().Add(c.occupied)
	if g.next >= ready {
		return
	}
	n := (ready - g.next + p - 1) / p
	g.next += n * p
	g.sequence += uint64(n)
	c.domain.moved(c)
}

// moved takes up that a member has another next release.
func (d *domain) moved(c *cell) {
	for i, member := range d.order {
		if member == c {
			d.due[i] = c.grid.next
		}
	}
}

// occupy keeps the domain of an actor from running anything while the actor's Start or Stop blocks
// it.
func (v *virtualClock) occupy(c *cell) {
	if c.occupied > 0 && c.domain != nil && !c.apart.Load() {
		c.domain.busy = max(c.domain.busy, v.now()).Add(c.occupied)
	}
	c.occupied = 0
}

package invariant

import (
	"fmt"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision"
)

// comeback is the expected restart of an actor.
type comeback struct {
	by      string           // the supervisor; empty if nothing is expected
	due     messages.Instant // when it must start, or when it stopped permanently
	since   messages.Instant // when that was decided
	allowed bool             // a higher supervisor may have restarted it
	above   bool             // a higher supervisor decided the expected restart
	ended   bool             // permanently
	begun   messages.Instant // the start of its present incarnation, zero for the first one
	removed bool             // by a change
}

// failed records the failure of an actor, after which its supervisor decides anew. An incarnation
// that fails again while it is stopped was decided about already; the next may start.
func (c *comeback) failed() {
	c.allowed, c.by = c.allowed || c.by != "", ""
}

// slack is how much later than its back-off an actor may start.
const slack = 50 * time.Millisecond

// comebackOf returns the expected restart of an actor.
func (w *Watch) comebackOf(actor string) *comeback {
	c, known := w.comebacks[actor]
	if !known {
		c = &comeback{}
		w.comebacks[actor] = c
	}
	return c
}

// decided checks the decision of a supervisor about a failure and records the expected restart:
// V11.
func (g *restarts) decided(w *Watch, k int, e messages.Event) {
	if g.policy.Strategy == supervision.Degrade {
		w.violate("V11", e.Source, "", fmt.Sprintf("supervisor %s restarts it; its strategy %s does not restart it", g.name, g.policy.Strategy))
	}
	checkBackoff(w, g.name, &g.policy, &g.streaks[k], e)
	for i, name := range g.actors {
		if c := w.comebackOf(name); affected(g.policy.Strategy, i, k) && !c.ended {
			c.by, c.since, c.due, w.expecting = g.name, e.Time, e.Time.Add(e.Delay), true
		}
	}
}

// streak counts the consecutive failures of an actor.
type streak struct {
	length int
	last   messages.Instant // when it was started again, or failed and was not
}

// again counts another failure.
func (s *streak) again(p *supervision.Restart, now messages.Instant) {
	reset := p.ResetAfter
	if reset == 0 {
		reset = p.Within
	}
	if s.length > 0 && now.Sub(s.last) >= reset {
		s.length = 0
	}
	s.length, s.last = s.length+1, now
}

// backoff returns the shortest time before restart n in a row.
func backoff(p *supervision.Restart, n int) time.Duration {
	most := float64(max(p.BackoffMin, p.BackoffMax))
	d := float64(p.BackoffMin)
	for range n - 1 {
		if d = d * max(p.BackoffFactor, 1); d >= most {
			return time.Duration(most)
		}
	}
	return time.Duration(d)
}

// gaveUp records that a supervisor escalated a failure. Its earlier decisions no longer count.
func (w *Watch) gaveUp(e messages.Event) {
	for i := range w.groups {
		g := &w.groups[i]
		for k, name := range g.actors {
			if name != e.Source || !g.because[k] {
				continue
			}
			g.because[k] = false
			if n := g.failures(k, e.Time); n < g.policy.Max {
				w.violate("V31", e.Source, "", fmt.Sprintf("supervisor %s gave up after %d earlier failures within %v; its policy restarts %d", g.name, n, g.policy.Within, g.policy.Max))
			}
			g.gave[k] = append(recent(g.gave[k], e.Time, g.policy.Within+1), e.Time)
			g.streaks[k].again(&g.policy, e.Time)
			open := w.answer.open
			if w.answer.since != e.Time {
				open = nil
			}
			w.answer = answer{waits: true, actor: e.Source, since: e.Time, open: append(open, e.Source)}
			for _, sibling := range g.actors {
				w.comebackOf(sibling).by = ""
			}
		}
	}
}

// failures returns how many earlier failures count for an actor, at most.
func (g *restarts) failures(k int, now messages.Instant) (n int) {
	for i := range g.actors {
		if i != k && g.policy.Count != supervision.PerSupervisor {
			continue
		}
		for _, list := range [...][]messages.Instant{g.at[i], g.gave[i]} {
			for _, t := range list {
				if now.Sub(t) <= g.policy.Within {
					n++
				}
			}
		}
	}
	return n
}

// inOrder checks that a higher supervisor starts the actors of a world in their order: V30.
func (w *Watch) inOrder(e messages.Event) {
	for i := range w.groups {
		g := &w.groups[i]
		k := slices.Index(g.actors, e.Source)
		if k < 0 {
			continue
		}
		if g.ordered == e.Time && k < g.newest {
			w.violate("V30", e.Source, "", fmt.Sprintf("it started after %s; expected them in the order of their start", g.actors[g.newest]))
		}
		g.ordered, g.newest = e.Time, k
	}
}

// cameBack checks that a supervisor decided the restart of an actor: V11.
func (w *Watch) cameBack(e messages.Event) {
	c := w.comebackOf(e.Source)
	if e.Incarnation > 1 && c.by == "" && !c.allowed && w.supervised(e.Source) {
		w.violate("V11", e.Source, "", fmt.Sprintf("it started incarnation %d, but no supervisor decided so", e.Incarnation))
	}
	if c.above && c.by != "" && e.Time >= c.due {
		w.inOrder(e)
	}
	c.by, c.allowed, c.above, c.begun = "", false, false, e.Time
}

func (w *Watch) supervised(actor string) bool {
	for i := range w.groups {
		for _, name := range w.groups[i].actors {
			if name == actor {
				return true
			}
		}
	}
	return false
}

// Degraded returns an actor that stopped permanently before an instant under the strategy degrade,
// and false without one.
func (w *Watch) Degraded(before messages.Instant) (actor string, any bool) {
	for i := range w.groups {
		g := &w.groups[i]
		for _, name := range g.actors {
			if c := w.comebackOf(name); c.ended && !c.removed && c.due < before && g.policy.Strategy == supervision.Degrade {
				return name, true
			}
		}
	}
	return "", false
}

// missing checks that the decisions of supervisors were carried out: V11.
func (w *Watch) missing(now messages.Instant) {
	w.answered(now)
	if !w.expecting {
		return
	}
	w.expecting = false
	for i := range w.groups {
		g := &w.groups[i]
		for _, name := range g.actors {
			c := w.comebackOf(name)
			w.expecting = w.expecting || c.by != ""
			if w.blocking.at(now) { // perhaps the thread in which it has to start
				c.due = max(c.due, now)
			}
			if c.by != "" && now.Sub(c.due) > slack {
				w.violate("V11", name, "", fmt.Sprintf("supervisor %s decided its restart for %s by its strategy; it has not started", c.by, c.due))
			}
		}
	}
}

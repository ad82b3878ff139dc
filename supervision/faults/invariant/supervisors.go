package invariant

import (
	"fmt"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision"
)

// tier records the decisions of a supervisor about the supervisors below it: those of the buses of
// a world, or of the worlds.
type tier struct {
	name    string
	policy  supervision.Restart
	below   []string   // in starting order
	actors  [][]string // of each, all actors that it restarts
	at      [][]messages.Instant
	streaks []streak
}

// add adds a supervisor below.
func (t *tier) add(name string, actors ...string) {
	t.below, t.actors = append(t.below, name), append(t.actors, actors)
	t.at, t.streaks = append(t.at, make([]messages.Instant, 0, 2*t.policy.Max+8)), append(t.streaks, streak{})
}

// byWorld is the escalation target of a bus: its world.
const byWorld = "world"

// newTiers reads which supervisor decides about each supervisor that gives up.
func (w *Watch) newTiers() {
	w.tiers = append(w.tiers, tier{name: theApplication, policy: w.config.Supervision.Restart})
	for _, m := range w.worlds {
		w.newTier(m)
	}
}

// theApplication is the name of the highest supervisor, which comes first.
const theApplication = "application"

// newTier reads the supervisor of a world, and adds it below that of the application.
func (w *Watch) newTier(m *world) {
	world, application := tier{name: m.Name, policy: m.Restart.Restart}, &w.tiers[0]
	all := append([]string{}, w.groupOf(m.Name).actors...)
	for b := range m.buses {
		if d := m.buses[b].Drive; d.Restart.Escalate == byWorld {
			world.add(d.Path, d.Path)
			all = append(all, d.Path)
		}
	}
	application.add(m.Name, all...)
	for b := range m.buses {
		if d := m.buses[b].Drive; d.Restart.Escalate != byWorld {
			application.add(d.Path, d.Path)
		}
	}
	w.tiers = append(w.tiers, world)
}

// groupOf returns the supervisor with a name.
func (w *Watch) groupOf(name string) *restarts {
	for i := range w.groups {
		if w.groups[i].name == name {
			return &w.groups[i]
		}
	}
	return nil
}

// tierOf returns the supervisor that decides about one that gave up, and the index there.
func (w *Watch) tierOf(name string) (*tier, int) {
	for i := range w.tiers {
		for k, below := range w.tiers[i].below {
			if below == name {
				return &w.tiers[i], k
			}
		}
	}
	return nil, 0
}

// restartedFromAbove checks the decision of a supervisor about one that gave up, and records the
// expected restarts: V11.
func (w *Watch) restartedFromAbove(e messages.Event) {
	t, k := w.tierOf(e.Source)
	if t == nil {
		return
	}
	if t.policy.Strategy == supervision.Degrade {
		w.violate("V11", e.Source, "", fmt.Sprintf("supervisor %s restarts it; its strategy %s does not restart it", t.name, t.policy.Strategy))
	}
	w.answer.open = slices.DeleteFunc(w.answer.open, func(name string) bool { return name == e.Source })
	w.gaveUpBelow(e)
	t.streaks[k].again(&t.policy, e.Time)
	checkBackoff(w, t.name, &t.policy, &t.streaks[k], e)
	t.at[k] = append(recent(t.at[k], e.Time, t.policy.Within), e.Time)
	checkCount(w, t.name, &t.policy, k, t.at, e)
	for i := range t.below {
		if !affected(t.policy.Strategy, i, k) {
			continue
		}
		for _, name := range t.actors[i] {
			w.lives(name, false, e.Time)
			if c := w.comebackOf(name); !c.ended {
				c.by, c.since, c.due, c.above, w.expecting = t.name, e.Time, e.Time.Add(e.Delay), true, true
			}
		}
	}
}

// gaveUpBelow records that the supervisor of a world has given up about one of its buses, because
// the application's restarts the world. That failure of the bus counts in its row.
func (w *Watch) gaveUpBelow(e messages.Event) {
	if w.answer.since != e.Time {
		return
	}
	w.answer.open = slices.DeleteFunc(w.answer.open, func(name string) bool {
		t, k := w.tierOf(name)
		if t == nil || t.name != e.Source {
			return false
		}
		t.streaks[k].again(&t.policy, e.Time)
		return true
	})
}

// affected reports whether the failure of child k restarts child i.
func affected(s supervision.Strategy, i, k int) bool {
	return i == k || s == supervision.OneForAll || s == supervision.RestForOne && i > k
}

// checkBackoff checks how long a supervisor waits before a restart: V11.
func checkBackoff(w *Watch, supervisor string, p *supervision.Restart, s *streak, e messages.Event) {
	low, length := backoff(p, s.length), s.length
	s.last = e.Time.Add(e.Delay)
	if high := time.Duration(float64(low) * (1 + p.BackoffJitter)); e.Delay < low-time.Microsecond || e.Delay > high+time.Microsecond {
		w.violate("V11", e.Source, "", fmt.Sprintf("supervisor %s restarts it after %v, as failure %d in a row; expected %v to %v", supervisor, e.Delay, length, low, high))
	}
}

// checkCount checks how often a supervisor restarts: V11.
func checkCount(w *Watch, supervisor string, p *supervision.Restart, k int, at [][]messages.Instant, e messages.Event) {
	n := len(at[k])
	if p.Count == supervision.PerSupervisor {
		n = 0
		for i := range at {
			at[i] = recent(at[i], e.Time, p.Within)
			n += len(at[i])
		}
	}
	if n > p.Max {
		w.violate("V11", e.Source, "", fmt.Sprintf("supervisor %s restarts it for the %dth time within %v; its policy allows %d", supervisor, n, p.Within, p.Max))
	}
}

// answer is the decision that is expected from the next supervisor after one has given up.
type answer struct {
	waits bool
	actor string
	since messages.Instant
	open  []string // actors whose supervisors gave up at that instant, and nobody has decided yet
}

// answered checks that a higher supervisor decides about a failure that escalated: V11.
func (w *Watch) answered(now messages.Instant) {
	if a := &w.answer; a.waits && now.Sub(a.since) > slack {
		a.waits = false
		w.violate("V11", a.actor, "", fmt.Sprintf("its supervisor gave up at %s, and no higher supervisor has decided", a.since))
	}
}

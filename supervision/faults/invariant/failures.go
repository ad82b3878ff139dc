package invariant

import (
	"fmt"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// failure takes up that an actor failed.
func (w *Watch) failure(e messages.Event) {
	w.unprovoked(e)
	w.late.acts(e)
	w.overran(e)
	w.comebackOf(e.Source).failed()
	for _, m := range w.worlds {
		if e.Source == m.gate {
			m.failed = true
		}
		for i := range m.controllers {
			if c := &m.controllers[i]; c.path == e.Source {
				c.failed, c.failing, c.fence = true, e.Time, max(c.fence, e.Incarnation)
				c.knownBy = w.knownBy(e, c.maxAge+m.Period)
				if e.Cause == messages.CausePanic || e.Cause == messages.CauseError {
					c.grace = c.knownBy.Add(max(c.period, m.Period))
				}
				w.because(m, c.joints, e)
			}
		}
		for i := range m.buses {
			b := &m.buses[i]
			if b.Path != e.Source {
				continue
			}
			w.lost(b, e)
			if b.told != e.Time && !b.down && !b.ending && b.started > b.begun {
				b.owed = e.Time
			}
			b.failed, b.down, b.failing = true, true, e.Time
			b.knownBy = w.knownBy(e, b.MaxAge+m.Period)
			w.because(m, b.joints, e)
			for k, n := range b.joints {
				if t := m.joints[n].truth; t != nil {
					t.look(&t.Truth)
					b.fence[k], b.known[k] = max(b.fence[k], t.Arm), t.Arm
					if m.joints[n].sent.any {
						b.fence[k] = max(b.fence[k], m.joints[n].sent.arm)
					}
				}
			}
		}
	}
	for i := range w.groups {
		w.groups[i].failed(e.Source)
	}
}

// knownBy is when a gate must know of a failure: at its next decision, or, where an injected fault
// keeps the news of it back, once what the actor sent is too old.
func (w *Watch) knownBy(e messages.Event, tooOld time.Duration) messages.Instant {
	if w.newsLate[e.Source] > 0 {
		return e.Time.Add(tooOld)
	}
	return e.Time
}

// because records the cause and the safe mode for the joints that a failure stops. If an injected
// fault delays or drops the event, their gate stops them for what it misses, by that mode, and
// reports why. A joint that is stopped already needs no further cause.
func (w *Watch) because(m *world, joints []int, e messages.Event) {
	if w.newsLate[e.Source] > 0 {
		return
	}
	for _, i := range joints {
		j := &m.joints[i]
		if e.Cause == messages.CauseHang && !j.causes.has(e.Cause) {
			j.hungAt = e.Time
		}
		j.causes = j.causes.with(e.Cause)
	}
	if e.Cause != messages.CauseOverrun {
		m.stops(joints, e.Time)
		return
	}
	for _, i := range joints { // the reaction of a kind to an overrun is another one
		if m.joints[i].kind == modes.AnyJoint {
			m.stops([]int{i}, e.Time)
		}
	}
}

// stops requires the safe mode of the joints that a failure stops, until they pass again. A gate
// that does not run misses the event, and adopts the modes of its drives.
func (m *world) stops(joints []int, now messages.Instant) {
	if m.failed {
		return
	}
	for _, i := range joints {
		j := &m.joints[i]
		j.least, j.leastAt = j.safe, now
	}
}

// started records the start of an incarnation.
func (w *Watch) started(e messages.Event) {
	w.cameBack(e)
	for _, m := range w.worlds {
		if e.Source == m.gate {
			m.failed, m.lives = false, e.Incarnation
			for i := range m.controllers { // it knows of no rejected command
				m.controllers[i].bad.n, m.controllers[i].bad.due = 0, 0
			}
			if e.Incarnation > 1 {
				for i := range m.joints {
					j := &m.joints[i]
					j.sent.any, j.told = false, messages.ModeOff
					j.causes = j.causes.with(messages.CauseError)
					if j.leastAt >= m.watchedOver { // the incarnation before did not know of it
						j.least = messages.ModeRun
					}
					if j.hungAt > 0 && j.hungAt >= m.watchedOver {
						j.causes &^= 1 << messages.CauseHang
					}
				}
				for i := range m.buses { // it continues with the numbers of the drives
					copy(m.buses[i].fence, m.buses[i].known)
				}
			}
		}
		for i := range m.controllers {
			if c := &m.controllers[i]; c.path == e.Source { // also of one that was restarted with others
				c.fence = max(c.fence, e.Incarnation-1)
			}
		}
		for i := range m.buses {
			if b := &m.buses[i]; b.Path == e.Source {
				b.lives, b.down, b.ending, b.begun, b.mute = e.Incarnation, false, false, e.Time, 0
			}
		}
	}
	for i := range w.couplings {
		w.couplings[i].started(e)
	}
}

// stopped takes up that an actor ended for good.
func (w *Watch) stopped(e messages.Event) {
	*w.comebackOf(e.Source) = comeback{ended: true, due: e.Time}
	if a := &w.answer; e.Source == a.actor || strings.HasPrefix(e.Source, a.actor+"/") { // the deciding supervisor stopped it
		a.waits = false
	}
	for _, m := range w.worlds {
		for i := range m.buses {
			if b := &m.buses[i]; b.Path == e.Source {
				b.down = true
			}
		}
	}
}

// stopSent records that a bus received the safe command. The event's text states why it could not
// be sent.
func (w *Watch) stopSent(e messages.Event) {
	for _, m := range w.worlds {
		for i := range m.buses {
			b := &m.buses[i]
			if b.Path != e.Source || e.Joint != "" {
				continue
			}
			if b.told, b.toldFor, b.owed = e.Time, e.Cause, 0; e.Text != "" {
				b.unsent = e.Time
			}
			b.ending = b.ending || e.Cause == messages.CauseEscalation && e.Text == ""
		}
	}
}

// owes checks that the driver of a failed bus received the safe command at once: V5. The drives may
// not show it, because detecting a hang takes as long as their watchdogs.
func (w *Watch) owes(b *bus, now messages.Instant) {
	if b.owed != 0 && now > b.owed {
		w.violate("V5", b.Path, "", fmt.Sprintf("it failed at %s, and its driver did not receive the safe command", b.owed))
	}
}

// escalated records the report of a stop that its drive does not confirm.
func (w *Watch) escalated(e messages.Event) {
	w.gaveUp(e)
	for _, m := range w.worlds {
		for i := range m.joints {
			if j := &m.joints[i]; e.Source == m.gate && j.name == e.Joint {
				j.stopping.escalated = true
			}
		}
	}
}

// restarts records the decisions of one supervisor.
type restarts struct {
	name    string
	policy  supervision.Restart
	actors  []string
	at      [][]messages.Instant // of each actor, the restarts that may still count
	gave    [][]messages.Instant // of each actor, the failures that were escalated
	because []bool               // the actor's own failure leads to its next restart
	ordered messages.Instant     // when a higher supervisor last started one of them
	newest  int                  // the newest of those
	streaks []streak             // of each actor
	bygone  map[string]bygone    // of actors that were removed
}

// newRestarts reads the supervisors: each bus has its own, the other actors of a world have the
// world's, and failures escalate to the application's.
func (w *Watch) newRestarts() {
	for _, m := range w.worlds {
		w.newGroups(w.config, m)
	}
	w.newTiers()
}

// newGroups reads the supervisors of a world and of its buses.
func (w *Watch) newGroups(config *app.Config, m *world) {
	// In starting order.
	g := restarts{name: m.Name, policy: m.Restart.Restart, actors: []string{m.Name + "/" + app.PerceptionActor}}
	g.actors = append(g.actors, m.gate)
	for i := range m.Actors {
		g.actors = append(g.actors, m.Actors[i].Path)
	}
	for _, k := range config.Couplings {
		if k.Command != nil && config.Worlds[k.Command.To.World].Name == m.Name {
			g.actors = append(g.actors, m.Name+"/"+app.CouplingActor+"_"+k.Joint)
		}
	}
	w.groups = append(w.groups, g.sized())
	for i := range m.buses {
		w.groups = append(w.groups, restarts{name: m.buses[i].Path, policy: m.buses[i].Restart.Restart, actors: []string{m.buses[i].Path}}.sized())
	}
}

func (g restarts) sized() restarts {
	g.at = make([][]messages.Instant, len(g.actors))
	for i := range g.at {
		g.at[i] = make([]messages.Instant, 0, 2*g.policy.Max+8)
	}
	g.gave = make([][]messages.Instant, len(g.actors))
	g.because, g.streaks = make([]bool, len(g.actors)), make([]streak, len(g.actors))
	return g
}

func (g *restarts) failed(actor string) {
	for i, name := range g.actors {
		if name == actor {
			g.because[i] = true
		}
	}
}

// restarting counts the restarts that follow an actor's own failure: V11.
func (w *Watch) restarting(e messages.Event) {
	if e.Cause == messages.CauseEscalation {
		w.answer.waits = false
		w.restartedFromAbove(e)
		return
	}
	for i := range w.groups {
		g := &w.groups[i]
		for k, name := range g.actors {
			if name != e.Source || !g.because[k] {
				continue
			}
			g.because[k] = false
			g.streaks[k].again(&g.policy, e.Time)
			g.decided(w, k, e)
			g.at[k] = append(recent(g.at[k], e.Time, g.policy.Within), e.Time)
			checkCount(w, g.name, &g.policy, k, g.at, e)
		}
	}
}

// recent keeps the instants that are not older than the window.
func recent(at []messages.Instant, now messages.Instant, window time.Duration) []messages.Instant {
	n := 0
	for _, t := range at {
		if now.Sub(t) < window {
			at[n] = t
			n++
		}
	}
	return at[:n]
}

// excuse excludes a drive with a fault from the checks for a while.
func (w *Watch) excuse(e messages.Event) {
	for _, m := range w.worlds {
		for i := range m.joints {
			if j := &m.joints[i]; j.truth != nil && j.name == e.Source {
				j.truth.exempt = e.Time.Add(excuse)
			}
		}
	}
}

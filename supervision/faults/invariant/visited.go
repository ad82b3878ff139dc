package invariant

import (
	"math"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// Visited counts what a run has reached: which fault met which condition of the application.
type Visited struct {
	// Met counts by kind of fault and by the condition of its target at that moment. Conditions
	// returns the conditions.
	Met map[string]map[string]int
	// Modes counts the changes to each mode.
	Modes [7]int
	// Events counts the events of each kind.
	Events [kindsOfEvents]int
	// Cells counts by kind of fault, condition, kind of joint and control mode.
	Cells map[Cell]int
	// Transitions counts the steps of the automata.
	Transitions map[Transition]int
}

// kindsOfEvents is the number of kinds of events; foreign is the last one.
const kindsOfEvents = int(messages.EventForeign) + 1

// Conditions that are not modes.
const (
	// Restarting is the condition of an actor, or of a link's receiver, between a failure and the
	// next start.
	Restarting = "restarting"
	// Elsewhere is the condition of a target that belongs to no world.
	Elsewhere = "elsewhere"
)

// Conditions returns the conditions in which a fault can meet its target: the mode of a joint; for
// an actor or a link's receiver, restarting or the most severe mode of the driven joints of its
// world; elsewhere.
func Conditions() []string {
	var all []string
	for _, m := range messages.Modes() {
		all = append(all, m.String())
	}
	return append(all, Restarting, Elsewhere)
}

// fault counts the start of a fault.
func (v *Visited) fault(w *Watch, e messages.Event, f actors.Fault, known bool) {
	if v.Met == nil {
		v.Met = map[string]map[string]int{}
	}
	kind := string(f.Kind)
	if !known {
		kind = "unknown"
	}
	if v.Met[kind] == nil {
		v.Met[kind] = map[string]int{}
	}
	v.Met[kind][w.condition(e.Source)]++
	v.meet(w, kind, e.Source)
}

// condition returns the condition of a target: a joint, an actor, a link's receiver or a world.
func (w *Watch) condition(target string) string {
	if _, receiver, isLink := strings.Cut(target, "->"); isLink {
		target, _, _ = strings.Cut(receiver, ".")
	}
	if w.down[target] {
		return Restarting
	}
	for _, m := range w.worlds {
		if j := m.driven(target); j != nil {
			return j.sent.mode.String()
		}
	}
	name, _, _ := strings.Cut(target, "/")
	if m := w.world(name); m != nil {
		worst := messages.ModeRun
		for i := range m.joints {
			if j := &m.joints[i]; j.bus >= 0 {
				worst = max(worst, j.sent.mode)
			}
		}
		return worst.String()
	}
	return Elsewhere
}

// driven returns the driven joint with a name, or nil.
func (m *world) driven(name string) *joint {
	for i := range m.joints {
		if j := &m.joints[i]; j.bus >= 0 && j.name == name {
			return j
		}
	}
	return nil
}

// life records whether an actor is between two incarnations.
func (v *Visited) life(w *Watch, e messages.Event) {
	if int(e.Kind) < len(v.Events) {
		v.Events[e.Kind]++
	}
	v.lives(w, e)
	switch e.Kind {
	case messages.EventFailed, messages.EventHang, messages.EventRestarting:
		w.down[e.Source] = true
	case messages.EventStarted:
		delete(w.down, e.Source)
	}
}

// mode counts a change of mode.
func (v *Visited) mode(_ *Watch, j *joint, mode messages.Mode) {
	if j.sent.mode != mode && mode.Valid() {
		v.Modes[mode]++
	}
}

// Visited returns what the run has reached.
func (w *Watch) Visited() *Visited { return &w.visited }

// Running reports whether every driven joint that a controller commands passes, except those that
// another program has to start and those of waiting, "world/joint". Otherwise it returns one that
// does not.
func (w *Watch) Running(waiting ...string) (joint string, mode messages.Mode, ok bool) {
	for _, m := range w.worlds {
		for i := range m.joints {
			j := &m.joints[i]
			if m.incomplete || !m.started(j) || slices.Contains(waiting, m.Name+"/"+j.name) {
				continue
			}
			if !j.sent.any || j.sent.mode != messages.ModeRun {
				return j.name, j.sent.mode, false
			} else if t := j.truth; t != nil && t.Mode.Stops() && !t.Disturbed {
				return j.name, t.Mode, false // the gate assumes that it runs
			}
		}
	}
	return "", messages.ModeRun, true
}

// Errors returns the largest distance of a drive from its set-points as a share of the permitted
// one, and the joint. Permitted are 0.05 rad or 10 mm in position, and a tenth of the velocity
// limit in velocity. A drive that began within the last second is still on its way to them.
func (w *Watch) Errors() (share float64, joint string) {
	for _, m := range w.worlds {
		for i := range m.joints {
			j := &m.joints[i]
			if j.truth == nil || !j.truth.Mode.Passes() || w.now().Sub(j.truth.began) < patience {
				continue
			}
			if s := j.truth.distance(j, w.now()); s > share {
				share, joint = s, j.name
			}
		}
	}
	return share, joint
}

func (t *truth) distance(j *joint, now messages.Instant) float64 {
	bound := 0.05
	if j.unit == "m" {
		bound = 0.01
	}
	switch {
	case t.Control.Has(messages.ControlPosition) && t.outrun > 0 && now.Sub(t.outrun) < patience:
		return 0 // it catches up
	case t.Control.Has(messages.ControlPosition):
		return abs(t.Position-t.TargetPosition) / bound
	case t.Control.Has(messages.ControlVelocity):
		return abs(t.Velocity-t.TargetVelocity) / (0.1 * j.limits[0].Velocity)
	}
	return 0
}

// outpaced reports whether the set-point of a joint moves faster than its position loop can follow
// beside the load: below the velocity limit by the load divided by the damping.
func (t *truth) outpaced(j *joint) bool {
	d := t.model.Damping
	return d > 0 && t.Control.Has(messages.ControlVelocity) && abs(t.TargetVelocity)+abs(t.Effort)/d > j.limits[0].Velocity
}

func abs(x float64) float64 { return max(x, -x) }

// outside is how far beyond its position limits a joint may re-arm, rad or m.
const outside = 0.01

// Stranded returns a joint so far outside its position limits that an operator must move it, and
// false without one.
func (w *Watch) Stranded() (joint string, ok bool) {
	for _, m := range w.worlds {
		for i := range m.joints {
			j := &m.joints[i]
			if j.truth == nil {
				continue
			}
			if q := j.truth.Position; q < j.limits[0].Lower-outside || q > j.limits[0].Upper+outside {
				return j.name, true
			}
		}
	}
	return "", false
}

// swings is longer than a joint that swings rests at a point of return.
const swings = time.Second

// Coasting returns a joint that coasts or swings without torque and brake, in off or in brake, for
// which a reset must wait, and false without one.
func (w *Watch) Coasting() (joint string, ok bool) {
	for _, m := range w.worlds {
		for i := range m.joints {
			j := &m.joints[i]
			if t := j.truth; t != nil && (t.Mode == messages.ModeOff || t.Mode == messages.ModeBrake) && !t.model.Brake && t.moved > 0 && w.now().Sub(t.moved) < swings {
				return j.name, true
			}
		}
	}
	return "", false
}

// tooFast is the fault code of a drive whose joint is faster than its limit.
const tooFast = 50

// Sped returns a joint that its drive stopped at last because it had become too fast by commands of
// effort, and false without one. Nothing bounds the velocity to which efforts lead.
func (w *Watch) Sped() (joint string, ok bool) {
	for _, m := range w.worlds {
		for i := range m.joints {
			if j := &m.joints[i]; j.truth != nil && j.truth.sped {
				return j.name, true
			}
		}
	}
	return "", false
}

// fallen is the angle at which a base that nothing holds lies on the ground, rad: balancers give up
// there, and a person has to lift the robot.
const fallen = 1

// Fallen reports whether a robot with a free base has fallen.
func (w *Watch) Fallen() bool {
	for _, p := range w.plants {
		h := w.places[p.Path]
		if !h.free() || h.count == 0 {
			continue
		}
		q := h.ago(0)[h.floats+3:]
		if up := 1 - 2*(q[1]*q[1]+q[2]*q[2]); math.Acos(max(-1, min(1, up))) > fallen {
			return true
		}
	}
	return false
}

// notConfigured is the fault code of a drive that has lost its limits and its watchdog, as numbered
// by moteus controllers.
const notConfigured = 36

// Unconfigured returns a joint whose drive reports that it has lost its configuration, and false
// without one. No reset arms it before it is configured again.
func (w *Watch) Unconfigured() (joint string, ok bool) {
	for _, m := range w.worlds {
		for i := range m.joints {
			if j := &m.joints[i]; j.truth != nil && j.truth.Fault == notConfigured {
				return j.name, true
			}
		}
	}
	return "", false
}

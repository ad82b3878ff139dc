package invariant

import (
	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// Visited is what a run has reached: which fault met which condition of the application.
type Visited struct {
	// Met counts, by kind of fault and by the most severe mode of the joints of the target's world at that moment.
	Met map[string]map[string]int
	// Modes counts the changes to each mode.
	Modes [7]int
}

// fault notes that a fault began.
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
}

// condition is that of the world of an actor or of a link's receiver: the most severe mode of its driven joints.
func (w *Watch) condition(source string) string {
	for _, m := range w.worlds {
		if len(source) <= len(m.Name) || source[:len(m.Name)] != m.Name || source[len(m.Name)] != '/' {
			continue
		}
		worst := messages.ModeRun
		for i := range m.joints {
			if j := &m.joints[i]; j.bus >= 0 {
				worst = max(worst, j.sent.mode)
			}
		}
		return worst.String()
	}
	return "elsewhere"
}

// mode notes a change of mode.
func (v *Visited) mode(_ *Watch, j *joint, mode messages.Mode) {
	if j.sent.mode != mode && mode.Valid() {
		v.Modes[mode]++
	}
}

// Visited returns what the run has reached.
func (w *Watch) Visited() *Visited { return &w.visited }

// Running reports whether every joint that a controller commands and a drive moves passes, and else names one that does
// not.
func (w *Watch) Running() (joint string, mode messages.Mode, ok bool) {
	for _, m := range w.worlds {
		for i := range m.joints {
			if j := &m.joints[i]; j.bus >= 0 && j.controller >= 0 && (!j.sent.any || j.sent.mode != messages.ModeRun) {
				return j.name, j.sent.mode, false
			}
		}
	}
	return "", messages.ModeRun, true
}

// Errors returns the greatest distance of a drive from its set-points, as a share of what is allowed, and whose it is:
// 0.05 rad or 10 mm in position, a tenth of the velocity limit in velocity.
func (w *Watch) Errors() (share float64, joint string) {
	for _, m := range w.worlds {
		for i := range m.joints {
			j := &m.joints[i]
			if j.truth == nil || !j.truth.Mode.Passes() {
				continue
			}
			if s := j.truth.distance(j); s > share {
				share, joint = s, j.name
			}
		}
	}
	return share, joint
}

func (t *truth) distance(j *joint) float64 {
	bound := 0.05
	if j.unit == "m" {
		bound = 0.01
	}
	switch {
	case t.Control.Has(messages.ControlPosition):
		return abs(t.Position-t.TargetPosition) / bound
	case t.Control.Has(messages.ControlVelocity):
		return abs(t.Velocity-t.TargetVelocity) / (0.1 * j.limits[0].Velocity)
	}
	return 0
}

func abs(x float64) float64 { return max(x, -x) }

// outside is how far beyond its bounds of position a joint may be re-armed, rad or m.
const outside = 0.01

// Stranded names a joint that stands so far outside of its bounds of position that a person has to move it, or false.
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

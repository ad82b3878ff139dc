package invariant

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// tour is the controller of an arm that moves its elbow along a path, 10 ms a step.
type tour struct {
	w    *Watch
	m    *world
	c    *controller
	k    int // number of the elbow in commands
	now  messages.Instant
	seq  uint64
	snap messages.Snapshot
}

// newTour begins with an elbow that has run for a second.
func newTour(t *testing.T) *tour {
	t.Helper()
	p := newPlay(t)
	r := &tour{w: p.w, now: p.now}
	for _, m := range p.w.worlds {
		for i := range m.controllers {
			if m.controllers[i].path == commander {
				r.m, r.c = m, &m.controllers[i]
			}
		}
	}
	for k, i := range r.c.joints {
		if r.m.joints[i].name == elbow {
			r.k = k
		}
	}
	r.c.period = 10 * time.Millisecond
	r.c.course = &path{tolerance: 0.1, slows: 300 * time.Millisecond, snapshot: &linkModel{}, joints: make([]pathJoint, len(r.c.joints))}
	r.snap = messages.Snapshot{Valid: make([]bool, len(r.m.joints)), Mode: make([]messages.Mode, len(r.m.joints)), Position: make([]float64, 64)}
	r.runs(true)
	for range 100 {
		r.step(0, 0, 0)
	}
	return r
}

func (r *tour) runs(is bool) {
	i := r.c.joints[r.k]
	r.snap.Valid[i], r.snap.Mode[i] = true, messages.ModeRampHold
	if is {
		r.snap.Mode[i] = messages.ModeRun
	}
}

// step has the elbow be at a position, and commands it.
func (r *tour) step(measured, position, velocity float64) {
	r.now += 10 * millisecond
	r.seq++
	j := &r.m.joints[r.c.joints[r.k]]
	r.snap.Position[j.at.Position] = measured
	r.c.sees(r.m, r.now, &r.snap)
	v := &messages.JointCommand{Control: make([]messages.ControlMode, len(r.c.joints)), Position: make([]float64, r.c.nq), Velocity: make([]float64, r.c.nv)}
	v.Control[r.k], v.Position[j.cq], v.Velocity[j.cv] = messages.ControlPositionVelocity, position, velocity
	r.c.course.follows(r.w, r.m, r.c, messages.Stamp{Time: r.now, Sequence: r.seq}, v)
}

// moves has the elbow follow its command, or stay where it is.
func (r *tour) moves(steps int, follows bool) {
	at := 0.0
	for k := range steps {
		position := 0.005 * float64(k)
		if follows {
			at = position
		}
		r.step(at, position, min(0.5, 0.05*float64(k+1)))
	}
}

func TestV44(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(r *tour)
		bad  bool
	}{
		{"a path that its joint follows", func(r *tour) { r.moves(200, true) }, false},
		{"a path that its joint follows late", func(r *tour) { r.moves(20, false) }, false},
		{"a path that goes on without its joint", func(r *tour) { r.moves(60, false) }, true},
		{"a path that goes on without a joint that has stopped", func(r *tour) { r.runs(false); r.moves(60, false) }, false},
		{"a jump of a joint that runs", func(r *tour) { r.step(0, 0.05, 0) }, true},
		{"a velocity that jumps", func(r *tour) { r.step(0, 0, 1.9) }, true},
		{"a joint that has stopped and is held where it went", func(r *tour) { r.runs(false); r.step(0.05, 0.05, 0); r.runs(true); r.step(0.06, 0.06, 0) }, false},
		{"a jump after a new start", func(r *tour) { r.seq += 7; r.step(0.05, 0.05, 0) }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newTour(t)
			c.do(r)
			if v := r.w.First(); (v != nil && v.Invariant == "V44") != c.bad {
				t.Errorf("got the violation %v; expected one of V44: %t", v, c.bad)
			}
		})
	}
}

package invariant

import (
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// steady is since when a drive has run by the same velocity.
type steady struct {
	since    messages.Instant // zero while it does not
	velocity float64          // rad/s or m/s
}

// Velocity loops of drives hold a velocity, except for what a load takes of it. After the time that
// a loop takes to settle, the rest is noise of encoders and of what shakes the joint.
const (
	steadies  = time.Second
	trackable = 0.15 // of the velocity limit
)

// tracks checks that a drive that has run for a while by the same velocity moves with it, unless
// its full effort does not suffice: V51.
func (w *Watch) tracks(b *bus, j *joint, now messages.Instant) {
	t := j.truth
	s, limit := &t.steady, j.limits[0].Velocity
	same := t.Mode == messages.ModeRun && t.Control == messages.ControlVelocity && math.Abs(t.TargetVelocity-s.velocity) <= 1e-3*limit
	hindered := now < t.exempt || now < w.shaken || t.BrakeClosed || w.dragged(t) || w.places[b.Plant].tumbles(now) ||
		t.model.Limits.Effort > 0 && math.Abs(t.Effort) >= 0.9*t.model.Limits.Effort || pastLimits(t.Position, t.model.Limits) > 0
	if !same || hindered {
		*s = steady{since: now, velocity: t.TargetVelocity}
		return
	}
	bound := trackable * limit
	if t.model.Damping > 0 { // its loop yields to a load by as much
		bound += math.Abs(t.Effort) / t.model.Damping
	}
	if off := math.Abs(t.Velocity - s.velocity); now.Sub(s.since) > steadies+time.Duration(5*t.model.Lag*float64(time.Second)) && off > bound {
		w.violate("V51", b.Path, j.name, fmt.Sprintf("it moves at %g %s/s, but its set-point has been %g %s/s for %v", t.Velocity, j.unit, s.velocity, j.unit, now.Sub(s.since)))
	}
}

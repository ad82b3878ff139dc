package core

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// late has the gate read positions and velocities that are some cycles old, with their stamps.
func (r *rig) late(cycles, ticks int, each func()) {
	type state struct {
		q, v float64
		at   messages.Instant
	}
	var past []state
	for range ticks {
		s := r.in.Snapshot
		past = append(past, state{s.Position[0], s.Velocity[0], s.Time[0]})
		old := past[max(0, len(past)-1-cycles)]
		s.Position[0], s.Velocity[0], s.Time[0] = old.q, old.v, old.at
		r.run(1)
		each()
	}
}

func TestAVelocitySlowsDownBeforeTheBoundsWithLateStatesToo(t *testing.T) {
	for _, cycles := range []int{0, 1, 5, 20} {
		for _, way := range []float64{1, -1} {
			c := armConfig()
			c.Joints[0].StateMaxAge = 100 * time.Millisecond
			bound := c.Joints[0].Limits[0].Upper
			if way < 0 {
				bound = -c.Joints[0].Limits[0].Lower
			}
			r := running(t, c, messages.ControlVelocity)
			r.in.Commands[0].Value.Velocity[0] = way * 1.5
			r.late(cycles, 3000, func() {
				if q := way * r.servos[0].q; q > bound+1e-9 {
					t.Fatalf("with states of %d cycles ago it is at %v, beyond %v", cycles, way*q, way*bound)
				}
			})
			if q := way * r.servos[0].q; q < bound-1e-2 {
				t.Errorf("with states of %d cycles ago it stays at %v; expected it to come to %v", cycles, way*q, way*bound)
			}
		}
	}
}

func TestAVelocitySlowsDownBeforeTheBoundsWhileItApproachesItsCommand(t *testing.T) {
	c := armConfig()
	c.Joints[0].Limits[0].RearmAcceleration = 1
	r := newRig(t, c)
	r.servos[0].q, r.servos[0].v = 1.9, 1.2
	r.servos[0].slides = true // it moves when it is re-armed, as in damp
	r.read()
	r.control(0, messages.ControlVelocity)
	r.in.Commands[0].Value.Velocity[0] = 1.5
	for range 2000 {
		r.run(1)
		if q := r.servos[0].q; q > 2.5+1e-3 { // with the acceleration of the approach it would take 1.2^2 / (2 * 1), which is 0.72 rad
			t.Fatalf("it is at %v", q)
		}
	}
	if q := r.servos[0].q; q < 2.4 {
		t.Errorf("it stays at %v", q)
	}
}

// A base drives obliquely at two walls.
func TestAPlanarJointSlowsDownBeforeTheBoundsOfTheRoom(t *testing.T) {
	const step = 1e-3 // m: each axis of the body slows down by itself, which bends the path
	free := Limit{Lower: -inf, Upper: inf, Velocity: 2, Acceleration: 5, Effort: 100}
	x, y := free, free
	x.Upper, y.Lower = 3, -1
	for _, heading := range []float64{0, 0.3, -0.7, math.Pi / 2, 3} {
		r := newRig(t, Config{
			Source: "base/gate", Period: period,
			Joints: []Joint{{Name: "base", Type: Planar, Role: Virtual, Controls: []messages.ControlMode{messages.ControlVelocity},
				Rearm: modes.NewRules(modes.Auto, modes.Auto, 0), Limits: []Limit{x, y, free}}},
			Controllers: []Controller{{Name: "base/controller", Joints: []string{"base"}, Period: period}},
		})
		p, v := r.in.Snapshot.Position, r.in.Snapshot.Velocity
		p[2] = heading
		command := r.in.Commands[0].Value
		command.Control[0] = messages.ControlVelocity
		sin, cos := math.Sincos(heading)
		for k, toward := range [2][2]float64{{1, -0.5}, {-1, 0.5}} { // in the room; then back
			command.Velocity[0], command.Velocity[1] = cos*toward[0]+sin*toward[1], -sin*toward[0]+cos*toward[1]
			for range 2000 {
				r.run(1)
				s := r.virtual[0].Velocity
				copy(v, s)
				p[0], p[1] = p[0]+(cos*s[0]-sin*s[1])*dt, p[1]+(sin*s[0]+cos*s[1])*dt
				if p[0] > 3+step || p[1] < -1-step {
					t.Fatalf("heading %g: it is at (%g, %g)", heading, p[0], p[1])
				}
			}
			if near := math.Min(3-p[0], p[1]+1); k == 0 && near > 1e-2 || k == 1 && near < 1 {
				t.Errorf("heading %g: it is at (%g, %g), %g m before the bounds", heading, p[0], p[1], near)
			}
		}
	}
}

func TestAJointThatIsDrivenFarBeyondItsBoundsStops(t *testing.T) {
	for _, c := range []struct {
		control messages.ControlMode
		q, v    float64
		want    messages.Mode
	}{
		{messages.ControlVelocity, 2.52, 0.1, messages.ModeRun},
		{messages.ControlVelocity, 2.6, 0.1, messages.ModeRampHold},
		{messages.ControlVelocity, 2.6, 0, messages.ModeRampHold},
		{messages.ControlVelocity, 2.6, -0.1, messages.ModeRun}, // it is on its way back
		{messages.ControlVelocity, -2.1, 0, messages.ModeRampHold},
		{messages.ControlVelocity, -2.1, 0.1, messages.ModeRun},
		{messages.ControlEffort, 2.6, 0, messages.ModeRampHold},
		{messages.ControlPosition, 2.6, 0, messages.ModeRun}, // its set-point is within the bounds
	} {
		r := running(t, armConfig(), c.control)
		r.in.Commands[0].Value.Velocity[0] = c.v
		r.run(20)
		r.servos[0].q = c.q
		r.read()
		r.run(2)
		if got := r.g.Mode(0); got != c.want {
			t.Errorf("%s at %g rad: it is in %s, want %s", c.control, c.q, got, c.want)
			continue
		}
		if c.want.Stops() && !r.g.joints[0].state.Causes.Has(messages.CauseInvalid) {
			t.Errorf("%s at %g rad: the causes are %s", c.control, c.q, r.g.joints[0].state.Causes)
		}
	}
}

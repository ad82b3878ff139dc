package core

import (
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// A base that is fast ahead and slow sideways is at 45 degrees beside a wall along x, and is
// commanded far along its own x. The wall takes away the motion along y of the room; what is left,
// along x, is half sideways motion of the body:
//
//	y ^  wall ----------------
//	  |       / body x, 16 m/s        the set-point slides along the wall,
//	  |     o                         but no faster than sqrt(2) 0.5 m/s
//	  +------------> x
func TestASetPointThatSlidesAlongABoundKeepsTheLimitsOfTheBody(t *testing.T) {
	const wall = 0.2
	free := Limit{Lower: -inf, Upper: inf, Velocity: 16, Acceleration: 50, Effort: 100}
	slow := free
	slow.Upper, slow.Velocity = wall, 0.5
	r := newRig(t, Config{
		Source: "base/gate", Period: period,
		Joints: []Joint{{Name: "base", Type: Planar, Role: Virtual, Controls: []messages.ControlMode{messages.ControlPosition},
			Rearm: modes.NewRules(modes.Auto, modes.Auto, 0), Limits: []Limit{free, slow, free}}},
		Controllers: []Controller{{Name: "base/controller", Joints: []string{"base"}, Period: period}},
	})
	copy(r.in.Snapshot.Position, []float64{0, 0, math.Pi / 4})
	v := r.in.Commands[0].Value
	v.Control[0] = messages.ControlPosition
	copy(v.Position, []float64{0, 0, math.Pi / 4})
	r.run(10)
	r.wantMode(0, messages.ModeRun)
	copy(v.Position, []float64{4, wall, math.Pi / 4})
	before := append([]float64{}, r.virtual[0].Position...)
	touched := false
	for range 500 {
		r.run(1)
		now := r.virtual[0].Position
		x, y := now[0]-before[0], now[1]-before[1]
		if ahead, aside := (x+y)/math.Sqrt2, (y-x)/math.Sqrt2; math.Abs(ahead) > 16*dt*(1+1e-9) || math.Abs(aside) > 0.5*dt*(1+1e-9) {
			t.Fatalf("it moves at %.3f m/s ahead and %.3f m/s aside; the limits are 16 and 0.5", ahead/dt, aside/dt)
		}
		if now[1] > wall {
			t.Fatalf("it is at %v m, behind the wall at %v m", now[1], wall)
		}
		touched = touched || now[1] > wall-1e-9 && x > 0
		copy(before, now)
	}
	if !touched {
		t.Error("it has not come to the wall while it moved")
	}
}

// The same of a body that floats: the wall is the farthest place there is, beyond which nothing is
// sent.
func TestABodyThatSlidesAlongTheFarthestPlaceKeepsItsOwnLimits(t *testing.T) {
	free := Limit{Lower: -inf, Upper: inf, Velocity: 16, Acceleration: 50, Effort: 100}
	slow := free
	slow.Velocity = 0.5
	r := newRig(t, Config{
		Source: "base/gate", Period: period,
		Joints: []Joint{{Name: "base", Type: Floating, Role: Virtual, Controls: []messages.ControlMode{messages.ControlPosition},
			Rearm: modes.NewRules(modes.Auto, modes.Auto, 0), Limits: []Limit{free, slow, free, free, free, free}}},
		Controllers: []Controller{{Name: "base/controller", Joints: []string{"base"}, Period: period}},
	})
	sin, cos := math.Sincos(math.Pi / 8)
	start := []float64{0, Farthest, 0, cos, 0, 0, sin}
	copy(r.in.Snapshot.Position, start)
	v := r.in.Commands[0].Value
	v.Control[0] = messages.ControlPosition
	copy(v.Position, start)
	r.run(10)
	r.wantMode(0, messages.ModeRun)
	v.Position[0] = 4
	before := append([]float64{}, r.virtual[0].Position...)
	for range 500 {
		r.run(1)
		now := r.virtual[0].Position
		if aside := math.Abs(now[0]-before[0]) / math.Sqrt2; now[1] > Farthest || aside > 0.5*dt*(1+1e-9) {
			t.Fatalf("it is at %v m and moves at %.3f m/s aside; the limit is 0.5", now[1], aside/dt)
		}
		copy(before, now)
	}
	if before[0] < 0.5 {
		t.Errorf("it has come to %v m; expected that it slides", before[0])
	}
}

// A joint without bounds of position that is measured at the farthest place there is goes no
// farther.
func TestASetPointGoesNoFartherThanTheFarthestPlace(t *testing.T) {
	c := armConfig()
	j := &c.Joints[0]
	j.Type, j.Limits[0].Lower, j.Limits[0].Upper = Continuous, -inf, inf
	r := newRig(t, c)
	r.servos[0].q, r.servos[0].v = Farthest, 1
	r.control(0, messages.ControlPositionVelocity)
	v := r.in.Commands[0].Value
	v.Position[0], v.Velocity[0] = Farthest, 1.5
	r.read()
	moved := false
	for range 100 {
		r.run(1)
		if moved = moved || r.g.Mode(0) == messages.ModeRun; r.bus.Position[0] > Farthest {
			t.Fatalf("it is sent to %v", r.bus.Position[0])
		}
	}
	if !moved {
		t.Error("it has not run")
	}
}

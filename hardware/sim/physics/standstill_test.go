package physics

import (
	"math"
	"slices"
	"testing"
	"time"
)

// drivenRobot is the whole robot with drives that hold velocities, and brakes.
type drivenRobot struct {
	plant *Mechanism
	loads []Load
}

// stopping is the whole robot with drives in its arm and its wheels.
func stopping(t *testing.T) *drivenRobot {
	t.Helper()
	var driven []Driven
	for _, joint := range slices.Concat(armJoints, wheelJoints) {
		driven = append(driven, Driven{Joint: joint})
	}
	p, err := New(wholeRobot(t), Options{Wheels: []WheelOptions{{Type: Mecanum, Joints: wheelJoints, Radius: 0.1}}}, driven)
	if err != nil {
		t.Fatal(err)
	}
	return &drivenRobot{plant: p, loads: make([]Load, len(driven))}
}

// command has the robot move for 200 ms, then stop by its brakes.
func (r *drivenRobot) command(k int) {
	for i := range r.loads {
		d := r.plant.DrivenJoint(i)
		speed := 0.2
		if i >= len(armJoints) {
			speed = 3 + float64(i-len(armJoints))
		}
		if r.loads[i] = (Load{Friction: 200}); k < 200 {
			r.loads[i] = Load{Effort: 100 * d.Inertia * (speed - r.plant.velocity[d.Velocity])}
		}
	}
}

func (r *drivenRobot) cycle(t *testing.T) {
	t.Helper()
	if err := r.plant.Step(r.loads); err != nil {
		t.Fatal(err)
	}
}

// A robot that keeps its mass matrix and weight while it stands does what one does that finds them
// in every step.
func TestARobotThatStandsDoesWhatItsModelSays(t *testing.T) {
	kept, found := stopping(t), stopping(t)
	stood, moved := 0, 0.0
	for k := range 1500 {
		for _, r := range []*drivenRobot{kept, found} {
			r.command(k)
			found.plant.standstill = standstill{hold: found.plant.standstill.hold} // it never learns
			r.cycle(t)
		}
		if kept.plant.solver.stands {
			stood++
		}
		if found.plant.solver.stands {
			t.Fatal("the robot that finds them in every step kept them")
		}
		for i, x := range found.plant.position {
			moved = max(moved, math.Abs(x))
			if d := math.Abs(kept.plant.position[i] - x); d > 1e-9 {
				t.Fatalf("after %d ms position %d is %g, %g off", k, i, kept.plant.position[i], d)
			}
			if d := math.Abs(kept.plant.velocity[i] - found.plant.velocity[i]); d > 1e-9 {
				t.Fatalf("after %d ms velocity %d is %g, %g off", k, i, kept.plant.velocity[i], d)
			}
		}
	}
	if stood < 500 || moved < 0.01 {
		t.Errorf("of 1500 steps it stood in %d, after it had moved by %g rad", stood, moved)
	}
}

// What holds a robot that stands are the forces of gravity, and its impulses are those of its
// model.
func TestARobotThatStandsKnowsItsWeight(t *testing.T) {
	r := stopping(t)
	for k := range 900 {
		r.command(k)
		r.cycle(t)
	}
	p := r.plant
	if !p.solver.stands {
		t.Fatal("it does not stand")
	}
	weight := make([]float64, p.model.NV())
	if err := p.trueState().GravityForces(weight); err != nil {
		t.Fatal(err)
	}
	for i, want := range weight {
		near(t, "weight", p.standstill.hold[i], want, 1e-6)
	}
	p.weigh()
	kept := append([]float64(nil), p.solver.impulse...)
	mass := append([]float64(nil), p.solver.mass...)
	copy(p.middle, p.velocity)
	if err := p.evaluate(); err != nil {
		t.Fatal(err)
	}
	for i, want := range p.solver.impulse {
		near(t, "impulse", kept[i], want, 1e-9)
	}
	for i, want := range p.solver.mass {
		near(t, "mass", mass[i], want, 1e-6)
	}
}

// A robot that is put elsewhere, that creeps far, or that moves, is found anew.
func TestARobotThatLeavesItsPlaceStandsNoMore(t *testing.T) {
	still := func() *Mechanism {
		r := stopping(t)
		for k := range 900 {
			r.command(k)
			r.cycle(t)
		}
		if !r.plant.stands() {
			t.Fatal("it does not stand")
		}
		return r.plant
	}
	p := still()
	if err := p.SetState(p.position, p.velocity); err != nil {
		t.Fatal(err)
	}
	if p.stands() {
		t.Error("it is at once where it was put")
	}
	p = still()
	p.velocity[0] = 2 * stillVelocity
	if p.stands() {
		t.Error("it stands while it moves")
	}
	p = still()
	p.velocity[0] = math.NaN()
	if p.stands() {
		t.Error("it stands without a velocity")
	}
	p = still()
	p.velocity[0] = stillVelocity / 2
	steps := 0
	for ; p.stands(); steps++ {
		if steps > 1e6 {
			t.Fatal("it creeps permanently")
		}
	}
	if crept := float64(steps) * p.dt * p.velocity[0]; crept > stillDistance {
		t.Errorf("it crept by %g, more than %g", crept, stillDistance)
	}
}

// A pendulum that turns round is slow for a moment, and does not stand.
func TestAPendulumThatTurnsRoundDoesNotStand(t *testing.T) {
	p := swinging(t, time.Millisecond)
	for k := range 2000 {
		advance(t, p, time.Millisecond)
		if p.solver.stands {
			t.Fatalf("it stands after %d ms", k+1)
		}
	}
}

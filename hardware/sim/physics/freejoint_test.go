package physics

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Nothing but its weight acts on a thing that was thrown: its spin does not bend its way, however
// long the steps are.
func TestAThrownThingThatSpinsFliesAsOneThatDoesNot(t *testing.T) {
	const seconds = 1.0
	for _, step := range []time.Duration{time.Millisecond, 5 * time.Millisecond} {
		for _, spin := range [][3]float64{{0, 5, 0}, {0.1, 60, 0}, {30, -40, 50}} {
			p := newPlant(t, built(t, freeBody("box", solidBox(2, 0.1, 0.2, 0.3))), Options{Step: step})
			if err := p.SetState(p.position, append([]float64{3, 1, 2}, spin[:]...)); err != nil {
				t.Fatal(err)
			}
			advance(t, p, time.Second)
			pose, twist := p.Pose(1), p.Twist(1)
			for i, v := range [3]float64{3, 1, 2} {
				fall := [3]float64{0, 0, -gravity}[i]
				near(t, "velocity", twist.Linear[i], v+fall*seconds, 1e-9)
				near(t, "place", pose.Position[i], v*seconds+fall*seconds*seconds/2, 1e-9)
			}
		}
	}
}

func TestAPuckThatSpinsGlidesStraightOn(t *testing.T) {
	d := freeBody("puck", solidBox(0.2, 0.1, 0.1, 0.03))
	d.Joints[0].Type, d.Joints[0].Axis = worlds.Planar, [3]float64{0, 0, 1}
	p := newPlant(t, built(t, d), Options{})
	if err := p.SetState([]float64{1, 2, 0.5}, []float64{2, 0.5, 100}); err != nil {
		t.Fatal(err)
	}
	advance(t, p, time.Second)
	s, c := math.Sincos(0.5)
	near(t, "x", p.position[0], 1+2*c-0.5*s, 1e-9)
	near(t, "y", p.position[1], 2+2*s+0.5*c, 1e-9)
	near(t, "theta", p.position[2], 100.5, 1e-9)
	twist := p.Twist(1)
	near(t, "speed along x", twist.Linear[0], 2*c-0.5*s, 1e-9)
	near(t, "speed along y", twist.Linear[1], 2*s+0.5*c, 1e-9)
}

// A ball that spins fast stays on the ground and rolls on: its speed is 5/7 of that with which it
// began to slide.
func TestABallRollsOnAtLongSteps(t *testing.T) {
	const radius, speed = 0.05, 7.0
	for _, step := range []time.Duration{time.Millisecond, 5 * time.Millisecond} {
		p := newPlant(t, built(t, freeBody("ball", solidSphere(0.5, radius))), Options{
			Step: step, Surfaces: []SurfaceOptions{level(0.5)}, Contacts: []ContactOptions{{Body: "ball", Points: [][3]float64{{}}, Radius: radius}},
			Start: placed("ball", 0, radius),
		})
		if err := p.SetState(p.position, []float64{speed, 0, 0, 0, 0, 0}); err != nil {
			t.Fatal(err)
		}
		for range 2 * time.Second / step {
			advance(t, p, step)
			lawful(t, p, 1e-6)
		}
		near(t, "speed", p.Twist(1).Linear[0], 5*speed/7, 1e-5)
		near(t, "height", p.Pose(1).Position[2], radius, 1e-6)
	}
}

// A sensor beside the middle of what spins freely feels what leads it round, and nothing of the
// fall.
func TestASensorOnWhatSpinsFreelyFeelsItsSpin(t *testing.T) {
	const spin, arm = 60.0, 0.1
	p := newPlant(t, built(t, freeBody("ball", solidSphere(0.5, 0.2))), Options{})
	frame := spatial.Pose{R: spatial.IdentityPose().R, P: [3]float64{arm, 0, 0}}
	ball := must(p.Body("ball"))
	if err := p.SetState(p.position, []float64{5, 1, 2, 0, spin, 0}); err != nil {
		t.Fatal(err)
	}
	for range 300 {
		advance(t, p, time.Millisecond)
		_, _, force := p.Inertial(ball, &frame)
		for i, want := range [3]float64{-spin * spin * arm, 0, 0} {
			near(t, "specific force", force[i], want, 1e-8)
		}
	}
}

// What floats in a cabin that turns moves in the room as if there were no cabin, to the second
// order of the step.
func TestAThingThatFloatsInATurningCabinFliesStraight(t *testing.T) {
	off := func(step time.Duration) float64 {
		d := freeBody("thing", solidBox(0.1, 0.1, 0.2, 0.3))
		turns := worlds.Limit{Lower: math.Inf(-1), Upper: math.Inf(1), Velocity: 100, Acceleration: math.Inf(1), Jerk: math.Inf(1), Effort: 100}
		d.Links = append(d.Links, worlds.Link{Name: "cabin", Inertia: solidBox(1000, 2, 2, 2)})
		d.Joints[0].Parent = "cabin"
		d.Joints = append(d.Joints, worlds.Joint{Name: "turns", Type: worlds.Continuous, Parent: "world", Child: "cabin",
			Origin: spatial.IdentityPose(), Axis: [3]float64{0, 0, 1}, Limits: []worlds.Limit{turns}})
		p := newPlant(t, built(t, d), Options{Step: step, Start: []StartOptions{{Joint: "thing_joint", Position: []float64{0.5, 0, 0, 1, 0, 0, 0}}}})
		v := make([]float64, 7)
		v[slot(t, p.world, "turns").Velocity] = 3
		copy(v[slot(t, p.world, "thing_joint").Velocity:], []float64{0.2, -1.5, 1, 4, 2, -3}) // against the cabin: 0.2, 0, 1 in the room
		if err := p.SetState(p.position, v); err != nil {
			t.Fatal(err)
		}
		advance(t, p, 500*time.Millisecond)
		at := p.Pose(must(p.Body("thing"))).Position
		return spatial.VecOf(at).Sub(spatial.Vec{X: 0.5 + 0.2*0.5, Y: 0, Z: 1*0.5 - gravity*0.25/2}).Norm()
	}
	coarse, fine := off(4*time.Millisecond), off(time.Millisecond)
	if !(coarse < 1e-3 && fine < coarse/12) {
		t.Errorf("it is %g m off with steps of 4 ms, %g m with steps of 1 ms", coarse, fine)
	}
}

package physics

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/worlds"
)

// doorOptions have a closer, a return spring of the handle, and a latch.
func doorOptions() Options {
	return Options{
		RigidLimits: true,
		Springs:     []SpringOptions{{Joint: "hinge", Stiffness: 6, Damping: 8}, {Joint: "turn", Stiffness: 1, Rest: -0.2, Damping: 0.06}},
		Latches:     []LatchOptions{{Joint: "hinge", HandleJoint: "turn", Release: 0.6}},
	}
}

// inertiaOf is what a joint moves while all others are at rest.
func inertiaOf(t testing.TB, p *Mechanism, joint string) float64 {
	t.Helper()
	n, at := p.model.NV(), slot(t, p.World(), joint).Velocity
	mass := make([]float64, n*n)
	if err := workspaceOf(t, p).MassMatrix(mass); err != nil {
		t.Fatal(err)
	}
	return mass[at*n+at]
}

// pushJoint is an effort on one joint, for Plant.PushJoints.
func pushJoint(t testing.TB, p *Mechanism, joint string, effort float64) {
	t.Helper()
	efforts := make([]float64, p.model.NV())
	efforts[slot(t, p.World(), joint).Velocity] = effort
	if err := p.PushJoints(efforts); err != nil {
		t.Fatal(err)
	}
}

// A door on a spring and a damper swings as the linear equation has it. The handle is held by a
// spring that hardly gives.
func TestADoorOnASpringAndADamperFollowsTheClosedForm(t *testing.T) {
	const k, d, begin = 30.0, 4.0, 0.5
	p := newPlant(t, door(t, nil), Options{
		Step:    100 * time.Microsecond,
		Springs: []SpringOptions{{Joint: "hinge", Stiffness: k, Rest: 0.8, Damping: d}, {Joint: "turn", Stiffness: 2000, Damping: 2}},
		Start:   []StartOptions{{Joint: "hinge", Position: []float64{begin}}},
	})
	inertia := inertiaOf(t, p, "hinge")
	decay := d / (2 * inertia)
	omega := math.Sqrt(k/inertia - decay*decay)
	for range 30 {
		advance(t, p, 100*time.Millisecond)
		at := p.Now().Sub(0).Seconds()
		s, c := math.Sincos(omega * at)
		want := 0.8 + (begin-0.8)*math.Exp(-decay*at)*(c+decay/omega*s)
		near(t, "angle of the door", p.position[slot(t, p.World(), "hinge").Position], want, 3e-4)
	}
}

func TestDryFrictionInTheHingeStopsADoor(t *testing.T) {
	const friction, speed = 2.0, 0.9
	w := door(t, func(j *worlds.Joint) { j.Friction = friction })
	p := newPlant(t, w, Options{RigidLimits: true, Springs: []SpringOptions{{Joint: "turn", Stiffness: 1000, Damping: 2}}})
	hinge := slot(t, w, "hinge")
	velocity := make([]float64, 2)
	velocity[hinge.Velocity] = speed
	if err := p.SetState(p.position, velocity); err != nil {
		t.Fatal(err)
	}
	want := inertiaOf(t, p, "hinge") * speed * speed / (2 * friction)
	advance(t, p, 3*time.Second)
	near(t, "angle at which the door stops", p.position[hinge.Position], want, 2e-3*want)
	if v := math.Abs(p.velocity[hinge.Velocity]); v > 1e-6 {
		t.Errorf("the door still moves by %g", v)
	}
}

func TestALatchHoldsTheDoorUntilItsHandleIsTurned(t *testing.T) {
	p := newPlant(t, door(t, nil), doorOptions())
	hinge, handle := slot(t, p.World(), "hinge").Position, slot(t, p.World(), "turn").Position
	latched := func(want bool) {
		t.Helper()
		if got, err := p.Latched("hinge"); err != nil || got != want {
			t.Fatalf("at %s the latch holds: %t, %v; the door is at %g, the handle at %g", p.Now(), got, err, p.position[hinge], p.position[handle])
		}
	}
	// It is pulled hard, and does not give.
	pushJoint(t, p, "hinge", 60)
	advance(t, p, time.Second)
	latched(true)
	near(t, "angle of the pulled door", p.position[hinge], 0, 1e-6)
	// The handle is turned, but not far enough.
	efforts := make([]float64, 2)
	efforts[slot(t, p.World(), "hinge").Velocity], efforts[slot(t, p.World(), "turn").Velocity] = 20, 0.6
	if err := p.PushJoints(efforts); err != nil {
		t.Fatal(err)
	}
	advance(t, p, time.Second)
	latched(true)
	// Far enough: the door comes open.
	efforts[slot(t, p.World(), "turn").Velocity] = 1.1
	if err := p.PushJoints(efforts); err != nil {
		t.Fatal(err)
	}
	advance(t, p, time.Second)
	latched(false)
	if p.position[hinge] < 0.5 {
		t.Fatalf("the door is at %g only", p.position[hinge])
	}
	near(t, "angle of the handle at its stop", p.position[handle], 1, 0.4)
	// Everybody lets go: the handle springs back, the closer closes the door, and the latch catches
	// it.
	if err := p.PushJoints(nil); err != nil {
		t.Fatal(err)
	}
	advance(t, p, 200*time.Millisecond)
	latched(false)
	near(t, "angle of the handle at rest", p.position[handle], 0, 1e-3)
	advance(t, p, 20*time.Second)
	latched(true)
	near(t, "angle of the closed door", p.position[hinge], 0, 1e-6)
	near(t, "speed of the closed door", largest(p.velocity), 0, 1e-6)
}

func TestARigidLimitStopsAJointWithoutBounceAndWithoutEnergy(t *testing.T) {
	p := newPlant(t, door(t, nil), Options{RigidLimits: true, Springs: []SpringOptions{{Joint: "turn", Stiffness: 3, Rest: -0.5}}})
	hinge, handle := slot(t, p.World(), "hinge"), slot(t, p.World(), "turn")
	velocity := make([]float64, 2)
	velocity[hinge.Velocity], velocity[handle.Velocity] = 3, 5
	if err := p.SetState(p.position, velocity); err != nil {
		t.Fatal(err)
	}
	least := totalEnergy(p)
	for range 2000 {
		advance(t, p, time.Millisecond)
		if e := totalEnergy(p); e > least+2e-4 {
			t.Fatalf("at %s the energy rises from %g to %g J", p.Now(), least, e)
		} else {
			least = min(least, e)
		}
		if x := p.position[hinge.Position]; x > 1.9+1e-4 || x < -1e-4 {
			t.Fatalf("at %s the hinge is at %g, beyond its limits", p.Now(), x)
		}
		if x := p.position[handle.Position]; x > 1+1e-4 || x < -1e-4 {
			t.Fatalf("at %s the handle is at %g, beyond its limits", p.Now(), x)
		}
	}
	near(t, "angle of the hinge", p.position[hinge.Position], 1.9, 0.05)
	near(t, "angle of the handle", p.position[handle.Position], 0, 1e-5)
}

package physics

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

// limp is a robot of the shared ones without drives, a height above the ground, with a small sphere
// at every body's origin and at the corners of its base.
func limp(t *testing.T, file string, height float64) *Mechanism {
	d, err := urdf.Load(shared(t), file, urdf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	robot := &worlds.Description{Name: "limp", Links: []worlds.Link{{Name: "room"}}}
	if err := robot.Attach(d, worlds.Joint{Name: "floats", Type: worlds.Floating, Parent: "room", Role: worlds.Passive}); err != nil {
		t.Fatal(err)
	}
	w := built(t, robot)
	model, err := rigidbody.New(w.Bodies())
	if err != nil {
		t.Fatal(err)
	}
	const radius = 0.02
	space, lowest := model.NewWorkspace(), 0.0
	o := Options{RigidLimits: true, Surfaces: []SurfaceOptions{level(0.8)}}
	for i, name := range w.BodyNames() {
		if i > 1 {
			lowest = min(lowest, space.Pose(i).P[2])
			o.Contacts = append(o.Contacts, ContactOptions{Body: name, Points: [][3]float64{{}}, Radius: radius})
		}
	}
	o.Contacts = append(o.Contacts, ContactOptions{Body: w.BodyNames()[1], Points: corners(0.4, 0.2, 0.1)})
	o.Start = []StartOptions{{Joint: "floats", Position: []float64{0, 0, radius - lowest + height, 1, 0, 0, 0}}}
	return newPlant(t, w, o)
}

// Light shanks that lie one beside the other, each on several points that slip to and fro: steps in
// which the search for the bounds of drag has a hard time, and once threw the robot out of the
// room.
func TestALimpRobotThatFallsInAHeapComesToRest(t *testing.T) {
	for _, height := range []float64{0.05, 1} {
		p := limp(t, "solo12.urdf", height)
		energy, hard := totalEnergy(p), 0
		for range 3000 {
			advance(t, p, time.Millisecond)
			now := totalEnergy(p)
			if now > energy+0.01 {
				t.Fatalf("from %g m: at %s the energy rises from %g to %g J", height, p.Now(), energy, now)
			}
			energy = now
			if p.solver.residual.iterations > mostConstrained {
				hard++
			}
		}
		if speed := largest(p.velocity); speed > 1e-5 {
			t.Errorf("from %g m: after 3 s it moves by %g", height, speed)
		}
		load := 0.0
		for _, f := range p.ContactForces(nil) {
			load += f.Wrench.Force[2]
		}
		near(t, "load of the ground", load, p.model.Mass()*gravity, 1e-4)
		if hard > 60 {
			t.Errorf("from %g m: %d of 3000 steps ran out of iterations", height, hard)
		}
	}
}

package models

import (
	"math"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

func load(t *testing.T) *worlds.World {
	t.Helper()
	d, err := urdf.Load(Files, "humanoid.urdf.yaml", urdf.Options{PhysicalInertia: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, note := range d.Notes {
		t.Error(note)
	}
	robot := &worlds.Description{Name: "humanoid", Links: []worlds.Link{{Name: "world"}}}
	if err := robot.Attach(d, worlds.Joint{Name: "base", Type: worlds.Floating, Parent: "world", Role: worlds.Passive}); err != nil {
		t.Fatal(err)
	}
	w, err := worlds.Build(robot)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestItIsAsHeavyAndAsTallAsAPerson(t *testing.T) {
	w := load(t)
	m, err := w.Model()
	if err != nil {
		t.Fatal(err)
	}
	if n := w.NumJoints(); n != 28 || w.NumVelocities() != 33 {
		t.Errorf("it has %d joints and %d velocities, want 27 and its base", n, w.NumVelocities())
	}
	if mass := m.Mass(); mass < 60 || mass > 66 {
		t.Errorf("it weighs %g kg", mass)
	}
	space := m.NewWorkspace()
	straight := make([]float64, m.NQ())
	if err := m.Neutral(straight); err != nil {
		t.Fatal(err)
	}
	if err := space.SetPosition(straight); err != nil {
		t.Fatal(err)
	}
	at := func(body string, point [3]float64) [3]float64 {
		i, err := m.BodyIndex(body)
		if err != nil {
			t.Fatal(err)
		}
		return space.PointPosition(i, point)
	}
	if tall := at("head", [3]float64{0, 0, 0.2})[2] - at("left_foot", [3]float64{0, 0, -0.07})[2]; math.Abs(tall-1.61) > 0.05 {
		t.Errorf("it is %g m tall", tall)
	}
	com, left, right := space.CentreOfMass(), at("left_foot", [3]float64{}), at("right_foot", [3]float64{})
	if math.Abs(com[1]) > 1e-12 || left[1] != -right[1] || left[0] != right[0] {
		t.Errorf("it is not symmetric: centre of mass %v, feet %v and %v", com, left, right)
	}
	if math.Abs(com[0]-left[0]) > 0.03 {
		t.Errorf("standing straight its centre of mass is at %v, over feet at %v", com, left)
	}
}

// The right side is the left one in a mirror: masses, inertias and limits.
func TestItsSidesAreMirrorImages(t *testing.T) {
	w := load(t)
	bodies := map[string]rigidbody.Body{}
	for _, b := range w.Bodies() {
		bodies[b.Name] = b
	}
	limits := w.Limits()
	compared := 0
	for name, left := range bodies {
		other, found := strings.CutPrefix(name, "left_")
		if !found {
			continue
		}
		compared++
		right := bodies["right_"+other]
		a, b := left.Inertia, right.Inertia
		b.Com[1] = -b.Com[1]
		if a != b || left.Armature != right.Armature || left.Placement.P[1] != -right.Placement.P[1] || left.Placement.P[2] != right.Placement.P[2] {
			t.Errorf("%s differs from its mirror image: %+v, %+v", name, left, right)
		}
		i, err := w.JointIndex(left.JointName)
		if err != nil {
			continue // a fixed one
		}
		j, err := w.JointIndex(right.JointName)
		if err != nil {
			t.Fatal(err)
		}
		x, y := limits[w.Slot(i).Velocity], limits[w.Slot(j).Velocity]
		if left.Axis != [3]float64{0, 1, 0} {
			y.Lower, y.Upper = -y.Upper, -y.Lower
		}
		if x != y {
			t.Errorf("the limits of %s are %+v, of its mirror image %+v", left.JointName, x, y)
		}
	}
	if compared < 12 {
		t.Errorf("only %d bodies were compared", compared)
	}
}

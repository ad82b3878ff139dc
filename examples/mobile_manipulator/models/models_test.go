package models

import (
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

func load(t *testing.T, name string) *worlds.World {
	t.Helper()
	d, err := urdf.Load(Files, name, urdf.Options{PhysicalInertia: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, note := range d.Notes {
		t.Errorf("%s: %v", name, note)
	}
	w, err := worlds.Build(d)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func joint(t *testing.T, w *worlds.World, name string) worlds.Joint {
	t.Helper()
	i, err := w.JointIndex(name)
	if err != nil {
		t.Fatal(err)
	}
	return w.Joint(i)
}

func at(t *testing.T, w *worlds.World, q []float64, body string) spatial.Pose {
	t.Helper()
	m, err := rigidbody.New(w.Bodies())
	if err != nil {
		t.Fatal(err)
	}
	i, err := m.BodyIndex(body)
	if err != nil {
		t.Fatal(err)
	}
	workspace := m.NewWorkspace()
	if err := workspace.SetPosition(q); err != nil {
		t.Fatal(err)
	}
	return workspace.Pose(i)
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %g, want %g", what, got, want)
	}
}

func TestBothVariantsOfTheBaseHaveTheSameVirtualJoint(t *testing.T) {
	small, complete := load(t, "mobile_base.urdf.yaml"), load(t, "mobile_base_complete.urdf.yaml")
	for _, difference := range worlds.CompareJoint(joint(t, small, "planar"), joint(t, complete, "planar")) {
		t.Error(difference)
	}
	for _, w := range []*worlds.World{small, complete} {
		q := make([]float64, w.NumPositions())
		q[0], q[1], q[2] = 2, 3, math.Pi/2
		mount := at(t, w, q, "mount")
		near(t, "x of the mount", mount.P[0], 2, 1e-12)
		near(t, "y of the mount", mount.P[1], 3.12, 1e-12)
		near(t, "z of the mount", mount.P[2], 0.35, 1e-12)
	}
}

// A whole-body controller plans with the inertia that the base has with its wheels, which do not
// turn for it.
func TestBothVariantsOfTheBaseHaveTheSameInertiaInThePlane(t *testing.T) {
	var masses [2][9]float64
	for k, name := range []string{"mobile_base.urdf.yaml", "mobile_base_complete.urdf.yaml"} {
		m, err := rigidbody.New(load(t, name).Bodies())
		if err != nil {
			t.Fatal(err)
		}
		n := m.NV()
		mass := make([]float64, n*n)
		if err := m.NewWorkspace().MassMatrix(mass); err != nil {
			t.Fatal(err)
		}
		for i := range 9 {
			masses[k][i] = mass[i/3*n+i%3]
		}
	}
	for i := range 9 {
		near(t, "entry of the mass matrix", masses[0][i], masses[1][i], 1e-9)
	}
}

func TestTheArmReachesNineTenthsOfAMetre(t *testing.T) {
	w := load(t, "arm.urdf")
	q := make([]float64, 7)
	gripper, shoulder := at(t, w, q, "gripper"), at(t, w, q, "link_2")
	near(t, "reach", gripper.P[2]-shoulder.P[2], 0.9, 1e-12)
	q[1] = math.Pi / 2
	near(t, "x of the gripper stretched forward", at(t, w, q, "gripper").P[0], 0.9, 1e-12)
	m, err := rigidbody.New(w.Bodies())
	if err != nil {
		t.Fatal(err)
	}
	near(t, "moving mass", m.Mass(), 16.7, 1e-9)
}

// Stretched out level with 3 kg in the gripper, every axis carries its load with at least a third
// of its effort left.
func TestTheArmCarriesItselfAndThreeKilograms(t *testing.T) {
	w := load(t, "arm.urdf")
	m, err := rigidbody.New(w.Bodies())
	if err != nil {
		t.Fatal(err)
	}
	gripper, err := m.BodyIndex("gripper")
	if err != nil {
		t.Fatal(err)
	}
	q, load, gravity := []float64{0, math.Pi / 2, 0, 0, 0, 0, 0}, make([]float64, 7), make([]float64, 7)
	workspace := m.NewWorkspace()
	if err := workspace.SetPosition(q); err != nil {
		t.Fatal(err)
	}
	wrenches := make([]rigidbody.Wrench, m.NumBodies())
	wrenches[gripper].Force[2] = -3 * 9.81
	if err := workspace.ExternalForces(load, wrenches); err != nil {
		t.Fatal(err)
	}
	if err := workspace.GravityForces(gravity); err != nil {
		t.Fatal(err)
	}
	for i, limit := range w.Limits() {
		if effort := math.Abs(gravity[i] - load[i]); effort > limit.Effort*2/3 {
			t.Errorf("joint_%d carries %.1f N m, limit %g", i+1, effort, limit.Effort)
		}
	}
}

func TestTheBaseIsFastEnough(t *testing.T) {
	w := load(t, "mobile_base_complete.urdf.yaml")
	for i, least := range []struct{ velocity, acceleration float64 }{{0.6, 1}, {0.6, 1}, {1, 1}} {
		limit := joint(t, w, "planar").Limits[i]
		if limit.Velocity < least.velocity || limit.Acceleration < least.acceleration {
			t.Errorf("limit %d is %g and %g, want at least %g and %g", i, limit.Velocity, limit.Acceleration, least.velocity, least.acceleration)
		}
	}
	// The fastest wheel of the fastest motion: (vx + vy + (lx + ly) omega) / r.
	fastest := (0.8 + 0.8 + (0.25+0.26)*1.2) / 0.1
	for _, name := range []string{"front_left", "front_right", "rear_left", "rear_right"} {
		if wheel := joint(t, w, name); wheel.Limits[0].Velocity < fastest || wheel.Axis != [3]float64{0, 1, 0} {
			t.Errorf("wheel %s turns at up to %g rad/s about %v, needs %g about y", name, wheel.Limits[0].Velocity, wheel.Axis, fastest)
		}
	}
}

func TestTheWholeRobotCanBePutTogether(t *testing.T) {
	for _, base := range []string{"mobile_base.urdf.yaml", "mobile_base_complete.urdf.yaml"} {
		whole, err := urdf.Load(Files, base, urdf.Options{})
		if err != nil {
			t.Fatal(err)
		}
		arm, err := urdf.Load(Files, "arm.urdf", urdf.Options{})
		if err != nil {
			t.Fatal(err)
		}
		whole = whole.Prefixed("mobile")
		if err := whole.Attach(arm.Prefixed("arm"), worlds.Joint{Name: "arm_mounting", Type: worlds.Fixed, Parent: "mobile_mount"}); err != nil {
			t.Fatal(err)
		}
		w, err := worlds.Build(whole)
		if err != nil {
			t.Fatal(err)
		}
		q := make([]float64, w.NumPositions())
		near(t, "height of the gripper", at(t, w, q, "arm_gripper").P[2], 0.35+0.3+0.9, 1e-12)
	}
}

// Package testrobots builds robots for the tests of the simulation.
package testrobots

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

// Description reads a description of the example mobile_manipulator, its names with a prefix.
func Description(t testing.TB, name, namespace string) *worlds.Description {
	t.Helper()
	d, err := urdf.Load(os.DirFS(filepath.Join(top(t), "examples", "mobile_manipulator", "models")), name, urdf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d.Prefixed(namespace)
}

// WholeRobot is the complete base with the arm on it.
func WholeRobot(t testing.TB) *worlds.World {
	t.Helper()
	d := Description(t, "mobile_base_complete.urdf.yaml", "mobile")
	err := d.Attach(Description(t, "arm.urdf", "arm"), worlds.Joint{Name: "arm_mounting", Type: worlds.Fixed, Parent: "mobile_mount"})
	if err != nil {
		t.Fatal(err)
	}
	return Built(t, d)
}

// SmoothArm is the arm alone, with the rotors of its drives but without them, without friction and,
// as far as is possible, without end stops.
func SmoothArm(t testing.TB) *worlds.World {
	t.Helper()
	d := Description(t, "arm.urdf", "arm")
	for i := range d.Joints {
		j := &d.Joints[i]
		j.Damping, j.Friction = 0, 0
		if j.Type == worlds.Revolute {
			rotor := Rotors[RotorOf(j.Name)]
			j.Armature = rotor[0] * rotor[1] * rotor[1]
			j.Limits[0].Lower, j.Limits[0].Upper = -1e4, 1e4
		}
	}
	return Built(t, d)
}

// Built builds a world.
func Built(t testing.TB, d *worlds.Description) *worlds.World {
	t.Helper()
	w, err := worlds.Build(d)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// Rotors are those of the arm's drives: inertia and gear ratio.
var Rotors = [7][2]float64{{1.2e-4, 100}, {1.2e-4, 100}, {0.6e-4, 100}, {0.6e-4, 100}, {0.2e-4, 100}, {0.2e-4, 80}, {0.1e-4, 80}}

// RotorOf is the place of an arm's joint, from its name.
func RotorOf(joint string) int { return int(joint[len(joint)-1] - '1') }

// Slot is the place of a joint in the vectors of a world.
func Slot(t testing.TB, w *worlds.World, joint string) worlds.Slot {
	t.Helper()
	i, err := w.JointIndex(joint)
	if err != nil {
		t.Fatal(err)
	}
	return w.Slot(i)
}

// Shared opens the folder of robots that lies beside the repository, and skips the test without it.
func Shared(t testing.TB) fs.FS {
	t.Helper()
	folder := filepath.Join(top(t), "..", "shared", "robots")
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		t.Skip("the folder shared/robots beside the repository is missing")
	}
	return os.DirFS(folder)
}

// top is the folder of the module.
func top(t testing.TB) string {
	t.Helper()
	for up := "."; ; up = filepath.Join(up, "..") {
		if _, err := os.Stat(filepath.Join(up, "go.mod")); err == nil {
			return up
		}
		if len(up) > 60 {
			t.Fatal("no go.mod above the test")
		}
	}
}

// Door is the door of testdata, its hinge changed.
func Door(t testing.TB, change func(hinge *worlds.Joint)) *worlds.World {
	t.Helper()
	d, err := urdf.Load(os.DirFS(filepath.Join(top(t), "hardware", "sim", "testdata")), "door.urdf", urdf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range d.Joints {
		if d.Joints[i].Name == "hinge" && change != nil {
			change(&d.Joints[i])
		}
	}
	return Built(t, d)
}

// FreeBody is the description of one body that floats in the room.
func FreeBody(name string, inertia rigidbody.Inertia) *worlds.Description {
	return &worlds.Description{
		Name:   name,
		Links:  []worlds.Link{{Name: "world"}, {Name: name, Inertia: inertia}},
		Joints: []worlds.Joint{{Name: name + "_joint", Type: worlds.Floating, Parent: "world", Child: name, Origin: spatial.IdentityPose(), Role: worlds.Passive}},
	}
}

// SolidBox is the inertia of an even cuboid.
func SolidBox(mass, x, y, z float64) rigidbody.Inertia {
	return rigidbody.Inertia{Mass: mass, Ixx: mass * (y*y + z*z) / 12, Iyy: mass * (x*x + z*z) / 12, Izz: mass * (x*x + y*y) / 12}
}

// SolidSphere is the inertia of an even ball.
func SolidSphere(mass, radius float64) rigidbody.Inertia {
	i := 0.4 * mass * radius * radius
	return rigidbody.Inertia{Mass: mass, Ixx: i, Iyy: i, Izz: i}
}

// Jaws is a carriage on a level rail that carries a finger and a second one that follows it by a
// ratio, or one finger that alone has the inertia, friction and damping of both.
func Jaws(t testing.TB, ratio float64, twin bool) *worlds.World {
	t.Helper()
	limit := worlds.Limit{Lower: -2, Upper: 2, Velocity: 1, Acceleration: 20, Jerk: math.Inf(1), Effort: 60}
	slide := func(name, child string) worlds.Joint {
		return worlds.Joint{Name: name, Type: worlds.Prismatic, Parent: "world", Child: child, Origin: spatial.IdentityPose(), Axis: [3]float64{0, 1, 0}, Limits: []worlds.Limit{limit}}
	}
	d := &worlds.Description{Name: "jaws", Links: []worlds.Link{{Name: "world"}, {Name: "left", Inertia: SolidBox(0.5, 0.1, 0.1, 0.1)}}, Joints: []worlds.Joint{slide("grip", "left")}}
	own := &d.Joints[0]
	own.Friction, own.Damping, own.Armature = 1, 3, 0.2
	if twin {
		d.Links[1].Inertia = SolidBox(0.5+ratio*ratio*0.7, 0.1, 0.1, 0.1)
		own.Friction += math.Abs(ratio) * 2
		own.Damping += ratio * ratio * 5
		return Built(t, d)
	}
	d.Links = append(d.Links, worlds.Link{Name: "right", Inertia: SolidBox(0.7, 0.1, 0.1, 0.1)})
	other := slide("grip_right", "right")
	other.Friction, other.Damping, other.Mimic = 2, 5, &worlds.Mimic{Joint: "grip", Multiplier: ratio, Offset: 0.3}
	other.Limits = []worlds.Limit{{Lower: -10, Upper: 10, Velocity: 5, Acceleration: 20, Jerk: math.Inf(1), Effort: 60}}
	d.Joints = append(d.Joints, other)
	return Built(t, d)
}

// FloatingRobot is the base without wheels, free to glide, with the arm on it, without dry
// friction.
func FloatingRobot(t testing.TB) *worlds.World {
	t.Helper()
	d := Description(t, "mobile_base.urdf.yaml", "mobile")
	if err := d.Attach(Description(t, "arm.urdf", "arm"), worlds.Joint{Name: "arm_mounting", Type: worlds.Fixed, Parent: "mobile_mount"}); err != nil {
		t.Fatal(err)
	}
	for i := range d.Joints {
		d.Joints[i].Friction = 0
		if d.Joints[i].Type == worlds.Revolute {
			d.Joints[i].Limits[0].Lower, d.Joints[i].Limits[0].Upper = -100, 100
		}
	}
	return Built(t, d)
}

// Skidding is the whole robot with one drive a side: the rear wheels are belted to the front ones.
func Skidding(t testing.TB, leader string) *worlds.World {
	t.Helper()
	d := WholeRobot(t).Description()
	left, right := d.Joint("mobile_rear_left"), d.Joint("mobile_rear_right")
	left.Mimic, left.Control = &worlds.Mimic{Joint: leader, Multiplier: 1}, messages.ControlNone
	right.Mimic, right.Control = &worlds.Mimic{Joint: "mobile_front_right", Multiplier: 1, Offset: 0.5}, messages.ControlNone
	return Built(t, d)
}

// Lift is a slow spindle that carries a trunk of 60 kg, and on it a finger of 40 mm and 20 g that
// points forward: the drives of both have ten times the effort that their weights take, but their
// loops, tuned for the inertias, hold no half of these below the velocity limits.
func Lift(t testing.TB) *worlds.World {
	t.Helper()
	limit := func(lower, upper, velocity, effort float64) []worlds.Limit {
		return []worlds.Limit{{Lower: lower, Upper: upper, Velocity: velocity, Acceleration: math.Inf(1), Jerk: math.Inf(1), Effort: effort}}
	}
	finger := SolidBox(0.02, 0.04, 0.01, 0.01)
	finger.Com = [3]float64{0.02, 0, 0}
	forward := spatial.IdentityPose()
	forward.P = [3]float64{0.2, 0, 0}
	return Built(t, &worlds.Description{
		Name:  "lift",
		Links: []worlds.Link{{Name: "room"}, {Name: "trunk", Inertia: SolidBox(60, 0.3, 0.3, 0.8)}, {Name: "finger", Inertia: finger}},
		Joints: []worlds.Joint{
			{Name: "spindle", Type: worlds.Prismatic, Parent: "room", Child: "trunk", Origin: spatial.IdentityPose(), Axis: [3]float64{0, 0, 1}, Limits: limit(0, 0.5, 0.07, 6000)},
			{Name: "knuckle", Type: worlds.Revolute, Parent: "trunk", Child: "finger", Origin: forward, Axis: [3]float64{0, -1, 0}, Limits: limit(-1.5, 1.5, 2, 0.04)},
		},
	})
}

// Beam is a post on a base that carries a level arm of 2 kg, and on its end one that mimics it the
// other way round, of 1 kg: what hangs 0.2 m and 0.4 + 0.1 m before the shoulder weighs on it, less
// what the mimic joint gives back.
func Beam(t testing.TB, base worlds.JointType, mimic bool) *worlds.World {
	t.Helper()
	limit := []worlds.Limit{{Lower: -1, Upper: 1, Velocity: 2, Effort: 30}}
	end := spatial.IdentityPose()
	end.P = [3]float64{0.4, 0, 0}
	link := func(name string, mass, ahead float64) worlds.Link {
		in := SolidBox(mass, 0.1, 0.1, 0.1)
		in.Com = [3]float64{ahead, 0, 0}
		return worlds.Link{Name: name, Inertia: in}
	}
	d := &worlds.Description{
		Name:  "beam",
		Links: []worlds.Link{{Name: "room"}, link("post", 5, 0), link("arm", 2, 0.2), link("hand", 1, 0.1)},
		Joints: []worlds.Joint{
			{Name: "base", Type: base, Parent: "room", Child: "post", Origin: spatial.IdentityPose(), Axis: [3]float64{0, 0, 1}},
			{Name: "shoulder", Type: worlds.Revolute, Parent: "post", Child: "arm", Origin: spatial.IdentityPose(), Axis: [3]float64{0, 1, 0}, Limits: limit},
			{Name: "wrist", Type: worlds.Revolute, Parent: "arm", Child: "hand", Origin: end, Axis: [3]float64{0, 1, 0}, Limits: limit},
		},
	}
	if mimic {
		d.Joints[2].Mimic = &worlds.Mimic{Joint: "shoulder", Multiplier: -1}
	}
	return Built(t, d)
}

// Corners are the corners of a cuboid.
func Corners(x, y, z float64) (all [][3]float64) {
	for _, i := range []float64{-0.5, 0.5} {
		for _, j := range []float64{-0.5, 0.5} {
			for _, k := range []float64{-0.5, 0.5} {
				all = append(all, [3]float64{i * x, j * y, k * z})
			}
		}
	}
	return all
}

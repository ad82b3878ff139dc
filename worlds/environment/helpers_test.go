package environment_test

import (
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// at returns the pose of a frame that is only displaced.
func at(x, y, z float64) spatial.Pose {
	pose := spatial.IdentityPose()
	pose.P = [3]float64{x, y, z}
	return pose
}

func box(x, y, z float64) []worlds.Shape {
	return []worlds.Shape{{Kind: worlds.Box, Size: [3]float64{x, y, z}, Pose: spatial.IdentityPose()}}
}

func ball(radius float64) []worlds.Shape {
	return []worlds.Shape{{Kind: worlds.Sphere, Radius: radius, Pose: spatial.IdentityPose()}}
}

// arm returns a planar arm in the x-y plane: links of 1 m with capsules of radius 0.05 m along x,
// the joints about z, and a hand with two mimic fingers at its end.
func arm(t testing.TB, name string, joints int) *worlds.World {
	t.Helper()
	d := &worlds.Description{Name: name, Links: []worlds.Link{{Name: "base", Collisions: box(0.4, 0.4, 0.4)}}}
	along := spatial.PoseFromRPY([3]float64{0.5, 0, 0}, [3]float64{0, math.Pi / 2, 0})
	inertia := rigidbody.Inertia{Mass: 1, Com: [3]float64{0.5, 0, 0}, Ixx: 0.01, Iyy: 0.1, Izz: 0.1}
	parent := "base"
	for i := range joints {
		link := "link" + string(rune('1'+i))
		d.Links = append(d.Links, worlds.Link{Name: link, Inertia: inertia,
			Collisions: []worlds.Shape{{Kind: worlds.Capsule, Radius: 0.05, Length: 0.8, Pose: along}}})
		origin := at(1, 0, 0)
		if i == 0 {
			origin = at(0, 0, 0)
		}
		d.Joints = append(d.Joints, worlds.Joint{Name: "joint" + string(rune('1'+i)), Type: worlds.Revolute, Parent: parent, Child: link,
			Origin: origin, Axis: [3]float64{0, 0, 1}, Limits: []worlds.Limit{{Lower: -3, Upper: 3, Velocity: 1, Effort: 10}}})
		parent = link
	}
	for i, finger := range []string{"left", "right"} {
		sign := float64(1 - 2*i)
		d.Links = append(d.Links, worlds.Link{Name: finger, Inertia: inertia, Collisions: []worlds.Shape{
			{Kind: worlds.Box, Size: [3]float64{0.2, 0.02, 0.02}, Pose: at(0.1, 0, 0)}}})
		joint := worlds.Joint{Name: finger + "_finger", Type: worlds.Prismatic, Parent: parent, Child: finger, Origin: at(1, sign*0.02, 0),
			Axis: [3]float64{0, sign, 0}, Limits: []worlds.Limit{{Lower: 0, Upper: 0.1, Velocity: 1, Effort: 10}}}
		if i == 1 {
			joint.Mimic = &worlds.Mimic{Joint: "left_finger", Multiplier: 1}
		}
		d.Joints = append(d.Joints, joint)
	}
	var names []string
	for i := range joints {
		names = append(names, "joint"+string(rune('1'+i)))
	}
	d.Groups = []worlds.Group{{Name: "arm", Joints: names}}
	return build(t, d)
}

func build(t testing.TB, d *worlds.Description) *worlds.World {
	t.Helper()
	w, err := worlds.Build(d)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func must[T any](t testing.TB) func(value T, err error) T {
	return func(value T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// cell returns a scene with an arm of three joints, a ball in its reach and a table below it.
func cell(t testing.TB) (s *environment.Scene, robot, can, table environment.Handle) {
	t.Helper()
	e := environment.New("cell").Edit()
	handle := must[environment.Handle](t)
	robot = handle(e.AddRobot(environment.RobotSpec{Name: "arm", World: arm(t, "arm", 3)}))
	can = handle(e.AddBody(environment.BodySpec{Name: "can", Shapes: ball(0.1), Pose: at(0, 2, 0)}))
	table = handle(e.AddBody(environment.BodySpec{Name: "table", Shapes: box(10, 10, 0.1), Pose: at(0, 0, -0.3)}))
	return e.Scene(), robot, can, table
}

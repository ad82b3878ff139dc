package room_test

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware/sim/room"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

const (
	gravity  = 9.81 // m/s^2
	friction = 0.4
	step     = 10 * time.Millisecond
	canMass  = 0.5 // kg
)

func at(x, y, z float64) spatial.Pose {
	return spatial.PoseFromRPY([3]float64{x, y, z}, [3]float64{})
}

func box(x, y, z float64) []worlds.Shape {
	return []worlds.Shape{{Kind: worlds.Box, Size: [3]float64{x, y, z}, Pose: spatial.IdentityPose()}}
}

// gantry is a robot that moves a plate of 0.2 m x 0.2 m across x, and up.
func gantry(t testing.TB) *worlds.World {
	t.Helper()
	joint := func(name, parent, child string, axis [3]float64) worlds.Joint {
		return worlds.Joint{Name: name, Type: worlds.Prismatic, Parent: parent, Child: child, Origin: spatial.IdentityPose(), Axis: axis,
			Limits: []worlds.Limit{{Lower: -5, Upper: 5, Velocity: 2, Effort: 100}}}
	}
	w, err := worlds.Build(&worlds.Description{Name: "gantry",
		Links: []worlds.Link{{Name: "rail"}, {Name: "bridge", Inertia: rigidbody.Inertia{Mass: 1, Ixx: 1, Iyy: 1, Izz: 1}},
			{Name: "plate", Inertia: rigidbody.Inertia{Mass: 1, Ixx: 1, Iyy: 1, Izz: 1}, Collisions: box(0.02, 0.2, 0.2)}},
		Joints: []worlds.Joint{joint("along", "rail", "bridge", [3]float64{1, 0, 0}), joint("up", "bridge", "plate", [3]float64{0, 0, 1})}})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// kitchen is a table of 1 m with its top at 0.8 m on a floor, a block on it, and a gantry whose
// plate is left of the block. It is simulated.
type kitchen struct {
	t      testing.TB
	e      *environment.Environment
	now    messages.Instant
	gantry environment.Handle
	can    environment.Handle
}

func newKitchen(t testing.TB, can []worlds.Shape, pose spatial.Pose) *kitchen {
	t.Helper()
	k := &kitchen{t: t}
	edit := environment.New("kitchen").Edit()
	var err error
	if k.gantry, err = edit.AddRobot(environment.RobotSpec{Name: "gantry", World: gantry(t), Position: []float64{-0.4, 0.9}}); err != nil {
		t.Fatal(err)
	}
	for _, b := range []environment.BodySpec{{Name: "floor", Shapes: box(10, 10, 0.1), Pose: at(0, 0, -0.05)},
		{Name: "table", Shapes: box(1, 1, 0.1), Pose: at(0, 0, 0.75)}, {Name: "can", Shapes: can, Pose: pose, Inertia: rigidbody.Inertia{Mass: canMass}}} {
		if k.can, err = edit.AddBody(b); err != nil {
			t.Fatal(err)
		}
	}
	k.own(edit.Scene())
	return k
}

func (k *kitchen) own(scene *environment.Scene) {
	k.t.Helper()
	simulation, err := room.New(scene, environment.SimulationOptions{Friction: friction})
	if err != nil {
		k.t.Fatal(err)
	}
	if k.e, err = environment.Own(scene, environment.Physics, simulation); err != nil {
		k.t.Fatal(err)
	}
}

// run advances for a time.
func (k *kitchen) run(d time.Duration) {
	k.t.Helper()
	for range int(d / step) {
		k.now = k.now.Add(step)
		if err := k.e.Step(k.now, step); err != nil {
			k.t.Fatalf("at %v: %v", k.now, err)
		}
	}
}

func (k *kitchen) pose() spatial.Pose {
	k.t.Helper()
	pose, err := k.e.Scene().Pose(k.can)
	if err != nil {
		k.t.Fatal(err)
	}
	return pose
}

func (k *kitchen) change(change func(*environment.Edit) error) {
	k.t.Helper()
	if err := k.e.Apply(change); err != nil {
		k.t.Fatal(err)
	}
}

func (k *kitchen) near(what string, got, want, tolerance float64) {
	k.t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		k.t.Errorf("at %v: %s is %.6f, want %.6f within %g", k.now, what, got, want, tolerance)
	}
}

func TestABodyFallsAndComesToRest(t *testing.T) {
	k := newKitchen(t, box(0.1, 0.1, 0.1), at(0.1, 0, 1.2))
	for range 25 {
		k.run(step)
		time := k.now.Seconds()
		k.near("the height of a falling block", k.pose().P[2], 1.2-gravity*time*time/2, 1e-9)
	}
	k.run(2 * time.Second)
	k.near("the height of a block at rest", k.pose().P[2], 0.85, 1e-4)
	at := k.pose()
	k.run(2 * time.Second)
	for i, v := range k.pose().P {
		k.near("the place of a block at rest", v, at.P[i], 1e-5)
	}
}

// The plate pushes a block, and stops: the block slides on by v^2 / (2 mu g).
func TestAPushedBodySlidesUntilFrictionStopsIt(t *testing.T) {
	k := newKitchen(t, box(0.1, 0.1, 0.1), at(-0.3, 0, 0.85))
	k.run(200 * time.Millisecond)
	const speed = 1.0
	for i := range 40 { // 0.4 m
		if err := k.e.Command(k.gantry, []float64{-0.4 + speed*step.Seconds()*float64(i+1), 0.9}); err != nil {
			t.Fatal(err)
		}
		k.run(step)
	}
	pushed := k.pose().P[0]
	k.near("the place of a pushed block", pushed, 0.01+0.05, 1e-3)
	for i := range 26 {
		time := float64(i) * step.Seconds()
		way := speed*time - friction*gravity*time*time/2
		k.near("the way of a sliding block", k.pose().P[0]-pushed, way, 2e-3)
		if time > speed/(friction*gravity) {
			break
		}
		k.run(step)
	}
	k.run(time.Second)
	k.near("the way of a block that has stopped", k.pose().P[0]-pushed, speed*speed/(2*friction*gravity), 2e-3)
	k.near("the height of a block that has stopped", k.pose().P[2], 0.85, 1e-4)
}

func TestACanFallsFromTheTableAndIsLifted(t *testing.T) {
	can := []worlds.Shape{{Kind: worlds.Cylinder, Radius: 0.03, Length: 0.1, Pose: spatial.IdentityPose()}}
	k := newKitchen(t, can, at(0.3, 0, 0.85))
	k.run(200 * time.Millisecond)
	if err := k.e.Command(k.gantry, []float64{0.6, 0.9}); err != nil { // at its limit of 2 m/s
		t.Fatal(err)
	}
	k.run(2 * time.Second)
	down := k.pose()
	if down.P[0] < 0.55 || down.P[2] > 0.06 || down.P[2] < 0.025 {
		t.Fatalf("the can is at %.3f m; expected it on the floor, beyond the edge of the table at 0.5 m", down.P)
	}
	k.change(func(e *environment.Edit) error { return e.Grab(k.gantry, "plate", k.can) })
	if err := k.e.Command(k.gantry, []float64{0.6, 1.9}); err != nil {
		t.Fatal(err)
	}
	k.run(time.Second)
	up := k.pose()
	for i, v := range up.P {
		k.near("the place of a held can", v, down.P[i]+[3]float64{0, 0, 1}[i], 1e-9)
	}
	k.change(func(e *environment.Edit) error { return e.Release(k.can) })
	k.run(100 * time.Millisecond)
	k.near("the height of a released can", k.pose().P[2], up.P[2]-gravity*0.01/2, 1e-6)
	k.run(3 * time.Second)
	if z := k.pose().P[2]; z > 0.06 {
		t.Errorf("the can is at %.3f m; expected it on the floor", z)
	}
}

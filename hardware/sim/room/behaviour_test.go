package room_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware/sim/room"
	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// A clone made while a block tumbles, slides and is pushed goes on as the original does, and moves
// nothing of it.
func TestACloneContinuesAsItsOriginal(t *testing.T) {
	k := newKitchen(t, box(0.1, 0.08, 0.12), spatial.PoseFromRPY([3]float64{-0.2, 0.03, 1.1}, [3]float64{0.4, 0.3, 0.2}))
	k.run(200 * time.Millisecond)
	if err := k.e.Command(k.gantry, []float64{0.3, 0.9}); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		k.run(110 * time.Millisecond)
		clone, err := k.e.Clone("trial", environment.Everything())
		if err != nil {
			t.Fatal(err)
		}
		now, can := k.now, k.pose()
		copied := &kitchen{t: t, e: clone, now: now}
		if copied.can, err = clone.Scene().Handle("can"); err != nil {
			t.Fatal(err)
		}
		copied.run(300 * time.Millisecond)
		if k.pose() != can {
			t.Fatal("the clone has moved the block of the original")
		}
		k.run(300 * time.Millisecond)
		if got, want := copied.pose(), k.pose(); got != want {
			t.Fatalf("from %v on the clone has the block at %v, the original at %v", now, got, want)
		}
	}
	if k.pose().P[2] > 0.2 && k.pose().P[0] < 0 {
		t.Errorf("the block is at %.3f m; expected it moved", k.pose().P)
	}
}

// A cart without a mass is put from place to place, as a sensor reports it, and pushes the block
// along the floor. Where it jumps, it pushes nothing.
func TestABodyWithoutAMassPushesWhereItIsMoved(t *testing.T) {
	k := newKitchen(t, box(0.1, 0.1, 0.1), at(1, 0, 0.05))
	var cart environment.Handle
	k.change(func(e *environment.Edit) (err error) {
		cart, err = e.AddBody(environment.BodySpec{Name: "cart", Shapes: box(0.2, 0.2, 0.2), Pose: at(0.7, 0, 0.1)})
		return err
	})
	k.run(100 * time.Millisecond)
	move := func(x float64) {
		k.change(func(e *environment.Edit) error { return e.SetPose(cart, at(x, 0, 0.1)) })
	}
	for i := range 60 {
		move(0.7 + 0.005*float64(i+1)) // 0.5 m/s
		k.run(step)
	}
	k.near("the place of a pushed block", k.pose().P[0], 1+0.1+0.05, 1e-3)
	k.near("the height of a pushed block", k.pose().P[2], 0.05, 1e-3)
	k.run(time.Second)
	rest := k.pose().P
	move(-2)
	k.run(step)
	move(0.9)
	k.run(time.Second)
	for i, v := range k.pose().P {
		k.near("the place of a block beside which a cart appears", v, rest[i], 1e-4)
	}
}

// What is fixed to a block falls with it: the two are one body, whose spin about the vertical the
// fall leaves as it is.
func TestAttachedBodiesFallAsOne(t *testing.T) {
	k := newKitchen(t, box(0.2, 0.05, 0.05), at(2, 0, 3))
	var other environment.Handle
	k.change(func(e *environment.Edit) (err error) {
		other, err = e.AddBody(environment.BodySpec{Name: "ball", Shapes: []worlds.Shape{{Kind: worlds.Sphere, Radius: 0.05, Pose: spatial.IdentityPose()}},
			Pose: at(2.2, 0, 3), Inertia: rigidbody.Inertia{Mass: 2}})
		if err != nil {
			return err
		}
		return e.Attach(other, k.can, "")
	})
	k.run(500 * time.Millisecond)
	k.near("the height of the block", k.pose().P[2], 3-gravity*0.25/2, 1e-9)
	ball, err := k.e.Scene().Pose(other)
	if err != nil {
		t.Fatal(err)
	}
	k.near("the height of what is attached to it", ball.P[2], 3-gravity*0.25/2, 1e-9)
	k.run(2 * time.Second)
	now := k.pose()
	if ball, err = k.e.Scene().Pose(other); err != nil {
		t.Fatal(err)
	}
	k.near("their distance", spatial.VecOf(ball.P).Sub(spatial.VecOf(now.P)).Norm(), 0.2, 1e-9)
	k.near("the height of the heavy ball at rest", ball.P[2], 0.05, 1e-3)
}

// A body that a message moves begins at rest, wherever it was falling.
func TestABodyThatIsMovedBeginsAtRest(t *testing.T) {
	k := newKitchen(t, box(0.1, 0.1, 0.1), at(2, 0, 3))
	k.run(300 * time.Millisecond)
	k.change(func(e *environment.Edit) error { return e.SetPose(k.can, at(2, 1, 2)) })
	k.run(100 * time.Millisecond)
	k.near("the height", k.pose().P[2], 2-gravity*0.01/2, 1e-9)
	k.change(func(e *environment.Edit) error { return e.SetPose(k.can, at(0, 1001, 2)) })
	k.run(100 * time.Millisecond)
	k.near("the height of a body beyond 1 km", k.pose().P[2], 2, 0)
}

func TestARobotMovesToItsCommandWithinItsLimits(t *testing.T) {
	k := newKitchen(t, box(0.1, 0.1, 0.1), at(2, 0, 0.05))
	position := func() []float64 {
		r, err := k.e.Scene().Robot(k.gantry)
		if err != nil {
			t.Fatal(err)
		}
		return r.Position
	}
	if err := k.e.Command(k.gantry, []float64{0, 1}); err == nil || !strings.Contains(err.Error(), "a step after it was added") {
		t.Errorf("a command before the first step: %v", err)
	}
	k.run(step)
	if err := k.e.Command(k.gantry, []float64{0}); err == nil || !strings.Contains(err.Error(), "expected 2") {
		t.Errorf("a command of one number: %v", err)
	}
	if err := k.e.Command(k.gantry, []float64{0.6, 1}); err != nil {
		t.Fatal(err)
	}
	k.run(100 * time.Millisecond)
	k.near("a joint after 0.1 s at its limit", position()[0], -0.4+0.2, 1e-9)
	k.near("a joint that has arrived", position()[1], 1, 1e-12)
	k.change(func(e *environment.Edit) error { return e.SetPosition(k.gantry, []float64{0, 1.5}) })
	k.run(time.Second)
	k.near("a joint that something else has moved", position()[0], 0, 0)
}

// Objects that fall from random places, and that a robot stirs, are neither thrown about nor
// pressed through the floor.
func TestAStirredHeapStaysOnTheFloor(t *testing.T) {
	draw := testkit.Random(t)
	k := newKitchen(t, box(0.1, 0.1, 0.1), at(0, 0, 1.2))
	k.change(func(e *environment.Edit) error {
		for i, shape := range []worlds.Shape{{Kind: worlds.Sphere, Radius: 0.06}, {Kind: worlds.Cylinder, Radius: 0.04, Length: 0.1}, {Kind: worlds.Capsule, Radius: 0.03, Length: 0.1}} {
			shape.Pose = spatial.IdentityPose()
			pose := spatial.PoseFromRPY([3]float64{0.2*draw.Float64() - 0.1, 0.2*draw.Float64() - 0.1, 1.4 + 0.25*float64(i)}, [3]float64{3 * draw.Float64(), 3 * draw.Float64(), 0})
			if _, err := e.AddBody(environment.BodySpec{Name: "thing" + string(rune('a'+i)), Shapes: []worlds.Shape{shape}, Pose: pose, Inertia: rigidbody.Inertia{Mass: 0.1 + draw.Float64()}}); err != nil {
				return err
			}
		}
		return nil
	})
	for range 5 {
		if k.now > 0 {
			if err := k.e.Command(k.gantry, []float64{draw.Float64() - 0.5, 0.91 + 0.1*draw.Float64()}); err != nil {
				t.Fatal(err)
			}
		}
		k.run(400 * time.Millisecond)
	}
	for _, h := range k.e.Scene().Handles() {
		pose, err := k.e.Scene().Pose(h)
		if err != nil {
			t.Fatal(err)
		}
		if z := pose.P[2]; z < -0.06 || z > 2.5 || math.Hypot(pose.P[0], pose.P[1]) > 5 {
			t.Errorf("%v is at %.3f m", h, pose.P)
		}
	}
}

func TestWhatCannotBeSimulatedIsNamed(t *testing.T) {
	floating, err := worlds.Build(&worlds.Description{Name: "drone", Links: []worlds.Link{{Name: "world"}, {Name: "body", Inertia: rigidbody.Inertia{Mass: 1, Ixx: 1, Iyy: 1, Izz: 1}}},
		Joints: []worlds.Joint{{Name: "free", Type: worlds.Floating, Parent: "world", Child: "body", Origin: spatial.IdentityPose(), Role: worlds.Passive}}})
	if err != nil {
		t.Fatal(err)
	}
	body := func(spec environment.BodySpec) func(*environment.Edit) error {
		return func(e *environment.Edit) error { _, err := e.AddBody(spec); return err }
	}
	heavy := rigidbody.Inertia{Mass: 1}
	for want, c := range map[string]struct {
		friction float64
		add      func(*environment.Edit) error
	}{
		"the friction is 0":               {0, body(environment.BodySpec{Name: "can"})},
		"the friction is NaN":             {math.NaN(), body(environment.BodySpec{Name: "can"})},
		`"can": the body has a mass of 1`: {1, body(environment.BodySpec{Name: "can", Inertia: heavy})},
		`"can" lies 0.050 m deep in "table"`: {1, func(e *environment.Edit) error {
			_ = body(environment.BodySpec{Name: "table", Shapes: box(1, 1, 1)})(e)
			return body(environment.BodySpec{Name: "can", Shapes: box(0.1, 0.1, 0.1), Pose: at(0, 0, 0.5), Inertia: heavy})(e)
		}},
		`"drone": joint free of the robot is floating`: {1, func(e *environment.Edit) error {
			_, err := e.AddRobot(environment.RobotSpec{Name: "drone", World: floating})
			return err
		}},
		`"gantry": the robot is carried by an object that falls`: {1, func(e *environment.Edit) error {
			robot, err := e.AddRobot(environment.RobotSpec{Name: "gantry", World: gantry(t), Base: at(0, 0, 3)})
			if err != nil {
				return err
			}
			tray, err := e.AddBody(environment.BodySpec{Name: "tray", Shapes: box(1, 1, 0.1), Inertia: heavy})
			if err != nil {
				return err
			}
			return e.Attach(robot, tray, "")
		}},
	} {
		edit := environment.New("room").Edit()
		if err := c.add(edit); err != nil {
			t.Fatal(err)
		}
		if _, err := room.New(edit.Scene(), environment.SimulationOptions{Friction: c.friction}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v; expected %q", err, want)
		}
	}
}

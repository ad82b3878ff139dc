package physics

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

const (
	lever    = 0.8 // m, from the pendulum's axis to its gripper
	toolMass = 2.0 // kg, of the thing that it holds
)

// pendulum is an arm of one joint about y, and a finger, with a thing below its gripper that
// floats, or that is fixed to it.
func pendulum(t testing.TB, fixed bool) *worlds.World {
	t.Helper()
	limit := worlds.Limit{Lower: -3, Upper: 3, Velocity: 100, Acceleration: math.Inf(1), Jerk: math.Inf(1), Effort: 100}
	finger := worlds.Limit{Lower: 0, Upper: 0.1, Velocity: 1, Acceleration: math.Inf(1), Jerk: math.Inf(1), Effort: 100}
	d := &worlds.Description{
		Name: "pendulum",
		Links: []worlds.Link{{Name: "world"}, {Name: "arm", Inertia: rigidbody.Inertia{Mass: 3, Com: [3]float64{0, 0, -0.4}, Ixx: 0.2, Iyy: 0.2, Izz: 0.01}},
			{Name: "finger", Inertia: solidBox(0.1, 0.1, 0.1, 0.1)}, {Name: "tool", Inertia: solidBox(toolMass, 0.3, 0.2, 0.1)}},
		Joints: []worlds.Joint{
			{Name: "swing", Type: worlds.Revolute, Parent: "world", Child: "arm", Origin: spatial.IdentityPose(), Axis: [3]float64{0, 1, 0}, Limits: []worlds.Limit{limit}},
			{Name: "grip", Type: worlds.Prismatic, Parent: "arm", Child: "finger", Origin: spatial.PoseFromRPY([3]float64{0, 0, -0.7}, [3]float64{}), Axis: [3]float64{0, 1, 0}, Limits: []worlds.Limit{finger}},
			{Name: "tool_joint", Type: worlds.Floating, Parent: "world", Child: "tool", Origin: spatial.IdentityPose(), Role: worlds.Passive},
		},
	}
	if fixed {
		d.Joints[2] = worlds.Joint{Name: "tool_joint", Type: worlds.Fixed, Parent: "arm", Child: "tool", Origin: spatial.PoseFromRPY([3]float64{0, 0, -lever}, [3]float64{})}
	}
	return built(t, d)
}

// holding is the pendulum at an angle, with the tool in its gripper.
func holding(t testing.TB, angle float64, change func(*Options)) *Mechanism {
	t.Helper()
	s, c := math.Sincos(angle)
	o := Options{
		Springs: []SpringOptions{{Joint: "grip", Stiffness: 500, Damping: 20}},
		Grasps:  []GraspOptions{{Name: "hold", Body: "arm", Position: [3]float64{0, 0, -lever}, OnBody: "tool"}},
		Start: []StartOptions{{Joint: "swing", Position: []float64{angle}},
			{Joint: "tool_joint", Position: []float64{-lever * s, 0, -lever * c, math.Cos(angle / 2), 0, math.Sin(angle / 2), 0}}},
	}
	if change != nil {
		change(&o)
	}
	return newPlant(t, pendulum(t, false), o)
}

func mustClose(t testing.TB, p *Mechanism) {
	t.Helper()
	if err := p.Close("hold"); err != nil {
		t.Fatal(err)
	}
}

// What is grasped moves as if it were one piece with the gripper: the same robot with a fixed joint
// in its place.
func TestAGraspedThingMovesAsIfItWereFixed(t *testing.T) {
	const angle = 0.9
	p := holding(t, angle, nil)
	mustClose(t, p)
	twin := newPlant(t, pendulum(t, true), Options{Springs: []SpringOptions{{Joint: "grip", Stiffness: 500, Damping: 20}}, Start: []StartOptions{{Joint: "swing", Position: []float64{angle}}}})
	swing := slot(t, p.World(), "swing").Position
	for range 2000 {
		advance(t, p, time.Millisecond)
		advance(t, twin, time.Millisecond)
		near(t, "angle", p.position[swing], twin.position[slot(t, twin.World(), "swing").Position], 1e-4)
		gripper, tool := p.Pose(1), p.Pose(int(must(p.Body("tool"))))
		s, c := math.Sincos(p.position[swing])
		off := spatial.VecOf(tool.Position).Sub(spatial.Vec{X: -lever * s, Y: 0, Z: -lever * c}).Array()
		if d := spatial.VecOf(off).Norm(); d > 1e-4 {
			t.Fatalf("at %s the tool is %g m off; the gripper is at %v", p.Now(), d, gripper)
		}
	}
}

func must(body int, err error) int {
	if err != nil {
		panic(err)
	}
	return body
}

// The force in the grasp of a swinging pendulum against Newton's law for the tool.
func TestTheForceInAGraspIsWhatTheThingNeeds(t *testing.T) {
	p := holding(t, 0.9, nil)
	mustClose(t, p)
	tool := must(p.Body("tool"))
	for range 1500 {
		before := p.Twist(tool).Linear
		advance(t, p, time.Millisecond)
		after := p.Twist(tool).Linear
		held, err := p.Held("hold")
		if err != nil {
			t.Fatal(err)
		}
		if p.Now() < messages.Instant(10*time.Millisecond) {
			continue
		}
		for i := range 3 {
			need := toolMass * (after[i] - before[i]) / 1e-3
			if i == 2 {
				need += toolMass * gravity
			}
			near(t, "force of the gripper on the tool", -held.Wrench.Force[i], need, 0.15) // the velocities are those at the ends of steps
		}
		if t.Failed() {
			t.FailNow()
		}
	}
}

func TestAGraspOpensByTooMuchForce(t *testing.T) {
	p := holding(t, 0, func(o *Options) { o.Grasps[0].Force = 1.5 * toolMass * gravity })
	mustClose(t, p)
	advance(t, p, time.Second)
	held, err := p.Held("hold")
	if err != nil || !held.Closed {
		t.Fatalf("%+v, %v; expected it closed", held, err)
	}
	near(t, "force at rest", held.Wrench.Force[2], -toolMass*gravity, 1e-3)
	if err := p.Push(PushOptions{Body: "tool", Force: [3]float64{0, 0, -0.7 * toolMass * gravity}, From: p.Now().Sub(0), Duration: 50 * time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	advance(t, p, 500*time.Millisecond)
	held, _ = p.Held("hold")
	if held.Closed || held.Overloads != 1 {
		t.Errorf("%+v; expected it opened by force, once", held)
	}
	if z := p.Pose(must(p.Body("tool"))).Position[2]; z > -lever-1 {
		t.Errorf("the tool is at %g m; expected it to have fallen", z)
	}
}

func TestAGraspClosesOnlyNearItsHandle(t *testing.T) {
	p := holding(t, 0, func(o *Options) { o.Start[1].Position[0] = 0.1 })
	err := p.Close("hold")
	if err == nil || !strings.Contains(err.Error(), `grasp "hold" does not close: its frames are 0.1 m and 0 rad apart; expected at most 0.02 m`) {
		t.Errorf("got %v", err)
	}
	if err := p.Close("hlod"); err == nil || !strings.Contains(err.Error(), `no grasp is named "hlod"; grasps are [hold]`) {
		t.Errorf("got %v", err)
	}
	p = holding(t, 0, nil)
	mustClose(t, p)
	if err := p.Open("hold"); err != nil {
		t.Fatal(err)
	}
	advance(t, p, 300*time.Millisecond)
	near(t, "way that the tool falls", p.Pose(must(p.Body("tool"))).Position[2], -lever-gravity*0.09/2, 1e-6)
}

// The sine of half a turn is that of no turn.
func TestAGraspDoesNotCloseOnAHandleThatIsHalfATurnAway(t *testing.T) {
	for _, axis := range [][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-0.6, 0, 0.8}} {
		p := holding(t, 0, func(o *Options) {
			o.Grasps[0].Angle = 0.1
			copy(o.Start[1].Position[3:], []float64{0, axis[0], axis[1], axis[2]})
		})
		if err := p.Close("hold"); err == nil || !strings.Contains(err.Error(), "0 m and 3.142 rad apart; expected at most 0.02 m and 0.1 rad") {
			t.Errorf("half a turn about %v: got %v", axis, err)
		}
	}
}

// A pin through two discs on one axle: it holds nothing that moves, and both turn as before.
func TestAGraspOfWhatNoJointMovesHoldsNothing(t *testing.T) {
	d := &worlds.Description{Name: "discs", Links: []worlds.Link{{Name: "world"}, {Name: "front", Inertia: solidSphere(1, 0.1)}, {Name: "back", Inertia: solidSphere(1, 0.1)}}}
	for _, name := range []string{"front", "back"} {
		d.Joints = append(d.Joints, worlds.Joint{Name: name + "_axle", Type: worlds.Continuous, Parent: "world", Child: name, Axis: [3]float64{0, 0, 1},
			Origin: spatial.IdentityPose(), Role: worlds.Passive})
	}
	p := newPlant(t, built(t, d), Options{Grasps: []GraspOptions{{Name: "hold", Body: "front", OnBody: "back", Free: []string{"rx", "ry", "rz"}}}})
	if err := p.SetState([]float64{0, 0}, []float64{2, -3}); err != nil {
		t.Fatal(err)
	}
	mustClose(t, p)
	advance(t, p, time.Second)
	for i, want := range []float64{2, -3} {
		near(t, "angle of a disc", p.position[i], want, 1e-9)
	}
}

func TestAFingerClosesAndOpensAGrasp(t *testing.T) {
	p := holding(t, 0, func(o *Options) {
		g := &o.Grasps[0]
		g.Joint, g.Closed, g.Opened = "grip", 0.05, 0.02
	})
	closed := func(want bool) {
		t.Helper()
		if h, err := p.Held("hold"); err != nil || h.Closed != want {
			t.Fatalf("at %s: %+v, %v", p.Now(), h, err)
		}
	}
	advance(t, p, 2*time.Millisecond)
	closed(false)
	pushJoint(t, p, "grip", 500*0.2)
	advance(t, p, 30*time.Millisecond)
	closed(true)
	pushJoint(t, p, "grip", 500*0.03) // between the two positions it stays closed
	advance(t, p, time.Second)
	closed(true)
	pushJoint(t, p, "grip", 0)
	advance(t, p, time.Second)
	closed(false)
	if err := p.Close("hold"); err == nil || !strings.Contains(err.Error(), "closed by its finger") {
		t.Errorf("got %v", err)
	}
}

// A grasp that is free about y is a hinge: the tool hangs down while the arm is held aslant.
func TestAFreeAxisOfAGraspTurns(t *testing.T) {
	const angle = 0.7
	p := holding(t, angle, func(o *Options) {
		o.Grasps[0].Free = []string{"ry"}
		o.Grasps[0].OnPosition = [3]float64{0, 0, 0.3} // the handle is above the tool's middle
		o.Springs = append(o.Springs, SpringOptions{Joint: "swing", Stiffness: 50000, Rest: angle, Damping: 100})
		s, c := math.Sincos(angle)
		o.Start[1].Position = []float64{-(lever + 0.3) * s, 0, -(lever + 0.3) * c, math.Cos(angle / 2), 0, math.Sin(angle / 2), 0}
	})
	mustClose(t, p)
	inertia := toolMass*(0.3*0.3+0.1*0.1)/12 + toolMass*0.3*0.3
	// A small tilt would swing with this period; the large one takes longer. It passes the vertical
	// within half of it.
	quarter := math.Pi / 2 * math.Sqrt(inertia/(toolMass*gravity*0.3))
	crossed := false
	for p.Now().Sub(0).Seconds() < 1.2*quarter {
		advance(t, p, time.Millisecond)
		crossed = crossed || p.Twist(must(p.Body("tool"))).Angular[1] < -0.5 && p.Pose(must(p.Body("tool"))).Orientation[2] < 0
	}
	if !crossed {
		t.Error("the tool does not swing")
	}
	held, _ := p.Held("hold")
	near(t, "moment about the free axis", held.Wrench.Moment[1], 0, 1e-9)
}

// A grasp about the lever's hub holds directions in which nothing can move, and the lever.
func TestAGraspHoldsDirectionsInWhichNothingMoves(t *testing.T) {
	p := newPlant(t, door(t, nil), Options{Grasps: []GraspOptions{{Name: "hub", Body: "leaf", Position: [3]float64{0.83, 0, 0}, Orientation: [4]float64{1, 0, 0, 0}, OnBody: "handle"}}})
	if err := p.Close("hub"); err != nil {
		t.Fatal(err)
	}
	pushJoint(t, p, "turn", 0.5)
	advance(t, p, 100*time.Millisecond)
	near(t, "lever that is held", p.position[slot(t, p.world, "turn").Position], 0, 1e-4)
	if err := p.Open("hub"); err != nil {
		t.Fatal(err)
	}
	advance(t, p, 100*time.Millisecond)
	if at := p.position[slot(t, p.world, "turn").Position]; at < 0.1 {
		t.Errorf("the lever that is let go is at %g rad", at)
	}
}

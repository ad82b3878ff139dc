package invariant

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/planners/pickplace"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// shelf is a made-up run of an arm of examples/pick_place, a step of its robot at a time, without
// any of its actors.
type shelf struct {
	t      *testing.T
	w      *Watch
	arm    *arm
	p      *planned // nil for an elastic plan
	now    messages.Instant
	poses  messages.BodyPoses
	status pickplace.Status
	q      []float64 // true positions of the robot
	speed  float64   // of joint_1
}

// DriveModel implements hardware.GroundTruth.
func (s *shelf) DriveModel(joint string) (hardware.DriveModel, func(*hardware.Truth), error) {
	return hardware.DriveModel{Lag: 0.02}, func(into *hardware.Truth) {}, nil
}

// Energy implements hardware.GroundTruth.
func (s *shelf) Energy() (kinetic, potential float64) { return 0, 0 }

// newShelf begins with an arm that moves along planned motions.
func newShelf(t *testing.T) *shelf {
	t.Helper()
	s := newScene(t, "app.yaml")
	if len(s.w.planned) != 1 {
		t.Fatalf("the watch finds %d planned arms; expected one", len(s.w.planned))
	}
	s.p = s.w.planned[0]
	s.arm = s.p.arm
	s.status = pickplace.Status{Phase: pickplace.Carry, State: pickplace.Asking}
	s.begin()
	return s
}

// newSwing begins with an arm that moves along an elastic plan.
func newSwing(t *testing.T) *shelf {
	t.Helper()
	s := newScene(t, "elastic.yaml")
	if len(s.w.elastic) != 1 {
		t.Fatalf("the watch finds %d arms with an elastic plan; expected one", len(s.w.elastic))
	}
	s.arm = s.w.elastic[0].arm
	s.begin()
	return s
}

// newScene has an arm that runs, stretched out over nothing.
func newScene(t *testing.T, file string) *shelf {
	t.Helper()
	config, err := load("pick_place", file)
	if err != nil {
		t.Fatal(err)
	}
	s := &shelf{t: t, now: 1000 * millisecond}
	if s.w, err = New(config, map[string]hardware.GroundTruth{config.Plants[0].Path: s}); err != nil {
		t.Fatal(err)
	}
	s.w.Attach(func() messages.Instant { return s.now }, nil)
	s.q = make([]float64, config.Plants[0].Model.NumPositions())
	return s
}

// begin has the bodies far away.
func (s *shelf) begin() {
	s.set("joint_2", -0.7854)
	s.set("joint_4", -2.3562)
	s.set("joint_6", 1.5708)
	for i := range s.arm.bodies {
		s.poses.Pose = append(s.poses.Pose, messages.Pose{Orientation: [4]float64{1}, Position: [3]float64{5, float64(i), 0.5}})
	}
	s.run(500)
}

// set moves a joint of the robot.
func (s *shelf) set(joint string, to float64) {
	s.t.Helper()
	i, err := s.arm.places.world.JointIndex(joint)
	if err != nil {
		s.t.Fatal(err)
	}
	s.q[s.arm.places.world.Slot(i).Position] = to
}

// place puts a body somewhere.
func (s *shelf) place(name string, at [3]float64) {
	s.t.Helper()
	i := s.arm.bodyNamed(name)
	if i < 0 {
		s.t.Fatalf("there is no body %s", name)
	}
	s.poses.Pose[i].Position = at
}

// run lets milliseconds pass, in steps of the robot of 2 ms.
func (s *shelf) run(ms int) {
	for k := 0; k < ms; k += 2 {
		s.now += 2 * millisecond
		for _, m := range s.w.worlds {
			for i := range m.joints {
				if t := m.joints[i].truth; t != nil {
					t.Mode, t.Velocity = messages.ModeRun, s.speed
				}
			}
		}
		s.arm.places.note(s.now, time.Millisecond, &messages.JointState{Position: s.q})
		s.w.judgeArms(s.arm.robot, s.now)
		if k%10 == 0 {
			s.arm.observe(s.now, &s.poses)
		}
		if k%10 == 0 && s.p != nil {
			s.w.says(s.p, s.now, &s.status)
		}
	}
}

// gripper returns a place between the fingers.
func (s *shelf) gripper() [3]float64 {
	hand := slices.IndexFunc(s.arm.links, func(l solids) bool { return l.name == "hand" })
	return s.arm.links[hand].at.Apply(spatial.Vec{Z: 0.1}).Array()
}

func (s *shelf) want(id string) {
	s.t.Helper()
	switch first := s.w.First(); {
	case first == nil && id != "":
		s.t.Errorf("nothing is violated; expected %s", id)
	case first != nil && first.Invariant != id:
		s.t.Errorf("%v; expected %q", first, id)
	}
}

// strike begins a fault as an event tells.
func (s *shelf) strike(line string) {
	s.t.Helper()
	a, err := faults.Parse("at 0s " + line)
	if err != nil {
		s.t.Fatal(err)
	}
	s.w.armsStruck(messages.Event{Kind: messages.EventFaultInjected, Time: s.now, Source: a.Fault.Target}, &a.Fault, true)
}

func TestV33OfAnArmThatMovesIntoABody(t *testing.T) {
	for name, c := range map[string]struct {
		before func(s *shelf)
		body   string
		rests  int // ms for which the body is at its place when the arm gets there
		id     string
	}{
		"a body of the scene":                      {nil, "shelf_board", 2000, "V33"},
		"a can, with the hand":                     {nil, "can_2", 2000, ""},
		"a body that jumps there":                  {nil, "table", 200, ""},
		"a post that jumped there long before":     {nil, "post", 900, "V33"},
		"while looks have no answer":               {func(s *shelf) { s.strike("job_hang arm/work") }, "table", 900, ""},
		"with a fault of another part":             {func(s *shelf) { s.strike("drop arm/perception.snapshot->arm/arm.snapshot") }, "shelf_board", 2000, ""},
		"with a planner that is wrong":             {func(s *shelf) { s.strike("for 20s job_wrong arm/planner") }, "shelf_board", 2000, "V33"},
		"with a dead planner":                      {func(s *shelf) { s.strike("panic arm/planner") }, "shelf_board", 2000, "V33"},
		"a jump at which a dead work did not look": {func(s *shelf) { s.strike("for 20s crash_loop arm/work") }, "table", 2000, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := newShelf(t)
			s.set("joint_1", 0)
			s.run(10)
			target := s.gripper()
			s.set("joint_1", 1.5)
			s.run(500)
			if c.before != nil {
				c.before(s)
			}
			s.status.State, s.speed = pickplace.Moving, 0.5
			s.run(100)
			s.place(c.body, target)
			s.run(c.rests)
			s.set("joint_1", 0)
			s.run(20)
			s.want(c.id)
		})
	}
}

func TestAnArmAtRestMayBeTouched(t *testing.T) {
	s := newShelf(t)
	s.place("table", s.gripper())
	s.run(1500)
	s.speed = 0.5
	s.status.State = pickplace.Moving
	s.run(1500)
	s.want("")
}

func TestV34OfWorkThatDoesNotSayThatItWaits(t *testing.T) {
	for state, id := range map[pickplace.State]string{pickplace.Starting: "", pickplace.Asking: "V34", pickplace.Moving: "V34", pickplace.Stopping: "V34", pickplace.Waiting: "", pickplace.Finished: ""} {
		s := newShelf(t)
		s.status.State = state
		s.run(int(s.p.idle/time.Millisecond) - 600)
		s.want("")
		s.run(700)
		s.want(id)
	}
}

func TestV35OfAMotionThroughABody(t *testing.T) {
	for name, c := range map[string]struct {
		body  string
		rests int // ms since the body came
		id    string
	}{"through a body": {"post", 1500, "V35"}, "to a can with the hand": {"can_1", 1500, ""}, "through a body that came meanwhile": {"post", 50, ""}} {
		t.Run(name, func(t *testing.T) {
			s := newShelf(t)
			target := s.gripper()
			s.set("joint_1", 1.5)
			s.run(500)
			s.status.State = pickplace.Waiting
			s.run(1500 - c.rests + 10)
			if c.rests > 100 {
				s.place(c.body, target)
			}
			s.run(c.rests)
			s.status.State = pickplace.Asking
			s.run(50)
			if c.rests < 100 {
				s.place(c.body, target)
				s.run(c.rests)
			}
			m := messages.GoalCommand{Points: 1, TimeS: []float64{2}}
			for i, entry := range s.p.entries {
				m.Value = append(m.Value, s.q[entry])
				if i == 0 {
					m.Value[0] = -1.5 // past the body
				}
			}
			s.w.given(s.p, s.now, &m)
			s.want(c.id)
		})
	}
}

func TestV36OfAnObjectThatIsCalledPlaced(t *testing.T) {
	for off, id := range map[float64]string{0: "", 0.009: "", 0.011: "V36", -1: ""} {
		s := newShelf(t)
		if off < 0 {
			s.strike("body_moved arm/environment.can_1")
		}
		s.place("can_1", [3]float64{math.Abs(off), -0.55, 0.195})
		s.run(20)
		s.status.Placed, s.status.Object = 1, 1
		s.run(20)
		s.want(id)
	}
}

func TestTheTimeInWhichAnArmStopsFollowsFromTheFile(t *testing.T) {
	s := newShelf(t)
	// Environment 100 Hz, watch 50 ms, job 5 ms, work 50 Hz, controller 250 Hz, slow_down 0.3 s.
	want := 2*10*time.Millisecond + 50*time.Millisecond + 5*time.Millisecond + 3*20*time.Millisecond + 2*4*time.Millisecond + 300*time.Millisecond + s.w.jolt
	if s.p.stops != want {
		t.Errorf("the arm stops within %v; expected %v", s.p.stops, want)
	}
	if post := s.p.keeps[s.p.bodyNamed("post")]; post != 0.1 {
		t.Errorf("the arm stays %g m away from the post; expected half of its 0.2 m", post)
	}
}

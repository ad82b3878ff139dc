package gripperpath_test

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/actors/planners/gripperpath"
	"github.com/robo-actors/robo-actors/messages"
)

const robot = `
robot:
  name: robot
  links: [{name: room}, {name: a}, {name: b}]
  joints:
    - {name: one, type: revolute, parent: room, child: a, axis: [0, 0, 1], limits: {lower: -2, upper: 2, velocity: 1.5, effort: 10}}
    - {name: two, type: revolute, parent: a, child: b, axis: [0, 0, 1], limits: {lower: -2, upper: 2, velocity: 1.5, effort: 10}}
  joint_groups: {all: [one, two], first: [one]}
`

const period = 0.01 // s

func pathOptions() gripperpath.Options {
	o := gripperpath.DefaultOptions()
	o.JointGroup = "all"
	o.Waypoints = []gripperpath.Waypoint{
		{Time: time.Second, Position: []messages.Meters{0.3, 0, 0}},
		{Time: 2 * time.Second, Position: []messages.Meters{0.5, 0.2, 0.1}, Yaw: math.Pi / 2},
	}
	return o
}

// planner is a rig whose gripper has the pose that the test sets.
type planner struct {
	*shelltest.Rig
	pose      messages.Pose
	noModel   bool
	cut       bool          // the model has lost its poses on the way
	unseen    bool          // the model has not looked at the gripper
	late      time.Duration // of the model's snapshot
	reference *shelltest.Output[messages.BodyReference]
}

func newPlanner(t *testing.T, o gripperpath.Options) *planner {
	t.Helper()
	w := shelltest.World(t, robot)
	p := &planner{pose: messages.IdentityPose()}
	p.pose.Position = [3]float64{1, 2, 0.5}
	p.Rig = shelltest.New(t, w, func() any { return &gripperpath.Actor{Options: o} })
	shelltest.Feed(p.Rig, "model", actors.Sizes{"positions": 2, "velocities": 2, "frames": 1, "jacobians": 12, "drifts": 6, "mass_matrix": 0, "dynamics": 0, "center_of_mass": 0},
		3*shelltest.Period, func(tick *actors.Tick, m *messages.Model) bool {
			m.Pose = m.Pose[:1]
			m.Pose[0], m.Computed[0], m.SnapshotTime = p.pose, !p.unseen, tick.Now-messages.Instant(p.late)
			if p.cut {
				m.Pose = m.Pose[:0]
			}
			return !p.noModel
		})
	return p
}

func (p *planner) start(t *testing.T) {
	t.Helper()
	p.Start()
	p.reference = shelltest.Tap[messages.BodyReference](p.Rig, "reference", nil)
}

// smooth runs for n periods and checks that the reference moves as its twist says and that neither
// jumps.
func (p *planner) smooth(t *testing.T, n int) {
	t.Helper()
	for k := range n {
		was := p.reference.Value
		p.Ticks(1)
		now := p.reference.Value
		for i := range 3 {
			mean := (was.Twist.Linear[i] + now.Twist.Linear[i]) / 2
			if step := now.Pose.Position[i] - was.Pose.Position[i]; math.Abs(step-mean*period) > 1e-4 {
				t.Fatalf("period %d: axis %d goes %g m at %g m/s", k, i, step, mean)
			}
			if step := now.Twist.Linear[i] - was.Twist.Linear[i]; math.Abs(step) > 0.05 {
				t.Fatalf("period %d: the velocity of axis %d jumps by %g m/s", k, i, step)
			}
			if step := now.Twist.Angular[i] - was.Twist.Angular[i]; math.Abs(step) > 0.25 {
				t.Fatalf("period %d: the angular velocity about axis %d jumps by %g rad/s", k, i, step)
			}
		}
	}
}

func (p *planner) wantEnd(t *testing.T) {
	t.Helper()
	r := p.reference.Value
	for i, want := range [3]float64{1.5, 2.2, 0.6} {
		if math.Abs(r.Pose.Position[i]-want) > 1e-9 {
			t.Errorf("the path ends at %v", r.Pose.Position)
		}
	}
	if q := r.Pose.Orientation; math.Abs(math.Abs(q[0])-math.Sqrt2/2) > 1e-9 || math.Abs(math.Abs(q[3])-math.Sqrt2/2) > 1e-9 {
		t.Errorf("the path ends turned by %v, want a quarter turn to the left", q)
	}
	if !r.Finished || r.Twist != (messages.Twist{}) {
		t.Errorf("finished: %t, with %v", r.Finished, r.Twist)
	}
	p.WantNoFailure()
}

func TestThePathBeginsWhereTheGripperIsAndEndsAtItsLastPose(t *testing.T) {
	p := newPlanner(t, pathOptions())
	p.start(t)
	p.Ticks(1)
	if p.reference.Value.Pose != p.pose {
		t.Errorf("before the path the reference is %v, the gripper is at %v", p.reference.Value.Pose, p.pose)
	}
	p.smooth(t, 245)
	p.wantEnd(t)
}

func TestThePlannerWaitsForSnapshotModelAndJoints(t *testing.T) {
	p := newPlanner(t, pathOptions())
	p.Silent, p.noModel = true, true
	p.Robot.Valid[1] = false
	p.start(t)
	p.Ticks(10)
	p.Silent = false
	p.Ticks(10)
	p.noModel = false
	p.Ticks(10)
	if p.reference.Count != 0 {
		t.Errorf("%d references were sent before everything was known", p.reference.Count)
	}
	p.Robot.Valid[1], p.Robot.Mode[1] = true, messages.ModeRampHold
	p.pose.Position[0] = 1.1
	p.Ticks(50)
	if r := p.reference.Value; r.Pose != p.pose || r.Twist != (messages.Twist{}) {
		t.Errorf("while a joint does not run the reference is %v with %v", r.Pose, r.Twist)
	}
	p.pose.Position[0] = 1
	p.Robot.Mode[1] = messages.ModeRun
	p.Ticks(1)
	p.smooth(t, 245)
	p.wantEnd(t)
}

// A slow model's first value is of a snapshot in which no joint was known, and a model computes
// only the frames that it is asked for.
func TestThePlannerWaitsForAModelOfWhatIsKnown(t *testing.T) {
	p := newPlanner(t, pathOptions())
	p.late = 5 * shelltest.Period
	p.Robot.Valid[1] = false
	p.start(t)
	p.Ticks(3)
	p.Robot.Valid[1] = true
	p.Ticks(4)
	if p.reference.Count != 0 {
		t.Errorf("%d references were sent from a model of unknown joints", p.reference.Count)
	}
	p.unseen = true
	p.Ticks(10)
	if p.reference.Count != 0 {
		t.Errorf("%d references were sent from a model without the gripper", p.reference.Count)
	}
	p.unseen = false
	p.Ticks(1)
	if p.reference.Count != 1 || p.reference.Value.Pose != p.pose {
		t.Errorf("%d references were sent, the last one %v", p.reference.Count, p.reference.Value.Pose)
	}
	p.WantNoFailure()
}

// Joints that nobody knew before there was a model are remembered: the first model may be of them.
func TestThePlannerRemembersWhatWasNotKnownBeforeTheFirstModel(t *testing.T) {
	p := newPlanner(t, pathOptions())
	p.noModel, p.late = true, 5*shelltest.Period
	p.Robot.Valid[1] = false
	p.start(t)
	p.Ticks(3)
	p.noModel, p.Robot.Valid[1] = false, true
	p.Ticks(4)
	if p.reference.Count != 0 {
		t.Errorf("%d references were sent from a model of unknown joints", p.reference.Count)
	}
	p.Ticks(2)
	if p.reference.Count == 0 || p.reference.Value.Pose != p.pose {
		t.Errorf("%d references were sent, the last one %v", p.reference.Count, p.reference.Value.Pose)
	}
	p.WantNoFailure()
}

func TestThePathPausesAndResumesWithoutAJump(t *testing.T) {
	p := newPlanner(t, pathOptions())
	p.start(t)
	p.Ticks(100)
	p.Robot.Mode[0] = messages.ModeRampHold
	p.smooth(t, 40)
	rest := p.reference.Value
	p.smooth(t, 20)
	if p.reference.Value != rest || rest.Twist != (messages.Twist{}) || rest.Acceleration != ([6]float64{}) {
		t.Errorf("the reference should rest, and goes from %v to %v", rest, p.reference.Value)
	}
	p.Robot.Valid[0] = false
	p.smooth(t, 5)
	p.Robot.Valid[0], p.Robot.Mode[0] = true, messages.ModeRun
	p.smooth(t, 200)
	p.wantEnd(t)
}

func TestStaleInputsFailThePlanner(t *testing.T) {
	for port, silence := range map[string]func(*planner){
		"snapshot": func(p *planner) { p.Silent = true },
		"model":    func(p *planner) { p.noModel = true },
	} {
		t.Run(port, func(t *testing.T) {
			p := newPlanner(t, pathOptions())
			p.start(t)
			p.Ticks(20)
			silence(p)
			p.Ticks(5)
			p.WantFailure("robot/shell."+port, "stale")
		})
	}
}

func TestANewIncarnationBeginsWhereTheGripperIs(t *testing.T) {
	p := newPlanner(t, pathOptions())
	p.start(t)
	p.Ticks(100)
	p.Fail()
	p.pose = p.reference.Value.Pose
	p.Ticks(25)
	if r := p.reference; r.Stamp.Incarnation != 2 || r.Value.Pose != p.pose || r.Value.Twist != (messages.Twist{}) {
		t.Errorf("incarnation %d sends %v", r.Stamp.Incarnation, r.Value)
	}
}

func TestAPathFromAnInvalidPoseFailsThePlanner(t *testing.T) {
	p := newPlanner(t, pathOptions())
	p.pose.Position[1] = math.NaN()
	p.start(t)
	p.Ticks(5)
	if p.reference.Count != 0 {
		t.Errorf("%d references were sent, the newest at %v", p.reference.Count, p.reference.Value.Pose)
	}
	p.WantFailure("gripper")
}

func TestAModelWithoutAPoseFailsThePlanner(t *testing.T) {
	p := newPlanner(t, pathOptions())
	p.cut = true
	p.start(t)
	p.Ticks(5)
	p.WantFailure("0 poses", "gripper")
}

func TestWrongOptionsOfAPathAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*gripperpath.Options)
		want   string
	}{
		"an unknown group":    {func(o *gripperpath.Options) { o.JointGroup = "none" }, "joint_group"},
		"two coordinates":     {func(o *gripperpath.Options) { o.Waypoints[1].Position = o.Waypoints[1].Position[:2] }, "waypoints[1]: 2 coordinates"},
		"one tilt":            {func(o *gripperpath.Options) { o.Waypoints[0].Tilt = []messages.Radians{1} }, "1 tilts"},
		"no waypoints":        {func(o *gripperpath.Options) { o.Waypoints = nil }, "waypoints"},
		"equal times":         {func(o *gripperpath.Options) { o.Waypoints[1].Time = time.Second }, "times must strictly increase"},
		"a waypoint with NaN": {func(o *gripperpath.Options) { o.Waypoints[0].Position[2] = messages.Meters(math.NaN()) }, "waypoint"},
	} {
		t.Run(name, func(t *testing.T) {
			o := pathOptions()
			c.change(&o)
			newPlanner(t, o).WantRefused(c.want)
		})
	}
}

// A pose knows no whole turns: of 200 degrees it would make 160 the other way.
func TestATurnThatThePathWouldNotMakeIsRefused(t *testing.T) {
	for _, c := range []struct {
		change func(*gripperpath.Options)
		want   string
	}{
		{func(o *gripperpath.Options) { o.Waypoints[0].Yaw = 3.5 }, "waypoints[0].yaw: the gripper would turn by 3.5 rad from the beginning; expected at most 3.054: add a waypoint between"},
		{func(o *gripperpath.Options) { o.Waypoints[1].Yaw = -2 * math.Pi }, "waypoints[1].yaw: the gripper would turn by -6.283 rad from waypoints[0]"},
		{func(o *gripperpath.Options) { o.Waypoints[0].Tilt = []messages.Radians{0, 6} }, "waypoints[0].tilt[1]: the gripper would turn by 6 rad"},
		{func(o *gripperpath.Options) { o.Waypoints[1].Tilt = []messages.Radians{-4, 0} }, "waypoints[1].tilt[0]: the gripper would turn by -4 rad"},
		{func(o *gripperpath.Options) { o.Waypoints[1].Yaw = messages.Radians(math.NaN()) }, "waypoints[1].yaw: the gripper would turn by NaN rad"},
	} {
		o := pathOptions()
		c.change(&o)
		newPlanner(t, o).WantRefused(c.want)
	}
}

func TestAPathOfSeveralTurnsHasAWaypointEachHalfTurn(t *testing.T) {
	o := pathOptions()
	o.Waypoints = nil
	for k := range 6 {
		o.Waypoints = append(o.Waypoints, gripperpath.Waypoint{Time: time.Duration(k+1) * time.Second, Position: make([]messages.Meters, 3), Yaw: messages.Radians(2.5 * float64(k+1))})
	}
	p := newPlanner(t, o)
	p.start(t)
	turned := 0.0
	for range 700 {
		p.Ticks(1)
		turned += p.reference.Value.Twist.Angular[2] * period
	}
	if math.Abs(turned-15) > 0.01 {
		t.Errorf("the reference turned by %g rad, its yaw says 15", turned)
	}
	p.WantNoFailure()
}

func TestATickOfThePlannerDoesNotAllocate(t *testing.T) {
	p := newPlanner(t, pathOptions())
	p.start(t)
	p.Ticks(50)
	p.WantNoAllocation()
}

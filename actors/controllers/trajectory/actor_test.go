package trajectory_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/controllers/trajectory"
	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

const armRobot = `
robot:
  name: arm
  links: [{name: room}, {name: body}, {name: upper}, {name: slider}]
  joints:
    - {name: planar, type: planar, parent: room, child: body, axis: [0, 0, 1], role: virtual, limits: [{velocity: 2}, {velocity: 2}, {velocity: 4}]}
    - {name: shoulder, type: revolute, parent: body, child: upper, axis: [0, 1, 0], limits: {lower: -2, upper: 2, velocity: 1.5, acceleration: 5, effort: 10}}
    - {name: lift, type: prismatic, parent: upper, child: slider, axis: [0, 0, 1], limits: {lower: 0, upper: 0.5, velocity: 0.4, acceleration: 2, effort: 50}}
  joint_groups:
    arm: [shoulder, lift]
    all: [planar, shoulder, lift]
`

const period = 0.01 // s

func armOptions() trajectory.Options {
	o := trajectory.DefaultOptions()
	o.JointGroup, o.AfterStop = "arm", "resume"
	o.Waypoints = []trajectory.WaypointJoint{{Time: 2 * time.Second, Position: []float64{1, 0.3}}, {Time: 4 * time.Second, Position: []float64{-0.5, 0.1}}}
	return o
}

// arm is a rig of two joints that follow commands at once while they run.
type arm struct {
	*shelltest.Rig
	joints  [2]int
	slots   [2]worlds.Slot
	command *shelltest.Output[messages.JointCommand]
	how     [2]messages.ControlMode
	where   [2]float64
	rate    [2]float64
	lag     [2]float64 // distance at which the joints stay behind their commands
}

func newArm(t *testing.T, o trajectory.Options) *arm {
	t.Helper()
	w := shelltest.World(t, armRobot)
	a := &arm{}
	for i, name := range []string{"shoulder", "lift"} {
		a.joints[i], _ = w.JointIndex(name)
		a.slots[i] = w.Slot(a.joints[i])
	}
	a.Rig = shelltest.New(t, w, func() any { return &trajectory.Actor{Options: o} })
	a.Plant = a.move
	return a
}

func (a *arm) start(t *testing.T) {
	t.Helper()
	a.Start()
	a.command = shelltest.Tap(a.Rig, "command", func(_ messages.Stamp, c *messages.JointCommand) {
		copy(a.how[:], c.Control)
		copy(a.where[:], c.Position)
		copy(a.rate[:], c.Velocity)
	})
}

func (a *arm) move() {
	for i, s := range a.slots {
		if j := a.joints[i]; a.how[i] != messages.ControlNone && a.Robot.Mode[j].Passes() && a.Robot.Valid[j] {
			a.Robot.Position[s.Position], a.Robot.Velocity[s.Velocity] = a.where[i]-a.lag[i], a.rate[i]
		}
	}
}

func (a *arm) position(i int) float64 { return a.Robot.Position[a.slots[i].Position] }

func (a *arm) set(i int, m messages.Mode, position float64) {
	a.Robot.Mode[a.joints[i]] = m
	a.Robot.Position[a.slots[i].Position], a.Robot.Velocity[a.slots[i].Velocity] = position, 0
}

// smooth runs for n periods and checks that what is commanded of joint i neither jumps nor is
// faster than its velocity says.
func (a *arm) smooth(t *testing.T, n, i int) {
	t.Helper()
	for k := range n {
		where, rate := a.where[i], a.rate[i]
		a.Ticks(1)
		if step := a.where[i] - where; math.Abs(step) > 1.5*period*1.01 {
			t.Fatalf("period %d: joint %d is sent from %g to %g", k, i, where, a.where[i])
		}
		if step := a.rate[i] - rate; math.Abs(step) > 2*5*period {
			t.Fatalf("period %d: the velocity of joint %d jumps from %g to %g", k, i, rate, a.rate[i])
		}
		if mean := (rate + a.rate[i]) / 2; math.Abs(a.where[i]-where-mean*period) > 5*period*period {
			t.Fatalf("period %d: joint %d went %g at velocities %g and %g", k, i, a.where[i]-where, rate, a.rate[i])
		}
	}
}

func (a *arm) wantAt(t *testing.T, shoulder, lift float64) {
	t.Helper()
	if math.Abs(a.position(0)-shoulder) > 1e-6 || math.Abs(a.position(1)-lift) > 1e-6 || math.Abs(a.rate[0])+math.Abs(a.rate[1]) > 1e-9 {
		t.Errorf("the joints are at %g and %g with %v, want %g and %g at rest", a.position(0), a.position(1), a.rate, shoulder, lift)
	}
}

func (a *arm) wantTold(t *testing.T, text string) {
	t.Helper()
	if notes := a.Told(messages.EventNote); len(notes) != 1 || !strings.Contains(notes[0], text) {
		t.Errorf("the end was reported as %q, want once, with %q", notes, text)
	}
}

func TestJointsPassTheirWaypointsSmoothly(t *testing.T) {
	for _, shape := range []string{"quintic", "cubic"} {
		t.Run(shape, func(t *testing.T) {
			o := armOptions()
			o.Interpolation = shape
			a := newArm(t, o)
			a.set(0, messages.ModeRun, 0.2)
			a.start(t)
			a.Ticks(1)
			a.smooth(t, 219, 0) // begin after 0.2 s, and 2 s to the first waypoint
			if math.Abs(a.where[0]-1) > 0.01 || math.Abs(a.where[1]-0.3) > 0.01 {
				t.Errorf("at the first waypoint the joints are sent to %v", a.where)
			}
			a.smooth(t, 250, 0)
			a.wantAt(t, -0.5, 0.1)
			a.wantTold(t, "succeeded")
			a.WantNoFailure()
		})
	}
}

func TestNothingMovesBeforeAllJointsRun(t *testing.T) {
	a := newArm(t, armOptions())
	a.Silent = true
	a.start(t)
	a.Ticks(30)
	if a.command.Count != 0 {
		t.Errorf("%d commands were sent without a snapshot", a.command.Count)
	}
	a.Silent = false
	a.set(0, messages.ModeOff, 0.4)
	for k := range 50 { // it sinks, and what is commanded goes with it
		a.set(0, messages.ModeOff, 0.4-0.002*float64(k))
		a.Ticks(1)
		if math.Abs(a.where[0]-a.position(0)) > 1e-12 || a.rate[0] != 0 || a.where[1] != 0 {
			t.Fatalf("the joints are sent to %v with %v, the first is off at %g", a.where, a.rate, a.position(0))
		}
	}
	a.set(0, messages.ModeRun, 0.3)
	a.smooth(t, 440, 1)
	a.wantAt(t, -0.5, 0.1)
	a.WantNoFailure()
}

func TestAJointBeyondItsLimitIsHeldAtTheLimitAndComesBack(t *testing.T) {
	a := newArm(t, armOptions())
	a.set(1, messages.ModeRampHold, -0.005) // it sank onto its end stop
	a.start(t)
	a.Ticks(20)
	if a.where[1] != 0 {
		t.Errorf("the joint is at -0.005 and is sent to %g; its limit is 0", a.where[1])
	}
	a.set(1, messages.ModeRun, -0.005)
	a.Ticks(450)
	a.wantAt(t, -0.5, 0.1)
	a.WantNoFailure()
}

func TestAStaleSnapshotFailsTheTrajectory(t *testing.T) {
	a := newArm(t, armOptions())
	a.start(t)
	a.Ticks(50)
	a.Silent = true
	a.Ticks(5)
	a.WantFailure("robot/shell.snapshot", "stale")
}

// The shoulder leaves run in the middle of its way, comes to rest somewhat off the path, and runs
// again:
//
//	mode       run ----+ ramp_hold ------+ run
//	reference  moving  | comes to rest   | rests, until the shoulder is back, then goes on
//	lift       moving  | comes to rest   | waits                                 goes on
func TestATrajectoryPausesWhileAJointDoesNotRunAndResumesWithoutAJump(t *testing.T) {
	a := newArm(t, armOptions())
	a.start(t)
	a.Ticks(120)
	stopped := a.position(0) + 0.02
	a.set(0, messages.ModeRampHold, stopped)
	a.smooth(t, 100, 1)
	if a.rate[1] != 0 || a.where[1] > 0.29 {
		t.Fatalf("the lift should rest on its way, and is sent to %g with %g", a.where[1], a.rate[1])
	}
	if a.where[0] != stopped || a.rate[0] != 0 {
		t.Errorf("the shoulder rests at %g and is sent to %g with %g", stopped, a.where[0], a.rate[0])
	}
	a.set(0, messages.ModeRun, stopped)
	before := a.where
	a.smooth(t, 20, 0)
	if a.where[1] != before[1] {
		t.Error("the lift went on while the shoulder was on its way back")
	}
	a.smooth(t, 500, 0)
	a.wantAt(t, -0.5, 0.1)
	a.wantTold(t, "succeeded")
	a.WantNoFailure()
}

func TestAJointThatRunsAgainAtOnceDoesNotJump(t *testing.T) {
	a := newArm(t, armOptions())
	a.start(t)
	a.Ticks(120)
	at := a.position(0)
	a.set(0, messages.ModeRampHold, at)
	a.Ticks(5)
	a.set(0, messages.ModeRun, at)
	a.smooth(t, 600, 0)
	a.wantAt(t, -0.5, 0.1)
	a.wantTold(t, "succeeded")
}

func TestAJointOfUnknownStateIsNotCommanded(t *testing.T) {
	a := newArm(t, armOptions())
	a.start(t)
	a.Ticks(120)
	at := a.position(0)
	a.Robot.Valid[a.joints[0]], a.Robot.Position[a.slots[0].Position] = false, math.NaN()
	a.smooth(t, 60, 1)
	if a.how[0] != messages.ControlNone || a.how[1] != messages.ControlPositionVelocity {
		t.Errorf("the joints are commanded %v", a.how)
	}
	a.Robot.Valid[a.joints[0]] = true
	a.set(0, messages.ModeRun, at+0.05)
	a.Ticks(1)
	if math.Abs(a.where[0]-at-0.05) > 1e-3 {
		t.Errorf("known again at %g, the joint is sent to %g", at+0.05, a.where[0])
	}
	a.smooth(t, 600, 0)
	a.wantAt(t, -0.5, 0.1)
}

func TestAJointThatWentTooFarEndsTheTrajectoryAndStays(t *testing.T) {
	a := newArm(t, armOptions())
	a.start(t)
	a.Ticks(120)
	a.set(0, messages.ModeRampHold, -1)
	a.Ticks(50)
	a.set(0, messages.ModeRun, -1)
	a.smooth(t, 300, 0)
	if a.where[0] != -1 || a.rate[0] != 0 || a.rate[1] != 0 {
		t.Errorf("the joint is at -1 and is sent to %g with %v", a.where[0], a.rate)
	}
	a.wantTold(t, "cancelled")
	a.WantNoFailure()
}

// The shoulder is on its way back when the lift falls: the shoulder comes to rest on its way, at
// the velocities it is sent with.
func TestAJointOnItsWayBackComesToRestWhenTheTrajectoryEnds(t *testing.T) {
	a := newArm(t, armOptions())
	a.start(t)
	a.Ticks(120)
	stopped := a.position(0) - 0.02
	a.set(0, messages.ModeRampHold, stopped)
	a.smooth(t, 100, 1)
	a.set(0, messages.ModeRun, stopped)
	a.smooth(t, 25, 0)
	if a.rate[0] < 0.5 {
		t.Fatalf("the shoulder should be on its way back, and goes with %g", a.rate[0])
	}
	a.set(1, messages.ModeRampHold, 0.42)
	a.smooth(t, 200, 0)
	if a.rate != [2]float64{} {
		t.Errorf("the joints are sent to %v, and on with %v", a.where, a.rate)
	}
	a.wantTold(t, "cancelled")
	a.WantNoFailure()
}

func TestAJointThatWentTooFarAfterTheEndStays(t *testing.T) {
	a := newArm(t, armOptions())
	a.start(t)
	a.Ticks(500)
	a.wantAt(t, -0.5, 0.1)
	a.wantTold(t, "succeeded")
	a.set(0, messages.ModeOff, 1.5)
	a.Ticks(50)
	a.set(0, messages.ModeRun, 1.5)
	a.smooth(t, 300, 0)
	if a.where[0] != 1.5 || a.rate[0] != 0 {
		t.Errorf("the joint is at 1.5 and is sent to %g with %g", a.where[0], a.rate[0])
	}
	if notes := a.Told(messages.EventNote); len(notes) != 2 || !strings.Contains(notes[1], `joint "shoulder" stands 2 from the end`) {
		t.Errorf("it was reported as %q", notes)
	}
	a.WantNoFailure()
}

func TestAJointThatWentAwayALittleAfterTheEndComesBack(t *testing.T) {
	a := newArm(t, armOptions())
	a.start(t)
	a.Ticks(500)
	a.set(0, messages.ModeRampHold, -0.4)
	a.Ticks(50)
	a.set(0, messages.ModeRun, -0.4)
	a.smooth(t, 300, 0)
	a.wantAt(t, -0.5, 0.1)
	a.wantTold(t, "succeeded")
}

func TestAJointThatDoesNotFollowEndsTheTrajectoryAtRest(t *testing.T) {
	a := newArm(t, armOptions())
	a.start(t)
	a.Ticks(100)
	a.lag[0] = 0.15
	a.smooth(t, 200, 0)
	if a.rate != [2]float64{} {
		t.Errorf("the joints are sent on with %v", a.rate)
	}
	a.wantTold(t, `joint "shoulder" is off by`)
}

func TestATrajectoryThatMissesItsGoalIsReported(t *testing.T) {
	a := newArm(t, armOptions())
	a.lag[1] = 0.02
	a.start(t)
	a.Ticks(600)
	a.wantTold(t, "goal tolerance failed")
}

// The reference reaches its end while it comes to rest. The shoulder, which stopped before, has
// still to get there.
func TestATrajectoryHasNotSucceededBeforeAStoppedJointIsAtTheGoal(t *testing.T) {
	a := newArm(t, armOptions())
	a.start(t)
	a.Ticks(405)
	a.set(0, messages.ModeRampHold, -0.4)
	a.Ticks(300) // longer than goal_time, which begins when the joint runs
	if notes := a.Told(messages.EventNote); len(notes) != 0 {
		t.Fatalf("the shoulder stopped at -0.4, its goal is -0.5, and it was reported as %q", notes)
	}
	a.set(0, messages.ModeRun, -0.4)
	a.smooth(t, 200, 0)
	a.wantAt(t, -0.5, 0.1)
	a.wantTold(t, "succeeded")
}

func TestJointsComeToAFixedStartFirst(t *testing.T) {
	o := armOptions()
	o.Waypoints = append([]trajectory.WaypointJoint{{Position: []float64{0.1, 0}}}, o.Waypoints...)
	a := newArm(t, o)
	a.set(0, messages.ModeRun, 0.2)
	a.start(t)
	a.Ticks(1)
	a.smooth(t, 600, 0)
	a.wantAt(t, -0.5, 0.1)
	a.WantNoFailure()
}

func TestAFixedStartThatIsFarAwayIsRefused(t *testing.T) {
	o := armOptions()
	o.Waypoints = append([]trajectory.WaypointJoint{{Position: []float64{-0.5, 0}}}, o.Waypoints...)
	a := newArm(t, o)
	a.start(t)
	a.Ticks(25)
	a.WantFailure("shoulder", "plan from the measured state")
}

func TestANewIncarnationBeginsFromWhatIsMeasured(t *testing.T) {
	a := newArm(t, armOptions())
	a.start(t)
	a.Ticks(150)
	a.Fail()
	a.Ticks(1)
	at := a.position(0)
	a.Ticks(20)
	a.WantFailure("injected")
	if a.command.Stamp.Incarnation != 2 || math.Abs(a.where[0]-at) > 0.01 || a.rate[0] != 0 {
		t.Errorf("incarnation %d sends the joint from %g to %g with %g", a.command.Stamp.Incarnation, at, a.where[0], a.rate[0])
	}
	a.smooth(t, 450, 0)
	a.wantAt(t, -0.5, 0.1)
}

func TestWhatIsNoNumberFailsTheTrajectoryAndIsNeverSent(t *testing.T) {
	a := newArm(t, armOptions())
	a.start(t)
	a.Ticks(50)
	a.Plant = nil
	a.Robot.Velocity[a.slots[1].Velocity] = math.NaN()
	a.Ticks(3)
	a.WantFailure("not a finite number", "lift")
	for i := range a.where {
		if math.IsNaN(a.where[i]) || math.IsNaN(a.rate[i]) {
			t.Errorf("%v with %v was sent", a.where, a.rate)
		}
	}
}

func TestWrongOptionsOfATrajectoryAreRefused(t *testing.T) {
	at := func(d time.Duration, q ...float64) trajectory.WaypointJoint {
		return trajectory.WaypointJoint{Time: d, Position: q}
	}
	for name, c := range map[string]struct {
		change func(*trajectory.Options)
		want   string
	}{
		"an unknown group":       {func(o *trajectory.Options) { o.JointGroup = "leg" }, "joint_group"},
		"a joint of three axes":  {func(o *trajectory.Options) { o.JointGroup = "all" }, `"planar" is planar`},
		"an unknown way on":      {func(o *trajectory.Options) { o.AfterStop = "wait" }, "after_stop: \"wait\" is unknown; expected hold or resume"},
		"a later tolerance":      {func(o *trajectory.Options) { o.Waypoints, o.PathTolerance = nil, 0 }, "path tolerance"},
		"a waypoint too short":   {func(o *trajectory.Options) { o.Waypoints[1].Position = []float64{1} }, "waypoints[1]: there are 1 positions"},
		"repeated time":          {func(o *trajectory.Options) { o.Waypoints[1].Time = 2 * time.Second }, "times must strictly increase"},
		"too far":                {func(o *trajectory.Options) { o.Waypoints[0].Position[0] = 2.5 }, `position of joint "shoulder"`},
		"too fast":               {func(o *trajectory.Options) { o.Waypoints = append(o.Waypoints, at(4100*time.Millisecond, 0.5, 0.1)) }, `velocity of joint "shoulder"`},
		"an unknown shape":       {func(o *trajectory.Options) { o.Interpolation = "septic" }, "expected quintic or cubic"},
		"a tolerance of nothing": {func(o *trajectory.Options) { o.PathTolerance = 0 }, "path tolerance"},
		"a waypoint nowhere":     {func(o *trajectory.Options) { o.Waypoints[0].Position[1] = math.NaN() }, "lift"},
		"it never comes to rest": {func(o *trajectory.Options) { o.SlowDown = -1 }, "slow-down"},
		"negative goal time":     {func(o *trajectory.Options) { o.GoalTime = -1 }, "goal time"},
	} {
		t.Run(name, func(t *testing.T) {
			o := armOptions()
			c.change(&o)
			newArm(t, o).WantRefused(c.want)
		})
	}
}

// The options bound a joint whose robot description does not.
func TestAJointWithoutLimitsHasThoseOfTheOptions(t *testing.T) {
	text := strings.Replace(armRobot, "type: revolute, parent: body, child: upper, axis: [0, 1, 0], limits: {lower: -2, upper: 2, velocity: 1.5, acceleration: 5, effort: 10}", "type: continuous, parent: body, child: upper, axis: [0, 1, 0]", 1)
	for want, change := range map[string]func(*trajectory.Options){
		`velocity of joint "shoulder"`:     func(o *trajectory.Options) { o.Velocity = 0.2 },
		`acceleration of joint "shoulder"`: func(o *trajectory.Options) { o.Velocity, o.Acceleration = 50, 0.2 },
	} {
		o := armOptions()
		o.Waypoints = append([]trajectory.WaypointJoint{{Position: []float64{0, 0}}}, o.Waypoints...)
		change(&o)
		shelltest.New(t, shelltest.World(t, text), func() any { return &trajectory.Actor{Options: o} }).WantRefused(want)
	}
}

func TestATickOfATrajectoryDoesNotAllocate(t *testing.T) {
	a := newArm(t, armOptions())
	a.start(t)
	a.Ticks(100)
	a.WantNoAllocation()
}

// A second slider goes twice as far as the lift, and ends at 0.4 m: the lift ends at 0.2 m.
func TestAGoalThatAMimicJointCannotReachIsRefused(t *testing.T) {
	text := strings.Replace(armRobot, "{name: slider}", "{name: slider}, {name: second}", 1)
	text = strings.Replace(text, "  joint_groups:", "    - {name: twice, type: prismatic, parent: slider, child: second, axis: [0, 0, 1], limits: {lower: 0, upper: 0.4, velocity: 2, effort: 50}, mimic: {joint: lift, multiplier: 2}}\n  joint_groups:", 1)
	o := armOptions() // its first waypoint has the lift at 0.3 m
	shelltest.New(t, shelltest.World(t, text), func() any { return &trajectory.Actor{Options: o} }).WantRefused(`waypoints[0].position[1]: the position of joint "lift" would be 0.3 m; expected 0 to 0.2, its limits`)
}

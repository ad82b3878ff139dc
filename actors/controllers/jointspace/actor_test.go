package jointspace_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/controllers/jointspace"
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

func armOptions() jointspace.Options {
	o := jointspace.DefaultOptions()
	o.JointGroup = "arm"
	return o
}

// arm is a rig of two joints that follow commands at once while they run: velocities, or as
// unit masses efforts.
type arm struct {
	*shelltest.Rig
	joints  [2]int
	slots   [2]worlds.Slot
	target  messages.JointCommand
	silent  bool // no target is sent
	command *shelltest.Output[messages.JointCommand]
	told    [2]float64
	how     [2]messages.ControlMode
}

// newArm makes a rig; with a target if linked.
func newArm(t *testing.T, o jointspace.Options, linked bool) *arm {
	t.Helper()
	w := shelltest.World(t, armRobot)
	a := &arm{target: messages.JointCommand{Control: make([]messages.ControlMode, 2), Position: make([]float64, 2), Velocity: make([]float64, 2), Effort: make([]float64, 2)}}
	for i, name := range []string{"shoulder", "lift"} {
		a.joints[i], _ = w.JointIndex(name)
		a.slots[i] = w.Slot(a.joints[i])
	}
	a.Rig = shelltest.New(t, w, func() any { return &jointspace.Actor{Options: o} })
	if linked {
		shelltest.Feed(a.Rig, "target", actors.Sizes{"joints": 2, "positions": 2, "velocities": 2}, 0, func(_ *actors.Tick, c *messages.JointCommand) bool {
			copy(c.Control, a.target.Control)
			copy(c.Position, a.target.Position)
			copy(c.Velocity, a.target.Velocity)
			copy(c.Effort, a.target.Effort)
			return !a.silent
		})
	}
	a.Plant = a.move
	return a
}

func (a *arm) start(t *testing.T) {
	t.Helper()
	a.Start()
	a.command = shelltest.Tap(a.Rig, "command", func(_ messages.Stamp, c *messages.JointCommand) {
		copy(a.how[:], c.Control)
		for i := range a.told {
			a.told[i] = c.Velocity[i] + c.Effort[i] // the other one is zero
		}
	})
}

func (a *arm) move() {
	for i, s := range a.slots {
		if a.Robot.Mode[a.joints[i]].Passes() {
			switch a.how[i] {
			case messages.ControlVelocity:
				a.Robot.Velocity[s.Velocity] = a.told[i]
			case messages.ControlEffort:
				a.Robot.Velocity[s.Velocity] += a.told[i] * period
				a.Robot.Effort[s.Velocity] = a.told[i]
			}
		}
		a.Robot.Position[s.Position] += a.Robot.Velocity[s.Velocity] * period
	}
}

func (a *arm) position(i int) float64 { return a.Robot.Position[a.slots[i].Position] }
func (a *arm) speed(i int) *float64   { return &a.Robot.Velocity[a.slots[i].Velocity] }

func (a *arm) want(i int, control messages.ControlMode, value float64) {
	a.target.Control[i] = control
	switch control {
	case messages.ControlPosition:
		a.target.Position[i] = value
	case messages.ControlVelocity:
		a.target.Velocity[i] = value
	case messages.ControlEffort:
		a.target.Effort[i] = value
	}
}

func TestJointsReachAFixedGoalWithinTheirLimits(t *testing.T) {
	o := armOptions()
	o.Goal = []float64{1.2, 0.3}
	a := newArm(t, o, false)
	a.start(t)
	var was [2]float64
	greatest := [2]float64{}
	for range 300 {
		a.Ticks(1)
		for i, limit := range [2]struct{ velocity, acceleration float64 }{{1.5, 5}, {0.4, 2}} {
			if step := math.Abs(a.told[i] - was[i]); step > 2.2*limit.acceleration*period {
				t.Fatalf("the velocity of joint %d jumps from %g to %g", i, was[i], a.told[i])
			}
			if math.Abs(a.told[i]) > 0.95*limit.velocity+1e-12 {
				t.Fatalf("joint %d is commanded %g, its limit is %g", i, a.told[i], limit.velocity)
			}
			greatest[i] = math.Max(greatest[i], a.told[i])
		}
		was = a.told
	}
	if greatest[1] < 0.3 {
		t.Errorf("the lift went at %g m/s at most; it has the way for more", greatest[1])
	}
	for i, goal := range o.Goal {
		if math.Abs(a.position(i)-goal) > 1e-3 || math.Abs(a.told[i]) > 1e-3 {
			t.Errorf("joint %d is at %g with %g, want %g at rest", i, a.position(i), a.told[i], goal)
		}
	}
	a.WantNoFailure()
}

func TestJointsWithoutAGoalHoldWhereTheyBegin(t *testing.T) {
	a := newArm(t, armOptions(), false)
	a.Robot.Position[a.slots[0].Position] = 0.7
	a.start(t)
	a.Ticks(5)
	a.Robot.Position[a.slots[0].Position] = 0.8 // pushed away
	a.Ticks(300)
	if math.Abs(a.position(0)-0.7) > 1e-3 {
		t.Errorf("the joint is at %g, it began at 0.7", a.position(0))
	}
}

func TestNothingIsCommandedBeforeTheFirstSnapshotAndTarget(t *testing.T) {
	a := newArm(t, armOptions(), true)
	a.Silent, a.silent = true, true
	a.start(t)
	a.Ticks(20)
	a.Silent = false
	a.Ticks(20)
	if a.command.Count != 0 {
		t.Errorf("%d commands were sent before there was a target", a.command.Count)
	}
	a.silent = false
	a.want(0, messages.ControlPosition, 0.5)
	a.Ticks(200)
	if math.Abs(a.position(0)-0.5) > 1e-3 {
		t.Errorf("the joint is at %g, want 0.5", a.position(0))
	}
	a.WantNoFailure()
}

func TestAStaleTargetOrSnapshotFailsTheController(t *testing.T) {
	for port, silence := range map[string]func(*arm){
		"target":   func(a *arm) { a.silent = true },
		"snapshot": func(a *arm) { a.Silent = true },
	} {
		t.Run(port, func(t *testing.T) {
			a := newArm(t, armOptions(), true)
			a.start(t)
			a.Ticks(5)
			silence(a)
			a.Run(180 * time.Millisecond)
			a.WantFailure("robot/shell."+port, "stale")
		})
	}
}

func TestTargetsMayChangeTheirModeWithoutAJump(t *testing.T) {
	a := newArm(t, armOptions(), true)
	a.want(0, messages.ControlVelocity, 0.8)
	a.start(t)
	a.Ticks(60)
	if math.Abs(a.told[0]-0.8) > 1e-9 {
		t.Fatalf("the velocity is %g, want 0.8", a.told[0])
	}
	for _, next := range []struct {
		control messages.ControlMode
		value   float64
	}{{messages.ControlPosition, 1.5}, {messages.ControlNone, 0}, {messages.ControlVelocity, -0.5}, {messages.ControlPosition, 0}} {
		was := a.told[0]
		a.want(0, next.control, next.value)
		a.Ticks(1)
		if math.Abs(a.told[0]-was) > 2.2*5*period {
			t.Errorf("on %s the velocity jumps from %g to %g", next.control, was, a.told[0])
		}
		a.Ticks(150)
	}
	if math.Abs(a.position(0)) > 1e-3 {
		t.Errorf("the joint is at %g, want 0", a.position(0))
	}
}

func TestAJointWithoutATargetComesToRest(t *testing.T) {
	a := newArm(t, armOptions(), true)
	a.want(0, messages.ControlVelocity, 0.8)
	a.start(t)
	a.Ticks(50)
	a.target.Control[0] = messages.ControlNone
	a.Ticks(100)
	if a.told[0] != 0 || a.how[0] != messages.ControlVelocity {
		t.Errorf("the joint is commanded %s of %g, want a velocity of 0", a.how[0], a.told[0])
	}
}

func TestAJointThatDoesNotRunIsFollowedAndComesBackWithoutAJump(t *testing.T) {
	o := armOptions()
	o.Goal = []float64{1, 0.3}
	a := newArm(t, o, false)
	a.start(t)
	a.Ticks(30)
	a.Robot.Mode[a.joints[0]] = messages.ModeRampHold
	*a.speed(0) = 0.2 // it creeps, whatever it is commanded
	for range 20 {
		a.Ticks(1)
		if math.Abs(a.told[0]-0.2) > 1e-12 {
			t.Fatalf("in ramp_hold the joint is commanded %g rad/s; it moves at 0.2", a.told[0])
		}
	}
	if a.how[1] != messages.ControlVelocity || a.told[1] == 0 {
		t.Error("the other joint should go on")
	}
	a.Robot.Mode[a.joints[0]] = messages.ModeRun
	was := a.told[0]
	for range 20 {
		a.Ticks(1)
		if math.Abs(a.told[0]-was) > 2.2*5*period {
			t.Fatalf("back in run the velocity jumps from %g to %g", was, a.told[0])
		}
		was = a.told[0]
	}
	a.Ticks(300)
	if math.Abs(a.position(0)-1) > 1e-3 {
		t.Errorf("the joint is at %g, want 1", a.position(0))
	}
}

func TestAJointOfUnknownStateIsNotCommandedAndTheOthersGoOn(t *testing.T) {
	o := armOptions()
	o.Goal = []float64{1, 0.3}
	a := newArm(t, o, false)
	a.start(t)
	a.Ticks(30)
	a.Robot.Valid[a.joints[0]] = false
	a.Robot.Position[a.slots[0].Position] = math.NaN() // what is invalid must not be looked at
	a.Ticks(10)
	if a.how[0] != messages.ControlNone || a.how[1] != messages.ControlVelocity {
		t.Errorf("the joints are commanded %s and %s, want none and velocity", a.how[0], a.how[1])
	}
	a.Robot.Valid[a.joints[0]], a.Robot.Position[a.slots[0].Position] = true, -0.4
	*a.speed(0) = 0.1
	a.Ticks(1)
	if math.Abs(a.told[0]-0.1) > 2.2*5*period {
		t.Errorf("known again, the joint that moves at 0.1 is commanded %g", a.told[0])
	}
	a.Ticks(400)
	if math.Abs(a.position(0)-1) > 1e-3 {
		t.Errorf("the joint is at %g, want 1", a.position(0))
	}
	a.WantNoFailure()
}

func TestEffortsBeginFromTheEffortInEffect(t *testing.T) {
	o := armOptions()
	o.Output, o.Control = "effort", "position"
	o.PositionGains = jointspace.GainOptions{Proportional: 25, Derivative: 10}
	a := newArm(t, o, false)
	a.Plant = nil
	a.Robot.Effort[a.slots[0].Velocity] = 6 // it carries something
	a.start(t)
	var sent []float64
	shelltest.Tap(a.Rig, "command", func(_ messages.Stamp, c *messages.JointCommand) { sent = append(sent, c.Effort[0]) })
	a.Ticks(50)
	if sent[0] != 6 {
		t.Errorf("the first effort is %g N m, 6 N m was in effect", sent[0])
	}
	for k := 1; k < len(sent); k++ {
		if step := math.Abs(sent[k] - sent[k-1]); step > 6*period/0.2*(1+1e-9) {
			t.Errorf("the effort jumps from %g to %g N m", sent[k-1], sent[k])
		}
	}
	if last := sent[len(sent)-1]; last != 0 || a.how[0] != messages.ControlEffort {
		t.Errorf("after the hand-over the effort is %g N m (%s), at the goal it is 0", last, a.how[0])
	}
}

func TestAnEffortBesideAPositionIsFedForward(t *testing.T) {
	o := armOptions()
	o.Output = "effort"
	o.PositionGains = jointspace.GainOptions{Proportional: 25, Derivative: 10}
	a := newArm(t, o, true)
	a.Plant = nil
	a.target.Control[0], a.target.Effort[0] = messages.ControlPosition|messages.ControlEffort, 3
	a.want(1, messages.ControlEffort, -7)
	a.start(t)
	a.Ticks(60)
	if a.told[0] != 3 || a.told[1] != -7 {
		t.Errorf("the efforts are %v, want 3 N m fed forward and -7 N as asked", a.told)
	}
}

func TestATrajectorysTargetsAreTrackedWithTheirVelocity(t *testing.T) {
	o := armOptions()
	o.Tracking = true
	a := newArm(t, o, true)
	a.target.Control[0] = messages.ControlPositionVelocity
	a.start(t)
	for k := range 150 {
		a.target.Position[0], a.target.Velocity[0] = 0.5*float64(k)*period, 0.5
		a.Ticks(1)
	}
	if math.Abs(a.told[0]-0.5) > 0.05 {
		t.Errorf("on a ramp of 0.5 rad/s the joint is commanded %g", a.told[0])
	}
	if lag := a.target.Position[0] - a.position(0); math.Abs(lag) > 0.02 {
		t.Errorf("the joint lags %g rad behind", lag)
	}
}

func TestWhatIsNoNumberFailsTheControllerAndIsNeverSent(t *testing.T) {
	for name, spoil := range map[string]func(*arm){
		"a position":      func(a *arm) { a.Robot.Position[a.slots[1].Position] = math.NaN() },
		"a velocity":      func(a *arm) { a.Plant = nil; *a.speed(0) = math.Inf(1) },
		"a target":        func(a *arm) { a.want(1, messages.ControlPosition, math.NaN()) },
		"a target's rate": func(a *arm) { a.want(1, messages.ControlVelocity, math.Inf(-1)) },
	} {
		t.Run(name, func(t *testing.T) {
			a := newArm(t, armOptions(), true)
			a.start(t)
			a.Ticks(5)
			spoil(a)
			a.Ticks(3)
			a.WantFailure("not a finite number")
			for _, v := range a.told {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Errorf("%v was sent", a.told)
				}
			}
		})
	}
}

func TestAnImpossibleMixOfTargetsFailsTheController(t *testing.T) {
	a := newArm(t, armOptions(), true)
	a.start(t)
	a.Ticks(3)
	a.target.Control[1] = messages.ControlVelocity | messages.ControlEffort
	a.Ticks(3)
	a.WantFailure("lift", "velocity+effort")
}

func TestANewIncarnationGoesOnFromWhatIsMeasured(t *testing.T) {
	a := newArm(t, armOptions(), true)
	a.want(0, messages.ControlVelocity, 0.8)
	a.start(t)
	a.Ticks(60)
	a.Fail()
	first, before := math.NaN(), a.command.Count
	for range 30 {
		a.Ticks(1)
		if a.command.Count > before {
			first = a.told[0]
			break
		}
	}
	a.WantFailure("injected")
	if math.Abs(first-0.8) > 1e-9 {
		t.Errorf("the joint moves at 0.8 rad/s, the first command of the new incarnation is %g", first)
	}
}

func TestWrongOptionsOfTheControllerAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*jointspace.Options)
		want   string
	}{
		"an unknown group":        {func(o *jointspace.Options) { o.JointGroup = "leg" }, "joint_group"},
		"a joint of three axes":   {func(o *jointspace.Options) { o.JointGroup = "all" }, `"planar" is planar`},
		"a goal too short":        {func(o *jointspace.Options) { o.Goal = []float64{1} }, "goal: there are 1 entries"},
		"a goal that is no place": {func(o *jointspace.Options) { o.Goal = []float64{1, math.NaN()} }, "goal[1]"},
		"a goal out of reach":     {func(o *jointspace.Options) { o.Goal = []float64{1, 77} }, `goal[1]: the position of joint "lift" would be 77 m; expected 0 to 0.5`},
		"a goal too fast":         {func(o *jointspace.Options) { o.Control, o.Goal = "velocity", []float64{-99, 0} }, `goal[0]: the velocity of joint "shoulder" would be -99 rad/s; expected`},
		"a goal too strong":       {func(o *jointspace.Options) { o.Output, o.Control, o.Goal = "effort", "effort", []float64{0, 1e5} }, "goal[1]: the effort of joint"},
		"a goal without bound":    {func(o *jointspace.Options) { o.Goal = []float64{1, 1e300} }, "goal[1]: the number is 1e+300; expected -1e+12 to 1e+12"},
		"a gain without bound":    {func(o *jointspace.Options) { o.VelocityGains.Integral = 1e16 }, "velocity_gains.integral: the gain is 1e+16; expected 0 to 1e+12"},
		"an unknown control":      {func(o *jointspace.Options) { o.Control = "jerk" }, "control"},
		"an unknown output":       {func(o *jointspace.Options) { o.Output = "voltage" }, "output"},
		"efforts by velocities":   {func(o *jointspace.Options) { o.Control = "effort" }, "output: effort"},
		"a negative gain":         {func(o *jointspace.Options) { o.PositionGains.Derivative = -1 }, "position_gains.derivative: the gain is -1"},
		"no hand-over":            {func(o *jointspace.Options) { o.Handover = -time.Second }, "hand-over"},
	} {
		t.Run(name, func(t *testing.T) {
			o := armOptions()
			c.change(&o)
			newArm(t, o, false).WantRefused(c.want)
		})
	}
}

func TestAGoalHasTheUnitsOfItsJoints(t *testing.T) {
	w := shelltest.World(t, armRobot)
	o := armOptions()
	o.Goal = []float64{0, 0}
	for control, want := range map[string][2]string{"position": {"rad", "m"}, "velocity": {"rad/s", "m/s"}, "effort": {"N m", "N"}} {
		o.Control = control
		a := jointspace.Actor{Options: o}
		if units := a.Units(w); len(units) != 2 || units["goal[0]"] != want[0] || units["goal[1]"] != want[1] {
			t.Errorf("%s has the units %v, want %v", control, units, want)
		}
	}
	for _, spoil := range []func(*jointspace.Options){func(o *jointspace.Options) { o.JointGroup = "leg" }, func(o *jointspace.Options) { o.Control = "jerk" },
		func(o *jointspace.Options) { o.Goal = []float64{1} }} {
		wrong := o
		spoil(&wrong)
		if units := (&jointspace.Actor{Options: wrong}).Units(w); len(units) != 0 {
			t.Errorf("options that are wrong otherwise have the units %v", units)
		}
	}
}

func TestATickOfTheControllerDoesNotAllocate(t *testing.T) {
	a := newArm(t, armOptions(), true)
	a.want(0, messages.ControlPosition, 1)
	a.start(t)
	a.WantNoAllocation()
}

// A second slider goes twice as far as the lift, and ends at 0.4 m: the lift ends at 0.2 m.
func TestAGoalThatAMimicJointCannotReachIsRefused(t *testing.T) {
	text := strings.Replace(armRobot, "{name: slider}", "{name: slider}, {name: second}", 1)
	text = strings.Replace(text, "  joint_groups:", "    - {name: twice, type: prismatic, parent: slider, child: second, axis: [0, 0, 1], limits: {lower: 0, upper: 0.4, velocity: 2, effort: 50}, mimic: {joint: lift, multiplier: 2}}\n  joint_groups:", 1)
	o := armOptions()
	o.Goal = []float64{1, 0.3}
	shelltest.New(t, shelltest.World(t, text), func() any { return &jointspace.Actor{Options: o} }).WantRefused(`goal[1]: the position of joint "lift" would be 0.3 m; expected 0 to 0.2, its limits`)
}

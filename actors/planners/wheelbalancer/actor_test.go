package wheelbalancer

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/messages"
)

const robot = `
robot:
  name: robot
  links:
    - {name: trunk, inertial: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}
    - {name: thigh, inertial: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}
    - {name: shank, inertial: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}
    - {name: left, inertial: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}
    - {name: right, inertial: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}
  joints:
    - {name: hip, type: revolute, parent: trunk, child: thigh, axis: [0, 1, 0], limits: {lower: -1, upper: 1, velocity: 2, effort: 10}}
    - {name: knee, type: revolute, parent: thigh, child: shank, axis: [0, 1, 0], limits: {lower: -1, upper: 1, velocity: 2, effort: 10}}
    - {name: left_wheel, type: continuous, parent: shank, child: left, axis: [0, 1, 0], limits: {velocity: 100, effort: 2}}
    - {name: right_wheel, type: continuous, parent: shank, child: right, axis: [0, -1, 0], limits: {velocity: 100, effort: 2}}
  joint_groups:
    servos: [left_wheel, hip, right_wheel, knee]
    wheels: [left_wheel, right_wheel]
`

// Places in the snapshot, and in the group.
const (
	hip, knee, leftWheel, rightWheel        = 0, 1, 2, 3
	leftPlace, hipPlace, rightPlace, kneeOf = 0, 1, 2, 3
)

func testOptions() Options {
	o := DefaultOptions()
	o.JointGroup = "servos"
	o.Left, o.Right = WheelOptions{"left_wheel", 0.06}, WheelOptions{"right_wheel", -0.06}
	o.LegPositions, o.LegVelocity = []messages.Radians{0.2, -0.4}, 0.5
	return o
}

// bench is a pendulum that a balancer at 100 Hz keeps up.
type bench struct {
	*shelltest.Rig
	robot       *pendulum
	heading     float64
	orientation messages.BaseOrientation
	target      messages.GroundTarget
	lost        string // the input that gets no values
	open        bool   // the commands have no effect
	command     *shelltest.Output[messages.JointCommand]
	commanded   bool // in the tick before
}

func newBench(t *testing.T, links ...string) *bench {
	t.Helper()
	b := &bench{robot: upkie()}
	b.Rig = shelltest.New(t, shelltest.World(t, robot), func() any { return &Actor{Options: testOptions()} })
	b.Rig.Plant = b.advance
	r := 3 * shelltest.Period
	shelltest.Feed(b.Rig, "orientation", nil, r, func(_ *actors.Tick, v *messages.BaseOrientation) bool {
		*v = b.orientation
		return b.lost != "orientation"
	})
	for _, link := range links {
		switch link {
		case "target":
			shelltest.Feed(b.Rig, link, nil, 10*r, func(_ *actors.Tick, v *messages.GroundTarget) bool { *v = b.target; return b.lost != link })
		case "odometry":
			shelltest.Feed(b.Rig, link, nil, r, func(_ *actors.Tick, v *messages.WheelOdometry) bool {
				v.Velocity = b.robot.speed()
				return b.lost != link
			})
		case "contact":
			shelltest.Feed(b.Rig, link, actors.Sizes{"wheels": 2}, r, func(_ *actors.Tick, v *messages.FloorContact) bool { v.Contact = true; return b.lost != link })
		case "active":
			shelltest.Feed(b.Rig, link, nil, r, func(_ *actors.Tick, v *messages.Switch) bool { v.Closed = !b.open; return b.lost != link })
		}
	}
	b.Start()
	b.command = shelltest.Tap[messages.JointCommand](b.Rig, "command", func(messages.Stamp, *messages.JointCommand) { b.commanded = true })
	return b
}

// advance moves the robot by a period under the newest command, and measures it.
func (b *bench) advance() {
	velocity, turn := b.robot.speed(), 0.0
	if b.commanded && !b.open {
		left, right := 0.06*b.command.Value.Velocity[leftPlace], -0.06*b.command.Value.Velocity[rightPlace]
		velocity, turn = (left+right)/2, (right-left)/2/0.1524
	}
	b.commanded = false
	for range 10 {
		b.robot.step(shelltest.Period.Seconds()/10, velocity)
	}
	b.heading += turn * shelltest.Period.Seconds()
	if b.Robot.Velocity[leftWheel] == b.Robot.Velocity[leftWheel] { // not spoilt by the test
		b.Robot.Velocity[leftWheel], b.Robot.Velocity[rightWheel] = (b.robot.speed()-turn*0.1524)/0.06, (b.robot.speed()+turn*0.1524)/-0.06
	}
	s, c := math.Sincos(b.robot.pitch)
	b.orientation = messages.BaseOrientation{Pitch: b.robot.pitch, AngularVelocity: [3]float64{-s * turn, b.robot.rate, c * turn}, RotationBaseToWorld: [9]float64{c, 0, s, 0, 1, 0, -s, 0, c}}
}

// wantUp checks that the robot stands.
func (b *bench) wantUp(t *testing.T, what string) {
	t.Helper()
	if b.command.Count == 0 || math.Abs(b.robot.pitch) > 0.02 || math.Abs(b.robot.rate) > 0.05 {
		t.Errorf("%s: %d commands, pitch %.3f rad, %.3f rad/s", what, b.command.Count, b.robot.pitch, b.robot.rate)
	}
}

func TestTheActorBalancesDrivesAndTurns(t *testing.T) {
	for _, links := range [][]string{{"target"}, {"target", "odometry", "contact", "active"}} {
		b := newBench(t, links...)
		b.Ticks(100)
		b.robot.push = 20
		b.Ticks(5)
		b.robot.push = 0
		b.Ticks(800)
		b.wantUp(t, "after a push of 1 N s")
		b.target = messages.GroundTarget{Velocity: 0.3, YawVelocity: 0.5}
		b.Ticks(600)
		before := b.heading
		b.Ticks(100)
		if turn := b.heading - before; math.Abs(turn-0.5) > 0.01 || math.Abs(b.robot.v-0.3) > 0.01 {
			t.Errorf("with %v it drives at %.3f m/s and turns by %.3f rad a second; expected 0.3 and 0.5", links, b.robot.v, turn)
		}
		for _, input := range links[1:] {
			if input == "active" {
				continue // without it the commands have no effect: see TestAHandOverMakesNoStep
			}
			b.lost = input
			b.Ticks(200)
			b.wantUp(t, "without "+input)
		}
		b.lost = "target"
		b.Ticks(1000)
		b.wantUp(t, "without a target")
		if math.Abs(b.robot.v) > 0.01 {
			t.Errorf("without a target it drives at %.3f m/s", b.robot.v)
		}
		b.WantNoFailure()
	}
}

func TestTheCommandHasTheModesAndTuningOfTheOptions(t *testing.T) {
	b := newBench(t)
	b.Robot.Position[hip] = 0.1
	b.Ticks(2)
	c := b.command.Value
	if want := []messages.ControlMode{messages.ControlVelocity, messages.ControlPosition, messages.ControlVelocity, messages.ControlPosition}; !slices.Equal(c.Control, want) {
		t.Errorf("control modes %v, expected %v", c.Control, want)
	}
	if !slices.Equal(c.KpScale, []float64{1, 1, 1, 1}) || !slices.Equal(c.KdScale, []float64{1, 1, 1, 1}) || !math.IsInf(c.MaxEffort[0], 1) {
		t.Errorf("scales %v, %v, bounds %v", c.KpScale, c.KdScale, c.MaxEffort)
	}
	b.Ticks(10)
	if got := b.command.Value.Position[hipPlace]; got <= 0.1 || got > 0.1+0.5*12*shelltest.Period.Seconds()+1e-9 {
		t.Errorf("after 0.1 s the hip's target is %g rad; expected a way from 0.1 rad at 0.5 rad/s", got)
	}
	b.Ticks(200)
	if c := b.command.Value; c.Position[hipPlace] != 0.2 || c.Position[kneeOf] != -0.4 {
		t.Errorf("at last the legs are held at %v", c.Position)
	}
	b.Robot.Valid[knee] = false
	b.Ticks(2)
	if c := b.command.Value; c.Control[kneeOf] != messages.ControlNone || c.Control[hipPlace] != messages.ControlPosition {
		t.Errorf("an invalid knee: %v", c.Control)
	}
	b.WantNoFailure()
}

func TestAHandOverMakesNoStep(t *testing.T) {
	b := newBench(t, "active")
	b.open = true
	b.robot.v, b.robot.pitch = 0.3, -0.02 // it tips backward, and would drive backward
	b.Robot.Position[hip] = -0.3
	b.Ticks(20)
	measured := b.Robot.Velocity[leftWheel]
	if c := b.command.Value; math.Abs(c.Velocity[leftPlace]-measured) > 1 || c.Position[hipPlace] != -0.3 {
		t.Errorf("not in effect, it commands %g rad/s and %g rad; the wheel turns with %g, the hip is at -0.3", c.Velocity[leftPlace], c.Position[hipPlace], measured)
	}
	b.open = false
	b.Ticks(1)
	if c := b.command.Value; math.Abs(c.Velocity[leftPlace]-b.Robot.Velocity[leftWheel]) > 3 || math.Abs(c.Position[hipPlace]+0.3) > 0.011 {
		t.Errorf("in effect, it begins with %g rad/s and %g rad; the wheel turns with %g", c.Velocity[leftPlace], c.Position[hipPlace], b.Robot.Velocity[leftWheel])
	}
	b.Ticks(1000)
	b.wantUp(t, "after a hand-over")
	b.Robot.Mode[rightWheel] = messages.ModeDamp
	b.Ticks(2)
	if c := b.command.Value; math.Abs(c.Velocity[leftPlace]-b.Robot.Velocity[leftWheel]) > 1e-9 {
		t.Errorf("a wheel takes no commands: it commands %g rad/s, the wheel turns with %g", c.Velocity[leftPlace], b.Robot.Velocity[leftWheel])
	}
	b.WantNoFailure()
}

func TestInvalidInputsPauseTheCommand(t *testing.T) {
	b := newBench(t)
	b.Ticks(20)
	for _, x := range []struct {
		name          string
		spoil, repair func()
		note          string
	}{
		{"no orientation", func() { b.lost = "orientation" }, func() { b.lost = "" }, "the balancer pauses: input "},
		{"no snapshot", func() { b.Silent = true }, func() { b.Silent = false }, "the balancer pauses: input "},
		{"an invalid wheel", func() { b.Robot.Valid[rightWheel] = false }, func() { b.Robot.Valid[rightWheel] = true }, "the balancer pauses: the state of a wheel is not valid"},
		{"NaN", func() { b.Robot.Velocity[leftWheel] = math.NaN() }, func() { b.Robot.Velocity[leftWheel] = 0 }, "expected finite numbers"},
	} {
		x.spoil()
		first := len(b.Told(messages.EventNote))
		b.Ticks(6)
		if told := b.Told(messages.EventNote); len(told) != first+1 || !strings.Contains(told[first], x.note) {
			t.Errorf("%s: notes %q, expected %q at their end", x.name, told, x.note)
		}
		notes, before := len(b.Told(messages.EventNote)), b.command.Count
		b.Ticks(5)
		if b.command.Count != before {
			t.Errorf("%s: it sends commands", x.name)
		}
		x.repair()
		*b.robot = *upkie()
		b.Ticks(5)
		if b.command.Count == before || len(b.Told(messages.EventNote)) != notes {
			t.Errorf("%s: afterwards %d commands, notes %q", x.name, b.command.Count-before, b.Told(messages.EventNote))
		}
	}
	b.WantNoFailure()
}

func TestAFallenRobotGetsNoCommandUntilItStandsAgain(t *testing.T) {
	b := newBench(t)
	b.Ticks(20)
	b.robot.pitch = 1.2
	b.Ticks(3)
	before := b.command.Count
	b.Ticks(10)
	if b.command.Count != before {
		t.Errorf("fallen, it gets %d commands", b.command.Count-before)
	}
	*b.robot = *upkie()
	b.Ticks(200)
	b.wantUp(t, "set up again")
	notes := b.Told(messages.EventNote)
	if len(notes) != 2 || !strings.Contains(notes[0], "is beyond fall_pitch, 1 rad: the balancer gives up") || !strings.Contains(notes[1], "the balancer resumes") {
		t.Errorf("notes %q", notes)
	}
	b.WantNoFailure()
}

func TestAConfigurationBeginsTheLawAnew(t *testing.T) {
	b := newBench(t)
	send := func(c *messages.WheelBalancerConfig) {
		t.Helper()
		if err := b.Sys.Send(shelltest.Shell, messages.SpineConfig{WheelBalancer: c}); err != nil {
			t.Fatal(err)
		}
		b.Ticks(1)
	}
	b.Ticks(10)
	good := messages.WheelBalancerConfig{ContactRadius: 0.1524, FallPitch: 0.3, MaxGroundVelocity: 2, PitchDamping: 1.8, PitchStiffness: 20,
		PositionDamping: 0.7, PositionStiffness: 1.6, StiffYawVelocity: 0.1, WheelRadius: 0.06}
	bad := good
	bad.WheelRadius = 0
	send(&bad)
	if notes := b.Told(messages.EventNote); len(notes) != 1 || !strings.Contains(notes[0], "configuration rejected: wheel_balancer.wheel_radius: the value is 0; expected above 0, at most 2") {
		t.Errorf("notes %q", notes)
	}
	send(&good)
	b.Ticks(500)
	b.wantUp(t, "with the gains of an Upkie")
	b.robot.pitch = 0.4
	b.Ticks(3)
	if notes := b.Told(messages.EventNote); len(notes) != 2 || !strings.Contains(notes[1], "is beyond fall_pitch, 0.3 rad") {
		t.Errorf("notes %q", notes)
	}
	*b.robot = *upkie()
	send(nil)
	b.Ticks(100)
	b.wantUp(t, "after another configuration")
	b.WantNoFailure()
}

func TestSectionsThatCannotBeAreRejected(t *testing.T) {
	good := messages.WheelBalancerConfig{ContactRadius: 0.15, FallPitch: 1, MaxGroundVelocity: 2, WheelRadius: 0.06}
	if err := checkSection(&good); err != nil {
		t.Error(err)
	}
	for want, spoil := range map[string]func(*messages.WheelBalancerConfig){
		"wheel_balancer.contact_radius: the value is -1":      func(c *messages.WheelBalancerConfig) { c.ContactRadius = -1 },
		"wheel_balancer.fall_pitch: the value is 2":           func(c *messages.WheelBalancerConfig) { c.FallPitch = 2 },
		"wheel_balancer.pitch_stiffness: the value is NaN":    func(c *messages.WheelBalancerConfig) { c.PitchStiffness = math.NaN() },
		"wheel_balancer.position_damping: the value is +Inf":  func(c *messages.WheelBalancerConfig) { c.PositionDamping = math.Inf(1) },
		"wheel_balancer.max_ground_velocity: the value is 0;": func(c *messages.WheelBalancerConfig) { c.MaxGroundVelocity = 0 },
	} {
		c := good
		spoil(&c)
		if err := checkSection(&c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; expected %q", err, want)
		}
	}
}

func TestOptionsThatCannotBeAreRejected(t *testing.T) {
	for want, spoil := range map[string]func(*Options){
		"joint_group: ": func(o *Options) { o.JointGroup = "servo" },
		`left_wheel.joint: joint group "servos" has no joint "wheel_left"`:                    func(o *Options) { o.Left.Joint = "wheel_left" },
		`right_wheel.joint: joint group "servos" has no joint "left_wheel"`:                   func(o *Options) { o.Right.Joint = "left_wheel" },
		"right_wheel.signed_radius: the radius is 0 m":                                        func(o *Options) { o.Right.Radius = 0 },
		"leg_positions: 1 positions for 2 joints beside the wheels":                           func(o *Options) { o.LegPositions = o.LegPositions[:1] },
		`leg_positions[1]: joint "knee": 1.5 is outside of its limits; expected from -1 to 1`: func(o *Options) { o.LegPositions[1] = 1.5 },
	} {
		o := testOptions()
		spoil(&o)
		r := shelltest.New(t, shelltest.World(t, robot), func() any { return &Actor{Options: o} })
		shelltest.Feed(r, "orientation", nil, 30*time.Millisecond, func(*actors.Tick, *messages.BaseOrientation) bool { return true })
		r.WantRefused(want)
	}
}

func TestATickAllocatesNothing(t *testing.T) {
	newBench(t, "target", "odometry", "contact", "active").WantNoAllocation()
}

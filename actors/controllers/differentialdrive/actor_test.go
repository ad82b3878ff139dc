package differentialdrive_test

import (
	"math"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/controllers/differentialdrive"
	"github.com/robo-actors/robo-actors/actors/controllers/planar"
	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

const baseRobot = `
robot:
  name: base
  links: [{name: room}, {name: body}, {name: left_wheel}, {name: right_wheel}]
  joints:
    - {name: planar, type: planar, parent: room, child: body, axis: [0, 0, 1], role: virtual, limits: [{velocity: 2}, {velocity: 2}, {velocity: 4}]}
    - {name: left, type: continuous, parent: body, child: left_wheel, axis: [0, 1, 0], limits: {velocity: 25, effort: 5}}
    - {name: right, type: continuous, parent: body, child: right_wheel, axis: [0, 1, 0], limits: {velocity: 20, effort: 5}}
  joint_groups:
    wheels: [left, right]
    one: [left]
`

const (
	period = 0.01 // s
	radius = 0.1  // m
	track  = 0.4  // m, between the wheels
)

func baseOptions() differentialdrive.Options {
	o := differentialdrive.DefaultOptions()
	o.JointGroup, o.VirtualJoint, o.Separation, o.LeftRadius = "wheels", "planar", track, radius
	return o
}

// base is a rig whose wheels follow commands at once while they run.
type base struct {
	*shelltest.Rig
	world   *worlds.World
	wheels  [2]worlds.Slot
	joints  [2]int
	planar  int
	target  [3]float64 // wanted twist
	noneYet bool       // no target is sent
	state   *shelltest.Output[messages.VirtualState]
	command *shelltest.Output[messages.JointCommand]
	told    [2]float64 // newest wheel speeds
}

func newBase(t *testing.T, o differentialdrive.Options) *base {
	t.Helper()
	return newBaseOf(t, baseRobot, o)
}

// newBaseOf is the base of another description.
func newBaseOf(t *testing.T, text string, o differentialdrive.Options) *base {
	t.Helper()
	b := &base{world: shelltest.World(t, text)}
	for i, name := range []string{"left", "right"} {
		j, err := b.world.JointIndex(name)
		if err != nil {
			t.Fatal(err)
		}
		b.joints[i], b.wheels[i] = j, b.world.Slot(j)
	}
	b.planar, _ = b.world.JointIndex("planar")
	b.Rig = shelltest.New(t, b.world, func() any { return &differentialdrive.Actor{Options: o} })
	b.Provide(&actors.Kept{})
	shelltest.Feed(b.Rig, "target", actors.Sizes{"joints": 1, "positions": 3, "velocities": 3}, 0, func(_ *actors.Tick, c *messages.JointCommand) bool {
		c.Control[0] = messages.ControlVelocity
		copy(c.Velocity, b.target[:])
		return !b.noneYet
	})
	b.Plant = b.turn
	return b
}

func (b *base) start(t *testing.T) {
	t.Helper()
	b.Start()
	b.state = shelltest.Tap[messages.VirtualState](b.Rig, "state", b.report)
	b.command = shelltest.Tap(b.Rig, "command", func(_ messages.Stamp, c *messages.JointCommand) { copy(b.told[:], c.Velocity) })
}

// report brings the estimate back into the snapshot, as perception does.
func (b *base) report(stamp messages.Stamp, s *messages.VirtualState) {
	slot := b.world.Slot(b.planar)
	copy(b.Robot.Position[slot.Position:], s.Position)
	copy(b.Robot.Velocity[slot.Velocity:], s.Velocity)
	b.Robot.Time[b.planar] = stamp.Time
}

func (b *base) turn() {
	for i, w := range b.wheels {
		if b.Robot.Mode[b.joints[i]].Passes() {
			b.Robot.Velocity[w.Velocity] = b.told[i]
		}
		b.Robot.Position[w.Position] += b.Robot.Velocity[w.Velocity] * period
	}
}

func (b *base) spin(left, right float64) {
	b.Robot.Velocity[b.wheels[0].Velocity], b.Robot.Velocity[b.wheels[1].Velocity] = left, right
}

func (b *base) modes(m messages.Mode) {
	b.Robot.Mode[b.joints[0]], b.Robot.Mode[b.joints[1]] = m, m
}

func TestTheBaseSaysThatItDoesNotMoveSideways(t *testing.T) {
	if got := (&differentialdrive.Actor{}).Unmoved(); got != "along its y axis" {
		t.Errorf("it does not move %q", got)
	}
}

func TestABaseWaitsForItsFirstSnapshot(t *testing.T) {
	b := newBase(t, baseOptions())
	b.Silent = true
	b.start(t)
	b.Ticks(20)
	if b.state.Count+b.command.Count != 0 {
		t.Errorf("%d states and %d commands were sent without a snapshot", b.state.Count, b.command.Count)
	}
	b.Silent = false
	b.Ticks(2)
	if b.state.Count == 0 || b.command.Count == 0 {
		t.Error("nothing was sent with a snapshot")
	}
	b.WantNoFailure()
}

func TestAStaleSnapshotFailsTheBase(t *testing.T) {
	b := newBase(t, baseOptions())
	b.start(t)
	b.Ticks(5)
	b.Silent = true
	b.Ticks(5)
	b.WantFailure("robot/shell.snapshot", "stale")
}

func TestABaseDrivesTheTwistAndReportsIt(t *testing.T) {
	b := newBase(t, baseOptions())
	b.target = [3]float64{0.5, 0, 0.25}
	b.start(t)
	b.Ticks(200)
	want := [2]float64{(0.5 - 0.25*track/2) / radius, (0.5 + 0.25*track/2) / radius}
	for i := range want {
		if math.Abs(b.told[i]-want[i]) > 1e-12 {
			t.Errorf("wheel %d is commanded %g rad/s, want %g", i, b.told[i], want[i])
		}
	}
	v := b.state.Value
	if math.Abs(v.Velocity[0]-0.5) > 1e-12 || v.Velocity[1] != 0 || math.Abs(v.Velocity[2]-0.25) > 1e-12 {
		t.Errorf("the twist is %v, want [0.5 0 0.25]", v.Velocity)
	}
	// The heading is what the difference of the wheels' angles says, however the base got there.
	turned := (b.Robot.Position[b.wheels[1].Position] - b.Robot.Position[b.wheels[0].Position]) * radius / track
	if math.Abs(v.Position[2]-turned) > 1e-9 {
		t.Errorf("the heading is %g rad, the wheels turned it by %g", v.Position[2], turned)
	}
	b.WantNoFailure()
}

func TestTheCommandOfABaseKeepsTheAccelerationLimit(t *testing.T) {
	o := baseOptions()
	o.Acceleration = 1
	b := newBase(t, o)
	b.target = [3]float64{1, 0, 0}
	b.start(t)
	b.Ticks(1) // the releases at both ends of the period
	was := b.told[0]
	for range 49 {
		b.Ticks(1)
		if step := (b.told[0] - was) * radius; step > 1*period*(1+1e-9) {
			t.Fatalf("the speed grew by %g m/s in a period, at most %g is allowed", step, 1*period)
		}
		was = b.told[0]
	}
	if math.Abs(was*radius-0.5) > 0.011 {
		t.Errorf("after 0.5 s at 1 m/s^2 the speed is %g m/s", was*radius)
	}
}

// placed is the description with places of the wheels and with the axis of the right one.
func placed(left, right, rightAxis string) string {
	text := strings.Replace(baseRobot, "child: left_wheel, axis", "child: left_wheel, origin: {xyz: "+left+"}, axis", 1)
	return strings.Replace(text, "child: right_wheel, axis: [0, 1, 0]", "child: right_wheel, origin: {xyz: "+right+"}, axis: "+rightAxis, 1)
}

// Drives are mounted alike on both sides, so that one of them turns backward where the base goes
// ahead.
func TestAWheelWhoseAxisPointsToTheRightTurnsBackward(t *testing.T) {
	b := newBaseOf(t, placed("[0, 0.2, 0.1]", "[0, -0.2, 0.1]", "[0, -1, 0]"), baseOptions())
	b.target = [3]float64{0.5, 0, 0.25}
	b.start(t)
	b.Ticks(100)
	if want := [2]float64{4.5, -5.5}; math.Abs(b.told[0]-want[0]) > 1e-9 || math.Abs(b.told[1]-want[1]) > 1e-9 {
		t.Errorf("the wheels are commanded %v rad/s, want %v", b.told, want)
	}
	if v := b.state.Value.Velocity; math.Abs(v[0]-0.5) > 1e-9 || math.Abs(v[2]-0.25) > 1e-9 {
		t.Errorf("the base moves with %v", v)
	}
	if p := b.state.Value.Position; p[0] < 0.3 || p[2] < 0.15 {
		t.Errorf("the base is at %v", p)
	}
	b.WantNoFailure()
}

func TestWheelsThatStandElsewhereAreRefused(t *testing.T) {
	const left, right = "[0, 0.2, 0.1]", "[0, -0.2, 0.1]"
	for name, c := range map[string]struct{ text, want string }{
		"in the other order":    {placed(right, left, "[0, 1, 0]"), `joint_group: "left" is number 1, the left wheel, and is at (0, -0.2) m of body "body"`},
		"behind the body":       {placed("[-0.3, 0.2, 0.1]", "[-0.3, -0.2, 0.1]", "[0, 1, 0]"), `virtual_joint: the middle of the wheels is at (-0.3, 0) m of body "body"`},
		"across the body":       {placed(left, right, "[1, 0, 0]"), `joint_group: wheel "right" turns about (1, 0, 0) of body "body"`},
		"turned by their frame": {strings.Replace(placed(left, right, "[0, 0, 1]"), "origin: {xyz: "+right+"}", "origin: {xyz: "+right+", rpy: [0, 1.5708, 0]}", 1), `wheel "right" turns about (1, 0, `},
	} {
		t.Run(name, func(t *testing.T) { newBaseOf(t, c.text, baseOptions()).WantRefused(c.want) })
	}
}

// Wheels beside the body are in the right order, although both are to its left.
func TestTheOrderOfWheelsIsThatAboutTheirMiddle(t *testing.T) {
	b := newBaseOf(t, placed("[0, 0.5, 0.1]", "[0, 0.1, 0.1]", "[0, 1, 0]"), baseOptions())
	err := b.Build()
	if err == nil || !strings.Contains(err.Error(), "the middle of the wheels is at (0, 0.3) m") || strings.Contains(err.Error(), "is number") {
		t.Errorf("%v; expected an error about the middle alone", err)
	}
}

func TestAWheelThatItsFrameTurnsIsTakenAsItTurns(t *testing.T) {
	text := strings.Replace(placed("[0, 0.2, 0.1]", "[0, -0.2, 0.1]", "[0, 0, 1]"), "-0.2, 0.1]", "-0.2, 0.1], rpy: [1.5708, 0, 0]", 1)
	b := newBaseOf(t, text, baseOptions()) // axis z, turned about x, points to the right
	b.target = [3]float64{0.5, 0, 0}
	b.start(t)
	b.Ticks(100)
	if want := [2]float64{5, -5}; math.Abs(b.told[0]-want[0]) > 1e-9 || math.Abs(b.told[1]-want[1]) > 1e-9 {
		t.Errorf("the wheels are commanded %v rad/s, want %v", b.told, want)
	}
}

func TestABaseWithoutATargetStands(t *testing.T) {
	b := newBase(t, baseOptions())
	b.noneYet = true
	b.start(t)
	b.Ticks(10)
	if b.command.Count == 0 || b.told != [2]float64{} {
		t.Errorf("%d commands, the newest is %v; want standstill", b.command.Count, b.told)
	}
}

func TestOdometryGoesOnOverABusGap(t *testing.T) {
	b := newBase(t, baseOptions())
	b.target = [3]float64{0.5, 0, 0}
	b.start(t)
	b.Ticks(100)
	sent := b.state.Count
	b.Robot.Valid[b.joints[1]] = false
	b.Ticks(20)
	if b.state.Count != sent {
		t.Errorf("%d states were sent while a wheel was unknown", b.state.Count-sent)
	}
	b.Robot.Valid[b.joints[1]] = true
	b.Ticks(1)
	want := b.Robot.Position[b.wheels[0].Position] * radius // straight on: the way of the wheels, gap included
	if got := b.state.Value.Position[0]; math.Abs(got-want) > 0.5*period+1e-9 {
		t.Errorf("the base is at %g m, its wheels went %g m", got, want)
	}
	if d := math.Abs(b.told[0]*radius - 0.5); d > 0.03 {
		t.Errorf("after the gap the base is commanded %g m/s while it drives 0.5 m/s", b.told[0]*radius)
	}
	b.WantNoFailure()
}

// restart has the controller fail, and ticks pass in which it comes back.
func (b *base) restart(t *testing.T, ticks int) {
	t.Helper()
	b.Robot.Valid[b.planar], b.Robot.Time[b.planar] = false, 0 // what the snapshot of a world that has restarted says
	clear(b.Robot.Position[b.world.Slot(b.planar).Position:][:3])
	b.Fail()
	b.Ticks(ticks)
	b.WantFailure("injected")
	if b.state.Stamp.Incarnation != 2 {
		t.Fatalf("the state is of incarnation %d, want 2", b.state.Stamp.Incarnation)
	}
}

func TestOdometryGoesOnOverARestart(t *testing.T) {
	b := newBase(t, baseOptions())
	b.target = [3]float64{0.5, 0, 0.5}
	b.start(t)
	b.Ticks(100)
	b.spin(0, 0)
	b.told = [2]float64{}
	b.modes(messages.ModeDamp)
	b.Ticks(3)
	before := append([]float64(nil), b.state.Value.Position...)
	b.restart(t, 30)
	for i, want := range before {
		if got := b.state.Value.Position[i]; math.Abs(got-want) > 1e-12 {
			t.Errorf("coordinate %d is %g after the restart and was %g", i, got, want)
		}
	}
}

// The wheels go on turning while the controller is away: the pose goes on with them.
func TestOdometryGoesOnOverARestartInMotion(t *testing.T) {
	b := newBase(t, baseOptions())
	b.target = [3]float64{0.5, 0, 0.5}
	b.start(t)
	b.Ticks(100)
	turned := b.Robot.Position[b.wheels[0].Position] * radius
	pose := planar.Pose{X: b.state.Value.Position[0], Y: b.state.Value.Position[1], Theta: b.state.Value.Position[2]}
	b.restart(t, 20)
	seconds := (b.Robot.Position[b.wheels[0].Position]*radius - turned) / 0.4 // the left wheel goes with 0.5 - 0.5*0.4/2 m/s
	want := pose.Advance(planar.Twist{X: 0.5, Omega: 0.5}.Over(seconds))
	if got := b.state.Value.Position; math.Hypot(got[0]-want.X, got[1]-want.Y) > 1e-6 || math.Abs(got[2]-want.Theta) > 1e-6 {
		t.Errorf("after %g s the base is at %v, want %v", seconds, got, want)
	}
}

func TestABaseThatRollsIsTakenOverWithoutAJump(t *testing.T) {
	b := newBase(t, baseOptions())
	b.spin(6, 6)
	b.told = [2]float64{6, 6}
	b.modes(messages.ModeDamp)
	b.target = [3]float64{1, 0, 0}
	b.start(t)
	b.Ticks(5)
	for range 5 { // what is commanded stays near what the wheels do
		b.Ticks(1)
		if step := math.Abs(b.told[0]*radius - 0.6); step > 2*period*(1+1e-9) {
			t.Fatalf("in damp the command is %g m/s beside the 0.6 m/s of the wheels", b.told[0]*radius)
		}
	}
	b.modes(messages.ModeRun)
	was := b.told[0]
	b.Ticks(1)
	if step := math.Abs(b.told[0]-was) * radius; step > 2*period*(1+1e-9) {
		t.Errorf("the command jumps by %g m/s when the wheels run again", step)
	}
	if b.state.Value.Mode != messages.ModeRun {
		t.Errorf("the state's mode is %s", b.state.Value.Mode)
	}
}

func TestTheStateHasTheMoreSevereModeOfTheWheels(t *testing.T) {
	b := newBase(t, baseOptions())
	b.Robot.Mode[b.joints[1]] = messages.ModeBrake
	b.start(t)
	b.Ticks(2)
	if m := b.state.Value.Mode; m != messages.ModeBrake {
		t.Errorf("the mode is %s, want brake", m)
	}
}

func TestWhatIsNoNumberFailsTheBaseAndIsNeverSent(t *testing.T) {
	for name, spoil := range map[string]func(*base){
		"a wheel's angle":  func(b *base) { b.Robot.Position[b.wheels[1].Position] = math.NaN() },
		"a wheel's speed":  func(b *base) { b.Plant = nil; b.spin(math.Inf(1), 0) },
		"the target":       func(b *base) { b.target[2] = math.NaN() },
		"an endless speed": func(b *base) { b.target[0] = math.Inf(-1) },
	} {
		t.Run(name, func(t *testing.T) {
			b := newBase(t, baseOptions())
			b.start(t)
			b.Ticks(5)
			spoil(b)
			b.Ticks(3)
			b.WantFailure("not a usable number")
			for _, v := range append(append([]float64{b.told[0], b.told[1]}, b.state.Value.Position...), b.state.Value.Velocity...) {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Errorf("%v and %v were sent", b.told, b.state.Value)
				}
			}
		})
	}
}

func TestAnEncodersJumpIsReportedAndKeepsThePose(t *testing.T) {
	b := newBase(t, baseOptions())
	b.start(t)
	b.Ticks(5)
	b.Robot.Position[b.wheels[0].Position] += 3
	b.Ticks(5)
	b.WantNoFailure()
	if notes := b.Told(messages.EventNote); len(notes) != 1 {
		t.Errorf("the jump was reported %d times: %q", len(notes), notes)
	}
	if p := b.state.Value.Position; p[0] != 0 || p[2] != 0 {
		t.Errorf("the pose is %v, the base stood", p)
	}
}

func TestWrongOptionsOfABaseAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*differentialdrive.Options)
		want   string
	}{
		"an unknown group":     {func(o *differentialdrive.Options) { o.JointGroup = "legs" }, "joint_group"},
		"one wheel":            {func(o *differentialdrive.Options) { o.JointGroup = "one" }, "expected the two wheels"},
		"an unknown joint":     {func(o *differentialdrive.Options) { o.VirtualJoint = "plana" }, "virtual_joint"},
		"a wheel for a plane":  {func(o *differentialdrive.Options) { o.VirtualJoint = "left" }, "expected planar"},
		"no radius":            {func(o *differentialdrive.Options) { o.LeftRadius = 0 }, "left wheel radius"},
		"no acceleration":      {func(o *differentialdrive.Options) { o.Acceleration = 0 }, "acceleration limit"},
		"a covariance shrinks": {func(o *differentialdrive.Options) { o.LateralNoise = -1 }, "noise"},
	} {
		t.Run(name, func(t *testing.T) {
			o := baseOptions()
			c.change(&o)
			newBase(t, o).WantRefused(c.want)
		})
	}
}

// Published descriptions give wheels no limits; the error says where one belongs.
func TestWheelsWithoutAVelocityLimitAreRefusedByName(t *testing.T) {
	world := shelltest.World(t, strings.NewReplacer("velocity: 25, ", "", "velocity: 20, ", "").Replace(baseRobot))
	rig := shelltest.New(t, world, func() any { return &differentialdrive.Actor{Options: baseOptions()} })
	rig.WantRefused(`joint_group: no wheel of group "wheels" has a velocity limit; expected one in its description, or in the world: limits: {left: {velocity: 10 rad/s}}`)
}

func TestATickOfABaseDoesNotAllocate(t *testing.T) {
	b := newBase(t, baseOptions())
	b.target = [3]float64{0.3, 0, 0.2}
	b.start(t)
	b.WantNoAllocation()
}

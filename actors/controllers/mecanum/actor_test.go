package mecanum_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/controllers/mecanum"
	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

const baseRobot = `
robot:
  name: base
  links: [{name: room}, {name: body}, {name: wheel_0}, {name: wheel_1}, {name: wheel_2}, {name: wheel_3}]
  joints:
    - {name: planar, type: planar, parent: room, child: body, axis: [0, 0, 1], role: virtual, limits: [{velocity: 2}, {velocity: 2}, {velocity: 4}]}
    - {name: front_left, type: continuous, parent: body, child: wheel_0, axis: [0, 1, 0], limits: {velocity: 25, effort: 5}}
    - {name: front_right, type: continuous, parent: body, child: wheel_1, axis: [0, 1, 0], limits: {velocity: 20, effort: 5}}
    - {name: rear_left, type: continuous, parent: body, child: wheel_2, axis: [0, 1, 0], limits: {velocity: 25, effort: 5}}
    - {name: rear_right, type: continuous, parent: body, child: wheel_3, axis: [0, 1, 0], limits: {velocity: 25, effort: 5}}
  joint_groups:
    wheels: [front_left, front_right, rear_left, rear_right]
    one: [front_left]
`

var wheelNames = []string{"front_left", "front_right", "rear_left", "rear_right"}

const (
	period     = 0.01 // s
	radius     = 0.1  // m
	halfLength = 0.25 // m
	halfWidth  = 0.2  // m
)

func baseOptions() mecanum.Options {
	o := mecanum.DefaultOptions()
	o.JointGroup, o.VirtualJoint, o.HalfLength, o.HalfWidth, o.WheelRadius = "wheels", "planar", halfLength, halfWidth, radius
	return o
}

// base is a rig whose wheels follow commands at once while they run.
type base struct {
	*shelltest.Rig
	world    *worlds.World
	wheels   [4]worlds.Slot
	joints   [4]int
	planar   int
	target   [3]float64 // wanted twist
	noneYet  bool       // no target is sent
	state    *shelltest.Output[messages.VirtualState]
	command  *shelltest.Output[messages.JointCommand]
	odometry *shelltest.Output[messages.Odometry]
	told     [4]float64 // newest wheel speeds
}

func newBase(t *testing.T, o mecanum.Options) *base {
	t.Helper()
	return newBaseOf(t, baseRobot, o)
}

// newBaseOf is the base of another description.
func newBaseOf(t *testing.T, text string, o mecanum.Options) *base {
	t.Helper()
	b := &base{world: shelltest.World(t, text)}
	for i, name := range wheelNames {
		j, err := b.world.JointIndex(name)
		if err != nil {
			t.Fatal(err)
		}
		b.joints[i], b.wheels[i] = j, b.world.Slot(j)
	}
	b.planar, _ = b.world.JointIndex("planar")
	b.Rig = shelltest.New(t, b.world, func() any { return &mecanum.Actor{Options: o} })
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
	b.odometry = shelltest.Tap[messages.Odometry](b.Rig, "odometry", nil)
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

func (b *base) spin(speeds ...float64) {
	for i, w := range b.wheels {
		b.Robot.Velocity[w.Velocity] = speeds[i]
	}
}

func (b *base) modes(m messages.Mode) {
	for _, j := range b.joints {
		b.Robot.Mode[j] = m
	}
}

// placed is the description with the places of the wheels in their order.
func placed(places ...string) string {
	text := baseRobot
	for i, p := range places {
		child := "child: wheel_" + strconv.Itoa(i)
		text = strings.Replace(text, child+",", child+", origin: {xyz: "+p+"},", 1)
	}
	return text
}

func TestWheelsInAnotherOrderAreRefused(t *testing.T) {
	const fl, fr, rl, rr = "[0.25, 0.2, 0.1]", "[0.25, -0.2, 0.1]", "[-0.25, 0.2, 0.1]", "[-0.25, -0.2, 0.1]"
	b := newBaseOf(t, placed(fl, fr, rl, rr), baseOptions())
	b.start(t)
	b.Ticks(5)
	b.WantNoFailure()
	newBaseOf(t, placed(fl, rl, fr, rr), baseOptions()).WantRefused(`joint_group: "front_right" is number 2, the front right wheel, and is at (-0.25, 0.2) m of body "body", x forward, y to the left; expected the wheels in the order that the option names`)
	newBaseOf(t, placed(rl, rr, fl, fr), baseOptions()).WantRefused(`"front_left" is number 1, the front left wheel, and is at (-0.25, 0.2) m`)
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
	b.target = [3]float64{0.5, -0.2, 0.25}
	b.start(t)
	b.Ticks(200)
	// Kinematics of four mecanum wheels with rollers at 45 degrees, by hand.
	for i, side := range [4][2]float64{{-1, -1}, {1, 1}, {1, -1}, {-1, 1}} { // of vy, of omega
		want := (0.5 + side[0]*-0.2 + side[1]*(halfLength+halfWidth)*0.25) / radius
		if math.Abs(b.told[i]-want) > 1e-9 {
			t.Errorf("wheel %d is commanded %g rad/s, want %g", i, b.told[i], want)
		}
	}
	for i, want := range b.target {
		if got := b.state.Value.Velocity[i]; math.Abs(got-want) > 1e-9 {
			t.Errorf("the twist is %v, want %v", b.state.Value.Velocity, b.target)
		}
	}
	// The heading is what the difference of the wheels' angles says, however the base got there.
	right := b.angle(1) + b.angle(3)
	left := b.angle(0) + b.angle(2)
	if turned := (right - left) * radius / (4 * (halfLength + halfWidth)); math.Abs(b.state.Value.Position[2]-turned) > 1e-9 {
		t.Errorf("the heading is %g rad, the wheels turned it by %g", b.state.Value.Position[2], turned)
	}
	if p := b.odometry.Value.Planar; p.X != b.state.Value.Position[0] || p.VY != b.state.Value.Velocity[1] {
		t.Errorf("odometry %+v is not the state %+v", p, b.state.Value)
	}
	b.WantNoFailure()
}

func (b *base) angle(i int) float64 { return b.Robot.Position[b.wheels[i].Position] }

func TestSlipIsInTheOdometry(t *testing.T) {
	b := newBase(t, baseOptions())
	b.Plant = nil
	b.start(t)
	b.spin(1, -1, -1, 1) // sideways: no slip
	b.Ticks(3)
	if s := b.odometry.Value.Slip; math.Abs(s) > 1e-12 {
		t.Errorf("wheels that make a twist slip by %g rad/s", s)
	}
	b.spin(1, -1, 1, -1) // turning on the spot
	b.Ticks(3)
	if s := b.odometry.Value.Slip; math.Abs(s) > 1e-12 {
		t.Errorf("wheels that make a turn slip by %g rad/s", s)
	}
	for _, speed := range []float64{1, -1} {
		b.spin(speed, speed, -speed, -speed) // front against rear: nothing but slip
		b.Ticks(3)
		if s := b.odometry.Value.Slip; math.Abs(s-1) > 1e-9 {
			t.Errorf("wheels of %g rad/s that no twist explains slip by %g rad/s; expected 1, the root mean square", speed, s)
		}
	}
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

func TestABaseWithoutATargetStands(t *testing.T) {
	b := newBase(t, baseOptions())
	b.noneYet = true
	b.start(t)
	b.Ticks(10)
	if b.command.Count == 0 || b.told != [4]float64{} {
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

func TestOdometryGoesOnOverARestart(t *testing.T) {
	b := newBase(t, baseOptions())
	b.target = [3]float64{0.5, 0.2, 0.5}
	b.start(t)
	b.Ticks(100)
	b.spin(0, 0, 0, 0)
	b.told = [4]float64{}
	b.modes(messages.ModeDamp)
	b.Ticks(3)
	before := append([]float64(nil), b.state.Value.Position...)
	b.Robot.Valid[b.planar], b.Robot.Time[b.planar] = false, 0 // what the snapshot of a world that has restarted says
	clear(b.Robot.Position[b.world.Slot(b.planar).Position:][:3])
	b.Fail()
	b.Ticks(30)
	b.WantFailure("injected")
	if b.state.Stamp.Incarnation != 2 {
		t.Fatalf("the state is of incarnation %d, want 2", b.state.Stamp.Incarnation)
	}
	for i, want := range before {
		if got := b.state.Value.Position[i]; math.Abs(got-want) > 1e-12 {
			t.Errorf("coordinate %d is %g after the restart and was %g", i, got, want)
		}
	}
}

func TestABaseThatRollsIsTakenOverWithoutAJump(t *testing.T) {
	b := newBase(t, baseOptions())
	b.spin(6, 6, 6, 6)
	b.told = [4]float64{6, 6, 6, 6}
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
		"a wheel's speed":  func(b *base) { b.Plant = nil; b.spin(0, math.Inf(1), 0, 0) },
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
			for _, v := range append(append(b.told[:], b.state.Value.Position...), b.state.Value.Velocity...) {
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
		change func(*mecanum.Options)
		want   string
	}{
		"an unknown group":     {func(o *mecanum.Options) { o.JointGroup = "legs" }, "joint_group"},
		"one wheel":            {func(o *mecanum.Options) { o.JointGroup = "one" }, "expected the four wheels"},
		"an unknown joint":     {func(o *mecanum.Options) { o.VirtualJoint = "plana" }, "virtual_joint"},
		"a wheel for a plane":  {func(o *mecanum.Options) { o.VirtualJoint = "front_left" }, "expected planar"},
		"no radius":            {func(o *mecanum.Options) { o.WheelRadius = 0 }, "wheel radius"},
		"no acceleration":      {func(o *mecanum.Options) { o.Acceleration = 0 }, "acceleration limit"},
		"a covariance shrinks": {func(o *mecanum.Options) { o.LateralNoise = -1 }, "noise"},
	} {
		t.Run(name, func(t *testing.T) {
			o := baseOptions()
			c.change(&o)
			newBase(t, o).WantRefused(c.want)
		})
	}
}

func TestATickOfABaseDoesNotAllocate(t *testing.T) {
	b := newBase(t, baseOptions())
	b.target = [3]float64{0.3, 0.1, 0.2}
	b.start(t)
	b.WantNoAllocation()
}

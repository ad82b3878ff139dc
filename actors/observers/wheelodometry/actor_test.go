package wheelodometry_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/actors/observers/wheelodometry"
	"github.com/robo-actors/robo-actors/messages"
)

const robot = `
robot:
  name: robot
  links:
    - {name: trunk, inertial: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}
    - {name: left, inertial: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}
    - {name: right, inertial: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}
  joints:
    - {name: left_wheel, type: continuous, parent: trunk, child: left, axis: [0, 1, 0]}
    - {name: right_wheel, type: continuous, parent: trunk, child: right, axis: [0, 1, 0]}
`

func options() wheelodometry.Options {
	return wheelodometry.Options{Wheels: []wheelodometry.WheelOptions{{Joint: "left_wheel", Radius: 0.05}, {Joint: "right_wheel", Radius: -0.05}}}
}

// bench is a robot whose wheels touch the ground where the test says so.
type bench struct {
	*shelltest.Rig
	on     [2]bool
	silent bool // the input contact is
	out    *shelltest.Output[messages.WheelOdometry]
}

func unstarted(t *testing.T, o wheelodometry.Options) *bench {
	t.Helper()
	b := &bench{on: [2]bool{true, true}}
	b.Rig = shelltest.New(t, shelltest.World(t, robot), func() any { return &wheelodometry.Actor{Options: o} })
	shelltest.Feed(b.Rig, "contact", actors.Sizes{"wheels": 2}, 3*shelltest.Period, func(_ *actors.Tick, c *messages.FloorContact) bool {
		for i := range b.on {
			c.Wheel[i].Contact = b.on[i]
		}
		return !b.silent
	})
	return b
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := unstarted(t, options())
	b.Robot.Velocity[0], b.Robot.Velocity[1] = 10, -10 // 0.5 m/s
	b.Start()
	b.out = shelltest.Tap[messages.WheelOdometry](b.Rig, "odometry", nil)
	b.Ticks(3)
	return b
}

// want runs for ten ticks and checks by how much the position grows, and the velocity.
func (b *bench) want(t *testing.T, what string, way, velocity float64) {
	t.Helper()
	before := b.out.Value.Position
	b.Ticks(10)
	if got := b.out.Value.Position - before; math.Abs(got-way) > 1e-9 || math.Abs(b.out.Value.Velocity-velocity) > 1e-12 {
		t.Errorf("%s: %g m in ten ticks at %g m/s, expected %g m at %g m/s", what, got, b.out.Value.Velocity, way, velocity)
	}
}

// wantSent checks how many values the observer sends in ten ticks.
func (b *bench) wantSent(t *testing.T, what string, want int) {
	t.Helper()
	before := b.out.Count
	b.Ticks(10)
	if got := b.out.Count - before; got != want {
		t.Errorf("%s: it sent %d values in 10 ticks, expected %d", what, got, want)
	}
}

func TestItMeasuresTheWayOnTheGround(t *testing.T) {
	b := newBench(t)
	b.want(t, "both wheels", 0.05, 0.5)
	b.on[1], b.Robot.Velocity[1] = false, 100
	b.Ticks(1)
	b.want(t, "left wheel", 0.05, 0.5)
	b.on[0] = false
	b.Ticks(1)
	b.want(t, "in the air", 0, 0.5)
	b.WantNoFailure()
}

func TestAPauseIsNoWay(t *testing.T) {
	b := newBench(t)
	for what, x := range map[string]struct{ spoil, repair func() }{
		"an invalid wheel": {func() { b.Robot.Valid[1] = false }, func() { b.Robot.Valid[1] = true }},
		"no contacts":      {func() { b.silent = true }, func() { b.silent = false }},
		"no snapshot":      {func() { b.Silent = true }, func() { b.Silent = false }},
		"NaN":              {func() { b.Robot.Velocity[1] = math.NaN() }, func() { b.Robot.Velocity[1] = -10 }},
	} {
		x.spoil()
		b.Ticks(5)
		before := b.out.Value.Position
		b.wantSent(t, what, 0)
		x.repair()
		b.wantSent(t, what+", then valid", 10)
		if way := b.out.Value.Position - before; math.Abs(way-0.045) > 1e-9 {
			t.Errorf("%s: %g m in the ten ticks afterwards, expected 0.045", what, way)
		}
	}
	if notes := b.Told(messages.EventNote); !slices.Equal(notes, []string{`the velocity of joint "right_wheel" is not finite`}) {
		t.Errorf("notes %q", notes)
	}
	b.WantNoFailure()
}

func TestAConfigurationBeginsAnew(t *testing.T) {
	b := newBench(t)
	b.Ticks(10)
	send := func(radii ...messages.SignedRadius) {
		t.Helper()
		if err := b.Sys.Send(shelltest.Shell, messages.SpineConfig{SignedRadius: radii}); err != nil {
			t.Fatal(err)
		}
		b.Ticks(1)
		if b.out.Value.Position != 0 {
			t.Errorf("the first position is %g m", b.out.Value.Position)
		}
	}
	send()
	b.want(t, "the same radii", 0.05, 0.5)
	send(messages.SignedRadius{Joint: "right_wheel", Radius: -0.1}, messages.SignedRadius{Joint: "left_wheel", Radius: 0.1})
	b.want(t, "other radii", 0.1, 1)
	send(messages.SignedRadius{Joint: "left_wheel", Radius: 7}, messages.SignedRadius{Joint: "rigth_wheel", Radius: 0})
	b.want(t, "after radii that were rejected", 0.1, 1)
	notes := b.Told(messages.EventNote)
	if len(notes) != 1 || !strings.Contains(notes[0], "configuration rejected: wheel_odometry.signed_radius.rigth_wheel: the observer has no wheel of that name") ||
		!strings.Contains(notes[0], "the radius is 0 m") {
		t.Errorf("notes %q", notes)
	}
	b.WantNoFailure()
}

func TestOptionsThatCannotBeAreRejected(t *testing.T) {
	for want, spoil := range map[string]func(*wheelodometry.Options){
		`wheels: the list is empty`: func(o *wheelodometry.Options) { o.Wheels = nil },
		`wheels[1].signed_radius: the radius is 0 m; expected a finite length other than 0`: func(o *wheelodometry.Options) { o.Wheels[1].Radius = 0 },
		`wheels[0].joint: `: func(o *wheelodometry.Options) { o.Wheels[0].Joint = "lift_wheel" },
		`wheels[1].joint: joint "left_wheel" is listed twice`: func(o *wheelodometry.Options) { o.Wheels[1].Joint = "left_wheel" },
	} {
		o := options()
		spoil(&o)
		unstarted(t, o).WantRefused(want)
	}
}

func TestATickAllocatesNothing(t *testing.T) { newBench(t).WantNoAllocation() }

package baseorientation_test

import (
	"math"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/actors/observers/baseorientation"
	"github.com/robo-actors/robo-actors/messages"
)

const robot = `
robot:
  name: robot
  links: [{name: room}, {name: trunk, inertial: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}]
  joints: [{name: base, type: floating, parent: room, child: trunk, role: passive}]
`

// bench feeds the observer with the test's samples.
type bench struct {
	*shelltest.Rig
	imu    messages.Inertial
	silent bool
	out    *shelltest.Output[messages.BaseOrientation]
}

func newBench(t *testing.T, o baseorientation.Options) *bench {
	t.Helper()
	b := &bench{imu: messages.Inertial{Orientation: [4]float64{0, 0, 1, 0}}} // an Upkie's unit on an upright base
	b.Rig = shelltest.Blind(t, shelltest.World(t, robot), func() any { return &baseorientation.Actor{Options: o} })
	shelltest.Feed(b.Rig, "imu", nil, 3*shelltest.Period, func(_ *actors.Tick, v *messages.Inertial) bool { *v = b.imu; return !b.silent })
	b.Start()
	b.out = shelltest.Tap[messages.BaseOrientation](b.Rig, "orientation", nil)
	return b
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

func TestItPublishesTheOrientationAtEverySample(t *testing.T) {
	b := newBench(t, baseorientation.DefaultOptions())
	b.Ticks(1)
	b.wantSent(t, "at rest", 10)
	if v := b.out.Value; math.Abs(v.Pitch) > 1e-12 || math.Abs(v.RotationBaseToWorld[0]-1) > 1e-12 || math.Abs(v.RotationBaseToWorld[8]-1) > 1e-12 {
		t.Errorf("upright, it publishes %+v", v)
	}
	b.WantNoFailure()
}

func TestTheReferenceOfAnUpkieIsZDown(t *testing.T) {
	o := baseorientation.DefaultOptions()
	o.ImuReference = "ars"
	b := newBench(t, o)
	b.imu.Orientation = [4]float64{0, 0, 0, 1} // half a turn about z: x forward, z down, as the mounting has it
	b.Ticks(2)
	if v := b.out.Value; math.Abs(v.Pitch) > 1e-12 || math.Abs(v.RotationBaseToWorld[8]-1) > 1e-12 {
		t.Errorf("upright, it publishes %+v", v)
	}
}

func TestAnInvalidSampleIsReportedOnceAndPausesTheOutput(t *testing.T) {
	b := newBench(t, baseorientation.DefaultOptions())
	b.Ticks(3)
	good := b.imu
	for what, spoil := range map[string]func(*messages.Inertial){
		"NaN":       func(v *messages.Inertial) { v.AngularVelocity[1] = math.NaN() },
		"infinity":  func(v *messages.Inertial) { v.AngularVelocity[2] = math.Inf(-1) },
		"no length": func(v *messages.Inertial) { v.Orientation = [4]float64{} },
		"long":      func(v *messages.Inertial) { v.Orientation[3] = 1 },
	} {
		spoil(&b.imu)
		before := len(b.Told(messages.EventNote))
		b.wantSent(t, what, 0)
		notes := b.Told(messages.EventNote)[before:]
		if len(notes) != 1 || !strings.Contains(notes[0], "expected a unit quaternion and finite numbers") {
			t.Errorf("%s: notes %q", what, notes)
		}
		b.imu = good
		b.wantSent(t, what+", then valid", 10)
	}
	b.WantNoFailure()
}

func TestASilentUnitPausesTheOutputWithoutAFailure(t *testing.T) {
	b := newBench(t, baseorientation.DefaultOptions())
	b.Ticks(3)
	b.silent = true
	b.Ticks(5)
	b.wantSent(t, "silent", 0)
	b.silent = false
	b.wantSent(t, "again", 10)
	b.WantNoFailure()
}

func TestAConfigurationReplacesTheMounting(t *testing.T) {
	b := newBench(t, baseorientation.DefaultOptions())
	send := func(m *[9]float64) {
		t.Helper()
		if err := b.Sys.Send(shelltest.Shell, messages.SpineConfig{RotationBaseToImu: m}); err != nil {
			t.Fatal(err)
		}
		b.Ticks(2)
	}
	b.Ticks(2)
	b.imu.Orientation = [4]float64{1, 0, 0, 0}
	send(&[9]float64{0: 1, 4: 1, 8: 1})
	if v := b.out.Value; v.RotationBaseToWorld != [9]float64{0: 1, 4: 1, 8: 1} {
		t.Errorf("with the unit's axes as those of the base it publishes %+v", v)
	}
	send(nil)
	send(&[9]float64{0: math.NaN()})
	if notes := b.Told(messages.EventNote); len(notes) != 1 || !strings.Contains(notes[0], "configuration rejected: rotation_base_to_imu: the matrix") {
		t.Errorf("notes %q", notes)
	}
	if v := b.out.Value; v.RotationBaseToWorld != [9]float64{0: 1, 4: 1, 8: 1} {
		t.Errorf("after a rejected matrix it publishes %+v", v)
	}
	b.WantNoFailure()
}

func TestAMatrixThatIsNotARotationIsRejected(t *testing.T) {
	o := baseorientation.DefaultOptions()
	o.BaseToImu[0] = 1 // a mirror
	r := shelltest.Blind(t, shelltest.World(t, robot), func() any { return &baseorientation.Actor{Options: o} })
	r.WantRefused("rotation_base_to_imu: the matrix [1 0 0 0 1 0 0 0 -1] is not a rotation; expected nine numbers")
}

func TestATickAllocatesNothing(t *testing.T) {
	newBench(t, baseorientation.DefaultOptions()).WantNoAllocation()
}

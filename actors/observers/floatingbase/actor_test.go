package floatingbase_test

import (
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/actors/observers/floatingbase"
	"github.com/robo-actors/robo-actors/messages"
)

const robot = `
robot:
  name: robot
  links: [{name: room}, {name: trunk, inertial: {mass: 10, inertia: {ixx: 1, iyy: 1, izz: 1}}}, {name: arm, inertial: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}]
  joints:
    - {name: base, type: floating, parent: room, child: trunk, role: passive}
    - {name: shoulder, type: revolute, parent: trunk, child: arm, axis: [0, 0, 1], limits: {lower: -2, upper: 2, velocity: 1.5, effort: 10}}
`

func options() floatingbase.Options {
	o := floatingbase.DefaultOptions()
	o.Joint = "base"
	return o
}

// bench feeds the estimator with what the test says.
type bench struct {
	*shelltest.Rig
	pose         messages.VirtualState
	unit         messages.Inertial
	noPose, dead bool
	state        *shelltest.Output[messages.VirtualState]
}

func newBench(t *testing.T) *bench {
	t.Helper()
	o := options()
	o.PositionRate = 10
	b := &bench{pose: messages.VirtualState{Position: []float64{1, 2, 3, 1, 0, 0, 0}, Velocity: make([]float64, 6), Mode: messages.ModeRun}}
	b.unit.Acceleration[2] = 9.81
	b.Rig = shelltest.Blind(t, shelltest.World(t, robot), func() any { return &floatingbase.Actor{Options: o} })
	shelltest.Feed(b.Rig, "pose", actors.Sizes{"positions": 7, "velocities": 6}, 5*shelltest.Period, func(_ *actors.Tick, s *messages.VirtualState) bool {
		copy(s.Position, b.pose.Position)
		copy(s.Velocity, b.pose.Velocity)
		s.Mode = b.pose.Mode
		return !b.noPose
	})
	shelltest.Feed(b.Rig, "imu", nil, 3*shelltest.Period, func(_ *actors.Tick, u *messages.Inertial) bool {
		*u = b.unit
		return !b.dead
	})
	b.Start()
	b.state = shelltest.Tap[messages.VirtualState](b.Rig, "state", nil)
	return b
}

// want checks the height of the estimate.
func (b *bench) want(t *testing.T, what string, height float64) {
	t.Helper()
	if got := b.state.Value.Position[2]; math.Abs(got-height) > 1e-9 {
		t.Errorf("%s: the base is at %g m, want %g", what, got, height)
	}
}

func TestItBeginsWithTheFirstPoseAndStaysThere(t *testing.T) {
	b := newBench(t)
	b.Ticks(20)
	b.WantNoFailure()
	b.want(t, "at rest", 3)
	if b.state.Count < 19 || b.state.Value.Mode != messages.ModeRun {
		t.Errorf("%d states, mode %s", b.state.Count, b.state.Value.Mode)
	}
}

func TestItSaysNothingBeforeTheFirstPose(t *testing.T) {
	b := newBench(t)
	b.noPose = true
	b.Ticks(10)
	if b.state.Count != 0 {
		t.Errorf("it sent %d states", b.state.Count)
	}
	b.noPose = false
	b.Ticks(2)
	b.want(t, "the first pose", 3)
	b.WantNoFailure()
}

// A base that is lifted with 1 m/s2 while no pose comes: it is where the unit leads, not where the
// last pose was.
func TestTheUnitLeadsOnWherePosesAreSlow(t *testing.T) {
	b := newBench(t)
	b.Ticks(5)
	b.noPose, b.unit.Acceleration[2] = true, 10.81
	b.Ticks(4)
	const s = 0.04
	b.want(t, "between two poses", 3+s*s/2)
	if v := b.state.Value.Velocity[2]; math.Abs(v-s) > 1e-9 {
		t.Errorf("it rises with %g m/s, want %g", v, s)
	}
	b.WantNoFailure()
	b.Ticks(3)
	b.WantFailure("pose")
}

func TestAPoseElsewhereIsApproached(t *testing.T) {
	b := newBench(t)
	b.Ticks(5)
	b.pose.Position[2] = 3.1
	b.Ticks(1)
	theta := math.Exp(-0.1)
	b.want(t, "after one correction", 3+0.1*(1-theta*theta))
	b.Ticks(300)
	if got := b.state.Value.Position[2]; math.Abs(got-3.1) > 1e-6 {
		t.Errorf("the base is at %g m, want 3.1", got)
	}
}

// Most of these numbers are finite, but the filter would keep them for minutes, or permanently.
func TestAnEstimateThatNoMotionExplainsBeginsAnew(t *testing.T) {
	for name, spoil := range map[string]func(*bench){
		"a corrupt pose":         func(b *bench) { b.pose.Position[0] = -1e300 },
		"a corrupt acceleration": func(b *bench) { b.unit.Acceleration[1] = 1e12 },
		"a turn beyond numbers":  func(b *bench) { b.unit.AngularVelocity[2] = math.MaxFloat64 },
		"a base that was moved":  func(*bench) {},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			b.Ticks(5)
			spoil(b)
			b.Ticks(2)
			b.pose.Position[0], b.pose.Position[2] = 1, 5.5
			b.unit.Acceleration, b.unit.AngularVelocity = [3]float64{2: 9.81}, [3]float64{}
			b.Ticks(3)
			b.WantNoFailure()
			b.want(t, "after the next poses", 5.5)
			for _, v := range append(b.state.Value.Position, b.state.Value.Velocity...) {
				if !(math.Abs(v) < 6) {
					t.Errorf("the estimate is %v, %v", b.state.Value.Position, b.state.Value.Velocity)
				}
			}
		})
	}
}

func TestAUnitThatFallsSilentIsAFailure(t *testing.T) {
	b := newBench(t)
	b.Ticks(5)
	b.dead = true
	b.Ticks(5)
	b.WantFailure("imu")
}

func TestANumberThatIsNotFiniteIsAFailure(t *testing.T) {
	b := newBench(t)
	b.Ticks(5)
	b.unit.Acceleration[1] = math.NaN()
	b.Ticks(1)
	b.WantFailure("NaN", "expected finite numbers")
}

func TestAnEstimateOfAnotherJointIsRefused(t *testing.T) {
	for want, spoil := range map[string]func(*floatingbase.Options){
		`joint: "shoulder" is revolute; expected a floating joint`: func(o *floatingbase.Options) { o.Joint = "shoulder" },
		"joint: ": func(o *floatingbase.Options) { o.Joint = "bsae" },
		"imu_orientation: the quaternion [2 0 0 0] has length 2; expected 1": func(o *floatingbase.Options) { o.Orientation[0] = 2 },
	} {
		o := options()
		spoil(&o)
		shelltest.Blind(t, shelltest.World(t, robot), func() any { return &floatingbase.Actor{Options: o} }).WantRefused(want)
	}
}

func TestATickAllocatesNothing(t *testing.T) { newBench(t).WantNoAllocation() }

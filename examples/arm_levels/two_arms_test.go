package armlevels

import (
	"math"
	"slices"
	"testing"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/examples/internal/run"
	"github.com/robo-actors/robo-actors/messages"
)

// armStates runs both arms under a schedule, and returns the true states of each.
func armStates(t *testing.T, schedule ...string) (left, right []record.Sample[messages.JointState]) {
	t.Helper()
	_, recording := run.Simulate(t, "two_arms.yaml", 1, schedule...)
	r := run.Open(t, recording)
	return run.Series[messages.JointState](t, r, "plant/left_arm.state"), run.Series[messages.JointState](t, r, "plant/right_arm.state")
}

// last is the final position of the first joint.
func last(states []record.Sample[messages.JointState]) float64 {
	return states[len(states)-1].Value.Position[0]
}

func TestTwoArmsInOneApplicationAreMovedByTheirOwnWorlds(t *testing.T) {
	left, right := armStates(t)
	if math.Abs(last(left)-0.6) > 0.02 || math.Abs(last(right)+0.6) > 0.02 {
		t.Errorf("the first joints come to rest at %.3f and %.3f rad, want 0.6 and -0.6", last(left), last(right))
	}
}

// Faults of the drives, of the controller and of the bus of one arm stop that arm, and change no
// bit of the other.
func TestFaultsOfOneArmDoNotTouchTheOther(t *testing.T) {
	_, calm := armStates(t)
	for _, fault := range []string{"at 300ms fault_code left_joint_1 code=40", "at 300ms panic left/controller", "at 300ms sensor_off left_joint_1"} {
		left, right := armStates(t, fault)
		if math.Abs(last(left)-0.6) < 0.05 {
			t.Errorf("%s: the arm reaches its goal", fault)
		}
		same := slices.EqualFunc(calm, right, func(a, b record.Sample[messages.JointState]) bool {
			return slices.Equal(a.Value.Position, b.Value.Position) && slices.Equal(a.Value.Velocity, b.Value.Velocity)
		})
		if !same {
			t.Errorf("%s: the other arm moves differently", fault)
		}
	}
}

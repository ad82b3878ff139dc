package upkie

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/messages"
)

// The floor contact is not known at first, since wheels at rest show none: the robot sways once, by
// 0.04 rad, before it stands.
func TestTheBalancerOnBoardKeepsTheRobotUpForAMinute(t *testing.T) {
	longRun(t)
	config := load(t, onboard(""))
	if config.Duration = time.Minute; testing.Short() {
		config.Duration = 20 * time.Second
	}
	f := move(t, config, nil)
	if f.leaned > 0.06 || f.went > 0.3 || math.Abs(f.lean) > 0.01 || f.speed > 0.01 || f.airborne > 1 { // before the first step nothing is known to touch
		t.Errorf("after %s: %+v; expected it to stand", config.Duration, f)
	}
}

// The configuration of a spine puts the robot back to its start while it runs, from where it lies.
func TestAConfigurationPutsTheRobotUprightAgain(t *testing.T) {
	longRun(t)
	config := load(t, onboard(""))
	*pushes(t, config) = []physics.PushOptions{{Body: "torso", Force: [3]float64{100, 0, 0}, From: time.Second, Duration: 100 * time.Millisecond}}
	f := move(t, config, func(system *actors.System) {
		system.At(messages.Instant(4*time.Second), func() {
			reset := messages.SpineConfig{Reset: &messages.RobotReset{Position: [3]float64{0, 0, 0.56}, Orientation: [4]float64{1, 0, 0, 0}}}
			for _, to := range []string{"plant/robot", "upkie/orientation", "upkie/contact", "upkie/odometry", "upkie/balancer"} {
				if err := system.Send(to, reset); err != nil {
					t.Error(err)
				}
			}
		})
	})
	if f.leaned < 1 || math.Abs(f.lean) > 0.05 || math.Abs(f.height-0.56) > 0.01 || f.way > 0.25 {
		t.Errorf("it fell and was put upright: %+v; expected it to stand", f)
	}
}

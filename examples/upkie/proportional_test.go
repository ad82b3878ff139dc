package upkie

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/spine/dictionary"
	"github.com/robo-actors/robo-actors/actors/spine/machine"
)

// A velocity of the wheels that is proportional to pitch, way and speed is unstable on wheels that
// roll freely, for all gains with a speed gain below 1: a swing grows by 0.4 1/s. Rolling friction
// of 5 mm holds it, also after a push by 0.3 m/s for 0.1 s. The gains are those of Upkie's example
// pd_balancing.
func TestRollingFrictionHoldsALawThatIsProportional(t *testing.T) {
	longRun(t)
	r := startSpine(t)
	r.start()
	for begin := r.sys.Now(); r.sys.Now() < begin.Add(15*time.Second); {
		o := &r.observation
		velocity := 10*o.BaseOrientation.Pitch + o.WheelOdometry.Position + 0.1*o.WheelOdometry.Velocity
		if t := r.sys.Now().Sub(begin); t > 2*time.Second && t <= 2100*time.Millisecond {
			velocity += 0.3
		}
		for i, side := range []float64{0, 0, 1, 0, 0, -1} { // of each servo's wheel; 0 for the legs
			r.action.Servos[i] = dictionary.ServoAction{KpScale: 1, KdScale: 1, MaximumTorque: 16}
			if side != 0 {
				r.action.Servos[i] = dictionary.ServoAction{Position: math.NaN(), Velocity: side * velocity / 0.06, KpScale: 1, KdScale: 1, MaximumTorque: 1.7}
			}
		}
		if err := r.ask(machine.Action, r.action.Append(nil)); err != nil {
			t.Fatal(err)
		}
		r.pass(4 * time.Millisecond)
	}
	r.upright("with a proportional law", 0.06)
	if r.observation.WheelOdometry.Position == 0 {
		t.Error("the push was to show the ground to the observers, so that the odometry counts")
	}
}

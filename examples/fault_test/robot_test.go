package faulttest

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/actortest"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults/invariant"
)

// rest is the resolution of a wheel's encoder, 7.7e-5 rad, per millisecond, in rad/s: the base
// cannot measure less.
const rest = 0.08

// trueRest bounds the true speed of a wheel at rest, rad/s.
const trueRest = 0.01

// robot is the mobile manipulator. The invariants of package invariant are checked in every cycle,
// and one more.
func robot(t actortest.TB, seed uint64) *actortest.Lab {
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatalf("%v", err)
	}
	lab := actortest.FromFile(t, "../mobile_manipulator/app.yaml", registry, seed)
	lab.Check(invariant.Always("no wheel is faster than its limit", func(v *invariant.View) error {
		if d, ok := v.Drive("mobile_front_left"); ok && math.Abs(d.Velocity) > 25 {
			return fmt.Errorf("front left turns at %.2f rad/s, limit 25 rad/s", d.Velocity)
		}
		return nil
	}))
	return lab
}

// fastest is the speed of the fastest wheel as the base sees it, rad/s: the last joints of its
// world.
func fastest(v *actortest.View) float64 {
	s, _, ok := actortest.Value[messages.Snapshot](v, "mobile_base/perception.snapshot")
	if !ok {
		return 0
	}
	most := 0.0
	for _, w := range s.Velocity[len(s.Velocity)-4:] {
		most = max(most, math.Abs(w))
	}
	return most
}

// The wheels' driver panics while the base drives. Once the base has come to rest, it stays.
func TestTheBaseComesToRestAndStays(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of the whole robot take a minute under the race detector, which the short run is for; the plain run of this test asserts all of it")
	}
	lab := robot(t, 1)
	lab.Inject("at 4s panic mobile_base/wheels")
	lab.Check(invariant.Always("the base rests half a second after the failure", func(v *invariant.View) error {
		for _, wheel := range []string{"front_left", "front_right", "rear_left", "rear_right"} {
			d, ok := v.Drive("mobile_" + wheel)
			if after := messages.Instant(4500 * time.Millisecond); ok && v.Now() > after && math.Abs(d.Velocity) > trueRest {
				return fmt.Errorf("%s turns at %.3f rad/s", wheel, d.Velocity)
			}
		}
		return nil
	}))
	lab.Sometimes("the base drives", func(v *actortest.View) bool { return fastest(v) > 2 })
	lab.Run(5500 * time.Millisecond)
}

// The link over which the base hears of its twist loses everything for a while. The base slows down
// by itself, and takes its partner back when it is heard again.
func TestTheBaseStopsWhileItHearsNothingAndGoesOnAfterwards(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of the whole robot take a minute under the race detector, which the short run is for; the plain run of this test asserts all of it")
	}
	lab := robot(t, 1)
	lab.Inject("at 3s for 1s drop whole_body/gate.joint_mobile_planar")
	lab.Within("the base rests in the silence", 3*time.Second, 900*time.Millisecond, func(v *actortest.View) bool { return fastest(v) < rest })
	lab.Within("the base drives again", 4*time.Second, 1500*time.Millisecond, func(v *actortest.View) bool { return fastest(v) > 2 })
	lab.Run(5500 * time.Millisecond)
}

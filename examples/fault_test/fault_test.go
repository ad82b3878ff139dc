package faulttest

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// speedMax is the limit of a wheel in the base's description, and rest what the last digit of its encoder is worth in a
// millisecond: 7.7e-5 rad; both in rad/s. At rest a wheel cannot be seen to be slower.
const (
	speedMax = 25
	rest     = 0.08
)

// The wheels' driver panics while the base drives. Whatever comes after: no wheel turns faster than it may, and once the
// base has come to rest, it stays.
func TestTheBaseComesToRestAndStays(t *testing.T) {
	const failure = 4 * time.Second
	system := load(t, "../mobile_manipulator/app.yaml")
	inject(t, system, failure, actors.Fault{Kind: actors.FaultPanic, Target: "mobile_base/wheels"})
	always(t, system, "no wheel is faster than its limit", func(at messages.Instant, s *messages.Snapshot) error {
		return none(wheels(s), func(v float64) bool { return math.Abs(v) > speedMax }, "rad/s, limit 25")
	})
	always(t, system, "the base rests half a second after the failure", func(at messages.Instant, s *messages.Snapshot) error {
		if at < messages.Instant(failure+500*time.Millisecond) {
			return nil
		}
		return none(wheels(s), func(v float64) bool { return math.Abs(v) > rest }, "rad/s, at rest")
	})
	if err := system.Run(context.Background()); err != nil { // 7 s of virtual time
		t.Error(err)
	}
}

// The link over which the base hears of its twist loses everything for a while. The base slows down by itself, and takes
// its partner back when it is heard again.
func TestTheBaseStopsWhileItHearsNothingAndGoesOnAfterwards(t *testing.T) {
	system := load(t, "../mobile_manipulator/app.yaml")
	inject(t, system, 4*time.Second, actors.Fault{Kind: actors.FaultDrop, Target: "whole_body/gate.joint_mobile_planar", Duration: time.Second})
	moved := map[bool]float64{} // fastest wheel late in the silence (false) and a second after it (true), rad/s
	always(t, system, "the wheels obey", func(at messages.Instant, s *messages.Snapshot) error {
		late := at > messages.Instant(4800*time.Millisecond) && at < messages.Instant(5*time.Second)
		if after := at > messages.Instant(6*time.Second); late || after {
			for _, v := range wheels(s) {
				moved[after] = max(moved[after], math.Abs(v))
			}
		}
		return nil
	})
	if err := system.Run(context.Background()); err != nil {
		t.Error(err)
	}
	if moved[false] > rest || moved[true] < 2 {
		t.Errorf("fastest wheel %.3f rad/s in the silence and %.3f rad/s afterwards; expected rest, then motion", moved[false], moved[true])
	}
}

// load builds an application in virtual time.
func load(t *testing.T, file string) *actors.System {
	t.Helper()
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	config, err := app.LoadFile(file, registry)
	if err != nil {
		t.Fatal(err)
	}
	config.Virtual, config.Duration = true, 7*time.Second
	system, err := app.New(config)
	if err != nil {
		t.Fatal(err)
	}
	return system
}

// inject has a fault happen at an instant.
func inject(t *testing.T, system *actors.System, at time.Duration, fault actors.Fault) {
	system.At(messages.Instant(at), func() {
		if err := system.Inject(fault); err != nil {
			t.Error(err)
		}
	})
}

// always checks an invariant in every cycle of the base, and tells of its first violation.
func always(t *testing.T, system *actors.System, what string, check func(at messages.Instant, s *messages.Snapshot) error) {
	t.Helper()
	broken := false
	if _, err := actors.Tap(system, "mobile_base/perception.snapshot", func(stamp messages.Stamp, s *messages.Snapshot) {
		if err := check(stamp.Time, s); err != nil && !broken {
			broken = true
			t.Errorf("%v: %s: %v", stamp.Time, what, err)
		}
	}); err != nil {
		t.Fatal(err)
	}
}

// wheels are the velocities of the four wheels, rad/s: the last joints of the base's world.
func wheels(s *messages.Snapshot) []float64 { return s.Velocity[len(s.Velocity)-4:] }

// none returns an error where a value is as it must not be.
func none(values []float64, bad func(float64) bool, limit string) error {
	for i, v := range values {
		if bad(v) {
			return fmt.Errorf("wheel %d: %.4f %s", i, v, limit)
		}
	}
	return nil
}

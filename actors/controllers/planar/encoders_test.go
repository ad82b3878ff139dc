package planar

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestWheelsTurnedByTheDifferenceOfTheirAngles(t *testing.T) {
	var turned [3]float64
	err := Turned(turned[:], []float64{1, -2, 100}, []float64{1.5, -2.5, 100}, make([]float64, 3), []string{"a", "b", "c"}, 1, 0.25)
	if err != nil || turned != [3]float64{0.5, -0.5, 0} {
		t.Errorf("%v, %v; expected [0.5 -0.5 0]: twice what 1 rad/s allow in 0.25 s", turned, err)
	}
}

func TestAnEncoderThatJumpedIsNamed(t *testing.T) {
	for _, jump := range []float64{0.51, -0.51, 1e9} {
		var turned [2]float64
		err := Turned(turned[:], []float64{0, 7}, []float64{0, 7 + jump}, make([]float64, 2), []string{"left", "right"}, 1, 0.25)
		if !errors.Is(err, ErrEncoderJump) || !strings.Contains(err.Error(), "wheel right went from 7 rad") {
			t.Errorf("a jump by %g rad: %v; expected it of the right wheel", jump, err)
		}
	}
}

func TestAJumpIsFoundAtAnySpeedThatADriveMayClaim(t *testing.T) {
	for _, speed := range []float64{0, 1, -1, 1e300, math.Inf(1)} {
		var turned [1]float64
		if err := Turned(turned[:], []float64{0}, []float64{0.1}, []float64{speed}, []string{"left"}, 1, 0.001); !errors.Is(err, ErrEncoderJump) {
			t.Errorf("a wheel that claims %g rad/s and can do 1 rad/s turned by 0.1 rad in 1 ms: %v", speed, err)
		}
	}
}

// A wheel turns evenly. Its angles are measured when the thread that exchanges gets to it, and
// stamped when the next thread does: both come late by up to 20 ms, each for itself, and never in
// another order.
func TestLateStampsOfAWheelThatTurnsAreNoJump(t *testing.T) {
	const greatest, speed, period, late = 25, 7.0, 0.001, 0.02
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		var turned [1]float64
		angle, stamp, sum := 0.0, 0.0, 0.0
		for k := 1; k < 5000; k++ {
			now := float64(k) * period
			measured := angle / speed
			if r.IntN(50) != 0 { // else nobody measured anew
				measured = max(measured, now-late*r.Float64()*r.Float64())
			}
			stamped := max(stamp, now+period*r.Float64())
			if stamped-stamp < 1e-6 {
				continue
			}
			if measured < stamped-late {
				measured = stamped - late
			}
			err := Turned(turned[:], []float64{angle}, []float64{measured * speed}, []float64{speed}, []string{"left"}, greatest, stamped-stamp)
			if err != nil {
				t.Fatalf("seed %d, step %d: %v", seed, k, err)
			}
			sum += turned[0]
			angle, stamp = measured*speed, stamped
		}
		if math.Abs(sum-angle) > 1e-9 || angle < 30 {
			t.Errorf("seed %d: the wheel turned by %g rad, and by %g rad in pieces", seed, angle, sum)
		}
	}
}

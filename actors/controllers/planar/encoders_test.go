package planar

import (
	"errors"
	"strings"
	"testing"
)

func TestWheelsTurnedByTheDifferenceOfTheirAngles(t *testing.T) {
	var turned [3]float64
	err := Turned(turned[:], []float64{1, -2, 100}, []float64{1.5, -2.5, 100}, []string{"a", "b", "c"}, 1, 0.25)
	if err != nil || turned != [3]float64{0.5, -0.5, 0} {
		t.Errorf("%v, %v; expected [0.5 -0.5 0]: twice what 1 rad/s allow in 0.25 s", turned, err)
	}
}

func TestAnEncoderThatJumpedIsNamed(t *testing.T) {
	for _, jump := range []float64{0.51, -0.51, 1e9} {
		var turned [2]float64
		err := Turned(turned[:], []float64{0, 7}, []float64{0, 7 + jump}, []string{"left", "right"}, 1, 0.25)
		if !errors.Is(err, ErrEncoderJump) || !strings.Contains(err.Error(), "wheel right went from 7 rad") {
			t.Errorf("a jump by %g rad: %v; expected it of the right wheel", jump, err)
		}
	}
}

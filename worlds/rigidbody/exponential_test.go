package rigidbody

import (
	"math"
	"testing"
)

func TestAChordIsThatOfItsArcWhicheverWayItIsComputed(t *testing.T) {
	// 1 - cos x without its cancellation; series and functions meet at a tenth of a radian.
	for x := -0.2; x <= 0.2; x += 1.0 / 1024 {
		along, across := chord(x)
		wantAlong, wantAcross := 1.0, 0.0
		if x != 0 {
			half := math.Sin(x / 2)
			wantAlong, wantAcross = math.Sin(x)/x, 2*half*half/x
		}
		if math.Abs(along-wantAlong) > 3e-16 || math.Abs(across-wantAcross) > 1e-16+4e-16*math.Abs(wantAcross) {
			t.Errorf("chord of %.17g is %.17g, %.17g; expected %.17g, %.17g", x, along, across, wantAlong, wantAcross)
		}
	}
	if along, across := chord(math.Pi); math.Abs(along) > 1e-16 || math.Abs(across-2/math.Pi) > 1e-15 {
		t.Errorf("chord of half a turn is %g, %g", along, across)
	}
}

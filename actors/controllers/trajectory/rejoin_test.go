package trajectory

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestAJointRejoinsWithoutAJumpAndWithinItsLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		offset := rapid.Float64Range(-2, 2).Draw(t, "offset")
		velocity := rapid.Float64Range(0.1, 3).Draw(t, "velocity")
		acceleration := rapid.Float64Range(0.5, 20).Draw(t, "acceleration")
		var r Rejoin
		r.Begin(offset, 0.2, velocity, acceleration)
		position, rate := r.Offset()
		if offset != 0 && (position != offset || rate != 0) {
			t.Fatalf("it begins at %g with %g, want %g at rest", position, rate, offset)
		}
		const dt = 1e-3
		for k := 0; !r.Done(); k++ {
			r.Advance(dt)
			next, nextRate := r.Offset()
			if math.Abs(nextRate) > velocity*(1+1e-9) || math.Abs(nextRate-rate)/dt > acceleration*(1+1e-6)+1e-9 {
				t.Fatalf("rate %g after %g: the limits are %g and %g", nextRate, rate, velocity, acceleration)
			}
			if mean := (rate + nextRate) / 2; math.Abs(next-position-mean*dt) > 2e-4*dt+1e-9 && !r.Done() {
				t.Fatalf("the offset went by %g at rates %g and %g", next-position, rate, nextRate)
			}
			if k > 100_000 {
				t.Fatal("it takes more than 100 s")
			}
			position, rate = next, nextRate
		}
		if position != 0 || rate != 0 {
			t.Fatalf("it ends at %g with %g", position, rate)
		}
	})
}

func TestAJointThatIsThereRejoinsAtOnce(t *testing.T) {
	var r Rejoin
	if r.Begin(0, 1, 1, 1); !r.Done() {
		t.Error("there is nothing to do, but it is not done")
	}
}

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

func TestAJointComesToRestOnItsWayBackAtTheVelocitiesItTells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		offset := rapid.Float64Range(-2, 2).Draw(t, "offset")
		until := rapid.Float64Range(0, 2).Draw(t, "until")
		slowDown := rapid.Float64Range(0.05, 1).Draw(t, "slow down")
		var r Rejoin
		r.Begin(offset, 0.2, 1, 5)
		const dt = 1e-3
		for now := 0.0; now < until; now += dt {
			r.Advance(dt)
		}
		position, rate := r.Offset()
		for now := 0.0; now < slowDown+2*dt; now += dt {
			r.Rest(dt, slowDown)
			next, nextRate := r.Offset()
			if mean := (rate + nextRate) / 2; math.Abs(next-position-mean*dt) > 1e-4*dt+1e-6*dt/slowDown {
				t.Fatalf("the offset went by %g at rates %g and %g", next-position, rate, nextRate)
			}
			position, rate = next, nextRate
		}
		if r.Rest(dt, slowDown); rate != 0 || until == 0 && position != offset {
			t.Fatalf("from %g it comes to rest at %g with %g", offset, position, rate)
		}
		if next, _ := r.Offset(); next != position {
			t.Fatalf("it rests at %g, and went on to %g", position, next)
		}
	})
}

func TestAJointThatIsThereRejoinsAtOnce(t *testing.T) {
	var r Rejoin
	if r.Begin(0, 1, 1, 1); !r.Done() {
		t.Error("there is nothing to do, but it is not done")
	}
}

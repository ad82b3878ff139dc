package constrained

import (
	"math"
	"math/rand/v2"
	"testing"
)

const seed = 20260314

func randomAxis(rng *rand.Rand) axis {
	x := axis{min: -1 - rng.Float64(), max: 1 + rng.Float64(), velocity: 0.5 + 3*rng.Float64(), acceleration: 1 + 30*rng.Float64()}
	if rng.IntN(4) == 0 {
		x.velocity = math.Inf(1)
	}
	return x
}

func TestAnAxisThatAlwaysTakesItsGreatestAccelerationStopsAtItsLimit(t *testing.T) {
	rng := rand.New(rand.NewPCG(seed, 1))
	for trial := range 300 {
		x := randomAxis(rng)
		dt := []float64{0.001, 0.004, 0.01}[rng.IntN(3)]
		q, v := 0.0, 0.0
		fastest := 0.0
		for range int(20 / dt) {
			_, a, beyond := x.accelerations(q, v, dt)
			if beyond && q < x.max-1e-9 && math.Abs(v) < x.velocity*(1-1e-9) {
				t.Fatalf("trial %d: %+v at %g, %g is reported beyond a limit", trial, x, q, v)
			}
			q += v*dt + a*dt*dt/2
			v += a * dt
			fastest = math.Max(fastest, v)
			if q > x.max+1e-9 || v > x.velocity+1e-9 || math.Abs(a) > x.acceleration+1e-9 {
				t.Fatalf("trial %d (seed %d): %+v, dt %g: position %g, velocity %g, acceleration %g", trial, seed, x, dt, q, v, a)
			}
		}
		if x.max-q > 1e-3 || math.Abs(v) > 1e-3*math.Max(1, fastest) {
			t.Errorf("trial %d: %+v stopped at %g with %g; expected at its limit: the bound gives room away", trial, x, q, v)
		}
	}
}

func TestMoreThanTheGreatestAccelerationCannotBeBrakedInTime(t *testing.T) {
	rng := rand.New(rand.NewPCG(seed, 2))
	tried := 0
	for range 20000 {
		x := randomAxis(rng)
		x.velocity = math.Inf(1)
		const dt = 0.005
		v := 3 * rng.Float64()
		q := x.max - v*v/(2*x.acceleration) - 2*v*dt*rng.Float64()
		_, a, beyond := x.accelerations(q, v, dt)
		if beyond || a >= x.acceleration || a <= -x.acceleration {
			continue
		}
		after := v + a*dt
		if after < 1e-6 {
			continue // it is at the end: the bound is to stand
		}
		tried++
		stops := func(a float64) float64 { w := v + a*dt; return q + v*dt + a*dt*dt/2 + w*w/(2*x.acceleration) }
		if got := stops(a); math.Abs(got-x.max+x.acceleration*dt*dt/8) > 1e-9 {
			t.Fatalf("%+v at %g, %g: with the bound %g it stops at %g", x, q, v, a, got)
		}
	}
	if tried < 1000 {
		t.Errorf("only %d states tried the bound", tried)
	}
}

func TestALowerBoundIsTheMirrorOfTheUpperOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(seed, 3))
	for range 5000 {
		x := randomAxis(rng)
		mirror := axis{min: -x.max, max: -x.min, velocity: x.velocity, acceleration: x.acceleration}
		q, v := 4*rng.Float64()-2, 6*rng.Float64()-3
		for _, of := range []func(axis, float64, float64, float64) (float64, float64, bool){axis.accelerations, axis.velocities} {
			l, u, b := of(x, q, v, 0.002)
			ml, mu, mb := of(mirror, -q, -v, 0.002)
			if math.Abs(l+mu) > 1e-9 || math.Abs(u+ml) > 1e-9 || b != mb || l > u {
				t.Fatalf("%+v at %g, %g: [%g, %g] %v, mirrored [%g, %g] %v", x, q, v, l, u, b, ml, mu, mb)
			}
		}
	}
}

func TestAnAxisBeyondItsLimitsIsBrakedAndNotDrivenFarther(t *testing.T) {
	x := axis{min: -1, max: 1, velocity: 2, acceleration: 10}
	for _, c := range []struct {
		q, v         float64
		lower, upper float64
		what         string
	}{
		{1.2, 0, -10, 0, "beyond, at rest: only back"},
		{1.2, 1, -10, -10, "beyond and going on: brakes with all it may"},
		{0.99, 1.9, -10, -10, "cannot stop in time: brakes with all it may"},
		{0, 2.5, -10, -10, "too fast: brakes"},
		{-1.2, -1, 10, 10, "the same below"},
	} {
		lower, upper, beyond := x.accelerations(c.q, c.v, 0.001)
		if math.Abs(lower-c.lower) > 1e-9 || math.Abs(upper-c.upper) > 1e-9 {
			t.Errorf("%s: [%g, %g], want [%g, %g]", c.what, lower, upper, c.lower, c.upper)
		}
		if outside := math.Abs(c.q) > 1 || math.Abs(c.v) > 2; beyond != outside {
			t.Errorf("%s: beyond is %v", c.what, beyond)
		}
	}
}

func TestCommandedVelocitiesStayWithinTheirLimits(t *testing.T) {
	rng := rand.New(rand.NewPCG(seed, 4))
	for range 200 {
		x := randomAxis(rng)
		const dt = 0.002
		q, v := 0.0, 0.0
		for range 5000 {
			_, w, _ := x.velocities(q, v, dt)
			if math.Abs(w-v) > x.acceleration*dt+1e-9 || w > x.velocity+1e-9 {
				t.Fatalf("%+v: from %g to %g in one step", x, v, w)
			}
			v = w
			if q += v * dt; q > x.max+1e-9 {
				t.Fatalf("%+v is at %g", x, q)
			}
		}
		if x.max-q > 2e-2 {
			t.Errorf("%+v ends at %g", x, q)
		}
	}
}

func TestWithoutLimitsNothingIsBound(t *testing.T) {
	x := axis{min: math.Inf(-1), max: math.Inf(1), velocity: math.Inf(1), acceleration: math.Inf(1)}
	for _, of := range []func(axis, float64, float64, float64) (float64, float64, bool){axis.accelerations, axis.velocities} {
		if l, u, beyond := of(x, math.NaN(), 3, 0.001); !math.IsInf(l, -1) || !math.IsInf(u, 1) || beyond {
			t.Errorf("[%g, %g], %v", l, u, beyond)
		}
	}
}

// What rests at a limit is a last digit beyond it half of the time, and is kept there all the same.
func TestAnAxisThatRestsAtALimitIsNotBeyondIt(t *testing.T) {
	x := axis{min: -1.9, max: 2.7, velocity: 2, acceleration: 10}
	for _, q := range []float64{math.Nextafter(2.7, 3), math.Nextafter(-1.9, -2), 2.7 + 1e-13} {
		for _, of := range []func(axis, float64, float64, float64) (float64, float64, bool){axis.accelerations, axis.velocities} {
			lower, upper, beyond := of(x, q, 0, 0.001)
			if beyond || q > 0 && upper > 1e-9 || q < 0 && lower < -1e-9 {
				t.Errorf("at %g: [%g, %g], beyond %v", q, lower, upper, beyond)
			}
		}
	}
	if _, _, beyond := x.accelerations(2.7+1e-6, 0, 0.001); !beyond {
		t.Error("a micrometre beyond is no rounding")
	}
}

package servo

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestReadingsAreWholeCounts(t *testing.T) {
	const count = 0.01
	e := newEncoder(count, 0, 250, 1e-3, nil)
	e.reset(0, 0)
	for i := range 1000 {
		x := 0.1234*float64(i) - 50
		e.sample(x, 0)
		if whole := e.position / count; math.Abs(whole-math.Round(whole)) > 1e-9 || math.Abs(e.position-x) > count/2+1e-12 {
			t.Fatalf("%g reads as %g", x, e.position)
		}
	}
}

func TestTheVelocityEstimateHasNoLagInSteadyMotion(t *testing.T) {
	e := newEncoder(1e-9, 0, 250, 1e-3, nil)
	e.reset(0, 0)
	for i := range 200 {
		e.sample(0.7e-3*float64(i+1), 0)
	}
	near(t, "velocity", e.velocity, 0.7, 1e-5)
}

// A steady acceleration shows by how much the estimate is late: lag times the acceleration.
func TestTheLagOfTheVelocityEstimateIsWhatItSays(t *testing.T) {
	for _, bandwidth := range []float64{20, 100, 250, 900} {
		e := newEncoder(1e-12, 0, bandwidth, 1e-3, nil)
		e.reset(0, 0)
		time, acceleration := 0.0, 3.0
		for range 2000 {
			time += 1e-3
			e.sample(acceleration*time*time/2, 0)
		}
		near(t, "lag in s", (acceleration*time-e.velocity)/acceleration, e.lag(), 1e-6)
	}
}

// The impulse response of the filter gives the variance that white noise of the reading leaves in
// the velocity: sigma_v^2 = sigma^2 / dt^2 * 2 h^2 / (g (4 - 2 g - h)) (Brookner 1998, section
// 1.2.10).
func TestNoiseLeavesTheVarianceThatTheoryGives(t *testing.T) {
	const sigma, dt = 1e-3, 1e-3
	e := newEncoder(1e-9, sigma, 60, dt, rand.New(rand.NewPCG(3, 4)))
	e.reset(0, 0)
	sum, square, n := 0.0, 0.0, 0.0
	for i := range 100_000 {
		e.sample(0, 0)
		if i > 100 {
			sum += e.velocity
			square += e.velocity * e.velocity
			n++
		}
	}
	want := sigma / dt * math.Sqrt(2*e.h*e.h/(e.g*(4-2*e.g-e.h)))
	near(t, "standard deviation of the velocity", math.Sqrt(square/n-sum*sum/n/n), want, 0.03*want)
}

func TestTheSameSeedGivesTheSameReadings(t *testing.T) {
	read := func(seed uint64) (positions []float64) {
		e := newEncoder(1e-6, 1e-3, 250, 1e-3, rand.New(rand.NewPCG(seed, 0)))
		e.reset(0, 0)
		for range 50 {
			e.sample(0.3, 0)
			positions = append(positions, e.position)
		}
		return positions
	}
	a, b, c := read(1), read(1), read(2)
	differs := false
	for i := range a {
		if a[i] != b[i] {
			t.Fatalf("reading %d is %g and %g with one seed", i, a[i], b[i])
		}
		differs = differs || a[i] != c[i]
	}
	if !differs {
		t.Error("another seed gives the same readings")
	}
}

func TestAnExactEncoderReadsTheTruth(t *testing.T) {
	e := newEncoder(0, 0, 250, 1e-3, nil)
	e.sample(0.123456789, -7)
	if e.position != 0.123456789 || e.velocity != -7 || e.lag() != 0 {
		t.Errorf("reads %g, %g with a lag of %g s", e.position, e.velocity, e.lag())
	}
}

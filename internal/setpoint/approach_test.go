package setpoint

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func drawBound(t *rapid.T) Bound {
	return Bound{
		Velocity:     math.Pow(10, rapid.Float64Range(-1, 1.5).Draw(t, "log velocity")),
		Acceleration: math.Pow(10, rapid.Float64Range(-1, 2.5).Draw(t, "log acceleration")),
	}
}

func TestBrakingStepsInvertTheSum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Float64Range(0, 300).Draw(t, "n")
		sum := 0.0
		for k := n; k > 0; k-- {
			sum += k
		}
		if got := brakingSteps(sum); math.Abs(got-n) > 1e-9*(1+n) {
			t.Fatalf("brakingSteps(%v) = %v, want %v", sum, got, n)
		}
	})
}

func TestBrakingStepsGrowWithTheirSumUpToTheLargestNumber(t *testing.T) {
	before := 0.0
	for sum := 1e-3; sum < math.MaxFloat64/3; sum *= 3 {
		n := brakingSteps(sum)
		if !(n > before) || math.IsInf(n, 0) {
			t.Fatalf("brakingSteps(%g) = %g, after %g", sum, n, before)
		}
		if sum > 1e6 && math.Abs(n/math.Sqrt(2*sum)-1) > 1e-3 { // where the sum does not overflow, n^2 is twice of it
			t.Fatalf("brakingSteps(%g) = %g, expected about %g", sum, n, math.Sqrt(2*sum))
		}
		before = n
	}
}

// Bounds that mean "none" are written as the largest number there is, too.
func TestNoFiniteNumbersMakeAnInvalidVelocity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		any := func(name string) float64 {
			return math.Copysign(math.Pow(10, rapid.Float64Range(-307, 308.2).Draw(t, name)), rapid.Float64Range(-1, 1).Draw(t, name+"'s sign"))
		}
		b := Bound{Velocity: math.Abs(any("velocity bound")), Acceleration: math.Abs(any("acceleration"))}
		dt := math.Pow(10, rapid.Float64Range(-6, 1).Draw(t, "log dt"))
		velocity := Within(any("velocity"), b.Velocity)
		next, _ := Approach(any("gap"), any("target velocity"), velocity, b, dt)
		if !(math.Abs(next) <= b.Velocity) {
			t.Fatalf("Approach returns %g under a bound of %g", next, b.Velocity)
		}
		if speed := BrakingSpeed(any("distance"), b.Acceleration, dt); !(speed >= 0) {
			t.Fatalf("BrakingSpeed returns %g", speed)
		}
	})
}

// TestFromRestToRestNothingOvershootsAndTimeIsOptimal compares with the trapezoid of the continuous
// problem: a step of the discrete one costs at most some periods more.
func TestFromRestToRestNothingOvershootsAndTimeIsOptimal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawBound(t)
		dt := rapid.SampledFrom([]float64{0.001, 0.002, 0.01}).Draw(t, "dt")
		target := number(2).Draw(t, "target")
		distance := math.Abs(target)
		optimal := 2 * math.Sqrt(distance/b.Acceleration)
		if peak := b.Velocity * b.Velocity / b.Acceleration; distance > peak {
			optimal = distance/b.Velocity + b.Velocity/b.Acceleration
		}
		if optimal/dt > 1e5 {
			t.Skip("this draw asks for more steps than a test has time for; the other draws of the same search do not")
		}
		r, w, arrived, steps := 0.0, 0.0, false, 0
		for !arrived {
			next, here := Approach(target-r, 0, w, b, dt)
			checkStep(t, w, next, b, dt)
			r, w, arrived = r+next*dt, next, here
			if over := r - target; over*target > 1e-12*(1+distance) {
				t.Fatalf("overshoots by %v", over)
			}
			if steps++; float64(steps)*dt > optimal+4*dt {
				t.Fatalf("takes more than %d steps, the optimum is %v s", steps, optimal)
			}
		}
		if math.Abs(r-target) > 1e-12*(1+distance) {
			t.Fatalf("arrived at %v, want %v", r, target)
		}
	})
}

// checkStep checks the bounds that hold whatever happens.
func checkStep(t *rapid.T, before, after float64, b Bound, dt float64) {
	if math.Abs(after-before) > b.Acceleration*dt*(1+1e-12)+1e-15*math.Abs(before) {
		t.Fatalf("the velocity went from %v to %v in %v s, the acceleration is bounded by %v", before, after, dt, b.Acceleration)
	}
	if math.Abs(after) > math.Max(b.Velocity, math.Abs(before)) {
		t.Fatalf("the velocity went from %v to %v, it is bounded by %v", before, after, b.Velocity)
	}
}

func TestAMovingTargetIsCaughtUpWith(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawBound(t)
		const dt = 0.002
		speed := number(0.8).Draw(t, "speed") * b.Velocity
		p := number(1).Draw(t, "start") * b.Velocity * b.Velocity / b.Acceleration
		w := number(1.5).Draw(t, "velocity") * b.Velocity
		r, arrived := 0.0, false
		horizon := int(40*b.Velocity/b.Acceleration/dt) + 400
		if horizon > 200_000 {
			t.Skip("this draw asks for more steps than a test has time for; the other draws of the same search do not")
		}
		for range horizon {
			p += speed * dt
			next, here := Approach(p-r, speed, w, b, dt)
			checkStep(t, w, next, b, dt)
			r, w = r+next*dt, next
			if arrived = here; here {
				break
			}
		}
		if !arrived || math.Abs(r-p) > 1e-9*(1+math.Abs(p)) || math.Abs(w-speed) > b.Acceleration*dt {
			t.Fatalf("arrived %v: at %v with %v, the target is at %v with %v", arrived, r, w, p, speed)
		}
	})
}

func TestAnyTargetLeavesTheBoundsIntact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawBound(t)
		w := number(3).Draw(t, "velocity") * b.Velocity
		for range 50 {
			next, _ := Approach(number(100).Draw(t, "gap"), number(20).Draw(t, "target velocity"), w, b, 0.001)
			checkStep(t, w, next, b, 0.001)
			w = next
		}
	})
}

func TestWithoutABoundOfAccelerationOneStepArrives(t *testing.T) {
	next, arrived := Approach(0.5, 3, 0, Bound{Velocity: 1000, Acceleration: math.Inf(1)}, 0.001)
	if next != 500 || !arrived {
		t.Errorf("%v, %v", next, arrived)
	}
	next, arrived = Approach(0.5, 3, 0, Bound{Velocity: 100, Acceleration: math.Inf(1)}, 0.001)
	if next != 100 || arrived {
		t.Errorf("%v, %v", next, arrived)
	}
}

func TestAVelocityBeyondItsBoundFalls(t *testing.T) {
	next, _ := Approach(100, 0, 5, Bound{Velocity: 1, Acceleration: 10}, 0.1)
	if next != 4 {
		t.Errorf("%v", next)
	}
}

func TestSlewEndsExactlyOnItsGoal(t *testing.T) {
	for _, c := range []struct{ from, to, step, want float64 }{
		{0, 1, 0.4, 0.4}, {0, -1, 0.4, -0.4}, {0.1, 0.3, 0.2, 0.3}, {5, 5, 0, 5}, {1, 2, math.Inf(1), 2}, {0, 1, 0, 0},
	} {
		if got := Slew(c.from, c.to, c.step); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

func TestBrakingFromTheBrakingSpeedEndsAtTheDistance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		distance := math.Pow(10, rapid.Float64Range(-6, 1).Draw(t, "log distance"))
		deceleration := math.Pow(10, rapid.Float64Range(-1, 2).Draw(t, "log deceleration"))
		const dt = 0.001
		gone := 0.0
		for v := BrakingSpeed(distance, deceleration, dt); v > 0; v -= deceleration * dt {
			gone += v * dt
		}
		if math.Abs(gone-distance) > 1e-9*(1+distance) {
			t.Fatalf("comes to rest after %v, want %v", gone, distance)
		}
	})
	for _, c := range []struct{ distance, deceleration, dt, want float64 }{
		{0, 1, 0.001, 0}, {-1, 1, 0.001, 0}, {math.Inf(1), 1, 0.001, math.Inf(1)}, {0.5, math.Inf(1), 0.001, 500},
		{0.5, 1e308, 10, 0.05}, {0.5, 1e307, 10, 0.05}, // a step's velocity, and its distance, are beyond the largest number
		{0, math.Inf(1), 10, 0}, {0.5, 1e-307, 1e-30, 0},
	} {
		if got := BrakingSpeed(c.distance, c.deceleration, c.dt); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

func BenchmarkApproach(b *testing.B) {
	bound := Bound{Velocity: 2, Acceleration: 10}
	r, w := 0.0, 0.0
	for b.Loop() {
		w, _ = Approach(1-r, 0, w, bound, 0.001)
		r += w * 0.001
	}
}

func BenchmarkDifferenceOfFloating(b *testing.B) {
	from, to, way := []float64{0, 0, 0, 1, 0, 0, 0}, []float64{1, 2, 3, 0.5, 0.5, 0.5, 0.5}, make([]float64, 6)
	for b.Loop() {
		Floating.Difference(way, from, to)
	}
}

package wholebody

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// Full speed toward a limit from any start: the axis brakes within its acceleration and never passes the limit.
func TestAnAxisAtFullSpeedStopsBeforeItsLimitWithinItsAcceleration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		velocityMax := rapid.Float64Range(0.2, 4).Draw(t, "velocityMax")
		acceleration := rapid.Float64Range(0.2, 20).Draw(t, "acceleration")
		gain := rapid.Float64Range(0.5, 50).Draw(t, "gain")
		dt := rapid.SampledFrom([]float64{0.001, 0.01, 0.05}).Draw(t, "dt")
		share := rapid.SampledFrom([]float64{0.5, 0.8, 0.95}).Draw(t, "share")
		const low, high = -1.0, 1.0
		q := rapid.Float64Range(low, high).Draw(t, "q")
		v := 0.0
		for range int(40 / dt) {
			i := axisInterval(q, v, low, high, velocityMax, acceleration, share*acceleration, gain, dt)
			next := i.high
			if math.Abs(next-v) > acceleration*dt*(1+1e-9) {
				t.Fatalf("at %g the speed goes from %g to %g in %g s, limit %g", q, v, next, dt, acceleration)
			}
			if next > velocityMax {
				t.Fatalf("speed %g, limit %g", next, velocityMax)
			}
			v = next
			q += v * dt
			if q > high+1e-12 {
				t.Fatalf("passed the limit by %g", q-high)
			}
		}
		if high-q > 1e-3 {
			t.Fatalf("stopped %g short of the limit", high-q)
		}
	})
}

func TestBeyondALimitAnAxisMayOnlyMoveBack(t *testing.T) {
	i := axisInterval(1.1, 0, -1, 1, 2, math.Inf(1), math.Inf(1), 5, 0.01)
	if math.Abs(i.high+0.5) > 1e-12 || i.highCause != PositionBound || i.low != -2 {
		t.Errorf("above: %+v", i)
	}
	i = axisInterval(-1.1, 0, -1, 1, 2, math.Inf(1), math.Inf(1), 5, 0.01)
	if math.Abs(i.low-0.5) > 1e-12 || i.lowCause != PositionBound || i.high != 2 {
		t.Errorf("below: %+v", i)
	}
	i = axisInterval(50, 0, -1, 1, 2, math.Inf(1), math.Inf(1), 5, 0.01)
	if i.low != -2 || i.high != -2 {
		t.Errorf("far above: %+v", i)
	}
}

func TestTheAccelerationWindowWinsOverTheOtherLimits(t *testing.T) {
	i := axisInterval(0, 1.5, -1, 1, 0.5, 2, 1.6, 5, 0.01) // 1.5 rad/s, limit 0.5 rad/s since now
	if math.Abs(i.low-1.48) > 1e-12 || i.low != i.high || i.highCause != AccelerationBound {
		t.Errorf("%+v", i)
	}
}

// The box holds for every state, every command and every previous command; and a gripper that was not cut is exact.
func TestNoCommandEverLeavesItsBox(t *testing.T) {
	const seed = 31
	random := rand.New(rand.NewPCG(seed, seed))
	r := newRobot()
	c := testConfig()
	for i := range 3 {
		c.Axes[i].SmoothingS = 0.3
	}
	law := newLaw(t, c)
	full, cut := 0, 0
	for k := range 500 {
		in := r.inputAt(randomState(random), testLimits())
		size := math.Pow(10, 3*random.Float64()-2)
		in.Reference.Twist = randomTwist(random, size, size)
		if k%2 == 0 {
			for i := range in.Previous {
				in.Previous[i] = 1.2 * in.Limits.VelocityMax[i] * (2*random.Float64() - 1)
			}
		} else { // a command under way, and a twist that changes a little
			for range 40 {
				copy(in.Previous, step(t, law, in).Velocity)
			}
			change := randomTwist(random, 0.005, 0.01)
			for row := range change {
				in.Reference.Twist[row] += change[row]
			}
		}
		out := step(t, law, in)
		for i, v := range out.Velocity {
			if change := math.Abs(v - in.Previous[i]); change > in.Limits.AccelerationMax[i]*in.PeriodS*(1+1e-12) {
				t.Fatalf("seed %d state %d axis %s: change %g", seed, k, axisNames[i], change)
			}
			if math.Abs(in.Previous[i]) <= in.Limits.VelocityMax[i] && math.Abs(v) > in.Limits.VelocityMax[i] {
				t.Fatalf("seed %d state %d axis %s: %g, limit %g", seed, k, axisNames[i], v, in.Limits.VelocityMax[i])
			}
		}
		gripper := out.Levels[0]
		if gripper.Scale < 1 {
			cut++
			continue
		}
		if gripper.Damped > 0 || gripper.Rank < 6 {
			continue
		}
		full++
		for row, want := range out.Twist {
			if math.Abs(times(in.Jacobian, out.Velocity, row)-want) > 1e-8 || math.Abs(out.TwistResidual[row]) > 1e-8 {
				t.Fatalf("seed %d state %d row %d: got %g, want %g, residual %g", seed, k, row, times(in.Jacobian, out.Velocity, row), want, out.TwistResidual[row])
			}
		}
	}
	if full < 60 || cut < 60 {
		t.Errorf("%d full and %d cut: the test does not see both", full, cut)
	}
}

func TestLimitsTakeAnAxisOverFromThePostureWithoutAStep(t *testing.T) {
	r := newRobot()
	c := testConfig()
	for i := range c.Axes {
		c.Axes[i].PostureGainPerS = 0
	}
	c.Axes[5].PosturePosition, c.Axes[5].PostureGainPerS = 10, 0.05 // pulls arm/3 through its limit at 2.96 rad
	law := newLaw(t, c)
	limits := testLimits()
	limits.AccelerationMax = wideLimits().AccelerationMax
	last, greatest := math.NaN(), 0.0
	for q := 2.7; q < 2.96; q += 0.0005 {
		state := home()
		state[5] = q
		out := step(t, law, r.inputAt(state, limits))
		if !math.IsNaN(last) {
			greatest = math.Max(greatest, math.Abs(out.Velocity[5]-last))
		}
		last = out.Velocity[5]
	}
	if !(last < 0) {
		t.Errorf("at the limit arm/3 moves at %g rad/s, it should leave", last)
	}
	if greatest > 0.01 {
		t.Errorf("within half a milliradian the velocity changes by %g rad/s", greatest)
	}
}

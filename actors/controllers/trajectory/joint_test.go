package trajectory

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func positions(times []float64, p ...[]float64) []JointPoint {
	var points []JointPoint
	for k, t := range times {
		points = append(points, JointPoint{TimeS: t, Position: p[k]})
	}
	return points
}

func newJoint(t testing.TB, points []JointPoint, kind Interpolation) *Joint {
	t.Helper()
	names := make([]string, len(points[0].Position))
	for i := range names {
		names[i] = "joint_" + string(rune('a'+i))
	}
	j, err := NewJoint(names, points, kind, nil)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func randomPoints(random *rand.Rand, count, joints int) []JointPoint {
	t := -1.5
	var points []JointPoint
	for range count {
		t += 0.3 + random.Float64()
		p := make([]float64, joints)
		for i := range p {
			p[i] = random.NormFloat64()
		}
		points = append(points, JointPoint{TimeS: t, Position: p})
	}
	return points
}

func TestATrajectoryPassesItsWaypointsAndBeginsAndEndsAtRest(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, kind := range []Interpolation{Quintic, Cubic} {
		for trial := range 50 {
			points := randomPoints(random, 2+trial%7, 3)
			j := newJoint(t, points, kind)
			out := j.NewSample()
			for k, p := range points {
				j.Sample(p.TimeS, out)
				for i := range p.Position {
					if math.Abs(out.Position[i]-p.Position[i]) > 1e-11 {
						t.Fatalf("%s trial %d: waypoint %d joint %d: got %g, want %g", kind, trial, k, i, out.Position[i], p.Position[i])
					}
				}
			}
			for _, edge := range []float64{j.StartS() + 1e-9, j.EndS() - 1e-9} {
				j.Sample(edge, out)
				for i := range out.Velocity {
					if math.Abs(out.Velocity[i]) > 1e-6 || (kind == Quintic && math.Abs(out.Acceleration[i]) > 1e-4) {
						t.Fatalf("%s trial %d at %g s: velocity %g, acceleration %g", kind, trial, edge, out.Velocity[i], out.Acceleration[i])
					}
				}
			}
		}
	}
}

func TestVelocityAndAccelerationAreDerivativesOfThePosition(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	for _, kind := range []Interpolation{Quintic, Cubic} {
		j := newJoint(t, randomPoints(random, 6, 2), kind)
		out, up, down := j.NewSample(), j.NewSample(), j.NewSample()
		const h = 1e-5
		for range 500 {
			at := j.StartS() + (j.EndS()-j.StartS())*random.Float64()
			j.Sample(at, out)
			j.Sample(at+h, up)
			j.Sample(at-h, down)
			if at-h < j.StartS() || at+h > j.EndS() {
				continue
			}
			for i := range 2 {
				if got := (up.Position[i] - down.Position[i]) / (2 * h); math.Abs(got-out.Velocity[i]) > 1e-6 {
					t.Fatalf("%s at %g s: velocity %g, differences say %g", kind, at, out.Velocity[i], got)
				}
				if got := (up.Velocity[i] - down.Velocity[i]) / (2 * h); math.Abs(got-out.Acceleration[i]) > 1e-2 {
					t.Fatalf("%s at %g s: acceleration %g, differences say %g", kind, at, out.Acceleration[i], got)
				}
			}
		}
	}
}

// derivatives returns all derivatives in time of joint i at both ends of piece k.
func (j *Joint) derivatives(k, i int) (start, end [6]float64) {
	h := j.times[k+1] - j.times[k]
	c := j.pieces[k*len(j.names)+i][:]
	scale := 1.0
	for order := range 6 {
		start[order], end[order] = evaluate(c, 0)*scale, evaluate(c, 1)*scale
		c = derivative(c)
		scale /= h
	}
	return start, end
}

func TestSplinesAreAsSmoothWhereTheyMeetAsPromised(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	for _, c := range []struct {
		kind   Interpolation
		smooth int
	}{{Cubic, 2}, {Quintic, 4}} {
		for trial := range 50 {
			points := randomPoints(random, 3+trial%6, 2)
			j := newJoint(t, points, c.kind)
			for k := 1; k < len(points)-1; k++ {
				for i := range 2 {
					_, before := j.derivatives(k-1, i)
					after, _ := j.derivatives(k, i)
					for order := 0; order <= c.smooth; order++ {
						if gap := math.Abs(before[order] - after[order]); gap > 1e-8*(1+math.Abs(after[order])) {
							t.Fatalf("%s trial %d waypoint %d: derivative %d goes from %g to %g", c.kind, trial, k, order, before[order], after[order])
						}
					}
				}
			}
		}
	}
}

// A trajectory that takes over a moving joint gives only its first waypoint a velocity.
func TestACubicSplineThatBeginsInMotionHasNoStepOfAcceleration(t *testing.T) {
	for _, count := range []int{3, 4, 6} {
		points := randomPoints(rand.New(rand.NewPCG(4, uint64(count))), count, 1)
		points[0].Velocity = []float64{0.7}
		j := newJoint(t, points, Cubic)
		if start, _ := j.derivatives(0, 0); math.Abs(start[1]-0.7) > 1e-12 {
			t.Errorf("%d waypoints: the joint begins with %g; expected 0.7", count, start[1])
		}
		for k := 1; k < count-1; k++ {
			_, before := j.derivatives(k-1, 0)
			after, _ := j.derivatives(k, 0)
			for order := range 3 {
				if gap := math.Abs(before[order] - after[order]); gap > 1e-8*(1+math.Abs(after[order])) {
					t.Errorf("%d waypoints: derivative %d goes from %g to %g at waypoint %d", count, order, before[order], after[order], k)
				}
			}
		}
	}
}

// A spline gives back any polynomial of its degree that is at rest at both ends: an oracle in
// closed form.
func TestAQuinticSplineReproducesARestToRestQuintic(t *testing.T) {
	times := []float64{0, 0.7, 1.1, 2.4, 3}
	want := func(at float64) (p, v float64) {
		s := at / 3
		return 2 * s * s * s * (10 - 15*s + 6*s*s), 2 * 30 * s * s * (1 - s) * (1 - s) / 3
	}
	var points []JointPoint
	for _, at := range times {
		p, _ := want(at)
		points = append(points, JointPoint{TimeS: at, Position: []float64{p}})
	}
	j := newJoint(t, points, Quintic)
	out := j.NewSample()
	for at := 0.0; at < 3; at += 0.01 {
		j.Sample(at, out)
		if p, v := want(at); math.Abs(out.Position[0]-p) > 1e-12 || math.Abs(out.Velocity[0]-v) > 1e-12 {
			t.Fatalf("at %g s: got %g and %g, want %g and %g", at, out.Position[0], out.Velocity[0], p, v)
		}
	}
}

func TestGivenVelocitiesAndAccelerationsAreMet(t *testing.T) {
	points := []JointPoint{
		{TimeS: 1, Position: []float64{0}, Velocity: []float64{0.3}, Acceleration: []float64{-0.2}},
		{TimeS: 2.5, Position: []float64{1}, Velocity: []float64{-0.4}, Acceleration: []float64{0.7}},
		{TimeS: 4, Position: []float64{0.5}, Velocity: []float64{0}, Acceleration: []float64{0}},
	}
	j := newJoint(t, points, Quintic)
	out := j.NewSample()
	for _, p := range points[:2] {
		j.Sample(p.TimeS, out)
		if math.Abs(out.Velocity[0]-p.Velocity[0]) > 1e-13 || math.Abs(out.Acceleration[0]-p.Acceleration[0]) > 1e-12 {
			t.Errorf("at %g s: velocity %g, acceleration %g", p.TimeS, out.Velocity[0], out.Acceleration[0])
		}
	}
	for k := range points {
		points[k].Acceleration = nil
	}
	j = newJoint(t, points, Cubic)
	j.Sample(2.5, out)
	if math.Abs(out.Velocity[0]+0.4) > 1e-13 {
		t.Errorf("cubic: velocity %g at 2.5 s", out.Velocity[0])
	}
}

func TestOutsideItsTimeATrajectoryStands(t *testing.T) {
	j := newJoint(t, positions([]float64{1, 2}, []float64{3}, []float64{4}), Cubic)
	out := j.NewSample()
	for at, want := range map[float64]float64{-5: 3, 1 - 1e-9: 3, 2: 4, 100: 4} {
		j.Sample(at, out)
		if math.Abs(out.Position[0]-want) > 1e-15 || out.Velocity[0] != 0 || out.Acceleration[0] != 0 {
			t.Errorf("at %g s: %+v", at, *out)
		}
	}
	j.Sample(math.NaN(), out)
	if out.Position[0] != 3 || out.Velocity[0] != 0 {
		t.Errorf("at NaN: %+v", *out)
	}
}

func TestLimitsAreCheckedAtTheExactExtremes(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	inf := math.Inf(1)
	for _, kind := range []Interpolation{Quintic, Cubic} {
		for trial := range 40 {
			points := randomPoints(random, 2+trial%5, 1)
			j := newJoint(t, points, kind)
			out := j.NewSample()
			var low, high [3]float64
			for o := range 3 {
				low[o], high[o] = inf, -inf
			}
			for n := range 40001 {
				j.Sample(j.StartS()+(j.EndS()-j.StartS())*float64(n)/40000, out)
				if n == 40000 { // from the end on the trajectory stands
					continue
				}
				for o, v := range []float64{out.Position[0], out.Velocity[0], out.Acceleration[0]} {
					low[o], high[o] = math.Min(low[o], v), math.Max(high[o], v)
				}
			}
			for o := range 3 {
				gotLow, gotHigh, atLow, atHigh := j.extremes(0, o)
				// Between two samples a value goes no further than its derivative times the time
				// between.
				steepLow, steepHigh, _, _ := j.extremes(0, o+1)
				reach := 1e-9 + math.Max(-steepLow, steepHigh)*(j.EndS()-j.StartS())/40000
				if gotLow > low[o]+1e-9 || gotHigh < high[o]-1e-9 || gotLow < low[o]-reach || gotHigh > high[o]+reach {
					t.Fatalf("%s trial %d derivative %d: extremes %g and %g, sampled %g and %g", kind, trial, o, gotLow, gotHigh, low[o], high[o])
				}
				if atLow < j.StartS() || atHigh > j.EndS() {
					t.Fatalf("extremes at %g s and %g s", atLow, atHigh)
				}
			}
		}
	}
}

func TestATrajectoryBeyondItsLimitsIsRefusedWithJointTimeAndAdvice(t *testing.T) {
	points := positions([]float64{0, 1}, []float64{0, 0}, []float64{0.1, 2}) // quintic: peak speed 1.875 * 2
	names := []string{"shoulder", "elbow"}
	_, err := NewJoint(names, points, Quintic, &JointLimits{VelocityMax: []float64{1, 1.5}})
	if !errors.Is(err, ErrLimits) {
		t.Fatal(err)
	}
	for _, word := range []string{"elbow", "velocity", "3.75", "0.5 s", "2.5 times"} {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("want %q in: %v", word, err)
		}
	}
	if strings.Contains(err.Error(), "shoulder") {
		t.Errorf("the shoulder is inside: %v", err)
	}
	points[1].TimeS = 2.5
	if _, err := NewJoint(names, points, Quintic, &JointLimits{VelocityMax: []float64{1, 1.5}}); err != nil {
		t.Errorf("the advice does not help: %v", err)
	}
	for _, limits := range []JointLimits{
		{PositionMax: []float64{1, 1.9}}, {PositionMin: []float64{0.01, 0}}, {AccelerationMax: []float64{9, 0.5}},
		{VelocityMax: []float64{math.NaN(), 9}},
	} {
		if _, err := NewJoint(names, points, Quintic, &limits); !errors.Is(err, ErrLimits) {
			t.Errorf("%+v: %v", limits, err)
		}
	}
	if _, err := NewJoint(names, points, Quintic, &JointLimits{VelocityMax: []float64{1}}); !errors.Is(err, ErrShape) {
		t.Errorf("one limit for two joints: %v", err)
	}
}

func TestWaypointsThatMakeNoTrajectoryAreRefused(t *testing.T) {
	good := func() []JointPoint {
		return positions([]float64{0, 1, 2}, []float64{0}, []float64{1}, []float64{2})
	}
	nan := math.NaN()
	for name, c := range map[string]struct {
		change func(p []JointPoint) []JointPoint
		kind   Interpolation
		word   string
	}{
		"none":                  {func([]JointPoint) []JointPoint { return nil }, Cubic, "there are 0"},
		"one":                   {func(p []JointPoint) []JointPoint { return p[:1] }, Cubic, "there are 1"},
		"equal times":           {func(p []JointPoint) []JointPoint { p[2].TimeS = 1; return p }, Cubic, "waypoint 2 at 1 s"},
		"times back":            {func(p []JointPoint) []JointPoint { p[1].TimeS = 3; return p }, Cubic, "strictly increase"},
		"NaN time":              {func(p []JointPoint) []JointPoint { p[1].TimeS = nan; return p }, Cubic, "waypoint 1 is at NaN"},
		"infinite time":         {func(p []JointPoint) []JointPoint { p[2].TimeS = math.Inf(1); return p }, Cubic, "waypoint 2"},
		"NaN position":          {func(p []JointPoint) []JointPoint { p[1].Position[0] = nan; return p }, Cubic, `"wrist" at waypoint 1`},
		"short position":        {func(p []JointPoint) []JointPoint { p[1].Position = nil; return p }, Cubic, "0 positions for 1"},
		"velocity on all later": {func(p []JointPoint) []JointPoint { moving(p)[0].Velocity = nil; p[2].Velocity[0] = 0; return p }, Cubic, "to all or to none"},
		"velocity on some":      {func(p []JointPoint) []JointPoint { p[1].Velocity = []float64{1}; return p }, Cubic, "to all or to none"},
		"moving end":            {func(p []JointPoint) []JointPoint { return moving(p) }, Cubic, "ends at rest"},
		"velocity in quintic":   {func(p []JointPoint) []JointPoint { return moving(p) }, Quintic, "without accelerations"},
		"unknown interpolation": {func(p []JointPoint) []JointPoint { return p }, 7, "interpolation 7"},
		"overflow":              {func(p []JointPoint) []JointPoint { p[1].Position[0] = 1e308; p[2].Position[0] = -1e308; return p }, Quintic, "overflow"},
	} {
		if _, err := NewJoint([]string{"wrist"}, c.change(good()), c.kind, nil); !errors.Is(err, ErrWaypoints) || !strings.Contains(err.Error(), c.word) {
			t.Errorf("%s: want %q, got %v", name, c.word, err)
		}
	}
	if _, err := NewJoint(nil, good(), Cubic, nil); !errors.Is(err, ErrWaypoints) {
		t.Errorf("no joints: %v", err)
	}
}

func moving(p []JointPoint) []JointPoint {
	for k := range p {
		p[k].Velocity = []float64{1}
	}
	return p
}

func TestExtremesOfPolynomialsAreThoseOfManySamples(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SliceOfN(rapid.Float64Range(-5, 5), 1, 9).Draw(t, "c")
		low, high, atLow, atHigh := extremes(c)
		for n := range 2001 {
			v := evaluate(c, float64(n)/2000)
			if v < low-1e-9 || v > high+1e-9 {
				t.Fatalf("%v at %g is %g, outside %g to %g", c, float64(n)/2000, v, low, high)
			}
		}
		if evaluate(c, atLow) != low || evaluate(c, atHigh) != high {
			t.Fatalf("extremes %g and %g are not attained at %g and %g", low, high, atLow, atHigh)
		}
	})
}

func TestZerosOfAPolynomialWithKnownRootsAreFound(t *testing.T) {
	c := []float64{1}
	for _, root := range []float64{0.1, 0.35, 0.6, 0.95, 1.4, -0.3} {
		c = times(c, []float64{-root, 1})
	}
	got := zeros(c)
	for k, want := range []float64{0.1, 0.35, 0.6, 0.95} {
		if k >= len(got) || math.Abs(got[k]-want) > 1e-12 {
			t.Fatalf("got %v", got)
		}
	}
}

func TestSamplingDoesNotAllocate(t *testing.T) {
	j := newJoint(t, randomPoints(rand.New(rand.NewPCG(5, 5)), 8, 7), Quintic)
	out := j.NewSample()
	at := j.StartS()
	if n := testing.AllocsPerRun(100, func() { j.Sample(at, out); at += 0.05 }); n != 0 {
		t.Errorf("%g allocations a sample", n)
	}
}

func BenchmarkSampleSevenJoints(b *testing.B) {
	j := newJoint(b, randomPoints(rand.New(rand.NewPCG(5, 5)), 20, 7), Quintic)
	out := j.NewSample()
	at := 0.0
	for b.Loop() {
		j.Sample(at, out)
		if at += 0.001; at > j.EndS() {
			at = 0
		}
	}
}

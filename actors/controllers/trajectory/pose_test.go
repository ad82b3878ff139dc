package trajectory

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func randomQuaternion(random *rand.Rand) spatial.Quat {
	return spatial.Quat{W: random.NormFloat64(), X: random.NormFloat64(), Y: random.NormFloat64(), Z: random.NormFloat64()}.Unit()
}

// randomWaypoints turn by less than 100 degrees from one to the next.
func randomWaypoints(random *rand.Rand, count int) []Waypoint {
	at, q := -1.0, randomQuaternion(random)
	var points []Waypoint
	for range count {
		at += 0.5 + random.Float64()
		turn := spatial.Vec{X: random.Float64() - 0.5, Y: random.Float64() - 0.5, Z: random.Float64() - 0.5}.Scale(2)
		q = q.Times(spatial.Exp(turn)).Unit()
		points = append(points, Waypoint{TimeS: at, Position: [3]float64{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()}, Orientation: q.Array()})
	}
	return points
}

func newPose(t testing.TB, points []Waypoint, c PoseConfig) *Pose {
	t.Helper()
	p, err := NewPose(points, c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

var poseConfigs = map[string]PoseConfig{
	"spline":    {},
	"lines":     {Shape: Lines},
	"trapezoid": {Shape: Lines, RampShare: 0.25},
}

func angleBetween(a, b [4]float64) float64 {
	return spatial.QuatOf(a).Conj().Times(spatial.QuatOf(b)).Log().Norm()
}

func TestAPosePassesItsWaypoints(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 11))
	for name, c := range poseConfigs {
		for range 30 {
			points := randomWaypoints(random, 5)
			points[3].Orientation = spatial.QuatOf(points[3].Orientation).Neg().Array()
			p := newPose(t, points, c)
			var out PoseSample
			for k, w := range points {
				p.Sample(w.TimeS, &out)
				if gap := spatial.VecOf(out.Position).Sub(spatial.VecOf(w.Position)).Norm(); gap > 1e-11 {
					t.Fatalf("%s: waypoint %d is missed by %g m", name, k, gap)
				}
				if gap := angleBetween(out.Orientation, w.Orientation); gap > 1e-11 {
					t.Fatalf("%s: waypoint %d is missed by %g rad", name, k, gap)
				}
			}
		}
	}
}

func TestTwistAndAccelerationAreDerivativesOfThePose(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 12))
	const h = 1e-5
	for name, c := range poseConfigs {
		for range 20 {
			p := newPose(t, randomWaypoints(random, 5), c)
			var out, up, down PoseSample
			for range 100 {
				at := p.StartS() + h + (p.EndS()-p.StartS()-2*h)*random.Float64()
				if c.RampShare > 0 && nearKink(p, at, c.RampShare) {
					continue
				}
				p.Sample(at, &out)
				p.Sample(at+h, &up)
				p.Sample(at-h, &down)
				linear := spatial.VecOf(up.Position).Sub(spatial.VecOf(down.Position)).Scale(1 / (2 * h)).Array()
				angular := spatial.QuatOf(up.Orientation).Times(spatial.QuatOf(down.Orientation).Conj()).Log().Scale(1 / (2 * h)).Array()
				for i := range 3 {
					if math.Abs(linear[i]-out.Twist[i]) > 1e-6 || math.Abs(angular[i]-out.Twist[3+i]) > 1e-6 {
						t.Fatalf("%s at %g s: twist %v, differences say %v and %v", name, at, out.Twist, linear, angular)
					}
				}
				for r := range 6 {
					if got := (up.Twist[r] - down.Twist[r]) / (2 * h); math.Abs(got-out.Acceleration[r]) > 5e-3 {
						t.Fatalf("%s at %g s row %d: acceleration %g, differences say %g", name, at, r, out.Acceleration[r], got)
					}
				}
				if q := spatial.QuatOf(out.Orientation); math.Abs(q.Dot(q)-1) > 1e-14 {
					t.Fatalf("%s at %g s: orientation %v is not a unit quaternion", name, at, out.Orientation)
				}
			}
		}
	}
}

// nearKink reports whether the acceleration of a trapezoid steps within 0.1 ms of a time.
func nearKink(p *Pose, at, ramp float64) bool {
	for k := range len(p.times) - 1 {
		h := p.times[k+1] - p.times[k]
		for _, kink := range []float64{0, ramp, 1 - ramp, 1} {
			if math.Abs(at-p.times[k]-kink*h) < 1e-4 {
				return true
			}
		}
	}
	return false
}

func TestASplineIsContinuousInTwistAndAccelerationAndAtRestAtItsEnds(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 13))
	for range 30 {
		points := randomWaypoints(random, 6)
		p := newPose(t, points, PoseConfig{})
		var before, after PoseSample
		for k, w := range points {
			p.Sample(w.TimeS-1e-9, &before)
			p.Sample(w.TimeS+1e-9, &after)
			for r := range 6 {
				if math.Abs(before.Twist[r]-after.Twist[r]) > 1e-5 || math.Abs(before.Acceleration[r]-after.Acceleration[r]) > 1e-4 {
					t.Fatalf("waypoint %d row %d: twist %g to %g, acceleration %g to %g", k, r, before.Twist[r], after.Twist[r], before.Acceleration[r], after.Acceleration[r])
				}
			}
		}
	}
}

func TestASplineKeepsAConstantTurningRateBetweenInnerWaypoints(t *testing.T) {
	axis := spatial.Vec{X: 1, Y: 2, Z: -2}.Scale(1. / 3)
	var points []Waypoint
	for k := range 7 {
		points = append(points, Waypoint{TimeS: float64(k), Orientation: spatial.Exp(axis.Scale(0.4 * float64(k))).Array()})
	}
	p := newPose(t, points, PoseConfig{})
	var out PoseSample
	for at := 1.0; at <= 5; at += 0.01 {
		p.Sample(at, &out)
		for i := range 3 {
			if math.Abs(out.Twist[3+i]-0.4*axis.Array()[i]) > 1e-12 || math.Abs(out.Acceleration[3+i]) > 1e-11 {
				t.Fatalf("at %g s: angular velocity %v, acceleration %v", at, out.Twist[3:], out.Acceleration[3:])
			}
		}
	}
}

func TestLinesAreStraightAndTurnAboutOneAxis(t *testing.T) {
	a := Waypoint{TimeS: 0, Position: [3]float64{1, 2, 3}, Orientation: [4]float64{1}}
	b := Waypoint{TimeS: 8, Position: [3]float64{5, 2, 3}, Orientation: spatial.Exp(spatial.Vec{Z: math.Pi / 2}).Array()}
	for _, c := range []struct {
		ramp, peak float64 // greatest speed of 4 m in 8 s
	}{{0, 1.875 * 0.5}, {0.25, 0.5 / 0.75}, {0.5, 1}} {
		p := newPose(t, []Waypoint{a, b}, PoseConfig{Shape: Lines, RampShare: c.ramp})
		var out PoseSample
		peak := 0.0
		for at := 0.0; at <= 8; at += 0.001 {
			p.Sample(at, &out)
			way := (out.Position[0] - 1) / 4
			if out.Position[1] != 2 || out.Position[2] != 3 || out.Twist[3] != 0 || out.Twist[4] != 0 {
				t.Fatalf("off the line at %g s: %+v", at, out)
			}
			if angle := spatial.QuatOf(out.Orientation).Log().Z; math.Abs(angle-way*math.Pi/2) > 1e-13 {
				t.Fatalf("at %g s: %g of the way and turned by %g rad", at, way, angle)
			}
			peak = math.Max(peak, out.Twist[0])
		}
		if math.Abs(peak-c.peak) > 1e-6 {
			t.Errorf("ramp %g: peak speed %g m/s, want %g m/s", c.ramp, peak, c.peak)
		}
	}
}

func TestOutsideItsTimeAPoseStands(t *testing.T) {
	points := randomWaypoints(rand.New(rand.NewPCG(14, 14)), 3)
	for name, c := range poseConfigs {
		p := newPose(t, points, c)
		var out PoseSample
		for _, at := range []float64{p.StartS() - 1, p.EndS(), p.EndS() + 5, math.NaN(), math.Inf(1)} {
			p.Sample(at, &out)
			want := points[0]
			if at >= p.EndS() {
				want = points[2]
			}
			if out.Twist != [6]float64{} || out.Acceleration != [6]float64{} || angleBetween(out.Orientation, want.Orientation) > 1e-12 {
				t.Errorf("%s at %g s: %+v", name, at, out)
			}
		}
	}
}

func TestThePoseIsCheckedAgainstItsBounds(t *testing.T) {
	points := []Waypoint{
		{TimeS: 0, Orientation: [4]float64{1}},
		{TimeS: 8, Position: [3]float64{4, 0, 0}, Orientation: spatial.Exp(spatial.Vec{Z: 1.6}).Array()},
	}
	for _, c := range []struct {
		config PoseConfig
		word   string
	}{
		{PoseConfig{SpeedMaxMPerS: 0.9}, "speed reaches 0.9375 m/s at 4 s"},
		{PoseConfig{AccelerationMaxMPerS2: 0.3}, "acceleration reaches 0.3608 m/s^2"},
		{PoseConfig{AngularSpeedMaxRadPerS: 0.3}, "angular speed reaches 0.375 rad/s"},
		{PoseConfig{AngularAccelerationMaxRadPerS2: 0.1}, "angular acceleration reaches"},
	} {
		if _, err := NewPose(points, c.config); !errors.Is(err, ErrLimits) || !strings.Contains(err.Error(), c.word) {
			t.Errorf("want %q, got %v", c.word, err)
		}
	}
	if _, err := NewPose(points, PoseConfig{SpeedMaxMPerS: 0.94, AccelerationMaxMPerS2: 0.37}); err != nil {
		t.Error(err)
	}
}

func TestPosesThatMakeNoTrajectoryAreRefused(t *testing.T) {
	nan := math.NaN()
	for name, c := range map[string]struct {
		change func([]Waypoint) []Waypoint
		config PoseConfig
		want   error
		word   string
	}{
		"one":             {func(w []Waypoint) []Waypoint { return w[:1] }, PoseConfig{}, ErrWaypoints, "there are 1"},
		"times back":      {func(w []Waypoint) []Waypoint { w[2].TimeS = -9; return w }, PoseConfig{}, ErrWaypoints, "strictly increase"},
		"NaN position":    {func(w []Waypoint) []Waypoint { w[1].Position[2] = nan; return w }, PoseConfig{}, ErrWaypoints, "waypoint 1"},
		"NaN orientation": {func(w []Waypoint) []Waypoint { w[1].Orientation[2] = nan; return w }, PoseConfig{}, ErrWaypoints, "orientation of waypoint 1"},
		"zero quaternion": {func(w []Waypoint) []Waypoint { w[1].Orientation = [4]float64{}; return w }, PoseConfig{}, ErrWaypoints, "unit quaternion"},
		"half turn": {func(w []Waypoint) []Waypoint {
			w[1].Orientation = spatial.QuatOf(w[0].Orientation).Times(spatial.Exp(spatial.Vec{Z: math.Pi})).Array()
			return w
		}, PoseConfig{}, ErrWaypoints, "175 degrees"},
		"overflow":           {func(w []Waypoint) []Waypoint { w[1].Position[0], w[2].Position[0] = 1e308, -1e308; return w }, PoseConfig{}, ErrWaypoints, "overflow"},
		"unknown shape":      {func(w []Waypoint) []Waypoint { return w }, PoseConfig{Shape: 9}, ErrConfig, "shape 9"},
		"ramp above a half":  {func(w []Waypoint) []Waypoint { return w }, PoseConfig{Shape: Lines, RampShare: 0.6}, ErrConfig, "RampShare"},
		"ramp on a spline":   {func(w []Waypoint) []Waypoint { return w }, PoseConfig{RampShare: 0.2}, ErrConfig, "RampShare"},
		"bound not a number": {func(w []Waypoint) []Waypoint { return w }, PoseConfig{SpeedMaxMPerS: nan}, ErrConfig, "bounds"},
	} {
		points := randomWaypoints(rand.New(rand.NewPCG(15, 15)), 3)
		if _, err := NewPose(c.change(points), c.config); !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.word) {
			t.Errorf("%s: want %q, got %v", name, c.word, err)
		}
	}
}

func TestSamplingAPoseDoesNotAllocate(t *testing.T) {
	p := newPose(t, randomWaypoints(rand.New(rand.NewPCG(18, 18)), 8), PoseConfig{})
	var out PoseSample
	at := p.StartS()
	if n := testing.AllocsPerRun(100, func() { p.Sample(at, &out); at += 0.05 }); n != 0 {
		t.Errorf("%g allocations a sample", n)
	}
}

func BenchmarkSamplePose(b *testing.B) {
	p := newPose(b, randomWaypoints(rand.New(rand.NewPCG(18, 18)), 20), PoseConfig{})
	var out PoseSample
	at := 0.0
	for b.Loop() {
		p.Sample(at, &out)
		if at += 0.001; at > p.EndS() {
			at = 0
		}
	}
}

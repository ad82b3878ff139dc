package planar

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

func drawPose(t *rapid.T, name string) Pose {
	return Pose{
		X:     rapid.Float64Range(-20, 20).Draw(t, name+".x"),
		Y:     rapid.Float64Range(-20, 20).Draw(t, name+".y"),
		Theta: rapid.Float64Range(-7, 7).Draw(t, name+".theta"),
	}
}

func drawDisplacement(t *rapid.T, name string, turn float64) Displacement {
	return Displacement{
		X:     rapid.Float64Range(-3, 3).Draw(t, name+".x"),
		Y:     rapid.Float64Range(-3, 3).Draw(t, name+".y"),
		Theta: rapid.Float64Range(-turn, turn).Draw(t, name+".theta"),
	}
}

func closePose(a, b Pose, tolerance float64) bool {
	return math.Abs(a.X-b.X) <= tolerance && math.Abs(a.Y-b.Y) <= tolerance && math.Abs(a.Theta-b.Theta) <= tolerance
}

func TestAConstantTwistFollowsACircularArc(t *testing.T) {
	// v = 0.6 m/s, omega = 0.4 rad/s: a circle of radius 1.5 m about (0, 1.5).
	twist := Twist{X: 0.6, Omega: 0.4}
	for _, seconds := range []float64{0.001, 0.5, 3, 20} {
		angle := 0.4 * seconds
		want := Pose{X: 1.5 * math.Sin(angle), Y: 1.5 * (1 - math.Cos(angle)), Theta: angle}
		if got := (Pose{}).Advance(twist.Over(seconds)); !closePose(got, want, 1e-14) {
			t.Errorf("after %g s: got %+v, want %+v", seconds, got, want)
		}
	}
}

func TestALateralTwistFollowsTheSameArcTurnedByAQuarter(t *testing.T) {
	twist := Twist{Y: 0.6, Omega: 0.4}
	angle := 0.4 * 3
	want := Pose{X: -1.5 * (1 - math.Cos(angle)), Y: 1.5 * math.Sin(angle), Theta: angle}
	if got := (Pose{}).Advance(twist.Over(3)); !closePose(got, want, 1e-14) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestManySmallEulerStepsConvergeToOneExactStep(t *testing.T) {
	twist := Twist{X: 0.7, Y: -0.3, Omega: 0.9}
	exact := Pose{X: 1, Y: 2, Theta: 0.5}.Advance(twist.Over(2))
	previous := math.Inf(1)
	for _, steps := range []int{100, 1000, 10000} {
		p := Pose{X: 1, Y: 2, Theta: 0.5}
		dt := 2 / float64(steps)
		for range steps {
			x, y, w := twist.InRoom(p.Theta)
			p = Pose{X: p.X + x*dt, Y: p.Y + y*dt, Theta: p.Theta + w*dt}
		}
		distance := math.Hypot(p.X-exact.X, p.Y-exact.Y)
		if distance > previous/9 { // Euler is of first order: ten times the steps, a tenth of the distance
			t.Errorf("%d steps end %g m away, %g m with a tenth of them", steps, distance, previous)
		}
		previous = distance
	}
}

func TestLogUndoesExp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDisplacement(t, "d", 3.1)
		got := d.Exp().Log()
		if math.Abs(got.X-d.X) > 1e-12 || math.Abs(got.Y-d.Y) > 1e-12 || math.Abs(got.Theta-d.Theta) > 1e-12 {
			t.Fatalf("got %+v, want %+v", got, d)
		}
	})
}

func TestTwoHalvesOfADisplacementMakeTheWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, d := drawPose(t, "p"), drawDisplacement(t, "d", 7)
		half := Displacement{X: d.X / 2, Y: d.Y / 2, Theta: d.Theta / 2}
		if got, want := p.Advance(half).Advance(half), p.Advance(d); !closePose(got, want, 1e-12) {
			t.Fatalf("got %+v, want %+v", got, want)
		}
	})
}

func TestAPoseTimesItsInverseIsTheOrigin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPose(t, "p")
		if got := p.Compose(p.Inverse()); !closePose(got, Pose{}, 1e-12) {
			t.Fatalf("got %+v", got)
		}
	})
}

func TestATwistAtAnOffsetFrameMovesThatFrameAlike(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, offset, d := drawPose(t, "p"), drawPose(t, "offset"), drawDisplacement(t, "d", 3)
		twist := Twist{X: d.X, Y: d.Y, Omega: d.Theta}
		want := p.Advance(twist.Over(1)).Compose(offset)
		got := p.Compose(offset).Advance(twist.At(offset).Over(1))
		if !closePose(got, want, 1e-11) {
			t.Fatalf("got %+v, want %+v", got, want)
		}
	})
}

func TestWrapStaysInTheHalfOpenInterval(t *testing.T) {
	for _, c := range []struct{ in, want float64 }{
		{0, 0}, {math.Pi, math.Pi}, {-math.Pi, math.Pi}, {3 * math.Pi, math.Pi}, {2*math.Pi + 0.25, 0.25}, {-3.5, 2*math.Pi - 3.5},
	} {
		if got := Wrap(c.in); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("Wrap(%g) = %g, want %g", c.in, got, c.want)
		}
	}
	if !math.IsNaN(Wrap(math.Inf(1))) {
		t.Error("Wrap of an infinity is not NaN")
	}
}

func TestTheJacobianOfADisplacementMatchesFiniteDifferences(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPose(t, "p")
		d := drawDisplacement(t, "d", rapid.SampledFrom([]float64{1e-9, 1e-3, 1.2e-2, 3}).Draw(t, "turn"))
		got := displacementJacobian(p.Theta, d)
		const h = 1e-6
		for k := range 3 {
			step := [3]float64{}
			step[k] = h
			up := p.Advance(Displacement{X: d.X + step[0], Y: d.Y + step[1], Theta: d.Theta + step[2]})
			down := p.Advance(Displacement{X: d.X - step[0], Y: d.Y - step[1], Theta: d.Theta - step[2]})
			want := [3]float64{(up.X - down.X) / (2 * h), (up.Y - down.Y) / (2 * h), (up.Theta - down.Theta) / (2 * h)}
			for r := range 3 {
				if math.Abs(got[3*r+k]-want[r]) > 1e-8 {
					t.Fatalf("row %d column %d: got %g, want %g", r, k, got[3*r+k], want[r])
				}
			}
		}
	})
}

func TestTheSeriesOfArcRatesMeetsTheClosedForm(t *testing.T) {
	for _, theta := range []float64{0.99e-2, -0.99e-2} {
		a, b := arc(theta)
		s, c := math.Sincos(theta)
		da, db := arcRates(theta)
		if math.Abs(da-(c-a)/theta) > 1e-13 || math.Abs(db-(s-b)/theta) > 1e-13 {
			t.Errorf("at %g: series (%.17g, %.17g), closed form (%.17g, %.17g)", theta, da, db, (c-a)/theta, (s-b)/theta)
		}
	}
}

func TestTheCovarianceIsThatOfManyNoisyDrives(t *testing.T) {
	noise := Noise{LongitudinalM2PerM: 1e-4, LateralM2PerM: 4e-4, AngularRad2PerM: 1e-4, AngularRad2PerRad: 2e-4}
	step := Displacement{X: 0.05, Y: 0.01, Theta: 0.03}
	const steps, drives = 60, 20000
	var odometry Odometry
	for range steps {
		if err := odometry.Advance(step, noise); err != nil {
			t.Fatal(err)
		}
	}
	const seed = 11
	random := rand.New(rand.NewPCG(seed, seed))
	way := math.Hypot(step.X, step.Y)
	sx, sy := math.Sqrt(noise.LongitudinalM2PerM*way), math.Sqrt(noise.LateralM2PerM*way)
	st := math.Sqrt(noise.AngularRad2PerM*way + noise.AngularRad2PerRad*step.Theta)
	var sampled [9]float64
	for range drives {
		p := Pose{}
		for range steps {
			p = p.Advance(Displacement{
				X:     step.X + sx*random.NormFloat64(),
				Y:     step.Y + sy*random.NormFloat64(),
				Theta: step.Theta + st*random.NormFloat64(),
			})
		}
		e := [3]float64{p.X - odometry.Pose.X, p.Y - odometry.Pose.Y, p.Theta - odometry.Pose.Theta}
		for r := range 3 {
			for c := range 3 {
				sampled[3*r+c] += e[r] * e[c] / drives
			}
		}
	}
	for r := range 3 {
		for c := range 3 {
			// The sampling error of a covariance is about sqrt(2/drives) of the diagonal: 1 %. Six
			// of them.
			scale := math.Sqrt(odometry.Covariance[4*r] * odometry.Covariance[4*c])
			if math.Abs(sampled[3*r+c]-odometry.Covariance[3*r+c]) > 0.06*scale {
				t.Errorf("seed %d row %d column %d: sampled %g, propagated %g", seed, r, c, sampled[3*r+c], odometry.Covariance[3*r+c])
			}
		}
	}
}

func TestOdometryRefusesWhatIsNotFiniteAndKeepsItsPose(t *testing.T) {
	start := Odometry{Pose: Pose{X: 1, Y: 2, Theta: 3}, Covariance: [9]float64{1, 0, 0, 0, 1, 0, 0, 0, 1}}
	for _, d := range []Displacement{{X: math.NaN()}, {Y: math.Inf(1)}, {Theta: math.Inf(-1)}, {X: math.MaxFloat64, Y: math.MaxFloat64}} {
		o := start
		if err := o.Advance(d, Noise{}); !errors.Is(err, ErrNotFinite) {
			t.Errorf("%+v: got error %v", d, err)
		}
		if o != start {
			t.Errorf("%+v changed the odometry to %+v", d, o)
		}
	}
}

func TestNoiseThatCannotBeIsRefused(t *testing.T) {
	if err := (Noise{LateralM2PerM: 1e-4}).Check(); err != nil {
		t.Error(err)
	}
	for _, n := range []Noise{{LateralM2PerM: -1}, {AngularRad2PerM: math.NaN()}, {AngularRad2PerRad: math.Inf(1)}} {
		if n.Check() == nil {
			t.Errorf("%+v was accepted", n)
		}
	}
}

func TestARampKeepsTheAccelerationAndTheDirectionOfChange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) Twist {
			d := drawDisplacement(t, name, 2)
			return Twist{X: d.X, Y: d.Y, Omega: d.Theta}
		}
		previous, wanted := draw("previous"), draw("wanted")
		limit := Twist{X: rapid.Float64Range(0, 2).Draw(t, "ax"), Y: rapid.Float64Range(0, 2).Draw(t, "ay"), Omega: rapid.Float64Range(0, 2).Draw(t, "aw")}
		const dt = 0.01
		got, share := Ramp(previous, wanted, limit, dt)
		if math.Abs(got.X-previous.X) > limit.X*dt+1e-15 || math.Abs(got.Y-previous.Y) > limit.Y*dt+1e-15 || math.Abs(got.Omega-previous.Omega) > limit.Omega*dt+1e-15 {
			t.Fatalf("change from %+v to %+v breaks %+v", previous, got, limit)
		}
		cross := (got.X-previous.X)*(wanted.Y-previous.Y) - (got.Y-previous.Y)*(wanted.X-previous.X)
		if math.Abs(cross) > 1e-14 {
			t.Fatalf("direction of change lost: cross product %g", cross)
		}
		if share == 1 && got != wanted {
			t.Fatalf("share 1 but %+v is not %+v", got, wanted)
		}
	})
}

func TestARampReachesZeroExactlyAndInTheLeastTime(t *testing.T) {
	twist, limit := Twist{X: 0.5, Y: 0.25, Omega: 0.1}, Twist{X: 1, Y: 1, Omega: 1}
	steps := 0
	for twist != (Twist{}) {
		twist, _ = Ramp(twist, Twist{}, limit, 0.002)
		if steps++; steps > 1000 {
			t.Fatalf("still at %+v", twist)
		}
	}
	if steps < 250 || steps > 251 { // 0.5 m/s at 1 m/s^2 in steps of 2 ms; rounding may cost one step
		t.Errorf("took %d steps, want 250", steps)
	}
}

func TestNothingAllocates(t *testing.T) {
	odometry, noise := Odometry{}, Noise{LateralM2PerM: 1e-4}
	twist := Twist{X: 0.3, Y: 0.1, Omega: 0.2}
	if n := testing.AllocsPerRun(100, func() {
		twist, _ = Ramp(twist, Twist{}, Twist{X: 1e-9, Y: 1e-9, Omega: 1e-9}, 0.002)
		if err := odometry.Advance(twist.Over(0.002), noise); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%g allocations a step", n)
	}
}

func BenchmarkAdvance(b *testing.B) {
	odometry, noise := Odometry{}, Noise{LongitudinalM2PerM: 1e-5, LateralM2PerM: 1e-4}
	d := Displacement{X: 1e-3, Y: 2e-4, Theta: 1e-3}
	for b.Loop() {
		if err := odometry.Advance(d, noise); err != nil {
			b.Fatal(err)
		}
	}
}

package mecanum

import (
	"errors"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/robo-actors/robo-actors/actors/controllers/planar"
)

func testConfig() Config {
	return Config{
		Geometry:             Geometry{HalfLengthM: 0.235, HalfWidthM: 0.15, WheelRadiusM: 0.0475},
		WheelSpeedMaxRadPerS: 20,
		Acceleration:         planar.Twist{X: 1, Y: 0.8, Omega: 2},
	}
}

func newLaw(t testing.TB, c Config) *Law {
	t.Helper()
	law, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return law
}

func drawTwist(t *rapid.T, name string, greatest float64) planar.Twist {
	return planar.Twist{
		X:     rapid.Float64Range(-greatest, greatest).Draw(t, name+".x"),
		Y:     rapid.Float64Range(-greatest, greatest).Draw(t, name+".y"),
		Omega: rapid.Float64Range(-greatest, greatest).Draw(t, name+".omega"),
	}
}

func drawGeometry(t *rapid.T) Geometry {
	return Geometry{
		HalfLengthM:    rapid.Float64Range(0.1, 0.8).Draw(t, "lx"),
		HalfWidthM:     rapid.Float64Range(0.1, 0.8).Draw(t, "ly"),
		WheelRadiusM:   rapid.Float64Range(0.03, 0.2).Draw(t, "r"),
		RollerAngleRad: rapid.Float64Range(0.2, 1.3).Draw(t, "gamma"),
	}
}

func near(a, b planar.Twist, tolerance float64) bool {
	return math.Abs(a.X-b.X) <= tolerance && math.Abs(a.Y-b.Y) <= tolerance && math.Abs(a.Omega-b.Omega) <= tolerance
}

func TestTheInverseIsThatOfTaheriAndOthersFor45Degrees(t *testing.T) {
	law := newLaw(t, testConfig())
	const sum, r = 0.235 + 0.15, 0.0475
	for _, v := range []planar.Twist{{X: 1}, {Y: 1}, {Omega: 1}, {X: 0.3, Y: -0.7, Omega: 0.4}} {
		want := Wheels{
			(v.X - v.Y - sum*v.Omega) / r,
			(v.X + v.Y + sum*v.Omega) / r,
			(v.X + v.Y - sum*v.Omega) / r,
			(v.X - v.Y + sum*v.Omega) / r,
		}
		for i, got := range law.Inverse(v) {
			if math.Abs(got-want[i]) > 1e-12 {
				t.Errorf("twist %+v wheel %s: got %g, want %g", v, WheelNames[i], got, want[i])
			}
		}
	}
}

// The rule behind the formula: a roller lets its contact point slip across its axle only, so the
// velocity of the wheel's lowest point along the axle is zero.
func TestNoContactPointSlipsAlongItsRollerAxle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGeometry(t)
		k, err := NewKinematics(g)
		if err != nil {
			t.Fatal(err)
		}
		v := drawTwist(t, "v", 2)
		wheels := k.Inverse(v)
		places := [4][2]float64{{g.HalfLengthM, g.HalfWidthM}, {g.HalfLengthM, -g.HalfWidthM}, {-g.HalfLengthM, g.HalfWidthM}, {-g.HalfLengthM, -g.HalfWidthM}}
		angles := [4]float64{-g.RollerAngleRad, g.RollerAngleRad, g.RollerAngleRad, -g.RollerAngleRad}
		for i, place := range places {
			x := v.X - v.Omega*place[1] - g.WheelRadiusM*wheels[i]
			y := v.Y + v.Omega*place[0]
			if along := x*math.Cos(angles[i]) + y*math.Sin(angles[i]); math.Abs(along) > 1e-12 {
				t.Fatalf("wheel %s slips along its axle with %g m/s", WheelNames[i], along)
			}
		}
	})
}

func TestForwardUndoesInverseWithoutSlip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, err := NewKinematics(drawGeometry(t))
		if err != nil {
			t.Fatal(err)
		}
		want := drawTwist(t, "v", 3)
		got, slip := k.Forward(k.Inverse(want))
		if !near(got, want, 1e-12) || math.Abs(slip) > 1e-12 {
			t.Fatalf("got %+v with slip %g, want %+v", got, slip, want)
		}
	})
}

func TestForwardIsTheLeastSquaresSolution(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGeometry(t)
		k, err := NewKinematics(g)
		if err != nil {
			t.Fatal(err)
		}
		var w Wheels
		for i := range w {
			w[i] = rapid.Float64Range(-30, 30).Draw(t, "w")
		}
		a := mat.NewDense(4, 3, nil)
		for c, unit := range []planar.Twist{{X: 1}, {Y: 1}, {Omega: 1}} {
			column := k.Inverse(unit)
			a.SetCol(c, column[:])
		}
		var x mat.VecDense
		if err := x.SolveVec(a, mat.NewVecDense(4, append([]float64(nil), w[:]...))); err != nil {
			t.Fatal(err)
		}
		want := planar.Twist{X: x.AtVec(0), Y: x.AtVec(1), Omega: x.AtVec(2)}
		got, slip := k.Forward(w)
		if !near(got, want, 1e-9) {
			t.Fatalf("got %+v, gonum's QR gives %+v", got, want)
		}
		rolled := k.Inverse(got)
		for i, sign := range [4]float64{1, 1, -1, -1} {
			if residual := (w[i] - rolled[i]) * g.WheelRadiusM; math.Abs(residual-sign*slip) > 1e-10 {
				t.Fatalf("wheel %s: residual %g m/s, slip says %g", WheelNames[i], residual, sign*slip)
			}
		}
	})
}

func TestASpinningWheelShowsAsSlip(t *testing.T) {
	law := newLaw(t, testConfig())
	wheels := law.Inverse(planar.Twist{X: 0.5})
	wheels[2] += 4 // rear left spins 4 rad/s too fast: a quarter of 4 * 0.0475 m/s, negative at the rear
	_, slip := law.Forward(wheels)
	if math.Abs(slip+4*0.0475/4) > 1e-15 {
		t.Errorf("slip %g m/s", slip)
	}
}

func TestSaturationScalesTheWholeTwist(t *testing.T) {
	law := newLaw(t, testConfig())
	rapid.Check(t, func(t *rapid.T) {
		wanted := drawTwist(t, "wanted", 5)
		previous := drawTwist(t, "previous", 5)
		var out Output
		if err := law.Step(Input{Twist: wanted, Previous: previous, PeriodS: 100}, &out); err != nil {
			t.Fatal(err)
		}
		for i, w := range out.WheelRadPerS {
			if math.Abs(w) > 20 {
				t.Fatalf("wheel %s at %g rad/s, limit 20", WheelNames[i], w)
			}
		}
		if !near(out.Twist, wanted.Scale(out.SpeedScale), 1e-12) {
			t.Fatalf("twist %+v is not %g of %+v", out.Twist, out.SpeedScale, wanted)
		}
		if out.SpeedScale < 1 && out.WheelRadPerS.greatest() < 20*(1-1e-12) {
			t.Fatalf("scaled by %g although no wheel is at its limit: %v", out.SpeedScale, out.WheelRadPerS)
		}
	})
}

func TestTheRampKeepsAccelerationsOnceWheelsAreWithinLimits(t *testing.T) {
	law := newLaw(t, testConfig())
	rapid.Check(t, func(t *rapid.T) {
		const dt = 0.002
		out := Output{}
		for range 20 {
			in := Input{Twist: drawTwist(t, "wanted", 4), Previous: out.Twist, PeriodS: dt}
			if err := law.Step(in, &out); err != nil {
				t.Fatal(err)
			}
			d := planar.Twist{X: out.Twist.X - in.Previous.X, Y: out.Twist.Y - in.Previous.Y, Omega: out.Twist.Omega - in.Previous.Omega}
			if math.Abs(d.X) > 1*dt+1e-12 || math.Abs(d.Y) > 0.8*dt+1e-12 || math.Abs(d.Omega) > 2*dt+1e-12 {
				t.Fatalf("change %+v in %g s", d, dt)
			}
		}
	})
}

func TestTheStartTakesOverTheMeasuredTwistWithoutAStep(t *testing.T) {
	law := newLaw(t, testConfig())
	measured := planar.Twist{X: 0.2, Y: -0.05, Omega: 0.3}
	var out Output
	if err := law.Step(Input{Twist: planar.Twist{}, Previous: measured, PeriodS: 0.002}, &out); err != nil {
		t.Fatal(err)
	}
	if math.Hypot(out.Twist.X-measured.X, out.Twist.Y-measured.Y) > 0.0021 {
		t.Errorf("first command %+v is a step from the measured %+v", out.Twist, measured)
	}
}

func TestOdometryFollowsAnArcExactlyHoweverRarelyItIsUpdated(t *testing.T) {
	law := newLaw(t, testConfig())
	twist := planar.Twist{X: 0.3, Y: 0.1, Omega: 0.25}
	radius := math.Hypot(0.3, 0.1) / 0.25
	for _, dt := range []float64{0.002, 0.05, 1} {
		var o Odometry
		wheels := law.Inverse(twist)
		steps := int(math.Round(8 / dt))
		for k := range steps + 1 {
			var angles Wheels
			for i := range angles {
				angles[i] = 100 + wheels[i]*dt*float64(k) // encoders start anywhere
			}
			if err := law.Update(&o, angles, wheels, dt); err != nil {
				t.Fatal(err)
			}
		}
		chord := 2 * radius * math.Sin(0.25*8/2)
		if got := math.Hypot(o.Pose.X, o.Pose.Y); math.Abs(got-chord) > 1e-9 {
			t.Errorf("dt %g: chord %g m, want %g m", dt, got, chord)
		}
		if math.Abs(o.Pose.Theta-2) > 1e-10 || math.Abs(o.SlipM) > 1e-9 {
			t.Errorf("dt %g: heading %g rad, slip %g m", dt, o.Pose.Theta, o.SlipM)
		}
		if !near(o.Twist, twist, 1e-12) {
			t.Errorf("dt %g: twist %+v, want %+v", dt, o.Twist, twist)
		}
	}
}

func TestAnEncoderJumpKeepsThePoseAndStartsAnew(t *testing.T) {
	law := newLaw(t, testConfig())
	var o Odometry
	update := func(angles Wheels) error { return law.Update(&o, angles, Wheels{}, 0.002) }
	if err := update(Wheels{1, 1, 1, 1}); err != nil {
		t.Fatal(err)
	}
	if err := update(Wheels{1.02, 1.02, 1.02, 1.02}); err != nil {
		t.Fatal(err)
	}
	before := o.Pose
	err := update(Wheels{1.02, 1.02, 1.02 - 2*math.Pi, 1.02})
	if !errors.Is(err, planar.ErrEncoderJump) || !strings.Contains(err.Error(), "rear_left") {
		t.Fatalf("got error %v", err)
	}
	if o.Pose != before {
		t.Errorf("pose went from %+v to %+v", before, o.Pose)
	}
	if err := update(Wheels{1.04, 1.04, 1.04 - 2*math.Pi, 1.04}); err != nil {
		t.Fatal(err)
	}
	if want := before.X + 0.02*0.0475; math.Abs(o.Pose.X-want) > 1e-15 {
		t.Errorf("after the jump x is %g m, want %g m", o.Pose.X, want)
	}
}

func TestRestartForgetsTheWheelAnglesAndKeepsThePose(t *testing.T) {
	law := newLaw(t, testConfig())
	var o Odometry
	for _, a := range []float64{0, 0.03} {
		if err := law.Update(&o, Wheels{a, a, a, a}, Wheels{}, 0.002); err != nil {
			t.Fatal(err)
		}
	}
	before := o.Pose
	o.Restart()
	if err := law.Update(&o, Wheels{50, 60, 70, 80}, Wheels{}, 0.002); err != nil {
		t.Fatal(err)
	}
	if o.Pose != before || before.X == 0 {
		t.Errorf("pose went from %+v to %+v", before, o.Pose)
	}
}

func TestWhatIsNotFiniteIsRefusedAndChangesNothing(t *testing.T) {
	law := newLaw(t, testConfig())
	nan, inf := math.NaN(), math.Inf(1)
	for _, in := range []Input{
		{Twist: planar.Twist{X: nan}, PeriodS: 0.002},
		{Twist: planar.Twist{Omega: inf}, PeriodS: 0.002},
		{Previous: planar.Twist{Y: -inf}, PeriodS: 0.002},
		{PeriodS: 0}, {PeriodS: -1}, {PeriodS: nan}, {PeriodS: inf},
		{Twist: planar.Twist{X: 1e308, Y: -1e308, Omega: 1e308}, PeriodS: 0.002},
	} {
		out := Output{SpeedScale: 42}
		if err := law.Step(in, &out); !errors.Is(err, ErrNotFinite) || out != (Output{SpeedScale: 42}) {
			t.Errorf("%+v: error %v, output %+v", in, err, out)
		}
	}
	for _, c := range []struct {
		angles, speeds Wheels
		dt             float64
	}{{Wheels{nan}, Wheels{}, 0.002}, {Wheels{}, Wheels{3: inf}, 0.002}, {Wheels{}, Wheels{}, 0}} {
		o := Odometry{SlipM: 3}
		if err := law.Update(&o, c.angles, c.speeds, c.dt); !errors.Is(err, ErrNotFinite) || o != (Odometry{SlipM: 3}) {
			t.Errorf("%+v: error %v, odometry %+v", c, err, o)
		}
	}
}

func TestImpossibleConfigurationsAreRefusedByName(t *testing.T) {
	for _, c := range []struct {
		change func(*Config)
		word   string
	}{
		{func(c *Config) { c.HalfLengthM = 0 }, "half length"},
		{func(c *Config) { c.HalfWidthM = -1 }, "half width"},
		{func(c *Config) { c.WheelRadiusM = math.NaN() }, "wheel radius"},
		{func(c *Config) { c.RollerAngleRad = 0.01 }, "roller angle"},
		{func(c *Config) { c.RollerAngleRad = math.Pi / 2 }, "roller angle"},
		{func(c *Config) { c.RollerAngleRad, c.HalfWidthM = -math.Pi/4, c.HalfLengthM }, "cannot turn"},
		{func(c *Config) { c.WheelSpeedMaxRadPerS = math.Inf(1) }, "wheel speed"},
		{func(c *Config) { c.Acceleration.Y = 0 }, "acceleration"},
		{func(c *Config) { c.Noise.LateralM2PerM = -1 }, "noise"},
	} {
		config := testConfig()
		c.change(&config)
		if _, err := New(config); !errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), c.word) {
			t.Errorf("want an error about %q, got %v", c.word, err)
		}
	}
}

func TestAStepDoesNotAllocate(t *testing.T) {
	law := newLaw(t, testConfig())
	var out Output
	var o Odometry
	angles := Wheels{}
	if n := testing.AllocsPerRun(100, func() {
		if err := law.Step(Input{Twist: planar.Twist{X: 1}, Previous: out.Twist, PeriodS: 0.002}, &out); err != nil {
			t.Fatal(err)
		}
		for i := range angles {
			angles[i] += out.WheelRadPerS[i] * 0.002
		}
		if err := law.Update(&o, angles, out.WheelRadPerS, 0.002); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%g allocations a step", n)
	}
}

func BenchmarkStepAndUpdate(b *testing.B) {
	law := newLaw(b, testConfig())
	var out Output
	var o Odometry
	var angles Wheels
	for b.Loop() {
		if err := law.Step(Input{Twist: planar.Twist{X: 0.3, Y: 0.1, Omega: 0.2}, Previous: out.Twist, PeriodS: 0.002}, &out); err != nil {
			b.Fatal(err)
		}
		for i := range angles {
			angles[i] += out.WheelRadPerS[i] * 0.002
		}
		if err := law.Update(&o, angles, out.WheelRadPerS, 0.002); err != nil {
			b.Fatal(err)
		}
	}
}

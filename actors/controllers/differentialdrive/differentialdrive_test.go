package differentialdrive

import (
	"errors"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/robo-actors/robo-actors/actors/controllers/planar"
)

func testConfig() Config {
	return Config{
		Geometry:                    Geometry{SeparationM: 0.4, LeftWheelRadiusM: 0.08, RightWheelRadiusM: 0.081},
		WheelSpeedMaxRadPerS:        15,
		AccelerationMPerS2:          1.2,
		AngularAccelerationRadPerS2: 3,
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
		Omega: rapid.Float64Range(-greatest, greatest).Draw(t, name+".omega"),
	}
}

func near(a, b planar.Twist, tolerance float64) bool {
	return math.Abs(a.X-b.X) <= tolerance && math.Abs(a.Y-b.Y) <= tolerance && math.Abs(a.Omega-b.Omega) <= tolerance
}

// The rule behind the formula: the lowest point of each wheel is at rest.
func TestNoWheelSlipsAtItsContactPoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		law, err := New(testConfig())
		if err != nil {
			t.Fatal(err)
		}
		v := drawTwist(t, "v", 3)
		wheels := law.Inverse(v)
		for i, side := range [2]float64{0.2, -0.2} {
			radius := [2]float64{0.08, 0.081}[i]
			if slip := v.X - v.Omega*side - radius*wheels[i]; math.Abs(slip) > 1e-13 {
				t.Fatalf("wheel %s slips with %g m/s", WheelNames[i], slip)
			}
		}
	})
}

func TestForwardUndoesInverse(t *testing.T) {
	law := newLaw(t, testConfig())
	rapid.Check(t, func(t *rapid.T) {
		want := drawTwist(t, "v", 3)
		if got := law.Forward(law.Inverse(want)); !near(got, want, 1e-12) {
			t.Fatalf("got %+v, want %+v", got, want)
		}
	})
}

func TestALateralCommandIsLeftOutAndReported(t *testing.T) {
	law := newLaw(t, testConfig())
	var out Output
	in := Input{Twist: planar.Twist{X: 0.1, Y: 0.3, Omega: 0.2}, PeriodS: 10}
	if err := law.Step(in, &out); err != nil {
		t.Fatal(err)
	}
	if out.LateralLeftOut != 0.3 || out.Twist != (planar.Twist{X: 0.1, Omega: 0.2}) {
		t.Errorf("got %+v", out)
	}
}

func TestSaturationKeepsTheCurvature(t *testing.T) {
	law := newLaw(t, testConfig())
	rapid.Check(t, func(t *rapid.T) {
		wanted := drawTwist(t, "wanted", 8)
		var out Output
		if err := law.Step(Input{Twist: wanted, Previous: drawTwist(t, "previous", 8), PeriodS: 100}, &out); err != nil {
			t.Fatal(err)
		}
		if out.WheelRadPerS.greatest() > 15 {
			t.Fatalf("wheels at %v rad/s, limit 15", out.WheelRadPerS)
		}
		if cross := out.Twist.X*wanted.Omega - out.Twist.Omega*wanted.X; math.Abs(cross) > 1e-11 {
			t.Fatalf("curvature lost: cross product %g", cross)
		}
		if out.SpeedScale < 1 && out.WheelRadPerS.greatest() < 15*(1-1e-12) {
			t.Fatalf("scaled by %g although no wheel is at its limit: %v", out.SpeedScale, out.WheelRadPerS)
		}
	})
}

func TestTheRampKeepsAccelerations(t *testing.T) {
	law := newLaw(t, testConfig())
	rapid.Check(t, func(t *rapid.T) {
		const dt = 0.005
		var out Output
		for range 20 {
			in := Input{Twist: drawTwist(t, "wanted", 4), Previous: out.Twist, PeriodS: dt}
			if err := law.Step(in, &out); err != nil {
				t.Fatal(err)
			}
			if math.Abs(out.Twist.X-in.Previous.X) > 1.2*dt+1e-12 || math.Abs(out.Twist.Omega-in.Previous.Omega) > 3*dt+1e-12 {
				t.Fatalf("from %+v to %+v in %g s", in.Previous, out.Twist, dt)
			}
		}
	})
}

func TestOdometryFollowsACircleExactlyHoweverRarelyItIsUpdated(t *testing.T) {
	law := newLaw(t, testConfig())
	twist := planar.Twist{X: 0.5, Omega: 0.8}
	wheels := law.Inverse(twist)
	for _, dt := range []float64{0.005, 0.1, 0.9} {
		var o Odometry
		steps := int(math.Round(9 / dt))
		for k := range steps + 1 {
			s := dt * float64(k)
			if err := law.Update(&o, Wheels{wheels[0] * s, wheels[1] * s}, wheels, dt); err != nil {
				t.Fatal(err)
			}
		}
		angle, radius := 0.8*9, 0.5/0.8
		want := planar.Pose{X: radius * math.Sin(angle), Y: radius * (1 - math.Cos(angle)), Theta: angle}
		if math.Hypot(o.Pose.X-want.X, o.Pose.Y-want.Y) > 1e-9 || math.Abs(o.Pose.Theta-want.Theta) > 1e-9 {
			t.Errorf("dt %g: got %+v, want %+v", dt, o.Pose, want)
		}
		if !near(o.Twist, twist, 1e-12) {
			t.Errorf("dt %g: twist %+v, want %+v", dt, o.Twist, twist)
		}
	}
}

func TestAnEncoderJumpKeepsThePoseAndStartsAnew(t *testing.T) {
	law := newLaw(t, testConfig())
	var o Odometry
	for _, a := range []float64{5, 5.02} {
		if err := law.Update(&o, Wheels{a, a}, Wheels{}, 0.005); err != nil {
			t.Fatal(err)
		}
	}
	before := o.Pose
	err := law.Update(&o, Wheels{5.02, 0}, Wheels{}, 0.005)
	if !errors.Is(err, planar.ErrEncoderJump) || !strings.Contains(err.Error(), "right") || o.Pose != before {
		t.Fatalf("error %v, pose %+v after %+v", err, o.Pose, before)
	}
	if err := law.Update(&o, Wheels{5.04, 0.02}, Wheels{}, 0.005); err != nil {
		t.Fatal(err)
	}
	if !(o.Pose.X > before.X) {
		t.Errorf("the pose did not go on: %+v", o.Pose)
	}
	o.Restart()
	before = o.Pose
	if err := law.Update(&o, Wheels{900, -7}, Wheels{}, 0.005); err != nil || o.Pose != before {
		t.Errorf("after a restart: error %v, pose %+v, want %+v", err, o.Pose, before)
	}
}

func TestWhatIsNotFiniteIsRefusedAndChangesNothing(t *testing.T) {
	law := newLaw(t, testConfig())
	nan, inf := math.NaN(), math.Inf(1)
	for _, in := range []Input{
		{Twist: planar.Twist{X: nan}, PeriodS: 0.005},
		{Twist: planar.Twist{Y: inf}, PeriodS: 0.005},
		{Previous: planar.Twist{Omega: -inf}, PeriodS: 0.005},
		{PeriodS: 0}, {PeriodS: -1}, {PeriodS: nan}, {PeriodS: inf},
		{Twist: planar.Twist{X: 1e308, Omega: 1e308}, PeriodS: 0.005},
	} {
		out := Output{SpeedScale: 42}
		if err := law.Step(in, &out); !errors.Is(err, ErrNotFinite) || out != (Output{SpeedScale: 42}) {
			t.Errorf("%+v: error %v, output %+v", in, err, out)
		}
	}
	for _, c := range []struct {
		angles, speeds Wheels
		dt             float64
	}{{Wheels{nan}, Wheels{}, 0.005}, {Wheels{}, Wheels{1: inf}, 0.005}, {Wheels{}, Wheels{}, 0}} {
		var o Odometry
		if err := law.Update(&o, c.angles, c.speeds, c.dt); !errors.Is(err, ErrNotFinite) || o != (Odometry{}) {
			t.Errorf("%+v: error %v, odometry %+v", c, err, o)
		}
	}
}

func TestImpossibleConfigurationsAreRefusedByName(t *testing.T) {
	for _, c := range []struct {
		change func(*Config)
		word   string
	}{
		{func(c *Config) { c.SeparationM = 0 }, "separation"},
		{func(c *Config) { c.LeftWheelRadiusM = -1 }, "left wheel radius"},
		{func(c *Config) { c.RightWheelRadiusM = math.NaN() }, "right wheel radius"},
		{func(c *Config) { c.WheelSpeedMaxRadPerS = math.Inf(1) }, "wheel speed"},
		{func(c *Config) { c.AccelerationMPerS2 = 0 }, "acceleration"},
		{func(c *Config) { c.AngularAccelerationRadPerS2 = math.NaN() }, "angular acceleration"},
		{func(c *Config) { c.Noise.AngularRad2PerM = -1 }, "noise"},
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
	var angles Wheels
	if n := testing.AllocsPerRun(100, func() {
		if err := law.Step(Input{Twist: planar.Twist{X: 1}, Previous: out.Twist, PeriodS: 0.005}, &out); err != nil {
			t.Fatal(err)
		}
		for i := range angles {
			angles[i] += out.WheelRadPerS[i] * 0.005
		}
		if err := law.Update(&o, angles, out.WheelRadPerS, 0.005); err != nil {
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
		if err := law.Step(Input{Twist: planar.Twist{X: 0.3, Omega: 0.2}, Previous: out.Twist, PeriodS: 0.005}, &out); err != nil {
			b.Fatal(err)
		}
		for i := range angles {
			angles[i] += out.WheelRadPerS[i] * 0.005
		}
		if err := law.Update(&o, angles, out.WheelRadPerS, 0.005); err != nil {
			b.Fatal(err)
		}
	}
}

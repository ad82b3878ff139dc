package jointspace

import (
	"errors"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const period = 0.002

func jointConfig(output Quantity) JointConfig {
	c := JointConfig{
		Name: "elbow", Output: output,
		Limits:    SetpointLimits{PositionMin: -2, PositionMax: 2, VelocityMax: 2, AccelerationMax: 8, JerkMax: 200},
		EffortMax: 40, EffortRateMax: 100,
		PositionGains: Gains{Proportional: 8},
		VelocityGains: Gains{Proportional: 0.2, Integral: 1},
	}
	if output == EffortOutput {
		c.PositionGains = Gains{Proportional: 400, Derivative: 40, Integral: 800}
		c.VelocityGains = Gains{Proportional: 30, Integral: 300}
	}
	return c
}

func newLaw(t testing.TB, joints ...JointConfig) *Law {
	t.Helper()
	l, err := New(Config{Joints: joints, PeriodS: period})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// arm is a pendulum with friction: inertia 1 kg m^2, gravity torque 10 N m cos(q), Coulomb friction
// 0.5 N m.
type arm struct{ q, v float64 }

func (a *arm) run(torque float64) {
	const steps = 10
	for range steps {
		acceleration := torque - 10*math.Cos(a.q) - 0.5*math.Tanh(a.v/1e-3) - 0.2*a.v
		a.v += acceleration * period / steps
		a.q += a.v * period / steps
	}
}

func single(m Mode, target float64, a *arm) *Input {
	return &Input{Mode: []Mode{m}, Target: []float64{target}, Position: []float64{a.q}, Velocity: []float64{a.v}}
}

func step(t testing.TB, l *Law, in *Input) *Output {
	t.Helper()
	out := l.NewOutput()
	if err := l.Step(in, out); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestAnEffortLoopReachesItsPositionAgainstGravityAndFriction(t *testing.T) {
	l := newLaw(t, jointConfig(EffortOutput))
	a := &arm{q: 0.3}
	hold := 10 * math.Cos(a.q)
	if err := l.Start([]float64{a.q}, []float64{0}, []float64{hold}); err != nil {
		t.Fatal(err)
	}
	greatest := 0.0
	for k := range 3000 {
		out := step(t, l, single(Position, 1.2, a))
		if k == 0 && math.Abs(out.Value[0]-hold) > 1e-9 {
			t.Fatalf("the first effort is %g N m, before it was %g N m", out.Value[0], hold)
		}
		greatest = math.Max(greatest, math.Abs(out.Reference[0].Position-a.q))
		a.run(out.Value[0])
	}
	if math.Abs(a.q-1.2) > 1e-4 || math.Abs(a.v) > 1e-3 {
		t.Errorf("the arm is at %g rad with %g rad/s", a.q, a.v)
	}
	if greatest > 0.05 {
		t.Errorf("on the way it was %g rad behind", greatest)
	}
}

func TestFeedForwardOfGravityAndInertiaTakesTheWorkFromTheLoop(t *testing.T) {
	behind := func(feed bool) (greatest, integral float64) {
		l := newLaw(t, jointConfig(EffortOutput))
		a := &arm{q: 0.3}
		if err := l.Start([]float64{a.q}, []float64{0}, []float64{10 * math.Cos(a.q)}); err != nil {
			t.Fatal(err)
		}
		acceleration := 0.0
		for range 2000 {
			in := single(Position, 1.2, a)
			if feed {
				in.FeedForward = []float64{10*math.Cos(a.q) + acceleration} // 1 kg m^2
			}
			out := step(t, l, in)
			acceleration = out.Reference[0].Acceleration
			greatest = math.Max(greatest, math.Abs(out.Reference[0].Position-a.q))
			a.run(out.Value[0])
		}
		return greatest, math.Abs(l.joints[0].integral)
	}
	with, integral := behind(true)
	without, wound := behind(false)
	if with > without/5 || integral > wound/3 {
		t.Errorf("behind by %g rad and %g rad without, integral %g N m and %g N m without", with, without, integral, wound)
	}
}

// A blocked joint: the integral must not wind up, so that the arm comes off the obstacle without a
// surge.
func TestABlockedJointDoesNotWindUp(t *testing.T) {
	c := jointConfig(EffortOutput)
	c.Tracking = true
	c.PositionGains.Derivative = 20
	l := newLaw(t, c)
	a := &arm{}
	if err := l.Start([]float64{0}, []float64{0}, []float64{10}); err != nil {
		t.Fatal(err)
	}
	for range 5000 { // ten seconds against a wall, 1 rad off
		out := step(t, l, single(Position, 1, a))
		if math.Abs(out.Value[0]) > 40 {
			t.Fatalf("effort %g N m, limit 40", out.Value[0])
		}
	}
	if out := step(t, l, single(Position, 1, a)); !out.Limited[0] || out.Value[0] != 40 {
		t.Errorf("blocked: %+v", out)
	}
	if l.joints[0].integral > 40 {
		t.Errorf("the integral is at %g N m", l.joints[0].integral)
	}
	reversed := 0
	for step(t, l, single(Position, -0.2, a)).Value[0] > 0 { // the target turns to the other side
		if reversed++; reversed > 250 {
			t.Fatal("half a second after the target turned the effort still pushes the old way")
		}
	}
}

// What an obstacle has wound up before a stop must not push the joint after it.
func TestALawThatStartsAgainHasForgottenItsIntegral(t *testing.T) {
	l := newLaw(t, jointConfig(EffortOutput))
	a := &arm{q: -math.Pi / 2}
	starts := func() {
		if err := l.Start([]float64{a.q}, []float64{0}, []float64{0}); err != nil {
			t.Fatal(err)
		}
	}
	starts()
	for range 1000 { // it is blocked
		step(t, l, single(Position, a.q+1, a))
	}
	wound := math.Abs(l.joints[0].integral)
	starts()
	step(t, l, single(Position, a.q, a))
	if left := math.Abs(l.joints[0].integral); wound < 0.5 || left > 1e-9 {
		t.Errorf("of an integral of %g N m, %g N m are left", wound, left)
	}
}

func TestTheIntegralFreezesAtTheLimitAndComesOffAtOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := Gains{
			Proportional: rapid.Float64Range(0, 10).Draw(t, "kp"),
			Integral:     rapid.Float64Range(0.1, 50).Draw(t, "ki"),
			Derivative:   rapid.Float64Range(0, 5).Draw(t, "kd"),
		}
		integral := 0.0
		for range 200 {
			e := rapid.Float64Range(-3, 3).Draw(t, "e")
			rate := rapid.Float64Range(-3, 3).Draw(t, "rate")
			output, next, limited := g.Output(integral, e, rate, 0.5, 5, 0.01)
			if math.Abs(output) > 5 || math.Abs(next) > 5 {
				t.Fatalf("output %g, integral %g, limit 5", output, next)
			}
			wanted := 0.5 + g.Proportional*e + g.Derivative*rate + next
			if limited != (math.Abs(wanted) > 5) {
				t.Fatalf("limited %v, but the law wants %g", limited, wanted)
			}
			if limited && math.Abs(next) > math.Abs(integral) && (next-integral)*wanted > 0 {
				t.Fatalf("the integral grows from %g to %g into the limit", integral, next)
			}
			if e*(next-integral) < 0 {
				t.Fatalf("error %g takes the integral from %g to %g", e, integral, next)
			}
			integral = next
		}
	})
}

func TestTheIntegralHasABoundOfItsOwn(t *testing.T) {
	g := Gains{Integral: 100, IntegralMax: 2}
	integral := 0.0
	for range 1000 {
		_, integral, _ = g.Output(integral, 1, 0, 0, 50, 0.01)
	}
	if integral != 2 {
		t.Errorf("integral %g, bound 2", integral)
	}
}

func TestAVelocityOutputFollowsThePositionOfAServo(t *testing.T) {
	l := newLaw(t, jointConfig(VelocityOutput))
	a := &arm{q: -0.4}
	if err := l.Start([]float64{a.q}, []float64{0}, []float64{0}); err != nil {
		t.Fatal(err)
	}
	for range 2500 {
		out := step(t, l, single(Position, 1.5, a))
		if math.Abs(out.Value[0]) > 2 {
			t.Fatalf("velocity %g rad/s, limit 2", out.Value[0])
		}
		a.v += (out.Value[0] - a.v) * period / 0.01 // a servo with 10 ms
		a.q += a.v * period
		// The reference does not overshoot. The servo lags it by 10 ms of acceleration, 0.08 rad/s,
		// which a loop of 8/s turns into 10 mrad at most.
		if a.q > 1.5+0.01*8/8 {
			t.Fatalf("overshoot to %g rad", a.q)
		}
	}
	if math.Abs(a.q-1.5) > 1e-5 {
		t.Errorf("the joint is at %g rad", a.q)
	}
}

func TestVelocityModeFollowsItsRampAndStopsAtTheLimit(t *testing.T) {
	l := newLaw(t, jointConfig(EffortOutput))
	a := &arm{}
	if err := l.Start([]float64{0}, []float64{0}, []float64{10}); err != nil {
		t.Fatal(err)
	}
	fastest := 0.0
	for range 3000 {
		out := step(t, l, single(Velocity, 1, a))
		a.run(out.Value[0])
		fastest = math.Max(fastest, a.v)
	}
	if math.Abs(fastest-1) > 0.1 || a.q > 2.02 || a.q < 1.9 || math.Abs(a.v) > 1e-2 {
		t.Errorf("fastest %g rad/s, at %g rad with %g rad/s", fastest, a.q, a.v)
	}
}

func TestAnEffortTargetChangesAtALimitedRate(t *testing.T) {
	l := newLaw(t, jointConfig(EffortOutput))
	if err := l.Start([]float64{0}, []float64{0}, []float64{3}); err != nil {
		t.Fatal(err)
	}
	last := 3.0
	for k := range 400 {
		out := step(t, l, single(Effort, 25, &arm{}))
		if math.Abs(out.Value[0]-last) > 100*period+1e-9 {
			t.Fatalf("step %d: effort goes from %g to %g N m", k, last, out.Value[0])
		}
		last = out.Value[0]
	}
	if last != 25 {
		t.Errorf("effort %g N m, want 25", last)
	}
	if out := step(t, l, single(Effort, 1e6, &arm{})); out.Value[0] > 40 {
		t.Errorf("effort %g N m, limit 40", out.Value[0])
	}
}

// Every switch among the modes, from any state: the first output is the last one, and the
// difference fades evenly.
func TestSwitchingModesMakesNoStepOfTheOutput(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, err := New(Config{Joints: []JointConfig{jointConfig(EffortOutput)}, PeriodS: period})
		if err != nil {
			t.Fatal(err)
		}
		a := &arm{q: rapid.Float64Range(-1.5, 1.5).Draw(t, "q"), v: rapid.Float64Range(-0.5, 0.5).Draw(t, "v")}
		last := rapid.Float64Range(-30, 30).Draw(t, "effort")
		if err := l.Start([]float64{a.q}, []float64{a.v}, []float64{last}); err != nil {
			t.Fatal(err)
		}
		for range 6 {
			m := Mode(rapid.IntRange(int(Position), int(Effort)).Draw(t, "mode"))
			switched := m != l.joints[0].mode
			target := rapid.Float64Range(-1, 1).Draw(t, "target")
			for k := range rapid.IntRange(1, 200).Draw(t, "steps") {
				out := l.NewOutput()
				if err := l.Step(single(m, target, a), out); err != nil {
					t.Fatal(err)
				}
				if k == 0 && switched && math.Abs(out.Value[0]-last) > 1e-9 {
					t.Fatalf("to %s: effort goes from %g to %g N m", m, last, out.Value[0])
				}
				last = out.Value[0]
				a.run(last)
			}
		}
	})
}

func TestAHandoverFadesEvenlyToNothing(t *testing.T) {
	var h Handover
	if h.Next(7) != 7 {
		t.Error("a handover that has not begun changes the output")
	}
	h.Begin(10, 4, 3)
	for k, want := range []float64{10, 8, 6, 4, 4} {
		if got := h.Next(4); math.Abs(got-want) > 1e-12 {
			t.Errorf("step %d: %g, want %g", k, got, want)
		}
	}
	if h.Remaining() != 0 {
		t.Errorf("%g remains", h.Remaining())
	}
	h.Begin(1, 2, 0) // no steps given: one
	if h.Next(2) != 1 || h.Next(2) != 2 {
		t.Error("a hand-over without steps")
	}
}

func TestTrackingTakesTargetsAsTheyAreWithinLimits(t *testing.T) {
	c := jointConfig(VelocityOutput)
	c.Tracking = true
	l := newLaw(t, c)
	if err := l.Start([]float64{0.5}, []float64{0}, []float64{0}); err != nil {
		t.Fatal(err)
	}
	in := single(Position, 3, &arm{q: 0.5})
	in.TargetVelocity = []float64{-9}
	if r := step(t, l, in).Reference[0]; r.Position != 2 || r.Velocity != -2 {
		t.Errorf("reference %+v, want the limits", r)
	}
	if r := step(t, l, single(Velocity, 0.7, &arm{q: 0.5})).Reference[0]; r.Velocity != 0.7 {
		t.Errorf("reference %+v", r)
	}
}

func TestWhatCannotBeIsRefusedAndChangesNothing(t *testing.T) {
	l := newLaw(t, jointConfig(EffortOutput), jointConfig(VelocityOutput))
	good := func() *Input {
		return &Input{Mode: []Mode{Position, Velocity}, Target: []float64{0.1, 0.2}, Position: []float64{0, 0}, Velocity: []float64{0, 0},
			TargetVelocity: []float64{0, 0}, FeedForward: []float64{0, 0}}
	}
	out := l.NewOutput()
	if err := l.Step(good(), out); !errors.Is(err, ErrNotStarted) {
		t.Error(err)
	}
	zero := []float64{0, 0}
	if err := l.Start(zero, zero, zero[:1]); !errors.Is(err, ErrShape) {
		t.Error(err)
	}
	for i := range 3 {
		state := [3][]float64{zero, zero, zero}
		state[i] = []float64{0, math.NaN()}
		if err := l.Start(state[0], state[1], state[2]); !errors.Is(err, ErrNotFinite) {
			t.Errorf("a start with NaN in vector %d: %v", i, err)
		}
	}
	if err := l.Start(zero, zero, zero); err != nil {
		t.Fatal(err)
	}
	if err := l.Step(good(), out); err != nil {
		t.Fatal(err)
	}
	twin := newLaw(t, jointConfig(EffortOutput), jointConfig(VelocityOutput))
	if err := twin.Start(zero, zero, zero); err != nil {
		t.Fatal(err)
	}
	step(t, twin, good())
	nan := math.NaN()
	for name, c := range map[string]struct {
		change func(*Input)
		want   error
		word   string
	}{
		"target":          {func(in *Input) { in.Target[1] = nan }, ErrNotFinite, "elbow"},
		"position":        {func(in *Input) { in.Position[0] = math.Inf(1) }, ErrNotFinite, "elbow"},
		"velocity":        {func(in *Input) { in.Velocity[1] = nan }, ErrNotFinite, "velocity NaN"},
		"target velocity": {func(in *Input) { in.TargetVelocity[1] = nan }, ErrNotFinite, "target velocity NaN"},
		"feed-forward":    {func(in *Input) { in.FeedForward[0] = 1e300 }, ErrNotFinite, "1e+300"},
		"no mode":         {func(in *Input) { in.Mode[0] = NoMode }, ErrMode, "no mode"},
		"unknown mode":    {func(in *Input) { in.Mode[0] = 9 }, ErrMode, "mode 9"},
		"effort":          {func(in *Input) { in.Mode[1] = Effort }, ErrMode, "effort"},
		"shape":           {func(in *Input) { in.Target = in.Target[:1] }, ErrShape, "1 targets"},
		"ff shape":        {func(in *Input) { in.FeedForward = in.FeedForward[:1] }, ErrShape, "1 feed-forwards"},
	} {
		in := good()
		c.change(in)
		before := append([]float64(nil), out.Value...)
		if err := l.Step(in, out); !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.word) {
			t.Errorf("%s: want %q, got %v", name, c.word, err)
		}
		if out.Value[0] != before[0] || out.Value[1] != before[1] {
			t.Errorf("%s: an output was written", name)
		}
	}
	if err := l.Step(good(), &Output{}); !errors.Is(err, ErrShape) {
		t.Error(err)
	}
	for k := range 50 { // the law that was asked all that goes on as its twin
		got, want := step(t, l, good()), step(t, twin, good())
		if got.Value[0] != want.Value[0] || got.Value[1] != want.Value[1] {
			t.Fatalf("step %d: %v, the twin gives %v", k, got.Value, want.Value)
		}
	}
}

func TestHugeNumbersNeverMakeAnOutputThatIsNotFinite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, err := New(Config{Joints: []JointConfig{jointConfig(EffortOutput)}, PeriodS: period})
		if err != nil {
			t.Fatal(err)
		}
		draw := func(name string) []float64 { return []float64{rapid.Float64().Draw(t, name)} }
		if l.Start(draw("q"), draw("v"), draw("u")) != nil {
			return
		}
		for range 5 {
			in := &Input{Mode: []Mode{Mode(rapid.IntRange(1, 3).Draw(t, "mode"))}, Target: draw("target"), Position: draw("q"), Velocity: draw("v"), FeedForward: draw("ff")}
			out := l.NewOutput()
			if l.Step(in, out) == nil && !(math.Abs(out.Value[0]) <= 40) {
				t.Fatalf("output %g for %+v", out.Value[0], in)
			}
		}
	})
}

func TestImpossibleConfigurationsAreRefusedWithTheJointsName(t *testing.T) {
	for _, c := range []struct {
		change func(*Config)
		word   string
	}{
		{func(c *Config) { c.Joints = nil }, "no joints"},
		{func(c *Config) { c.HandoverS = -1 }, "hand-over"},
		{func(c *Config) { c.PeriodS = 0 }, "period"},
		{func(c *Config) { c.Joints[0].EffortMax = 0 }, "effort limit"},
		{func(c *Config) { c.Joints[0].EffortRateMax = math.NaN() }, "rate limit"},
		{func(c *Config) { c.Joints[0].PositionGains.Integral = -1 }, "gains"},
		{func(c *Config) { c.Joints[0].Limits.VelocityMax = 0 }, `joint "elbow"`},
		{func(c *Config) { c.Joints[0].Output = 5 }, "output 5"},
	} {
		config := Config{Joints: []JointConfig{jointConfig(EffortOutput)}, PeriodS: period}
		c.change(&config)
		if _, err := New(config); !errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), c.word) {
			t.Errorf("want an error about %q, got %v", c.word, err)
		}
	}
}

func TestAStepDoesNotAllocate(t *testing.T) {
	l := newLaw(t, jointConfig(EffortOutput), jointConfig(VelocityOutput))
	zero := []float64{0, 0}
	if err := l.Start(zero, zero, zero); err != nil {
		t.Fatal(err)
	}
	in := &Input{Mode: []Mode{Position, Velocity}, Target: []float64{1, 0.2}, Position: zero, Velocity: zero}
	out := l.NewOutput()
	k := 0
	if n := testing.AllocsPerRun(200, func() {
		if k++; k%50 == 0 {
			in.Mode[0] = Position + Mode(k/50%3) // switches are part of it
		}
		if err := l.Step(in, out); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%g allocations a step", n)
	}
}

func BenchmarkStepSevenJoints(b *testing.B) {
	var joints []JointConfig
	for range 7 {
		joints = append(joints, jointConfig(EffortOutput))
	}
	l := newLaw(b, joints...)
	zero := make([]float64, 7)
	if err := l.Start(zero, zero, zero); err != nil {
		b.Fatal(err)
	}
	in := &Input{Mode: make([]Mode, 7), Target: make([]float64, 7), Position: zero, Velocity: zero}
	for i := range in.Mode {
		in.Mode[i], in.Target[i] = Position, 1
	}
	out := l.NewOutput()
	for b.Loop() {
		if err := l.Step(in, out); err != nil {
			b.Fatal(err)
		}
	}
}

package coupling

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

const ms = messages.Instant(time.Millisecond)

func config(control messages.ControlMode, onStale OnStale) Config {
	return Config{Control: control, MaxAge: 30 * time.Millisecond, SourcePeriod: 10 * time.Millisecond, OnStale: onStale,
		Acceleration: []float64{2, 2, 4}, Velocity: []float64{0.8, 0.8, 1.5}, EffortRate: []float64{100, 100, 50}, Positions: 3}
}

func command(control messages.ControlMode, p, v, e float64) *messages.JointCommand {
	return &messages.JointCommand{Control: []messages.ControlMode{control}, Position: []float64{p, p, p}, Velocity: []float64{v, v, v}, Effort: []float64{e, e, e}}
}

func receiver(t *testing.T, c Config) *Receiver {
	t.Helper()
	r, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func arrive(t *testing.T, r *Receiver, at messages.Instant, c *messages.JointCommand) {
	t.Helper()
	if err := r.Arrived(at, c); err != nil {
		t.Fatal(err)
	}
}

func TestTheReceiverWaitsForTheFirstValue(t *testing.T) {
	r := receiver(t, config(messages.ControlVelocity, RampToZero))
	out := command(messages.ControlNone, 0, 9, 0)
	for now := messages.Instant(0); now < 500*ms; now += 2 * ms {
		if r.Step(now, 0.002, out) {
			t.Fatalf("at %v there was a command before any value", now)
		}
	}
	if out.Velocity[0] != 9 {
		t.Error("the output was written before there was a value")
	}
}

func TestAStaleVelocityRampsToZeroWithinTheAcceleration(t *testing.T) {
	r := receiver(t, config(messages.ControlVelocity, RampToZero))
	out := command(messages.ControlNone, 0, 0, 0)
	now, last := messages.Instant(0), 0.0
	for ; now < 1000*ms; now += 2 * ms {
		if now%(10*ms) == 0 {
			arrive(t, r, now, command(messages.ControlVelocity, 0, 0.5, 0))
		}
		r.Step(now, 0.002, out)
	}
	if math.Abs(out.Velocity[0]-0.5) > 1e-12 {
		t.Fatalf("the velocity is %g, expected 0.5", out.Velocity[0])
	}
	silent := now - 10*ms // the newest value
	last = out.Velocity[0]
	for ; now < 2000*ms; now += 2 * ms {
		if !r.Step(now, 0.002, out) {
			t.Fatal("a ramp to zero hands on a command all the way")
		}
		if ramps := out.Velocity[0] < 0.5-1e-9; ramps != (now.Sub(silent) > 30*time.Millisecond) {
			t.Fatalf("at an age of %v the velocity is %g; expected a ramp beyond 30 ms", now.Sub(silent), out.Velocity[0])
		}
		if step := math.Abs(out.Velocity[0] - last); step > 2*0.002+1e-12 {
			t.Fatalf("the velocity changed by %g in one cycle", step)
		}
		last = out.Velocity[0]
		if now.Sub(silent) > 30*time.Millisecond+260*time.Millisecond && last != 0 {
			t.Fatalf("0.5 m/s at 2 m/s^2 takes 250 ms; %v after the last value it is %g", now.Sub(silent), last)
		}
	}
}

func TestAFreshValueTakesOverWithoutAStep(t *testing.T) {
	r := receiver(t, config(messages.ControlVelocity, RampToZero))
	out := command(messages.ControlNone, 0, 0, 0)
	random := rand.New(rand.NewPCG(4, 2))
	last := [3]float64{}
	for now := messages.Instant(0); now < 60000*ms; now += 2 * ms {
		if now%(10*ms) == 0 && random.Float64() < 0.3 {
			v := 4*random.Float64() - 2
			if err := r.Arrived(now, command(messages.ControlVelocity, 0, v, 0)); (err != nil) != (math.Abs(v) > 0.8) {
				t.Fatalf("at %v, %g m/s: %v", now, v, err)
			}
		}
		if random.Float64() < 0.01 {
			r.Withdrawn()
		}
		if !r.Step(now, 0.002, out) {
			continue
		}
		for i, a := range r.config.Acceleration {
			if math.Abs(out.Velocity[i]-last[i]) > a*0.002+1e-12 || math.Abs(out.Velocity[i]) > r.config.Velocity[i] {
				t.Fatalf("at %v degree of freedom %d went from %g to %g", now, i, last[i], out.Velocity[i])
			}
			last[i] = out.Velocity[i]
		}
	}
}

func TestAStalePositionDeceleratesAndHolds(t *testing.T) {
	r := receiver(t, config(messages.ControlPositionVelocity, DecelerateAndHold))
	out := command(messages.ControlNone, 0, 0, 0)
	now := messages.Instant(0)
	for ; now < 1000*ms; now += 2 * ms {
		if now%(10*ms) == 0 {
			c := command(messages.ControlPositionVelocity, 0.5*now.Seconds(), 0.5, 0)
			c.Position[2], c.Velocity[2] = 0, 0 // it does not turn: axes of the body are those of the room
			arrive(t, r, now, c)
		}
		r.Step(now, 0.002, out)
	}
	at := out.Position[0]
	for ; now < 3000*ms; now += 2 * ms {
		r.Step(now, 0.002, out)
	}
	// 30 ms at full speed, then 0.5^2 / (2 * 2) m of braking
	if way := out.Position[0] - at; way < 0.0625-0.002 || way > 0.0625+0.02 || out.Velocity[0] != 0 {
		t.Errorf("it moved on by %g m and ends with %g m/s", way, out.Velocity[0])
	}
}

func TestWithdrawHandsNothingOn(t *testing.T) {
	r := receiver(t, config(messages.ControlEffort, Withdraw))
	out := command(messages.ControlNone, 0, 0, 0)
	arrive(t, r, 0, command(messages.ControlEffort, 0, 0, 5))
	if !r.Step(0, 0.002, out) || r.Step(31*ms, 0.002, out) {
		t.Error("a fresh effort must be handed on and a stale one not")
	}
}

func TestAWithdrawnCommandEndsAtOnce(t *testing.T) {
	for _, o := range []OnStale{RampToZero, Withdraw} {
		r := receiver(t, config(messages.ControlVelocity, o))
		out := command(messages.ControlNone, 0, 0, 0)
		arrive(t, r, 0, command(messages.ControlVelocity, 0, 0.5, 0))
		for now := messages.Instant(0); now < 10*ms; now += 2 * ms {
			r.Step(now, 0.002, out)
		}
		before := out.Velocity[0]
		r.Withdrawn()
		if passes := r.Step(10*ms, 0.002, out); passes != (o == RampToZero) {
			t.Errorf("%s: handed on: %v; expected the reaction to a stale value", o, passes)
		} else if passes && !(out.Velocity[0] < before) {
			t.Errorf("%s: velocity %g after %g; expected a ramp to zero", o, out.Velocity[0], before)
		}
	}
}

// After a withdrawal nothing is known of the joint: the next value begins from rest, not from what
// was handed on before.
func TestAValueAfterAWithdrawalBeginsFromRest(t *testing.T) {
	c := config(messages.ControlVelocity|messages.ControlEffort, Withdraw)
	r, out := receiver(t, c), command(messages.ControlNone, 0, 0, 0)
	for now := messages.Instant(0); now < 400*ms; now += 2 * ms {
		arrive(t, r, now, command(c.Control, 0, 0.5, 10))
		r.Step(now, 0.002, out)
	}
	if out.Velocity[0] != 0.5 || out.Effort[0] != 10 {
		t.Fatalf("velocity %g, effort %g; expected 0.5 and 10", out.Velocity[0], out.Effort[0])
	}
	r.Withdrawn()
	if r.Step(400*ms, 0.002, out) {
		t.Error("a withdrawn command is handed on")
	}
	arrive(t, r, 402*ms, command(c.Control, 0, 0.5, 10))
	r.Step(402*ms, 0.002, out)
	if v, e := c.Acceleration[0]*0.002, c.EffortRate[0]*0.002; math.Abs(out.Velocity[0]-v) > 1e-12 || math.Abs(out.Effort[0]-e) > 1e-12 {
		t.Errorf("velocity %g, effort %g; expected the first steps from rest, %g and %g", out.Velocity[0], out.Effort[0], v, e)
	}
}

// A source without a period, as one that sends on events, has nothing to interpolate in.
func TestASourceWithoutAPeriodIsNotInterpolated(t *testing.T) {
	c := config(messages.ControlVelocity, RampToZero)
	c.SourcePeriod, c.Resample = 0, Linear
	r, out := receiver(t, c), command(messages.ControlNone, 0, 0, 0)
	for now := messages.Instant(0); now < 400*ms; now += 2 * ms {
		arrive(t, r, now, command(messages.ControlVelocity, 0, 0.5, 0))
		if r.Step(now, 0.002, out); out.Velocity[0] != out.Velocity[0] {
			t.Fatalf("at %v the velocity is no number", time.Duration(now))
		}
	}
	if out.Velocity[0] != 0.5 {
		t.Errorf("velocity %g; expected 0.5", out.Velocity[0])
	}
}

func TestResamplingReachesTheNewestValueAfterOnePeriodOfTheSource(t *testing.T) {
	for resample, middle := range map[Resample]float64{Hold: 0.2, Linear: 0.15, Cubic: 0.15} {
		c := config(messages.ControlVelocity, RampToZero)
		c.Resample, c.Acceleration = resample, []float64{1e6, 1e6, 1e6}
		r := receiver(t, c)
		out := command(messages.ControlNone, 0, 0, 0)
		arrive(t, r, 0, command(messages.ControlVelocity, 0, 0.1, 0))
		r.Step(0, 0.002, out)
		arrive(t, r, 10*ms, command(messages.ControlVelocity, 0, 0.2, 0))
		r.Step(15*ms, 0.002, out)
		if math.Abs(out.Velocity[0]-middle) > 1e-12 {
			t.Errorf("%s: half way the velocity is %g, expected %g", resample, out.Velocity[0], middle)
		}
		r.Step(20*ms, 0.002, out)
		if math.Abs(out.Velocity[0]-0.2) > 1e-12 {
			t.Errorf("%s: after one period the velocity is %g, expected 0.2", resample, out.Velocity[0])
		}
	}
}

func TestBadValuesAreRefusedAndChangeNothing(t *testing.T) {
	r := receiver(t, config(messages.ControlVelocity, RampToZero))
	arrive(t, r, 0, command(messages.ControlVelocity, 0, 0.3, 0))
	out := command(messages.ControlNone, 0, 0, 0)
	if !r.Step(0, 0.002, out) {
		t.Fatal("no command after the first value")
	}
	short := command(messages.ControlVelocity, 0, 0.1, 0)
	short.Velocity = short.Velocity[:2]
	for want, c := range map[string]*messages.JointCommand{
		"contains NaN": command(messages.ControlVelocity, 0, math.NaN(), 0), "contains +Inf": command(messages.ControlVelocity, 0, 0, math.Inf(1)),
		"2 velocities": short, "control mode effort; expected velocity": command(messages.ControlEffort, 0, 0, 0)} {
		if err := r.Arrived(5*ms, c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, expected %q", err, want)
		}
	}
	if r.Step(31*ms, 0.002, out); out.Velocity[0] != 0 {
		t.Errorf("velocity %g; expected the ramp of a stale value: a refused one refreshes no age", out.Velocity[0])
	}
}

func TestTheDefaultBoundIsThreePeriodsWithinLimits(t *testing.T) {
	for _, c := range []struct{ source, receiver, want time.Duration }{
		{time.Millisecond, time.Millisecond, 30 * time.Millisecond}, {20 * time.Millisecond, time.Millisecond, 60 * time.Millisecond},
		{time.Millisecond, 20 * time.Millisecond, 60 * time.Millisecond}, {200 * time.Millisecond, time.Millisecond, 250 * time.Millisecond},
		{time.Second, time.Millisecond, time.Second}} {
		if got := DefaultMaxAge(c.source, c.receiver); got != c.want {
			t.Errorf("%v to %v: %v, expected %v", c.source, c.receiver, got, c.want)
		}
	}
}

func TestContradictoryConfigurationsAreRefused(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"at least the period of the source": func(c *Config) { c.MaxAge = 5 * time.Millisecond },
		"expected one for each degree":      func(c *Config) { c.Velocity = nil },
		"expected more than zero":           func(c *Config) { c.Acceleration[1] = math.NaN() },
		"more than zero":                    func(c *Config) { c.MaxAge, c.SourcePeriod = 0, 0 },
		"control mode none is invalid":      func(c *Config) { c.Control = messages.ControlNone },
		"is invalid":                        func(c *Config) { c.Control = 1 << 7 },
		"would move a position to":          func(c *Config) { c.Control = messages.ControlPosition },
	} {
		c := config(messages.ControlVelocity, RampToZero)
		change(&c)
		if _, err := New(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, expected %q", err, want)
		}
	}
}

func TestAnAgeOfOnePeriodIsAccepted(t *testing.T) {
	c := config(messages.ControlVelocity, RampToZero)
	c.MaxAge = c.SourcePeriod
	receiver(t, c)
}

// What was asked for before an interruption must not come back with the first value after it.
func TestAValueFromBeforeAnInterruptionIsNotMixedIn(t *testing.T) {
	c := config(messages.ControlVelocity, RampToZero)
	c.Resample = Linear
	r, out := receiver(t, c), command(messages.ControlNone, 0, 0, 0)
	for now := messages.Instant(0); now < 3000*ms; now += 2 * ms {
		switch {
		case now <= 500*ms && now%(10*ms) == 0:
			arrive(t, r, now, command(messages.ControlVelocity, 0, 0.8, 0))
		case now == 2000*ms:
			arrive(t, r, now, command(messages.ControlVelocity, 0, 0, 0))
		}
		if r.Step(now, 0.002, out); now >= 2000*ms && out.Velocity[0] != 0 {
			t.Fatalf("at %v it moves at %g m/s; standstill is asked for since 2 s", time.Duration(now), out.Velocity[0])
		}
	}
}

func TestAStepAllocatesNothing(t *testing.T) {
	r := receiver(t, config(messages.ControlVelocity, RampToZero))
	out, c, now := command(messages.ControlNone, 0, 0, 0), command(messages.ControlVelocity, 0, 0.3, 0), messages.Instant(0)
	if n := testing.AllocsPerRun(100, func() {
		now += 2 * ms
		if r.Arrived(now, c) != nil || !r.Step(now, 0.002, out) {
			t.Fatal("no command")
		}
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

// TestATimerThatTellsNonsenseNeitherLiftsABoundNorStopsARamp drives the receiver with steps that
// cannot be.
func TestATimerThatTellsNonsenseNeitherLiftsABoundNorStopsARamp(t *testing.T) {
	for _, dt := range []float64{-1, 0, 1e-9, 3600, math.Inf(1), math.NaN()} {
		r := receiver(t, config(messages.ControlVelocity, RampToZero))
		out := command(messages.ControlNone, 0, 0, 0)
		now, last := messages.Instant(0), 0.0
		arrive(t, r, now, command(messages.ControlVelocity, 0, 0.5, 0))
		r.Step(now, 0.002, out)
		last = out.Velocity[0]
		for ; now < 500*ms; now += 2 * ms {
			if now < 200*ms && now%(10*ms) == 0 {
				arrive(t, r, now, command(messages.ControlVelocity, 0, 0.5, 0))
			}
			r.Step(now+2*ms, dt, out)
			if d := math.Abs(out.Velocity[0] - last); !(d <= 2*0.002*(1+1e-9)) || out.Velocity[0] < 0 || out.Velocity[0] > 0.5 {
				t.Fatalf("step %g: at %v the velocity is %g after %g", dt, now, out.Velocity[0], last)
			}
			last = out.Velocity[0]
		}
		if last != 0 {
			t.Errorf("step %g: a stale command has not faded in 300 ms: %g", dt, last)
		}
	}
}

func TestACommandFasterThanTheJointMayBeIsRefused(t *testing.T) {
	r := receiver(t, config(messages.ControlVelocity, RampToZero))
	arrive(t, r, 0, command(messages.ControlVelocity, 0, 0.8, 0))
	arrive(t, r, 0, command(messages.ControlVelocity, 0, -0.8*(1+1e-12), 0)) // rounded
	for _, v := range []float64{0.8001, -0.8001, 1e300} {
		if err := r.Arrived(10*ms, command(messages.ControlVelocity, 0, v, 0)); err == nil || !strings.Contains(err.Error(), "velocity[0] is") {
			t.Errorf("%g m/s: %v", v, err)
		}
	}
	out := command(messages.ControlNone, 0, 0, 0)
	if r.Step(10*ms, 0.002, out); out.Velocity[0] >= 0 {
		t.Errorf("it goes at %g m/s; expected the newest good command to count", out.Velocity[0])
	}
}

func TestTwoStepsAtOneInstantAreNoNumberOfNothing(t *testing.T) {
	c := config(messages.ControlVelocity, RampToZero)
	for i := range c.Acceleration {
		c.Acceleration[i], c.EffortRate[i] = math.Inf(1), math.Inf(1)
	}
	r, out := receiver(t, c), command(messages.ControlNone, 0, 0, 0)
	arrive(t, r, 0, command(messages.ControlVelocity, 0, 0.5, 1))
	r.Step(0, 0.002, out)
	arrive(t, r, 0, command(messages.ControlVelocity, 0, 0.2, 2))
	if r.Step(0, 0, out); !(math.Abs(out.Velocity[0]) <= 0.8) || !(math.Abs(out.Effort[0]) <= 2) {
		t.Errorf("it goes on with %g m/s and %g N", out.Velocity[0], out.Effort[0])
	}
}

func TestInterpolationsHaveNames(t *testing.T) {
	for _, want := range []Resample{Hold, Linear, Cubic} {
		if got, err := ParseResample(want.String()); err != nil || got != want {
			t.Errorf("%s: got %s, %v", want, got, err)
		}
	}
	if _, err := ParseResample("spline"); err == nil || !strings.Contains(err.Error(), "hold, linear, cubic") {
		t.Errorf("an unknown name: got %v; expected the known ones", err)
	}
}

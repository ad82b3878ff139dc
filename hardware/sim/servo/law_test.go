package servo

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/messages"
)

func TestAPositionIsHeldAsByASpring(t *testing.T) {
	b := newBench(t, Options{Exact: true})
	b.weight = 30
	b.keep(3*time.Second, 1, messages.ControlPosition, 0.5, 0, 0)
	near(t, "position", b.q, 0.5-30/b.stiffness, 1e-6)
	near(t, "effort", b.effort, 30, 1e-3)
}

func TestEffortFeedForwardTakesTheLoadFromTheSpring(t *testing.T) {
	b := newBench(t, Options{})
	b.weight = 30
	b.keep(3*time.Second, 1, messages.ControlPosition|messages.ControlEffort, 0.5, 0, 30)
	near(t, "position", b.q, 0.5, 1e-4)
}

func TestAMovingSetPointWithItsVelocityIsFollowedWithoutLag(t *testing.T) {
	b := newBench(t, Options{Exact: true})
	const speed = 0.8
	for b.now < messages.Instant(2*time.Second) {
		at := speed * b.now.Seconds()
		b.send(messages.ModeRun, 1, messages.ControlPositionVelocity, at, speed, 0)
		b.advance(benchStep)
	}
	near(t, "position", b.q, speed*b.now.Seconds(), 1e-3)
	near(t, "velocity", b.v, speed, 1e-3)
}

func TestAStepOfThePositionNeverExceedsTheVelocityLimit(t *testing.T) {
	b := newBench(t, Options{Bandwidth: 10})
	fastest := 0.0
	b.each = func() { fastest = max(fastest, math.Abs(b.v)) }
	b.keep(2*time.Second, 1, messages.ControlPosition, 2.9, 0, 0)
	if fastest > 4.05 || fastest < 3.5 {
		t.Errorf("the joint reached %g rad/s, want nearly its limit of 4", fastest)
	}
	near(t, "position", b.q, 2.9, 1e-3)
}

func TestASetPointBeyondThePositionLimitLeadsToTheLimit(t *testing.T) {
	b := newBench(t, Options{})
	b.keep(4*time.Second, 1, messages.ControlPosition, 50, 0, 0)
	near(t, "position", b.q, 3, 1e-3)
	b.keep(6*time.Second, 1, messages.ControlVelocity, 0, -2, 0)
	near(t, "position", b.q, -3, 1e-3)
}

func TestVelocityControlReachesItsSetPointUnderFrictionAndLoad(t *testing.T) {
	b := newBench(t, Options{CoulombFriction: 8, ViscousFriction: 1})
	b.weight = 12
	b.keep(1500*time.Millisecond, 1, messages.ControlVelocity, 0, 1.2, 0)
	near(t, "velocity", b.v, 1.2, 2e-3)
}

// Beside a load the joint gets no faster than the limit less load over damping, and what the
// documentation names changes that.
func TestALoadTakesItsShareOfTheVelocityLimit(t *testing.T) {
	const load, limit = 40.0, 4.0
	for name, c := range map[string]struct {
		servo   Options
		speed   float64
		forward float64 // N m, set-point of effort
		missed  bool    // the speed is out of reach
	}{
		"a speed that leaves room":         {Options{}, 3.5, 0, false},
		"a speed that leaves none":         {Options{}, 3.9, 0, true},
		"a higher bandwidth":               {Options{Bandwidth: 10}, 3.9, 0, true},
		"a bandwidth that leaves room":     {Options{Bandwidth: 20, EncoderBandwidth: 1000}, 3.9, 0, false},
		"an effort that carries the load":  {Options{}, 3.9, load, false},
		"a servo that is faster than that": {Options{VelocityLimit: 5}, 3.9, 0, false},
		"a greater damping":                {Options{Stiffness: 2000, Damping: 500}, 3.9, 0, false},
	} {
		b := newBench(t, c.servo)
		b.weight, b.q = load, -2.9
		b.encoder.reset(b.q, 0)
		want, control := c.speed, messages.ControlVelocity
		if c.missed {
			want = limit - load/b.damping
		}
		if c.forward != 0 {
			control |= messages.ControlEffort
		}
		b.keep(1300*time.Millisecond, 1, control, 0, c.speed, c.forward)
		near(t, name, b.v, want, 0.01)
	}
	near(t, "what a slide with default gains loses by its weight", gravity/newBench(t, Options{}).damping*2, 0.16, 0.005)
}

// Descriptions give joints linear friction that is many times what their inertia asks of the
// drive's damping: 1 N m s/rad beside 1e-3 kg m^2.
func TestAJointWithMuchLinearFrictionMovesAsOneWithout(t *testing.T) {
	for _, share := range []float64{0.01, 0.2, 1, 20} {
		light := newBench(t, Options{})
		friction := share * light.damping
		for name, c := range map[string]struct {
			control  messages.ControlMode
			position float64
			velocity float64
			speed    float64 // after 0.4 s
		}{
			"velocity control": {messages.ControlVelocity, 0, 1.5, 1.5},
			"position control": {messages.ControlPosition, 3, 0, 4},
		} {
			b := newBench(t, Options{ViscousFriction: friction, EffortLimit: 1e5, AccelerationLimit: 20})
			b.q = -2.9
			b.encoder.reset(b.q, 0)
			b.keep(400*time.Millisecond, 1, c.control, c.position, c.velocity, 0)
			near(t, fmt.Sprintf("velocity with a friction of %g N m s/rad under %s", friction, name), b.v, c.speed, 0.02*c.speed)
			b.keep(3*time.Second, 1, messages.ControlVelocity, 0, 0, 0)
			near(t, "velocity after the stop", b.v, 0, 1e-3)
		}
	}
}

// A joint that cannot follow is not made to catch up with all the way it was to go: whoever tells
// it to stop means it.
func TestAJointThatCouldNotFollowStopsSoonAfterItsCommand(t *testing.T) {
	b := newBench(t, Options{EffortLimit: 1e5})
	b.Disturb(Disturbance{Jam: 1e6})
	b.keep(1400*time.Millisecond, 1, messages.ControlVelocity, 0, 2, 0)
	b.keep(200*time.Millisecond, 1, messages.ControlVelocity, 0, 0, 0)
	near(t, "position while it is jammed", b.q, 0, 1e-3)
	b.Disturb(Disturbance{})
	b.keep(3*time.Second, 1, messages.ControlVelocity, 0, 0, 0)
	if most := 2 * 4 / b.corner; !(b.q <= most+1e-3) {
		t.Errorf("the joint moved on by %g rad, want at most %g, with which it is pulled at its velocity limit from the opposite one", b.q, most)
	}
}

func TestVelocityControlAcceleratesAtTheLimit(t *testing.T) {
	b := newBench(t, Options{AccelerationLimit: 5})
	b.keep(400*time.Millisecond, 1, messages.ControlVelocity, 0, 4, 0)
	before := b.v
	b.keep(100*time.Millisecond, 1, messages.ControlVelocity, 0, 4, 0)
	near(t, "acceleration", (b.v-before)/0.1, 5, 0.05)
}

// After n steps a current loop of first order has made 1 - exp(-n dt / tau) of the way.
func TestTheCurrentLoopIsOfFirstOrder(t *testing.T) {
	b := newBench(t, Options{CurrentLag: 4 * time.Millisecond})
	for n := 1; n <= 20; n++ {
		b.keep(benchStep, 1, messages.ControlEffort, 0, 0, 10)
		near(t, "effort", b.effort, 10*(1-math.Exp(-float64(n)*0.25)), 1e-9)
	}
}

func TestEffortIsLimitedAndTakenBackAboveTheVelocityLimit(t *testing.T) {
	b := newBench(t, Options{Overspeed: 3})
	strongest, fastest := 0.0, 0.0
	b.each = func() { strongest, fastest = max(strongest, b.effort), max(fastest, b.v) }
	b.keep(time.Second, 1, messages.ControlEffort, 0, 0, 900)
	if strongest > 100 || strongest < 99 {
		t.Errorf("the effort reached %g N m, want its limit of 100", strongest)
	}
	if fastest > 4.4 || fastest < 4 {
		t.Errorf("the velocity reached %g rad/s, want a little above its limit of 4", fastest)
	}
}

func TestModeLimitedIsSlower(t *testing.T) {
	b := newBench(t, Options{})
	b.keep(50*time.Millisecond, 1, messages.ControlVelocity, 0, 0, 0)
	for range 1000 {
		b.send(messages.ModeLimited, 1, messages.ControlVelocity, 0, 3, 0)
		b.advance(benchStep)
	}
	b.wantMode(messages.ModeLimited)
	near(t, "velocity", b.v, 1, 2e-3) // a quarter of 4
}

func TestRampHoldStopsAlongItsRampAndHoldsTheLoad(t *testing.T) {
	b := newBench(t, Options{StopDeceleration: 8})
	b.weight = 25
	b.keep(time.Second, 1, messages.ControlVelocity|messages.ControlEffort, 0, 2, 25)
	begin, effort := b.q, b.effort
	b.Stop(b.now, messages.ModeRampHold, 1)
	jump, previous := 0.0, effort
	b.each = func() {
		jump = max(jump, math.Abs(b.effort-previous))
		previous = b.effort
		if b.v < -0.02 {
			t.Fatalf("at %s the joint moves back at %g rad/s", b.now, b.v)
		}
	}
	b.advance(time.Second)
	near(t, "way", b.q-begin, 2*2.0/(2*8), 0.03)
	if jump > 16 {
		t.Errorf("the effort jumped by %g N m within a step, more than the deceleration itself takes: 16", jump)
	}
	stood := b.q
	b.advance(2 * time.Second)
	near(t, "position held", b.q, stood, 2e-3)
	near(t, "effort", b.load, 25, 0.3)
	b.wantMode(messages.ModeRampHold)
}

func TestRampHoldTakesOverALoadThatNobodyFedForward(t *testing.T) {
	b := newBench(t, Options{})
	b.weight = 40
	b.keep(2*time.Second, 1, messages.ControlPosition, 0, 0, 0) // sags by weight / stiffness
	stood := b.q
	b.Stop(b.now, messages.ModeRampHold, 1)
	lowest, highest := b.q, b.q
	b.each = func() { lowest, highest = min(lowest, b.q), max(highest, b.q) }
	b.advance(3 * time.Second)
	if lowest < stood-0.002 || highest > stood+0.002 {
		t.Errorf("held between %g and %g rad, want at %g", lowest, highest, stood)
	}
	b.weight = 60 // somebody leans on it
	b.advance(4 * time.Second)
	near(t, "position", b.q, stood, 2e-3)
}

func TestDampHasABoundedEffortAndSlowsDown(t *testing.T) {
	b := newBench(t, Options{DampEffort: 6})
	b.keep(time.Second, 1, messages.ControlVelocity, 0, 3, 0)
	b.Stop(b.now, messages.ModeDamp, 1)
	b.advance(5 * time.Millisecond)
	previous := b.v
	b.each = func() {
		if math.Abs(b.effort) > 6.3 {
			t.Fatalf("effort of %g N m in damp", b.effort)
		}
		if math.Abs(b.v) > math.Abs(previous)+1e-3 { // the encoder's counts show
			t.Fatalf("in damp the joint sped up from %g to %g rad/s", previous, b.v)
		}
		previous = b.v
	}
	b.advance(30 * time.Millisecond)
	b.advance(3 * time.Second)
	near(t, "velocity", b.v, 0, 1e-2)
	b.wantMode(messages.ModeDamp)
}

// A joint without brake and load keeps its place through stiction alone, for as long as one likes.
func TestWhatFrictionHoldsStaysWhereItIs(t *testing.T) {
	b := newBench(t, Options{CoulombFriction: 5})
	b.weight = 4.9
	b.advance(10 * time.Second)
	near(t, "position", b.q, 0, 10*physics.CreepVelocity)
	b.weight = 5.5
	b.advance(time.Second)
	near(t, "velocity", b.v, -0.5/2*1, 1e-3)
}

func TestBreakawayFrictionIsOvercomeOnlyOnce(t *testing.T) {
	b := newBench(t, Options{CoulombFriction: 2, BreakawayFriction: 6, StribeckVelocity: 0.05})
	b.weight = 5
	b.advance(time.Second)
	near(t, "position below breakaway", b.q, 0, 2*physics.CreepVelocity)
	b.v = -0.2 // a knock
	b.advance(time.Second)
	near(t, "velocity", b.v, -0.2-(5-2)/2.0, 2e-3)
}

func TestWhatIsWithinItsBoundsStaysAndNoNumberPasses(t *testing.T) {
	for _, c := range []struct{ x, want float64 }{{-3, -2}, {-2, -2}, {0.5, 0.5}, {4, 4}, {5, 4}, {math.Inf(1), 4}, {math.Inf(-1), -2}} {
		if got := bounded(c.x, -2, 4); got != c.want {
			t.Errorf("%g within -2 and 4 is %g; expected %g", c.x, got, c.want)
		}
	}
	if got := bounded(math.NaN(), -2, 4); !math.IsNaN(got) {
		t.Errorf("NaN within -2 and 4 is %g; expected NaN", got)
	}
}

func TestOnlyJointsThatNeedItTakeTheirWeightOver(t *testing.T) {
	for weight, takes := range map[float64]bool{0: false, 1: false, 75: false, 76: true} { // half of 4 * pi * 5 Hz * 0.8 kg m^2 * 3 rad/s
		j := jointOf(elbowLimit)
		j.Weight = weight
		s, err := New(Options{}, j)
		if err != nil {
			t.Fatal(err)
		}
		if s.takes != takes {
			t.Errorf("beside a weight of %g N m: takes it over %v, want %v", weight, s.takes, takes)
		}
	}
}

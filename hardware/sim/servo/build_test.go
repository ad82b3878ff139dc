package servo

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

func jointOf(limit worlds.Limit) Joint {
	return Joint{
		Joint:       worlds.Joint{Name: "elbow", Type: worlds.Revolute, Limits: []worlds.Limit{limit}, Friction: 0.7},
		DrivenJoint: physics.DrivenJoint{Inertia: 0.8, LeastInertia: 0.5}, Step: 1e-3,
	}
}

var elbowLimit = worlds.Limit{Lower: -1, Upper: 2, Velocity: 3, Acceleration: math.Inf(1), Jerk: math.Inf(1), Effort: 50}

func TestTheDefaultsOfAServoAreThoseThatItsCommentsName(t *testing.T) {
	s, err := New(Options{}, jointOf(elbowLimit))
	if err != nil {
		t.Fatal(err)
	}
	if s.info.Name != "elbow" || s.info.Brake || len(s.info.Controls) != 7 {
		t.Errorf("info is %+v", s.info)
	}
	if want := (hardware.Limits{Lower: -1, Upper: 2, Velocity: 3, Acceleration: 12, Effort: 50}); s.info.Limits != want {
		t.Errorf("limits are %+v, want %+v", s.info.Limits, want)
	}
	if want := (hardware.Watchdog{Timeout: 100 * time.Millisecond, Mode: messages.ModeRampHold}); s.info.Watchdog != want {
		t.Errorf("watchdog is %+v, want %+v", s.info.Watchdog, want)
	}
	omega := 2 * math.Pi * 5
	near(t, "stiffness", s.stiffness, omega*omega*0.8, 1e-9)
	near(t, "damping", s.damping, 2*omega*0.8, 1e-9)
	near(t, "hold rate", s.holdRate, omega/8, 1e-9)
	near(t, "stop deceleration", s.stopDeceleration, 12, 0)
	near(t, "damp effort", s.dampEffort, 12.5, 0)
	near(t, "resolution", s.info.Resolution, 2*math.Pi/1048576, 1e-18)
	near(t, "friction", s.coulomb, 0.7, 0)
	near(t, "breakaway", s.breakaway, 0.7, 0)
	near(t, "overspeed", s.overspeed, 4.5, 1e-12)
	if s.faultMode != messages.ModeOff || s.mode != messages.ModeOff {
		t.Errorf("fault mode %s, mode %s; want off", s.faultMode, s.mode)
	}
}

func TestEveryOptionThatCannotBeIsNamed(t *testing.T) {
	cases := map[string]Options{
		"velocity_limit is -1":                     {VelocityLimit: -1},
		"effort_limit is NaN":                      {EffortLimit: math.NaN()},
		"acceleration_limit is -2":                 {AccelerationLimit: -2},
		"stop_deceleration is +Inf":                {StopDeceleration: math.Inf(1)},
		"damp_effort is -3":                        {DampEffort: -3},
		"limited_speed is 1.5; expected 0.001 to":  {LimitedSpeed: 1.5},
		"bandwidth is 80 Hz; expected 0.5 to 50":   {Bandwidth: 80},
		"stiffness is -4":                          {Stiffness: -4},
		"and a damping of 5000 where":              {Damping: 5000},
		"hold_rate is 100":                         {HoldRate: 100},
		"current_lag is 1s; expected 50µs to 20ms": {CurrentLag: time.Second},
		"coulomb_friction is -1":                   {CoulombFriction: -1},
		"breakaway_friction is 0.1; expected a finite number of at least 0.7": {BreakawayFriction: 0.1},
		"stribeck_velocity is -1":            {StribeckVelocity: -1},
		"resolution is -1":                   {Resolution: -1},
		"a source of noise in Joint.Random":  {PositionNoise: 1e-4},
		"encoder_bandwidth is 5 Hz":          {EncoderBandwidth: 5},
		"brake_effort is -1":                 {BrakeEffort: -1},
		"brake_opens is 2s":                  {BrakeOpens: 2 * time.Second},
		"brake_closes is -1ns":               {BrakeCloses: -1},
		"watchdog is 2s; expected 1ms to 1s": {Watchdog: 2 * time.Second},
		`unknown stop mode "limited"`:        {TimeoutMode: "limited"},
		`unknown stop mode "asleep"`:         {FaultMode: "asleep"},
		"overspeed is 1; expected 1.05 to":   {Overspeed: 1},
		"following_error is -1":              {FollowingError: -1},
	}
	for want, o := range cases {
		_, err := New(o, jointOf(elbowLimit))
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), `joint "elbow": `) {
			t.Errorf("got %v, want a text with %q", err, want)
		}
	}
}

func TestAllFaultsOfAServoComeAtOnce(t *testing.T) {
	_, err := New(Options{EncoderBandwidth: 5000, Watchdog: time.Hour, Overspeed: 0.5}, jointOf(elbowLimit))
	if n := strings.Count(err.Error(), "\n") + 1; n != 3 {
		t.Errorf("%d lines, want 3:\n%v", n, err)
	}
}

func TestAJointWithoutLimitsNeedsThemFromTheServo(t *testing.T) {
	d := jointOf(worlds.Unlimited())
	d.Type = worlds.Continuous
	_, err := New(Options{}, d)
	if err == nil || !strings.Contains(err.Error(), "velocity_limit is 0") || !strings.Contains(err.Error(), "effort_limit is 0") {
		t.Errorf("got %v", err)
	}
	if _, err := New(Options{VelocityLimit: 10, EffortLimit: 5}, d); err != nil {
		t.Error(err)
	}
}

// What checkStability accepts is stable on the bench; beyond its gain margin, it is not.
func TestTheStabilityBoundSeparatesStableFromUnstableGains(t *testing.T) {
	for _, o := range []Options{{}, {EncoderBandwidth: 40}, {CurrentLag: 5 * time.Millisecond}, {Exact: true}} {
		name := fmt.Sprintf("encoder bandwidth %g Hz, current lag %s, exact %v", o.EncoderBandwidth, o.CurrentLag, o.Exact)
		settles := func(share float64) bool {
			b := newBench(t, o)
			most := b.damping
			for ; b.stable(b.stiffness, most, b.inertia); most *= 1.02 {
			}
			b.damping, b.stiffness = share*most, share*b.stiffness
			b.v = 0.1
			b.overspeed, b.slip, b.info.Limits.Effort, b.info.Limits.Velocity = 1e30, 1e30, 1e30, 1e30
			b.keep(time.Second, 1, messages.ControlPosition, 0, 0, 0)
			return math.Abs(b.v) < 0.02
		}
		if !settles(1) {
			t.Errorf("%s: gains at the bound do not settle", name)
		}
		if settles(gainMargin * 1.1) {
			t.Errorf("%s: gains beyond the margin settle", name)
		}
	}
}

// settlesInTime is the model of bears: it lets the loop ring once.
func settlesInTime(s *Servo, stiffness, damping, inertia float64) bool {
	x := [loopStates]float64{1: 1}
	early, late := 0.0, 0.0
	const steps = 20_000
	for i := range steps {
		s.ring(&x, gainMargin*stiffness, gainMargin*damping, inertia)
		switch speed := math.Abs(x[1]); {
		case i < steps/4:
			early = max(early, speed)
		case i >= steps/4*3:
			late = max(late, speed)
		}
	}
	return late < early
}

func TestALoopIsStableIfItsRingingDies(t *testing.T) {
	for _, o := range []Options{{}, {EncoderBandwidth: 40}, {CurrentLag: 5 * time.Millisecond}, {Exact: true}} {
		b := newBench(t, o)
		for _, stiff := range []float64{0.3, 1, 3} {
			changed := false
			before := b.stable(stiff*b.stiffness, 0.2*b.damping, b.inertia)
			for share := 0.2; share < 60; share *= 1.07 {
				stable := b.stable(stiff*b.stiffness, share*b.damping, b.inertia)
				changed, before = changed || stable != before, stable
				if want := settlesInTime(b.Servo, stiff*b.stiffness, share*b.damping, b.inertia); stable != want {
					t.Errorf("%+v, stiffness x %g, damping x %.3g: stable %v, want %v", o, stiff, share, stable, want)
				}
			}
			if !changed {
				t.Errorf("%+v, stiffness x %g: no gain is too much", o, stiff)
			}
		}
	}
}

func TestABoundIsRoundedToWhatIsWithinIt(t *testing.T) {
	for v, want := range map[float64]float64{4.9996: 4.99, 0.0123456: 0.0123, 98765: 98700, 0: 0} {
		if got := roundedDown(v); math.Abs(got-want) > 1e-9*want || got > v {
			t.Errorf("%g is rounded down to %g, want %g", v, got, want)
		}
	}
}

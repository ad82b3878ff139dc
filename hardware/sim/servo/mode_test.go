package servo

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/sim/internal/optioncheck"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/messages"
	"pgregory.net/rapid"
)

var held = Options{BrakeEffort: 80}

func TestADriveStartsOffWithItsBrakeClosed(t *testing.T) {
	b := newBench(t, held)
	b.weight = 60
	b.advance(time.Second)
	b.wantMode(messages.ModeOff)
	near(t, "position", b.q, 0, 2*physics.CreepVelocity)
	near(t, "effort", b.effort, 0, 0)
}

func TestTheBrakeOpensAgainstTorqueBeforeCommandsAreObeyed(t *testing.T) {
	b := newBench(t, held)
	b.weight = 40
	opened := messages.Instant(-1)
	b.each = func() {
		if opened < 0 && b.brake.open() {
			opened = b.now
		}
	}
	b.send(messages.ModeRun, 1, messages.ControlPosition, 1, 0, 0)
	b.advance(40 * time.Millisecond)
	b.wantMode(messages.ModeOff)
	near(t, "position while the brake opens", b.q, 0, 1e-6)
	b.keep(2*time.Second, 1, messages.ControlPosition, 1, 0, 0)
	b.wantMode(messages.ModeRun)
	if d := opened.Sub(0); d < 50*time.Millisecond || d > 53*time.Millisecond {
		t.Errorf("the brake opened after %s, want its 50 ms", d)
	}
	near(t, "position", b.q, 1-40/b.stiffness, 1e-3)
}

// The order of IEC 61800-5-2 for a vertical axis: torque stays until the brake has closed.
func TestTorqueGoesOnlyAfterTheBrakeHasClosed(t *testing.T) {
	for _, mode := range []messages.Mode{messages.ModeRampOff, messages.ModeBrake} {
		t.Run(mode.String(), func(t *testing.T) {
			o := held
			o.StopDeceleration = 5 // takes 10 N m of the 40
			b := newBench(t, o)
			b.weight = 40
			b.keep(time.Second, 1, messages.ControlVelocity|messages.ControlEffort, 0, 1, 40)
			b.Stop(b.now, mode, 1)
			lowest := b.q
			b.each = func() {
				lowest = min(lowest, b.q)
				if b.brake.open() && b.effort < 15 {
					t.Fatalf("at %s the brake is open with an effort of %g N m", b.now, b.effort)
				}
			}
			begin := b.q
			b.advance(time.Second)
			if b.effort > 1e-6 || !b.brake.closed {
				t.Errorf("a second later the effort is %g N m, brake closed: %v; want none and closed", b.effort, b.brake.closed)
			}
			if b.q < begin || lowest < begin {
				t.Errorf("the joint sank from %g to %g rad", begin, lowest)
			}
			want := messages.ModeOff
			if mode == messages.ModeBrake {
				want = mode
			}
			b.wantMode(want)
		})
	}
}

func TestOffRemovesTorqueAtOnceAndTheBrakeFollows(t *testing.T) {
	b := newBench(t, held)
	b.weight = 40
	b.keep(time.Second, 1, messages.ControlPosition|messages.ControlEffort, 0, 0, 40)
	b.Stop(b.now, messages.ModeOff, 1)
	b.advance(5 * time.Millisecond)
	near(t, "effort", b.effort, 0, 0.01)
	b.advance(time.Second)
	// 40 N m on 2 kg m^2 for 30 ms, then 80 - 40 against it for the same time.
	near(t, "position", b.q, -2*20*0.03*0.03/2, 0.004)
	near(t, "velocity", b.v, 0, 1e-6)
}

func TestWithoutABrakeRampOffAndBrakeLetGoAtStandstill(t *testing.T) {
	for _, mode := range []messages.Mode{messages.ModeRampOff, messages.ModeBrake} {
		b := newBench(t, Options{CoulombFriction: 1})
		b.keep(time.Second, 1, messages.ControlVelocity, 0, 2, 0)
		b.Stop(b.now, mode, 1)
		b.advance(50 * time.Millisecond)
		if b.released {
			t.Errorf("%s lets go in the middle of its ramp", mode)
		}
		b.advance(time.Second)
		if !b.released || math.Abs(b.effort) > 1e-6 || math.Abs(b.v) > 1e-5 {
			t.Errorf("%s: released %v, effort %g N m, velocity %g rad/s", mode, b.released, b.effort, b.v)
		}
	}
}

func TestAJointThatCannotComeToRestLosesItsTorqueAfterItsPatience(t *testing.T) {
	b := newBench(t, Options{EffortLimit: 10, Overspeed: 50})
	b.weight = 14 // more than the drive can carry
	b.keep(300*time.Millisecond, 1, messages.ControlVelocity, 0, 0, 0)
	b.Stop(b.now, messages.ModeRampOff, 1)
	b.advance(2 * time.Second)
	b.wantMode(messages.ModeOff)
}

func TestTheWatchdogExpiresExactlyOnce(t *testing.T) {
	for _, mode := range []messages.Mode{messages.ModeRampHold, messages.ModeDamp, messages.ModeRampOff} {
		b := newBench(t, Options{Watchdog: 40 * time.Millisecond, TimeoutMode: mode.String()})
		b.keep(200*time.Millisecond, 1, messages.ControlVelocity, 0, 1, 0)
		b.advance(39 * time.Millisecond)
		b.wantMode(messages.ModeRun)
		b.advance(3 * time.Millisecond)
		b.wantMode(mode)
		b.keep(100*time.Millisecond, 1, messages.ControlVelocity, 0, 1, 0)
		if b.mode.Passes() {
			t.Errorf("the number of before the timeout runs the drive again")
		}
		b.keep(100*time.Millisecond, 2, messages.ControlVelocity, 0, 1, 0)
		b.wantMode(messages.ModeRun)
	}
}

// A stop may come after the brake has opened and before the drive has entered run.
func TestTheTorqueOfAnAbandonedStartStaysUntilTheBrakeHasClosed(t *testing.T) {
	b := newBench(t, held)
	b.weight = 40
	b.keep(time.Second, 1, messages.ControlVelocity|messages.ControlEffort, 0, 0, 40)
	b.Stop(b.now, messages.ModeBrake, 1)
	b.advance(time.Second)
	b.wantMode(messages.ModeBrake)
	b.send(messages.ModeRun, 2, messages.ControlVelocity|messages.ControlEffort, 0, 0, 40)
	b.advance(45 * time.Millisecond) // of the 50 ms
	b.brake.update(b.now.Add(10 * time.Millisecond))
	if !b.starting || !b.brake.open() {
		t.Fatalf("starting %v, brake open %v; want both", b.starting, b.brake.open())
	}
	gone := false
	b.each = func() {
		truth := hardware.Truth{}
		b.Truth(&truth, b.q, 0)
		gone = gone || b.brake.open() && !truth.Torque
	}
	b.Stop(b.now, messages.ModeRampOff, 2)
	b.advance(time.Second)
	b.wantMode(messages.ModeBrake)
	if b.effort > 1e-6 || !b.brake.closed {
		t.Errorf("a second later the effort is %g N m, brake closed: %v; want none and closed", b.effort, b.brake.closed)
	}
	if gone {
		t.Error("the torque was off while the brake was open")
	}
}

func TestAWatchdogWhileTheBrakeOpensAbandonsTheStart(t *testing.T) {
	b := newBench(t, Options{BrakeEffort: 80, BrakeOpens: 500 * time.Millisecond})
	b.send(messages.ModeRun, 1, messages.ControlVelocity, 0, 1, 0)
	b.advance(time.Second)
	b.wantMode(messages.ModeOff)
	if b.starting || b.brake.open() {
		t.Errorf("starting %v, brake open %v; want neither", b.starting, b.brake.open())
	}
}

func TestAFaultStopsTheDriveUntilItsCauseIsGoneAndARearmComes(t *testing.T) {
	for _, code := range []uint16{FaultMotorDriver, FaultOverVoltage, FaultEncoder, FaultOverTemperature, FaultUnderVoltage} {
		b := newBench(t, Options{FaultMode: "ramp_off"})
		b.keep(100*time.Millisecond, 1, messages.ControlVelocity, 0, 1, 0)
		b.Disturb(Disturbance{Fault: code})
		b.advance(2 * time.Millisecond)
		want := messages.ModeRampOff
		if code == FaultEncoder {
			want = messages.ModeOff
		}
		b.wantMode(want)
		if b.fault != code {
			t.Errorf("shows fault %d, want %d", b.fault, code)
		}
		b.keep(50*time.Millisecond, 2, messages.ControlVelocity, 0, 0, 0)
		b.Disturb(Disturbance{})
		b.keep(50*time.Millisecond, 2, messages.ControlVelocity, 0, 0, 0)
		if b.mode.Passes() || b.fault != code {
			t.Errorf("the fault is gone without a re-arm: %s, fault %d", b.mode, b.fault)
		}
		b.keep(50*time.Millisecond, 3, messages.ControlVelocity, 0, 0, 0)
		if b.mode != messages.ModeRun || b.fault != FaultNone {
			t.Errorf("after a re-arm in %s with fault %d", b.mode, b.fault)
		}
	}
}

func TestADriveSeesItsOwnFaults(t *testing.T) {
	t.Run("no reading", func(t *testing.T) {
		b := newBench(t, Options{})
		b.keep(100*time.Millisecond, 1, messages.ControlPosition, 0, 0, 0)
		b.Disturb(Disturbance{NoReading: true})
		b.advance(3 * time.Millisecond)
		b.wantMode(messages.ModeOff)
		if b.fault != FaultEncoder || !math.IsNaN(b.encoder.position) || !optioncheck.Finite(b.effort) {
			t.Errorf("fault %d, position %g, effort %g", b.fault, b.encoder.position, b.effort)
		}
		b.Disturb(Disturbance{})
		b.advance(100 * time.Millisecond)
		near(t, "velocity read again", b.encoder.velocity, b.v, 1e-2)
	})
	t.Run("too fast", func(t *testing.T) {
		b := newBench(t, Options{})
		b.v = 7
		b.advance(20 * time.Millisecond)
		if b.fault != FaultVelocity {
			t.Errorf("fault %d at 7 rad/s", b.fault)
		}
	})
	t.Run("too far", func(t *testing.T) {
		b := newBench(t, Options{FollowingError: 0.1})
		b.keep(50*time.Millisecond, 1, messages.ControlPosition, 0.05, 0, 0)
		b.wantMode(messages.ModeRun)
		b.keep(10*time.Millisecond, 1, messages.ControlPosition, 1, 0, 0)
		if b.fault != FaultPosition || b.mode.Passes() {
			t.Errorf("fault %d in %s", b.fault, b.mode)
		}
	})
}

func TestDisturbancesActOnTheJointAndOnWhatIsRead(t *testing.T) {
	b := newBench(t, Options{Exact: true, BrakeEffort: 80})
	b.keep(200*time.Millisecond, 1, messages.ControlEffort, 0, 0, 10)
	b.Disturb(Disturbance{EffortLoss: 2})
	if effort := b.Load(0).Effort; math.Abs(effort+10) > 1e-6 {
		t.Errorf("an effort loss of 2 gives %g N m, want -10", effort)
	}
	b.Disturb(Disturbance{Jam: 500})
	b.v = 0
	b.keep(200*time.Millisecond, 1, messages.ControlEffort, 0, 0, 90)
	near(t, "velocity of a jammed joint", b.v, 0, physics.CreepVelocity)
	b.Disturb(Disturbance{PositionBias: 0.25})
	b.keep(benchStep, 1, messages.ControlEffort, 0, 0, 0)
	near(t, "reading", b.encoder.position, b.q+0.25, 1e-12)
	b.Disturb(Disturbance{Frozen: true})
	frozen := b.encoder.position
	b.v = 1
	b.keep(50*time.Millisecond, 1, messages.ControlEffort, 0, 0, 0)
	near(t, "frozen reading", b.encoder.position, frozen, 0)
	b.Disturb(Disturbance{BrakeLoss: 0.75})
	b.Stop(b.now, messages.ModeOff, 1)
	b.advance(100 * time.Millisecond)
	if friction := b.Load(0).Friction; math.Abs(friction-20) > 1e-9 {
		t.Errorf("a brake that lost three quarters of 80 N m holds %g", friction)
	}
}

func TestADeafDriveHearsNeitherCommandsNorStops(t *testing.T) {
	b := newBench(t, Options{Watchdog: 50 * time.Millisecond})
	b.keep(100*time.Millisecond, 1, messages.ControlVelocity, 0, 1, 0)
	b.Disturb(Disturbance{Deaf: true})
	b.Stop(b.now, messages.ModeOff, 1)
	b.Halt(b.now, 1)
	b.wantMode(messages.ModeRun)
	b.keep(100*time.Millisecond, 1, messages.ControlVelocity, 0, 1, 0)
	b.wantMode(messages.ModeRampHold) // its own watchdog
}

// The model beside the drive: a ratchet with a number. Whatever comes in whatever order, the mode
// falls only by a run command of a number that was never seen, and the watchdog trips whatever runs
// unfed.
func TestTheRatchetNeverSlipsUnderRandomCommands(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		o := Options{Watchdog: 20 * time.Millisecond}
		if rapid.Bool().Draw(r, "brake") {
			o.BrakeEffort, o.BrakeOpens, o.BrakeCloses = 50, 4*time.Millisecond, 3*time.Millisecond
		}
		b := newBench(t, o)
		seen, allowed, fed := uint32(0), uint32(0), messages.Instant(0) // allowed: the number that may run; 0 = none
		mode := messages.ModeOff
		watch := func() {
			if b.mode < mode && (allowed == 0 || !b.mode.Passes()) {
				r.Fatalf("at %s the mode fell from %s to %s; seen %d, allowed %d", b.now, mode, b.mode, seen, allowed)
			}
			if b.mode.Passes() && b.now.Sub(fed) > 21*time.Millisecond {
				r.Fatalf("at %s the drive runs, fed at %s", b.now, fed)
			}
			if mode = b.mode; mode.Stops() && !b.starting {
				allowed = 0
			}
		}
		b.each = watch
		r.Repeat(map[string]func(*rapid.T){
			"run": func(r *rapid.T) {
				arm := uint32(rapid.IntRange(0, int(seen)+1).Draw(r, "arm"))
				m := messages.Mode(rapid.IntRange(0, 1).Draw(r, "mode"))
				if arm > seen {
					seen, allowed = arm, arm
				}
				if arm == allowed && arm != 0 {
					fed = b.now
				}
				b.send(m, arm, messages.ControlVelocity, 0, 0.5, 0)
				watch()
			},
			"stop": func(r *rapid.T) {
				arm := uint32(rapid.IntRange(0, int(seen)+1).Draw(r, "arm"))
				m := messages.Mode(rapid.IntRange(2, 6).Draw(r, "mode"))
				seen, allowed = max(seen, arm), 0
				b.Stop(b.now, m, arm)
				if b.mode < m {
					r.Fatalf("in %s after a stop in %s", b.mode, m)
				}
				watch()
			},
			"halt": func(r *rapid.T) {
				allowed = 0
				b.Halt(b.now, seen)
				if b.mode.Passes() || b.starting {
					r.Fatalf("in %s after a halt", b.mode)
				}
				watch()
			},
			"wait": func(r *rapid.T) {
				b.advance(time.Duration(rapid.IntRange(1, 30).Draw(r, "ms")) * time.Millisecond)
			},
			"": func(r *rapid.T) {
				if b.arm != seen {
					r.Fatalf("the drive has number %d, want %d", b.arm, seen)
				}
				if !b.mode.Valid() || !optioncheck.Finite(b.effort) || math.Abs(b.effort) > 100 {
					r.Fatalf("mode %s, effort %g", b.mode, b.effort)
				}
			},
		})
	})
}

func TestFaultCodesHaveWords(t *testing.T) {
	for _, code := range []uint16{FaultMotorDriver, FaultOverVoltage, FaultEncoder, FaultOverTemperature, FaultUnderVoltage, FaultPosition, FaultVelocity} {
		if text := FaultText(code); text == "" || text == fmt.Sprintf("unknown fault %d", code) {
			t.Errorf("code %d has no words", code)
		}
	}
	if FaultText(7) != "unknown fault 7" || FaultText(0) != "none" {
		t.Errorf("got %q and %q", FaultText(7), FaultText(0))
	}
}

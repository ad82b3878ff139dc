package core

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// ofKind makes a joint one of a kind.
func ofKind(j *Joint, d modes.Declared) {
	j.Reactions, j.Gravity, j.Brake, j.Rearm = modes.ResolveAll(&d), d.CarriesWeight(), d.HasBrake(), d.Rules(modes.Auto)
	j.BrakeCloses = 40 * time.Millisecond
}

// armOfKind has one joint of a kind.
func armOfKind(k modes.JointKind) Config {
	c := armConfig()
	ofKind(&c.Joints[0], modes.Declared{Kind: k})
	return c
}

// strikes are ways to have a fault of a class at a joint that runs.
var strikes = map[modes.FaultClass]func(r *rig){
	modes.CommandLate: func(r *rig) {
		for range 10 {
			r.cycle()
		}
	},
	modes.CommandInvalid: func(r *rig) {
		good := *r.in.Commands[0].Value
		r.in.Commands[0].Value.Position = []float64{math.NaN()}
		r.run(3)
		*r.in.Commands[0].Value = good
	},
	modes.StateStale: func(r *rig) { r.servos[0].mute = true; r.read(); r.run(5) },
	modes.DriveFault: func(r *rig) { r.servos[0].fault = 33; r.read(); r.run(1) },
	modes.BusLost:    func(r *rig) { r.g.BusFailed(0, messages.CauseError, r.now) },
	modes.BoundsExceeded: func(r *rig) {
		r.servos[0].fault = 50
		r.read()
		r.run(1)
	},
	modes.ActorFailed: func(r *rig) {
		r.g.ControllerFailed(0, messages.CausePanic, 0, r.now)
		for range 3 { // a balancing robot tolerates one period
			r.cycle()
		}
	},
	modes.EmergencyStop: func(r *rig) { r.g.Stop(0, messages.ModeRun, r.now) },
	modes.Overrun: func(r *rig) {
		for range 3 {
			r.cycle()
		}
		r.run(1)
	},
	modes.SupplyVoltage: func(r *rig) { r.servos[0].fault = 40; r.read(); r.run(1) },
	modes.Derated:       func(r *rig) { r.servos[0].fault = 98; r.read(); r.run(1) },
}

// TestEveryFaultThatTheGateFindsLeadsToTheModeOfTheJointsKind strikes a running joint of each kind
// with each fault that a gate finds, and compares mode and way of re-arm with the table.
func TestEveryFaultThatTheGateFindsLeadsToTheModeOfTheJointsKind(t *testing.T) {
	for _, k := range modes.JointKinds() {
		for f, strike := range strikes {
			r := running(t, armOfKind(k), messages.ControlPosition)
			want := modes.Resolve(f, &modes.Declared{Kind: k})
			if want.Keeps { // its own controller is what is late or wrong
				want = modes.Resolve(modes.ActorFailed, &modes.Declared{Kind: k})
			}
			mode := want.First()
			if next, there := want.Next(modes.HardLimit, mode); there { // the drive itself reports it
				mode = next.Mode
			}
			strike(r)
			if got := r.g.Mode(0); got != mode {
				t.Errorf("%s of %s leads to %s, want %s; events %v", f, k, got, mode, r.changes("elbow"))
			}
			if got, want := r.g.Status()[0].Required.Way(), want.Requires.Level.Way(); got != want {
				t.Errorf("%s of %s is left by %s, want %s", f, k, got, want)
			}
		}
	}
}

func TestABusThatPanickedIsNotALostOne(t *testing.T) {
	for cause, want := range map[messages.Cause]string{messages.CausePanic: "ramp_hold acknowledge", messages.CauseHang: "ramp_hold acknowledge", messages.CauseError: "ramp_off reset"} {
		r := running(t, armOfKind(modes.Vertical), messages.ControlPosition)
		r.g.BusFailed(0, cause, r.now)
		if s := r.g.Status()[0]; s.Mode.String()+" "+s.Required.String() != want {
			t.Errorf("after %s: %s %s, want %s", cause, s.Mode, s.Required, want)
		}
	}
}

func TestAVerticalAxisThatWasHeldForTwoSecondsIsTakenOverByItsBrake(t *testing.T) {
	r := running(t, armOfKind(modes.Vertical), messages.ControlPosition)
	strikes[modes.CommandLate](r)
	r.wantMode(0, messages.ModeRampHold)
	for range 985 {
		r.cycle()
	}
	r.wantMode(0, messages.ModeRampHold)
	for range 15 {
		r.cycle()
	}
	r.wantMode(0, messages.ModeBrake)
	r.run(1)
	if err := r.acknowledge(modes.Acknowledge); err != nil {
		t.Error(err)
	}
	// An overrun leaves it held: the table has no brake behind it.
	r = running(t, armOfKind(modes.Vertical), messages.ControlPosition)
	strikes[modes.Overrun](r)
	r.run(1500)
	r.wantMode(0, messages.ModeRampHold)
}

// As after a restart of the gate: the drive holds the axis, and its fault may take the torque.
func TestADriveThatIsFoundWithAFaultIsReactedTo(t *testing.T) {
	for fault, want := range map[uint16]messages.Mode{0: messages.ModeRampHold, 36: messages.ModeBrake} {
		r := newRig(t, armOfKind(modes.Vertical))
		r.servos[0].mode, r.servos[0].fault = messages.ModeRampHold, fault
		r.read()
		r.cycle()
		r.wantMode(0, want)
	}
}

func TestADriveFaultOfAVerticalAxisClosesTheBrakeBeforeTheTorqueGoes(t *testing.T) {
	r := running(t, armOfKind(modes.Vertical), messages.ControlPosition)
	strikes[modes.DriveFault](r)
	closes := int(40 * time.Millisecond / period)
	r.run(closes - 1)
	r.wantMode(0, messages.ModeBrake)
	r.run(4)
	r.wantMode(0, messages.ModeOff)
	if got := r.changes("elbow"); !slices.Equal(got[len(got)-2:], []string{"run->brake drive", "brake->off none"}) {
		t.Error(got)
	}
}

func TestABrakeThatIsNotConfirmedIsNotFollowedByOff(t *testing.T) {
	r := running(t, armOfKind(modes.Vertical), messages.ControlPosition)
	r.servos[0].deaf = true
	strikes[modes.DriveFault](r)
	r.run(500)
	r.wantMode(0, messages.ModeBrake)
}

func TestAVerticalAxisThatFallsIsBrakedAtOnce(t *testing.T) {
	r := running(t, armOfKind(modes.Vertical), messages.ControlPosition)
	strikes[modes.BoundsExceeded](r)
	r.wantMode(0, messages.ModeRampOff)
	r.servos[0].mode, r.servos[0].slides, r.servos[0].v = messages.ModeRampOff, true, -0.2
	r.read()
	r.run(1)
	r.wantMode(0, messages.ModeBrake)
}

func TestAnArmWhoseDriveKnowsNoPositionIsDamped(t *testing.T) {
	r := running(t, armOfKind(modes.Gravity), messages.ControlPosition)
	strikes[modes.StateStale](r)
	r.run(100)
	r.wantMode(0, messages.ModeRampHold) // the drive is silent: it holds by itself
	r = running(t, armOfKind(modes.Gravity), messages.ControlPosition)
	for range 10 {
		r.run(1)
		r.in.Snapshot.Valid[0] = false // the drive answers, but with no number
	}
	r.wantMode(0, messages.ModeDamp)
}

func TestAnArmThatKeepsViolatingEndsOff(t *testing.T) {
	r := movingAt(t, 1, func(j *Joint) { ofKind(j, modes.Declared{Kind: modes.Gravity}); j.DampEffort = 5 })
	r.servos[0].slides, r.servos[0].e = true, 20
	r.g.Stop(0, messages.ModeRun, r.now)
	r.wantMode(0, messages.ModeRampHold)
	r.run(int(625*time.Millisecond/period) + 3)
	r.wantMode(0, messages.ModeDamp)
	r.run(int(500*time.Millisecond/period) + 3)
	r.wantMode(0, messages.ModeOff)
}

func TestAnOverrunThatContinuesInLimitedStopsTheJoint(t *testing.T) {
	r := running(t, armOfKind(modes.Wheel), messages.ControlPosition)
	missing := func(cycles int) {
		for k := range cycles {
			if k%5 == 0 {
				r.send(0)
			}
			r.cycle()
		}
	}
	c := r.g.controllers[0]
	if c.MaxAge != 10*time.Millisecond {
		t.Fatalf("the commands may be %s old", c.MaxAge)
	}
	missing(10)
	r.wantMode(0, messages.ModeLimited)
	missing(480)
	r.wantMode(0, messages.ModeLimited)
	missing(20)
	r.wantMode(0, messages.ModeRampHold)
}

// What came before a re-arm is over: a fault that comes back has its stages from the first one on.
func TestAFaultThatComesBackAfterAReArmBeginsAnew(t *testing.T) {
	r := running(t, armOfKind(modes.Wheel), messages.ControlPosition)
	for range 2 {
		strikes[modes.Overrun](r)
		r.wantMode(0, messages.ModeLimited)
		r.run(3) // with the second it holds since long ago, if that counted
		r.wantMode(0, messages.ModeLimited)
		r.run(int(2 * time.Second / period))
		if err := r.acknowledge(modes.Acknowledge); err != nil {
			t.Fatal(err)
		}
		r.run(10)
		r.wantMode(0, messages.ModeRun)
	}
}

func TestFiveMissedReleasesInASecondAreNoOverrun(t *testing.T) {
	miss := func(times, every int) *rig {
		r := running(t, armOfKind(modes.Wheel), messages.ControlPosition)
		for range times {
			r.cycle()
			r.run(every - 1)
		}
		return r
	}
	miss(5, 50).wantMode(0, messages.ModeRun)
	miss(6, 50).wantMode(0, messages.ModeLimited)
	miss(20, 110).wantMode(0, messages.ModeRun) // never six within a second
}

func TestABalancingRobotComesBackFromAnOverrunAfterFiveCleanSeconds(t *testing.T) {
	r := running(t, armOfKind(modes.Balancing), messages.ControlPosition)
	strikes[modes.Overrun](r)
	r.wantMode(0, messages.ModeLimited)
	r.run(int(6*time.Second/period) - 5) // the overrun itself counts for a second
	r.wantMode(0, messages.ModeLimited)
	r.run(10)
	r.wantMode(0, messages.ModeRun)
	if got := r.changes("elbow"); slices.ContainsFunc(got, func(s string) bool { return strings.HasSuffix(s, "overrun") && !strings.HasPrefix(s, "run->limited") }) {
		t.Error(got)
	}
}

func TestABalancingRobotGoesOffHalfASecondAfterAnEmergencyStop(t *testing.T) {
	r := running(t, armOfKind(modes.Balancing), messages.ControlPosition)
	r.g.Stop(0, messages.ModeRun, r.now)
	r.run(100)
	strikes[modes.Overrun](r) // what comes later takes nothing back
	r.run(int(500*time.Millisecond/period) - 100 - 4 - 1)
	r.wantMode(0, messages.ModeLimited)
	r.run(3)
	r.wantMode(0, messages.ModeOff)
	// A mode that is asked for by name is all that is done.
	r = running(t, armOfKind(modes.Balancing), messages.ControlPosition)
	r.g.Stop(0, messages.ModeDamp, r.now)
	r.run(500)
	r.wantMode(0, messages.ModeDamp)
}

func TestAWheelResumesAfterAShortGapWhereItsFileSaysSo(t *testing.T) {
	for _, c := range []struct {
		rearm modes.Rearm
		gap   time.Duration
		want  messages.Mode
	}{{modes.Auto, 300 * time.Millisecond, messages.ModeRun}, {modes.Auto, 600 * time.Millisecond, messages.ModeRampHold}, {modes.Acknowledge, 300 * time.Millisecond, messages.ModeRampHold}} {
		config := armConfig()
		ofKind(&config.Joints[0], modes.Declared{Kind: modes.Wheel, Rearm: c.rearm, RearmGiven: true})
		r := running(t, config, messages.ControlPosition)
		for range int(c.gap / period) {
			r.cycle()
		}
		r.wantMode(0, messages.ModeRampHold)
		r.run(3)
		if got := r.g.Mode(0); got != c.want {
			t.Errorf("rearm %s after %s: %s, want %s", c.rearm, c.gap, got, c.want)
		}
	}
}

func TestADriveThatLimitsItselfGoesOnLimited(t *testing.T) {
	r := running(t, armOfKind(modes.Gravity), messages.ControlVelocity)
	r.in.Commands[0].Value.Velocity[0] = 1.2
	r.run(200)
	r.servos[0].fault = 98
	r.read()
	nonce := r.g.Nonce()
	r.run(200)
	r.wantMode(0, messages.ModeLimited)
	if r.bus.Velocity[0] != 0.375 || r.g.Nonce() != nonce+1 {
		t.Errorf("velocity %v; it was reported %d times", r.bus.Velocity[0], r.g.Nonce()-nonce)
	}
	r.servos[0].fault = 33 // then it fails
	r.read()
	r.run(1)
	r.wantMode(0, messages.ModeRampHold)
	if got := r.g.Status()[0].Required; got != modes.LevelReset {
		t.Errorf("it takes %s", got)
	}
	// Without a kind every code is a fault.
	r = running(t, armConfig(), messages.ControlVelocity)
	strikes[modes.Derated](r)
	r.wantMode(0, messages.ModeRampHold)
}

func TestNeighboursOfADriveWithAFaultStopAsTheirKindsSay(t *testing.T) {
	c := twoArms(nil)
	c.Controllers[0].Independent = false
	ofKind(&c.Joints[0], modes.Declared{Kind: modes.Vertical})
	ofKind(&c.Joints[1], modes.Declared{Kind: modes.Vertical})
	r := running(t, c, messages.ControlPosition)
	strikes[modes.DriveFault](r)
	r.wantMode(0, messages.ModeBrake)
	r.wantMode(1, messages.ModeRampHold)
	r.run(100)
	r.wantMode(0, messages.ModeOff)
	r.wantMode(1, messages.ModeRampHold)
	if s := r.g.Status()[1]; s.Required != modes.LevelReset {
		t.Errorf("the neighbour takes %s", s.Required)
	}
}

func TestWhatAFaultAskedForOutlivesTheGate(t *testing.T) {
	r := running(t, armOfKind(modes.Vertical), messages.ControlPosition)
	strikes[modes.StateStale](r)
	past := r.g.Past(0)
	if past.Mode != messages.ModeRampOff || past.Level != modes.LevelReset {
		t.Fatalf("%+v", past)
	}
	next := newRig(t, armOfKind(modes.Vertical))
	next.g.Begin(2, []Past{past}, next.now)
	next.servos[0].mode = messages.ModeRampOff
	next.read()
	next.run(2)
	if s := next.g.Status()[0]; s.Required != modes.LevelReset {
		t.Errorf("a new life takes %s", s.Required)
	}
}

func TestSoftwareDoesNotEndWhatNoSoftwareMayEnd(t *testing.T) {
	r := running(t, armOfKind(modes.Vertical), messages.ControlPosition)
	r.g.step(&r.g.joints[0], modes.Event{Kind: modes.Demand, Cause: messages.CauseDrive, Mode: messages.ModeRampHold, Requires: modes.Requirement{Level: modes.LevelNever}, Now: r.now}, messages.CauseDrive, textDriveFault)
	r.g.gone(&r.g.joints[0], messages.CauseDrive, r.now)
	for _, way := range []modes.Rearm{modes.Acknowledge, modes.Reset} {
		err := r.acknowledge(way)
		joints, is := errors.AsType[refusedJoints](err)
		if !is || len(joints) != 1 || joints[0].Required != modes.LevelNever || joints[0].Present != 0 || joints[0].Way != way {
			t.Errorf("%s: %v", way, err)
		}
	}
}

func TestReactionsThatDoNotSuitAJointAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Joint)
		want   string
	}{
		"no brake":  {func(j *Joint) { ofKind(j, modes.Declared{Kind: modes.Vertical}); j.Brake = false }, "leads to mode brake, but the joint has no brake"},
		"no drive":  {func(j *Joint) { ofKind(j, modes.Declared{Kind: modes.Wheel}); j.Role = Virtual }, "it has reactions to faults, but no drive"},
		"undefined": {func(j *Joint) { j.Reactions = &modes.Reactions{modes.CommandLate: {Stages: []modes.Stage{{Mode: 9}}}} }, "command_late leads to mode mode(9)"},
	} {
		config := armConfig()
		c.change(&config.Joints[0])
		if err := config.Check(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func TestADecisionAboutAJointOfAKindAllocatesNothing(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates by itself, so that our own allocations cannot be counted; the plain run of this test asserts zero")
	}
	r := running(t, armOfKind(modes.Vertical), messages.ControlPosition)
	room := make([]messages.Event, 0, 64)
	if n := testing.AllocsPerRun(200, func() {
		r.now = r.now.Add(period)
		r.in.Now, r.in.Step = r.now, period
		r.g.Decide(&r.in) // it stops, and is held until its brake takes over
		r.g.Events(room)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestFaultsThatOthersFindLastUntilTheyAreGone(t *testing.T) {
	for _, k := range modes.JointKinds() {
		for _, f := range modes.ExternalFaults() {
			r := running(t, armOfKind(k), messages.ControlPosition)
			want := modes.Resolve(f, &modes.Declared{Kind: k})
			r.g.SetFault(0, f, r.now)
			r.wantMode(0, want.First())
			if !want.Concerns() {
				continue
			}
			r.run(100)
			if err := r.acknowledge(modes.Reset); err == nil || r.g.Mode(0) == messages.ModeRun {
				t.Errorf("%s of %s: re-armed while it is there", f, k)
			}
			r.g.ClearFault(0, f, r.now)
			r.run(10)
			err := r.acknowledge(modes.Reset)
			if left := want.Requires.Level != modes.LevelNever; (err == nil) != left {
				t.Errorf("%s of %s: %v", f, k, err)
			}
		}
	}
	r := running(t, armConfig(), messages.ControlPosition)
	r.g.SetFault(0, modes.SensorImplausible, r.now)
	r.wantMode(0, messages.ModeRampHold)
	r.g.SetFault(0, modes.EmergencyStop, r.now)
	r.g.ClearFault(0, modes.SensorImplausible, r.now)
	if s := r.g.Status()[0]; s.Present != modes.SetOf(messages.CauseOperator) {
		t.Errorf("%s is present", s.Present)
	}
}

func TestAReportedFaultStopsTheOtherJointsOfTheControllerToo(t *testing.T) {
	for _, c := range []struct {
		kinds [2]modes.JointKind
		fault modes.FaultClass
		want  [2]messages.Mode
	}{
		{[2]modes.JointKind{modes.Vertical, modes.Gravity}, modes.SensorImplausible, [2]messages.Mode{messages.ModeRampOff, messages.ModeDamp}},
		{[2]modes.JointKind{modes.Vertical, modes.Gravity}, modes.BrakeSlips, [2]messages.Mode{messages.ModeRampHold, messages.ModeRampHold}},
		{[2]modes.JointKind{modes.Vertical, modes.Wheel}, modes.BrakeSlips, [2]messages.Mode{messages.ModeRampHold, messages.ModeDamp}},
		{[2]modes.JointKind{modes.Gravity, modes.Vertical}, modes.BrakeSlips, [2]messages.Mode{messages.ModeRun, messages.ModeRun}},
	} {
		config := twoArms(nil)
		config.Controllers[0].Independent = false
		for i, k := range c.kinds {
			ofKind(&config.Joints[i], modes.Declared{Kind: k})
		}
		r := running(t, config, messages.ControlPosition)
		r.g.SetFault(0, c.fault, r.now)
		for i, want := range c.want {
			if got := r.g.Mode(i); got != want {
				t.Errorf("%s of a %s joint: the %s joint is in %s, want %s", c.fault, c.kinds[0], c.kinds[i], got, want)
			}
		}
	}
}

func TestAReportedFaultHoldsInALaterIncarnationOfTheGate(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPosition)
	r.g.SetFault(0, modes.EmergencyStop, r.now)
	r.run(5)
	r = reborn(t, r.g.Past(0), messages.ModeRampHold)
	r.run(5)
	r.wantMode(0, messages.ModeRampHold)
	if err := r.acknowledge(modes.Reset); err == nil {
		t.Error("the gate that came back re-armed a joint whose emergency stop is still pressed")
	}
	r.g.ClearFault(0, modes.EmergencyStop, r.now)
	if err := r.acknowledge(modes.Reset); err != nil {
		t.Fatal(err)
	}
	r.run(1)
	r.wantMode(0, messages.ModeRun)
	if past := r.g.Past(0); past.External != 0 {
		t.Errorf("a joint that runs has the reported faults %b", past.External)
	}
}

func TestABalancingRobotToleratesABalancerThatIsBackWithinAPeriod(t *testing.T) {
	fail := func(cause messages.Cause) *rig {
		r := running(t, armOfKind(modes.Balancing), messages.ControlPosition)
		r.g.ControllerFailed(0, cause, 1, r.now)
		return r
	}
	r := fail(messages.CausePanic)
	r.wantMode(0, messages.ModeRun)
	r.in.Commands[0].Stamp.Incarnation = 2
	r.run(50)
	r.wantMode(0, messages.ModeRun)
	if s := r.g.Status()[0]; s.Causes != 0 || !s.Following {
		t.Errorf("%+v", s)
	}
	r = fail(messages.CausePanic)
	r.cycle()
	r.wantMode(0, messages.ModeRun)
	r.cycle()
	r.wantMode(0, messages.ModeRun) // exactly a period
	r.cycle()
	r.wantMode(0, messages.ModeDamp)
	r.in.Commands[0].Stamp.Incarnation = 2
	r.run(5)
	if s := r.g.Status()[0]; s.Mode != messages.ModeDamp || s.Required != modes.LevelAcknowledge || s.Present != 0 {
		t.Errorf("%+v", s)
	}
	r = fail(messages.CausePanic)
	r.g.ControllerFailed(0, messages.CausePanic, 2, r.now) // and again
	r.wantMode(0, messages.ModeDamp)
	fail(messages.CauseHang).wantMode(0, messages.ModeDamp) // it is not waited for
	r = fail(messages.CausePanic)
	r.run(3) // of the life that failed: fenced off, it changes nothing
	r.wantMode(0, messages.ModeDamp)
	for _, k := range []modes.JointKind{modes.Gravity, modes.Vertical, modes.Wheel} {
		r := running(t, armOfKind(k), messages.ControlPosition)
		r.g.ControllerFailed(0, messages.CausePanic, 1, r.now)
		if r.g.Mode(0).Passes() {
			t.Errorf("a joint of kind %s goes on", k)
		}
	}
}

func TestAClosedBrakeThatDoesNotHoldIsReportedAndNotLeftBySoftware(t *testing.T) {
	for kind, want := range map[bool]modes.Level{true: modes.LevelNever, false: modes.LevelReset} {
		c := armConfig()
		if kind {
			ofKind(&c.Joints[0], modes.Declared{Kind: modes.Vertical})
		}
		c.Joints[0].Brake, c.Joints[0].HoldWindow = true, 0.05
		r := running(t, c, messages.ControlPosition)
		r.g.Stop(0, messages.ModeBrake, r.now)
		r.run(300) // it has settled
		r.servos[0].q -= 0.04
		r.read()
		r.run(10)
		told := len(r.events)
		r.servos[0].q -= 0.02
		r.read()
		r.run(100)
		r.wantMode(0, messages.ModeBrake)
		events := r.events[told:]
		if n := len(events); n == 0 || events[0].Kind != messages.EventEscalated || !strings.Contains(events[0].Text, "is closed but does not hold") || n > 2 {
			t.Errorf("kind %t: %v", kind, events)
		}
		if s := r.g.Status()[0]; s.Required != want {
			t.Errorf("kind %t: it takes %s, want %s", kind, s.Required, want)
		}
	}
}

// A drive that limits itself and then loses everything in a reset does not limit itself: it is off,
// and its joint is, too.
func TestADriveThatIsOffLimitsNothing(t *testing.T) {
	c := armConfig()
	ofKind(&c.Joints[0], modes.Declared{Kind: modes.Gravity, Brake: true})
	r := running(t, c, messages.ControlVelocity)
	strikes[modes.Derated](r)
	r.wantMode(0, messages.ModeLimited)
	r.servos[0].mode, r.servos[0].arm = messages.ModeOff, 0
	r.read()
	r.run(1)
	r.wantMode(0, messages.ModeOff)
}

// A joint in mode limited whose position is far beyond its limits, as a sensor that lies has it,
// waits with its re-arm: the first set-point after it is the measured position, within the limits.
func TestALimitedJointBeyondItsLimitsWaitsWithItsReArm(t *testing.T) {
	r := running(t, armOfKind(modes.Gravity), messages.ControlPosition)
	strikes[modes.Derated](r)
	r.servos[0].fault = 0
	r.run(1)
	r.wantMode(0, messages.ModeLimited)
	asks := func(q float64) (armed int, refused []NotArmed) {
		r.servos[0].q = q
		r.read()
		r.run(1)
		armed, refused, err := r.g.Request(modes.Acknowledge, r.g.Nonce(), 1, r.now)
		if err != nil {
			t.Fatal(err)
		}
		return armed, refused
	}
	if armed, refused := asks(20); armed != 0 || len(refused) != 1 || refused[0].Check != InsideLimits {
		t.Errorf("at 20 rad %d joints are armed, %+v", armed, refused)
	}
	r.wantMode(0, messages.ModeLimited)
	if armed, refused := asks(0); armed != 1 || refused != nil {
		t.Errorf("at 0 rad %d joints are armed, %+v", armed, refused)
	}
}

// The same where nobody needs to ask: derating ends a balancing joint's limits by itself.
func TestALimitedJointBeyondItsLimitsDoesNotReArmByItself(t *testing.T) {
	for _, q := range []float64{20, 0} {
		r := running(t, armOfKind(modes.Balancing), messages.ControlPosition)
		strikes[modes.Derated](r)
		r.servos[0].fault = 0
		for range 6 * time.Second / period {
			r.servos[0].q = q
			r.read()
			r.run(1)
		}
		if runs := r.g.Mode(0) == messages.ModeRun; runs != (q == 0) {
			t.Errorf("at %g rad it is in %s", q, r.g.Mode(0))
		}
	}
}

package core

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

func TestWhatTheFirstCommandDoesNotNameMayBeAnything(t *testing.T) {
	c := armConfig()
	c.Controllers[0].MaxAge = 10 * time.Second
	r := newRig(t, c)
	r.control(0, messages.ControlPosition)
	v := r.in.Commands[0].Value
	v.Position[0], v.Velocity[0], v.Effort[0] = 0.5, math.NaN(), math.NaN()
	r.run(1)
	for range 1000 {
		r.cycle() // no further command
	}
	if s := r.g.Status()[0]; r.bus.Position[0] != 0.5 || !s.Following {
		t.Errorf("sent %v, %+v", r.bus.Position[0], s)
	}
}

func TestAMeasuredVelocityBeyondTheLimitIsNotSent(t *testing.T) {
	r := newRig(t, armConfig())
	r.servos[0].v, r.servos[0].mode = 2, messages.ModeDamp
	r.read()
	r.control(0, messages.ControlVelocity)
	r.run(1)
	r.wantMode(0, messages.ModeRun)
	if r.bus.Velocity[0] != 1.5 {
		t.Errorf("sent %v", r.bus.Velocity[0])
	}
}

func TestAReArmOnRequestIsOneOfAllJoints(t *testing.T) {
	r := running(t, twoArms(nil), messages.ControlPosition)
	r.g.Demand(0, messages.CauseError, messages.ModeRun, r.now)
	r.g.Stop(1, messages.ModeRun, r.now)
	r.run(3)
	if armed, refused, err := r.g.Request(modes.Acknowledge, r.g.Nonce(), 1, r.now); armed != 0 || refused == nil || err != nil {
		t.Errorf("armed %d, %v", armed, err)
	}
	r.wantMode(1, messages.ModeDamp)
	r.g.Clear(0, messages.CauseError, r.now)
	if armed, refused, err := r.g.Request(modes.Acknowledge, r.g.Nonce(), 1, r.now); armed != 2 || refused != nil || err != nil {
		t.Errorf("armed %d, %v", armed, err)
	}
}

func TestRoundingOfAVelocityBesideAPositionIsClamped(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPositionVelocity)
	v := r.in.Commands[0].Value
	for range 300 {
		v.Velocity[0] = min(1.5*(1+0.9e-9), v.Velocity[0]+8*dt)
		r.run(1)
	}
	if len(r.g.Refusals()) != 0 || r.bus.Velocity[0] != 1.5 {
		t.Errorf("%v, sent %v", r.g.Refusals(), r.bus.Velocity[0])
	}
}

func TestAnotherLifeOfTheControllerBeginsWithoutAStep(t *testing.T) {
	r := running(t, armConfig(), messages.ControlEffort)
	r.in.Commands[0].Stamp.Incarnation = 2
	r.in.Commands[0].Value.Effort[0] = 20
	r.run(1)
	r.wantMode(0, messages.ModeRun)
	if got, most := r.bus.Effort[0], 60*dt; math.Abs(got-most) > 1e-12 {
		t.Errorf("the effort went to %v in a cycle, want %v", got, most)
	}
}

func TestANewFaultCodeWhileStoppedTakesAReset(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPosition)
	r.g.Stop(0, messages.ModeRampHold, r.now)
	r.run(3)
	r.servos[0].fault = 38
	r.read()
	r.run(3)
	if err := r.acknowledge(modes.Acknowledge); err == nil {
		t.Fatal("an acknowledgement is not enough")
	}
	if err := r.acknowledge(modes.Reset); err != nil {
		t.Fatal(err)
	}
}

func TestAStopThatWasAskedForBeforeTheDriveAnsweredCounts(t *testing.T) {
	for found, want := range map[messages.Mode]messages.Mode{messages.ModeRampHold: messages.ModeDamp, messages.ModeRun: messages.ModeDamp, messages.ModeBrake: messages.ModeBrake} {
		r := newRig(t, armConfig())
		r.servos[0].mode = found
		r.g.Stop(0, messages.ModeDamp, r.now)
		r.read()
		r.cycle()
		r.wantMode(0, want)
	}
}

func TestABrakeThatDoesNotHoldIsReportedOnce(t *testing.T) {
	r := movingAt(t, 1, func(j *Joint) { j.Brake, j.BrakeCloses = true, 100*time.Millisecond })
	r.servos[0].slides = true
	r.g.Stop(0, messages.ModeBrake, r.now)
	alarms := func() (n int) {
		for _, e := range r.events {
			if e.Kind == messages.EventEscalated {
				n++
			}
		}
		return n
	}
	r.run(int(725*time.Millisecond/period) - 1) // a ramp of 1/8 s, the brake's own time, and half a second of patience
	if alarms() != 0 {
		t.Fatal("too early")
	}
	r.run(500)
	r.wantMode(0, messages.ModeBrake)
	if alarms() != 1 {
		t.Errorf("%d alarms", alarms())
	}
}

func TestAJointThatCarriesWeightIsNeverDroppedForStrain(t *testing.T) {
	r := movingAt(t, 1, func(j *Joint) { j.DampEffort, j.Gravity = 5, true })
	r.g.Stop(0, messages.ModeDamp, r.now)
	r.servos[0].e = 9
	r.read()
	r.run(2000)
	r.wantMode(0, messages.ModeDamp)
}

func TestAnIndependentJointLosesItsStateAlone(t *testing.T) {
	r := running(t, twoArms(func(c *Config) { c.Controllers[0].Independent = true }), messages.ControlPosition)
	r.servos[0].mute = true
	r.read()
	r.run(20)
	r.wantMode(0, messages.ModeRampHold)
	r.wantMode(1, messages.ModeRun)
}

func TestACommandOfAFailedLifeIsNotTakenUpAgain(t *testing.T) {
	r := running(t, twoArms(func(c *Config) {
		c.Controllers[0].Independent = true
		c.Controllers[0].MaxAge = 10 * time.Second
		for i := range c.Joints {
			c.Joints[i].Rearm = autoStart(modes.Auto)
		}
	}), messages.ControlPosition)
	r.g.ControllerFailed(0, messages.CausePanic, 1, r.now)
	r.in.Commands[0].Stamp.Incarnation = 2
	r.control(1, messages.ControlNone) // the next life names the first joint only
	r.run(20)
	r.wantMode(0, messages.ModeRun)
	r.wantMode(1, messages.ModeDamp)
}

func TestALateReportOfAFailureFencesNoLaterLife(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPosition)
	r.in.Commands[0].Stamp.Incarnation = 3
	r.run(3)
	r.g.ControllerFailed(0, messages.CausePanic, 2, r.now)
	r.g.ControllerFailed(0, messages.CausePanic, 1, r.now)
	r.run(3)
	if got := r.g.Refusals(); len(got) != 0 {
		t.Fatalf("%v", got)
	}
	if err := r.acknowledge(modes.Acknowledge); err != nil {
		t.Fatal(err)
	}
	r.in.Commands[0].Stamp.Incarnation = 2
	r.run(1)
	if got := r.g.Refusals(); len(got) != 1 || got[0].Reason != Fenced {
		t.Fatalf("%v", got)
	}
}

func TestAnUnknownLifeIsTheNewestOne(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPosition)
	r.g.ControllerFailed(0, messages.CauseHang, 0, r.now)
	r.run(1)
	if got := r.g.Refusals(); len(got) != 1 || got[0].Reason != Fenced {
		t.Fatalf("%v", got)
	}
}

func TestACauseThatSeveralHoldGoesWithTheLast(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPosition)
	present := func() string { return r.g.Status()[0].Present.String() }
	r.g.ControllerFailed(0, messages.CausePanic, 1, r.now)
	r.g.BusFailed(0, messages.CausePanic, r.now)
	r.g.Demand(0, messages.CausePanic, messages.ModeRun, r.now)
	r.g.BusBack(0, r.now)
	if present() != "panic" {
		t.Errorf("%s, but the controller is not back", present())
	}
	r.in.Commands[0].Stamp.Incarnation = 2
	r.run(1)
	if present() != "panic" {
		t.Errorf("%s, but the demand lasts", present())
	}
	r.g.Clear(0, messages.CausePanic, r.now)
	if present() != "none" {
		t.Error(present())
	}
	// Later failures are not ended by what ended the first ones.
	r.g.BusFailed(0, messages.CausePanic, r.now)
	r.run(2)
	if present() != "panic" {
		t.Errorf("%s, but the bus is not back", present())
	}
}

func TestAStopOnRequestDoesNotEndADemand(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPosition)
	r.g.Demand(0, messages.CauseOperator, messages.ModeDamp, r.now)
	r.g.Stop(0, messages.ModeOff, r.now)
	r.run(1)
	if err := r.acknowledge(modes.Acknowledge); err == nil {
		t.Error("the demand lasts")
	}
	r.g.Clear(0, messages.CauseOperator, r.now)
	if err := r.acknowledge(modes.Acknowledge); err != nil {
		t.Error(err)
	}
}

func TestPassiveJointsHaveNoModeToChange(t *testing.T) {
	r, _ := followingBody(t, nil)
	before := r.g.Nonce()
	r.g.Stop(3, messages.ModeOff, r.now)
	r.g.Demand(3, messages.CausePanic, messages.ModeOff, r.now)
	if r.g.Nonce() != before {
		t.Error("a passive joint was stopped")
	}
}

func TestLimitedLeavesAShareOfTheSpeedOfPositions(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPosition)
	v := r.in.Commands[0].Value
	p := 0.0
	step := func() {
		p += 1.4 * dt
		v.Position[0] = math.Min(p, 2)
		r.run(1)
	}
	for range 100 {
		step()
	}
	r.g.Demand(0, messages.CauseOverrun, messages.ModeLimited, r.now)
	before, speed := r.bus.Position[0], 1.4
	for range 4000 {
		step()
		next := (r.bus.Position[0] - before) / dt
		if next > math.Max(0.375, speed-8*dt)*(1+1e-6) {
			t.Fatalf("from %v to %v rad/s in mode limited", speed, next)
		}
		before, speed = r.bus.Position[0], next
	}
	r.wantMode(0, messages.ModeLimited)
	if r.bus.Position[0] != 2 {
		t.Errorf("ends at %v", r.bus.Position[0])
	}
	for p = 2; p > 1; p -= 1.4 * dt { // and back, after it has arrived
		v.Position[0] = p
		r.run(1)
		if next := (r.bus.Position[0] - before) / dt; next < -0.375*(1+1e-6) {
			t.Fatalf("%v rad/s on the way back", next)
		}
		before = r.bus.Position[0]
	}
}

func TestAVirtualJointThatHasNotStartedTakesNoStalenessFromOthers(t *testing.T) {
	c := bodyConfig()
	r := newRig(t, c)
	v := r.in.Commands[0].Value
	for i := range v.Control {
		v.Control[i] = messages.ControlVelocity
	}
	r.in.Snapshot.Valid[1] = false
	late := func(n int) {
		for range n {
			r.in.Snapshot.Time[1] = 0
			r.run(1)
		}
	}
	late(10)
	r.wantMode(0, messages.ModeRun) // the arm does not wait for the base
	r.wantMode(1, messages.ModeOff)
	r.servos[0].mute = true
	r.read()
	late(10)
	r.wantMode(0, messages.ModeRampHold)
	r.servos[0].mute = false
	r.read()
	late(2)
	r.in.Snapshot.Valid[1] = true
	r.run(2)
	r.wantMode(1, messages.ModeRun) // it started by itself, as declared
}

package core

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

func TestAnAcknowledgementOfAnOlderStateIsRefused(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPosition)
	r.in.Commands[0].OK = false
	r.cycle()
	seen := r.g.Nonce()
	r.g.Stop(0, messages.ModeOff, r.now)
	r.run(1)
	if _, _, err := r.g.Request(modes.Acknowledge, seen, 1, r.now); err == nil || !strings.Contains(err.Error(), "read the status again") {
		t.Error(err)
	}
	if _, _, err := r.g.Request(modes.Acknowledge, r.g.Nonce(), 2, r.now); err == nil || !strings.Contains(err.Error(), "incarnation") {
		t.Error(err)
	}
	if err := r.acknowledge(modes.Acknowledge); err != nil {
		t.Error(err)
	}
}

func TestAnAcknowledgementSaysWhichJointWasNotReArmedAndWhy(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPosition)
	r.in.Commands[0].OK = false
	r.cycle()
	err := r.acknowledge(modes.Acknowledge)
	joints, _ := errors.AsType[refusedJoints](err)
	stale := modes.SetOf(messages.CauseStale)
	want := NotArmed{Joint: "elbow", Mode: messages.ModeRampHold, Causes: stale, Present: stale, Required: modes.LevelAcknowledge}
	if len(joints) != 1 || joints[0] != want {
		t.Errorf("%+v, want %+v", joints, want)
	}
}

func TestAnOperatorsStopWaitsForAPerson(t *testing.T) {
	c := armConfig()
	c.Joints[0].Rearm = autoStart(modes.Auto)
	r := running(t, c, messages.ControlPosition)
	r.g.Stop(0, messages.ModeDamp, r.now)
	r.run(100)
	r.wantMode(0, messages.ModeDamp)
	r.g.Stop(0, messages.ModeRun, r.now) // stands for the safe mode, which is less severe
	r.run(1)
	r.wantMode(0, messages.ModeDamp)
	if err := r.acknowledge(modes.Acknowledge); err != nil {
		t.Fatal(err)
	}
	r.run(1)
	r.wantMode(0, messages.ModeRun)
}

func TestReArmGivesADriveANumberItHasNotSeen(t *testing.T) {
	r := newRig(t, armConfig())
	r.servos[0].arm = 41
	r.read()
	r.control(0, messages.ControlPosition)
	r.run(3)
	if r.bus.Arm[0] != 42 || r.servos[0].mode != messages.ModeRun {
		t.Errorf("arm %d, drive in %s", r.bus.Arm[0], r.servos[0].mode)
	}
}

func TestADriveThatStopsByItselfIsFollowed(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPosition)
	r.servos[0].mode = messages.ModeDamp
	r.read()
	r.run(1)
	r.wantMode(0, messages.ModeDamp)
	if got := r.changes("elbow"); got[len(got)-1] != "run->damp drive" {
		t.Error(got)
	}
	if err := r.acknowledge(modes.Acknowledge); err == nil {
		t.Error("a fault of the drive takes a reset")
	}
	if err := r.acknowledge(modes.Reset); err != nil {
		t.Fatal(err)
	}
	r.run(3)
	r.wantMode(0, messages.ModeRun)
	if r.servos[0].mode != messages.ModeRun {
		t.Errorf("the drive is in %s", r.servos[0].mode)
	}
}

func TestAFaultCodeStopsAndALatchedOneIsResetByReArm(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPosition)
	r.servos[0].fault = 33
	r.read()
	r.run(10)
	r.wantMode(0, messages.ModeRampHold)
	if err := r.acknowledge(modes.Reset); err != nil {
		t.Fatal(err)
	}
	r.run(3)
	r.wantMode(0, messages.ModeRun)
	if r.servos[0].fault != 0 {
		t.Error("the code is still there")
	}
}

func TestAFaultInTheFirstAnswerAfterReArmStopsTheJointInThatCycle(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPosition)
	r.servos[0].fault = 33
	r.read()
	r.run(10)
	if err := r.acknowledge(modes.Reset); err != nil {
		t.Fatal(err)
	}
	r.run(1) // the drive obeys the new number
	r.servos[0].fault = 36
	r.read()
	r.wantMode(0, messages.ModeRun)
	r.run(1)
	r.wantMode(0, messages.ModeRampHold)
}

func TestADriveWithAFaultAtTheStartTakesAReset(t *testing.T) {
	r := newRig(t, armConfig())
	r.servos[0].fault = 35
	r.read()
	r.control(0, messages.ControlPosition)
	r.run(10)
	r.wantMode(0, messages.ModeOff)
	if err := r.acknowledge(modes.Reset); err != nil {
		t.Fatal(err)
	}
	r.run(2)
	r.wantMode(0, messages.ModeRun)
}

func TestOneLostReplyIsNoFaultButSilenceIs(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPosition)
	r.servos[0].mute = true
	r.read()
	r.run(2)
	r.wantMode(0, messages.ModeRun)
	r.run(3)
	r.wantMode(0, messages.ModeRampHold)
	r.servos[0].mute = false
	r.read()
	r.run(1)
	if err := r.acknowledge(modes.Acknowledge); err != nil {
		t.Error(err)
	}
}

func TestAStateThatIsNotANumberIsNone(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPosition)
	r.servos[0].q = math.NaN()
	r.read()
	for range 10 {
		r.run(1)
		if r.bus.Position[0]-r.bus.Position[0] != 0 {
			t.Fatal("NaN was sent")
		}
		r.servos[0].q = math.NaN()
		r.read()
	}
	r.wantMode(0, messages.ModeRampHold)
}

func TestAnUnconfirmedStopIsReportedOnce(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPosition)
	r.servos[0].deaf = true
	r.g.Stop(0, messages.ModeOff, r.now)
	r.run(49)
	count := func() (n int) {
		for _, e := range r.events {
			if e.Kind == messages.EventEscalated {
				n++
			}
		}
		return n
	}
	if count() != 0 {
		t.Error("too early")
	}
	r.run(100)
	if count() != 1 {
		t.Errorf("reported %d times", count())
	}
}

// A link may hold the stop back while it lets an earlier command through: the mode of a drive that
// has not run yet does not show that it has met the stop.
func TestAStopWithinAStartIsConfirmedOnlyOnceNoEarlierCommandCanStartTheDrive(t *testing.T) {
	r := newRig(t, armConfig())
	r.control(0, messages.ControlPosition)
	s := r.servos[0]
	s.opens = 10
	for r.g.Mode(0) != messages.ModeRun {
		r.run(1)
	}
	earlier := r.bus
	earlier.Mode, earlier.Arm = slices.Clone(r.bus.Mode), slices.Clone(r.bus.Arm)
	r.g.Stop(0, messages.ModeOff, r.now)
	s.deaf = true // the link holds the stop back
	for range 20 {
		r.run(1)
		if s.mode != messages.ModeOff || r.g.Confirmed(0) {
			t.Fatalf("the drive is in %s, and its stop is confirmed: %t", s.mode, r.g.Confirmed(0))
		}
	}
	s.deaf = false
	r.run(2)
	if !r.g.Confirmed(0) {
		t.Fatal("the drive has met the stop, which is not confirmed")
	}
	for range 20 {
		if s.obey(&earlier, 0); s.mode.Passes() {
			t.Fatal("a command of before a confirmed stop started the drive")
		}
	}
	if err := r.acknowledge(modes.Acknowledge); err != nil {
		t.Fatal(err)
	}
	if r.run(20); s.mode != messages.ModeRun || s.arm != r.g.Arm(0) {
		t.Errorf("after a re-arm the drive is in %s by number %d of %d", s.mode, s.arm, r.g.Arm(0))
	}
}

// The states of a drive may have been wrong for a while, or it runs again by itself.
func TestADriveThatConfirmedItsStopAndRunsAgainIsReported(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPosition)
	r.g.Stop(0, messages.ModeOff, r.now)
	r.run(100)
	if !r.g.Confirmed(0) {
		t.Fatal("the stop is not confirmed")
	}
	r.events = r.events[:0]
	r.servos[0].mode, r.servos[0].deaf = messages.ModeRun, true
	r.run(49)
	if len(r.events) != 0 || r.g.Confirmed(0) {
		t.Errorf("confirmed %v, events %v; expected patience", r.g.Confirmed(0), r.events)
	}
	r.run(100)
	if n := len(r.events); n != 1 || r.events[0].Kind != messages.EventEscalated || r.events[0].From != messages.ModeRun {
		t.Errorf("events %v, expected one that reports the drive", r.events)
	}
}

func TestAStopOfADriveThatIsNotHeardAnyMoreIsReportedToo(t *testing.T) {
	for _, failed := range []bool{false, true} {
		r := running(t, armConfig(), messages.ControlPosition)
		r.servos[0].mute, r.servos[0].deaf = true, true
		if failed { // people know of it, and its driver was handed the safe command
			r.g.BusFailed(0, messages.CausePanic, r.now)
		} else {
			r.g.Stop(0, messages.ModeOff, r.now)
		}
		r.events = r.events[:0]
		told := 0
		for range int(2 * defaultStopWithin / period) {
			r.cycle()
			for _, e := range r.events {
				if e.Kind == messages.EventEscalated && e.To == r.g.Mode(0) {
					told++
				}
			}
			r.events = r.events[:0]
		}
		if want := map[bool]int{false: 1, true: 0}[failed]; told != want {
			t.Errorf("bus failed %t: the stop was reported %d times, expected %d", failed, told, want)
		}
	}
}

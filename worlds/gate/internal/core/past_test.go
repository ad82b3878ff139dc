package core

import (
	"testing"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// reborn is a rig whose gate begins its second life, knowing this of the first; its drive is found
// in a mode.
func reborn(t *testing.T, past Past, found messages.Mode) *rig {
	t.Helper()
	r := newRig(t, armConfig())
	r.g.Begin(2, []Past{past}, r.now)
	r.control(0, messages.ControlPosition)
	r.servos[0].mode = found
	r.read()
	return r
}

func TestALaterLifeKeepsAStopThatTheDriveHasNotObeyed(t *testing.T) {
	for _, c := range []struct{ demanded, found, want messages.Mode }{
		{messages.ModeDamp, messages.ModeRampHold, messages.ModeDamp},
		{messages.ModeRampHold, messages.ModeDamp, messages.ModeDamp},
		{messages.ModeRun, messages.ModeRampHold, messages.ModeRampHold},
		{messages.ModeRun, messages.ModeRun, messages.ModeRampHold}, // it was not stopped, and is now
		{messages.ModeOff, messages.ModeRampHold, messages.ModeOff},
	} {
		r := reborn(t, Past{Mode: c.demanded}, c.found)
		r.servos[0].deaf = true
		r.run(3)
		if got := r.g.Mode(0); got != c.want {
			t.Errorf("%s was demanded, the drive is in %s: the joint is in %s, want %s", c.demanded, c.found, got, c.want)
		}
	}
}

// Until a drive answers, a joint is off because nothing is known of it: that must not drop an arm
// in the life after.
func TestALifeWithoutAnAnswerHandsOnWhatItWasGiven(t *testing.T) {
	r := reborn(t, Past{Mode: messages.ModeRampHold}, messages.ModeRampHold)
	r.servos[0].mute = true
	r.read()
	if past := r.g.Past(0); past.Mode != messages.ModeRampHold {
		t.Fatalf("before an answer it hands on %s", past.Mode)
	}
	r.run(5)
	r.wantMode(0, messages.ModeOff)
	if past := r.g.Past(0); past.Mode != messages.ModeRampHold {
		t.Errorf("without an answer it hands on %s", past.Mode)
	}
}

func TestAReArmLeavesNothingOfTheStopToALaterLife(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPosition)
	r.g.Stop(0, messages.ModeDamp, r.now)
	r.run(20)
	if past := r.g.Past(0); past.Mode != messages.ModeDamp || !past.Causes.Has(messages.CauseOperator) {
		t.Fatalf("%+v", past)
	}
	if err := r.acknowledge(modes.Acknowledge); err != nil {
		t.Fatal(err)
	}
	r.run(5)
	if past := r.g.Past(0); past.Mode != messages.ModeRun || past.Causes != 0 {
		t.Errorf("%+v", past)
	}
}

// A balancing joint is limited after an overrun, and resumes 5 s after it; its gate fails before.
func TestALaterLifeWaitsForAPersonWhereTheOneBeforeWouldHaveResumed(t *testing.T) {
	d := &modes.Declared{Kind: modes.Balancing, SafeMode: messages.ModeRampHold}
	leave := modes.Resolve(modes.Overrun, d).Requires
	if leave.Level != modes.LevelAuto || leave.Clean == 0 {
		t.Fatalf("after an overrun such a joint asks for %+v; expected to resume after a while", leave)
	}
	c := armConfig()
	c.Joints[0].Reactions, c.Joints[0].Rearm, c.Joints[0].Gravity = modes.ResolveAll(d), d.Rules(modes.Auto), true
	r := newRig(t, c)
	r.g.Begin(2, []Past{{Mode: messages.ModeLimited, Level: leave.Level}}, r.now)
	r.control(0, messages.ControlPosition)
	r.servos[0].mode = messages.ModeRampHold
	r.read()
	r.run(int(3 * leave.Clean / period))
	r.wantMode(0, messages.ModeRampHold)
	if err := r.acknowledge(modes.Acknowledge); err != nil {
		t.Fatal(err)
	}
	r.run(5)
	r.wantMode(0, messages.ModeRun)
}

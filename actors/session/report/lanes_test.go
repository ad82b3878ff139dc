package report

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/robo-actors/robo-actors/messages"
)

func TestJointsThatChangeTogetherShareALane(t *testing.T) {
	var l Lanes
	change := func(at messages.Instant, joint string, from, to messages.Mode, cause messages.Cause) {
		l.Add(&messages.Event{Time: at, Kind: messages.EventModeChanged, Source: "arm/gate", Joint: joint, From: from, To: to, Cause: cause})
	}
	for _, joint := range []string{"elbow", "shoulder", "wrist"} {
		change(100*ms, joint, messages.ModeOff, messages.ModeRun, messages.CauseRearm)
	}
	change(500*ms, "elbow", messages.ModeRun, messages.ModeDamp, messages.CausePanic)
	change(500*ms+1000, "wrist", messages.ModeRun, messages.ModeDamp, messages.CausePanic)
	l.Add(&messages.Event{Time: 600 * ms, Kind: messages.EventFailed, Source: "arm/gate", Joint: "elbow"})
	off := LanePart{0, 100 * ms, messages.ModeOff, messages.CauseStartup}
	want := []Lane{
		{"arm", []string{"elbow", "wrist"}, []LanePart{off, {100 * ms, 500 * ms, messages.ModeRun, messages.CauseRearm}, {500 * ms, 900 * ms, messages.ModeDamp, messages.CausePanic}}},
		{"arm", []string{"shoulder"}, []LanePart{off, {100 * ms, 900 * ms, messages.ModeRun, messages.CauseRearm}}},
	}
	if d := cmp.Diff(want, l.All(900*ms)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(want, l.All(900*ms)); d != "" {
		t.Errorf("asked again: %s", d)
	}
}

func TestAJointThatChangesAllTheTimeNeedsBoundedMemory(t *testing.T) {
	var l Lanes
	for i := range 3 * maxParts {
		l.Add(&messages.Event{Time: messages.Instant(i), Kind: messages.EventModeChanged, Source: "arm/gate", Joint: "elbow", To: messages.Mode(i % 3)})
	}
	if n := len(l.All(9 * ms)[0].Parts); n != maxParts {
		t.Errorf("%d changes are kept, expected %d", n, maxParts)
	}
}

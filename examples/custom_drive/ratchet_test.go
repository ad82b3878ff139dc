package main

import (
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

// Each line is a step of one story.
func TestOnlyANewArmNumberBringsADriveDown(t *testing.T) {
	r := ratchet{target: messages.ModeOff}
	command := func(mode messages.Mode, arm uint32) func() bool {
		return func() bool { return r.command(mode, arm) }
	}
	does := func(f func()) func() bool { return func() bool { f(); return false } }
	for i, step := range []struct {
		what  string
		do    func() bool
		obeys bool
		mode  messages.Mode
	}{
		{"the number zero is spent", command(messages.ModeRun, 0), false, messages.ModeOff},
		{"a new number runs", command(messages.ModeRun, 1), true, messages.ModeRun},
		{"limited climbs", command(messages.ModeLimited, 1), true, messages.ModeLimited},
		{"limited stays limited", command(messages.ModeRun, 1), true, messages.ModeLimited},
		{"a newer number runs", command(messages.ModeRun, 2), true, messages.ModeRun},
		{"a stop stops", does(func() { r.stop(messages.ModeRampHold) }), false, messages.ModeRampHold},
		{"and spends the number", command(messages.ModeRun, 2), false, messages.ModeRampHold},
		{"a more severe command climbs", command(messages.ModeDamp, 5), false, messages.ModeDamp},
		{"and spends its number", command(messages.ModeRun, 5), false, messages.ModeDamp},
		{"no stop steps down", does(func() { r.stop(messages.ModeRampHold) }), false, messages.ModeDamp},
		{"a re-arm runs", command(messages.ModeRun, 6), true, messages.ModeRun},
		{"the drive follows", does(func() { r.answered(messages.ModeRun) }), false, messages.ModeRun},
		{"the drive stops by itself", does(func() { r.answered(messages.ModeOff) }), false, messages.ModeOff},
		{"which spends the number", command(messages.ModeRun, 6), false, messages.ModeOff},
	} {
		if obeys := step.do(); obeys != step.obeys || r.target != step.mode {
			t.Errorf("step %d, %s: obeys %t in %s; expected %t in %s", i, step.what, obeys, r.target, step.obeys, step.mode)
		}
	}
}

func TestARestartDropsNoJoint(t *testing.T) {
	for found, want := range map[messages.Mode]messages.Mode{
		messages.ModeRun: messages.ModeDamp, messages.ModeRampHold: messages.ModeRampHold, messages.ModeOff: messages.ModeOff,
	} {
		var r ratchet
		if r.found(found, messages.ModeDamp); r.target != want {
			t.Errorf("a drive found in %s goes to %s, expected %s", found, r.target, want)
		}
	}
}

package hardware_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

// twoDrives describes two drives whose watchdog leads to damp.
func twoDrives() []hardware.DriveInfo {
	infos := make([]hardware.DriveInfo, 2)
	for i := range infos {
		infos[i] = hardware.DriveInfo{Name: fmt.Sprint("d", i), Joint: fmt.Sprint("j", i), Controls: []messages.ControlMode{messages.ControlVelocity},
			Watchdog: hardware.Watchdog{Timeout: 50 * time.Millisecond, Mode: messages.ModeDamp}}
	}
	return infos
}

// commandOf returns a command to the first of two drives; the second one gets mode off.
func commandOf(mode messages.Mode, arm uint32) *messages.DriveCommand {
	c := hardware.NewCommand(2)
	c.Mode[0], c.Control[0], c.Arm[0] = mode, messages.ControlVelocity, arm
	return c
}

// Each line is a step of one story.
func TestOnlyANewArmNumberBringsADriveDown(t *testing.T) {
	r := hardware.NewRatchet("bus", twoDrives(), nil)
	command := func(mode messages.Mode, arm uint32) func() {
		return func() {
			if err := r.Take(commandOf(mode, arm)); err != nil {
				t.Error(err)
			}
		}
	}
	stop := func(mode messages.Mode) func() {
		return func() { r.Stop(0, []messages.Mode{mode, messages.ModeOff}); _ = r.Take(nil) }
	}
	answer := func(mode messages.Mode) func() { return func() { r.Answered(0, mode) } }
	for i, step := range []struct {
		what          string
		do            func()
		obeys, resets bool
		mode          messages.Mode
	}{
		{"the number zero is spent", command(messages.ModeRun, 0), false, false, messages.ModeOff},
		{"a new number runs", command(messages.ModeRun, 1), true, true, messages.ModeRun},
		{"limited climbs", command(messages.ModeLimited, 1), true, true, messages.ModeLimited},
		{"limited stays limited", command(messages.ModeRun, 1), true, true, messages.ModeLimited},
		{"a newer number runs", command(messages.ModeRun, 2), true, true, messages.ModeRun},
		{"a stop stops", stop(messages.ModeRampHold), false, false, messages.ModeRampHold},
		{"and spends the number", command(messages.ModeRun, 2), false, false, messages.ModeRampHold},
		{"a more severe command climbs", command(messages.ModeDamp, 5), false, false, messages.ModeDamp},
		{"and spends its number", command(messages.ModeRun, 5), false, false, messages.ModeDamp},
		{"no stop steps down", stop(messages.ModeRampHold), false, false, messages.ModeDamp},
		{"a re-arm runs", command(messages.ModeRun, 6), true, true, messages.ModeRun},
		{"the drive follows", answer(messages.ModeRun), true, false, messages.ModeRun},
		{"a question changes nothing", func() { _ = r.Take(nil) }, false, false, messages.ModeRun},
		{"nor does the answer to it", answer(messages.ModeOff), false, false, messages.ModeRun},
		{"the number is still good", command(messages.ModeRun, 6), true, false, messages.ModeRun},
		{"the drive stops by itself", answer(messages.ModeOff), true, false, messages.ModeOff},
		{"which spends the number", command(messages.ModeRun, 6), false, false, messages.ModeOff},
	} {
		step.do()
		if r.Obeys(0) != step.obeys || r.Resets(0) != step.resets || r.Target(0) != step.mode {
			t.Errorf("step %d, %s: obeys %t, resets %t in %s; expected %t, %t in %s", i, step.what,
				r.Obeys(0), r.Resets(0), r.Target(0), step.obeys, step.resets, step.mode)
		}
	}
}

func TestARestartDropsNoJoint(t *testing.T) {
	for found, want := range map[messages.Mode]messages.Mode{
		messages.ModeRun: messages.ModeDamp, messages.ModeRampHold: messages.ModeRampHold, messages.ModeOff: messages.ModeOff,
	} {
		r := hardware.NewRatchet("bus", twoDrives(), nil)
		if r.Found(0, found); r.Target(0) != want {
			t.Errorf("a drive found in %s goes to %s, expected %s", found, r.Target(0), want)
		}
	}
}

func TestTheNumbersOfAnEarlierDriverAreSpent(t *testing.T) {
	arms := hardware.NewArmNumbers(2)
	for incarnation := range uint32(3) {
		r := hardware.NewRatchet("bus", twoDrives(), arms)
		r.Found(0, messages.ModeRampHold)
		for _, step := range []struct {
			arm   uint32
			obeys bool
		}{{incarnation, false}, {incarnation + 1, true}} {
			if err := r.Take(commandOf(messages.ModeRun, step.arm)); err != nil || r.Obeys(0) != step.obeys {
				t.Errorf("driver %d, number %d: obeys %t (%v), expected %t", incarnation, step.arm, r.Obeys(0), err, step.obeys)
			}
		}
	}
}

// Random commands, valid or not, against the rules as Driver.Send states them for one drive.
func TestARefusedCommandStopsAndNeverMoves(t *testing.T) {
	r := testkit.Random(t)
	ratchet := hardware.NewRatchet("bus", twoDrives(), nil)
	refusals := 0
	for range 5000 {
		c := commandOf(messages.Mode(r.IntN(9)), ratchet.Arm(0)+uint32(r.IntN(3)))
		c.Mode[1], c.Control[1] = messages.Mode(r.IntN(8)), messages.ControlMode(r.IntN(4))
		if r.IntN(20) == 0 {
			c.Arm[0] += 1 << 20
		}
		switch r.IntN(40) {
		case 0:
			c.Mode = c.Mode[:r.IntN(3)]
		case 1:
			c.Arm = nil
		}
		target, arm := ratchet.Target(0), ratchet.Arm(0)
		err := ratchet.Take(c)
		if err == nil {
			continue
		}
		refusals++
		if !errors.Is(err, hardware.ErrRefused) || ratchet.Obeys(0) || ratchet.Obeys(1) {
			t.Fatalf("%v; a set-point is obeyed: %t, %t", err, ratchet.Obeys(0), ratchet.Obeys(1))
		}
		want := target
		if len(c.Mode) > 0 && c.Mode[0].Valid() && c.Mode[0].Stops() {
			want = messages.MoreSevere(target, c.Mode[0])
		}
		if ratchet.Target(0) != want || ratchet.Arm(0) > arm+2 {
			t.Fatalf("%v: %s with number %d after %s with %d; expected %s", err, ratchet.Target(0), ratchet.Arm(0), target, arm, want)
		}
	}
	if refusals < 500 {
		t.Errorf("only %d commands were refused", refusals)
	}
}

func TestARatchetDoesNotAllocate(t *testing.T) {
	r, c := hardware.NewRatchet("bus", twoDrives(), nil), commandOf(messages.ModeRun, 1)
	stop := []messages.Mode{messages.ModeDamp, messages.ModeDamp}
	if n := testing.AllocsPerRun(100, func() {
		c.Arm[0]++
		_ = r.Take(c)
		r.Answered(0, messages.ModeRun)
		r.Stop(0, stop)
	}); n != 0 {
		t.Errorf("a cycle allocates %g times", n)
	}
}

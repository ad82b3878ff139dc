package hardware

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"pgregory.net/rapid"
)

func twoDrives() []DriveInfo {
	drive := func(name, joint string, controls ...messages.ControlMode) DriveInfo {
		return DriveInfo{
			Name: name, Joint: joint, Controls: controls,
			Limits:   Limits{Lower: -2, Upper: 2, Velocity: 3, Acceleration: 10, Effort: 40},
			Watchdog: Watchdog{Timeout: 100 * time.Millisecond, Mode: messages.ModeRampHold},
		}
	}
	return []DriveInfo{
		drive("d1", "shoulder", messages.ControlPosition, messages.ControlPositionVelocityEffort, messages.ControlEffort),
		drive("d2", "elbow", messages.ControlVelocity),
	}
}

// running is a command that the two drives take.
func running() *messages.DriveCommand {
	command := NewCommand(2)
	command.Mode = []messages.Mode{messages.ModeRun, messages.ModeLimited}
	command.Control = []messages.ControlMode{messages.ControlPosition, messages.ControlVelocity}
	return command
}

func TestAFitCommandPasses(t *testing.T) {
	if err := Check("arm", twoDrives(), running()); err != nil {
		t.Error(err)
	}
}

func TestAnUnfitCommandIsRefusedByName(t *testing.T) {
	cases := []struct {
		name  string
		spoil func(*messages.DriveCommand)
		want  string
	}{
		{"short mode", func(c *messages.DriveCommand) { c.Mode = c.Mode[:1] },
			`bus "arm": command refused: mode has 1 entries; expected one for each drive, 2`},
		{"long arm", func(c *messages.DriveCommand) { c.Arm = append(c.Arm, 1) },
			`bus "arm": command refused: arm has 3 entries; expected one for each drive, 2`},
		{"no effort", func(c *messages.DriveCommand) { c.Effort = nil },
			`bus "arm": command refused: effort has 0 entries; expected one for each drive, 2`},
		{"unknown mode", func(c *messages.DriveCommand) { c.Mode[1] = 9 },
			`bus "arm": drive "d2" of joint "elbow": command refused: mode is mode(9); expected one of run, limited, ramp_hold, damp, ramp_off, brake, off`},
		{"control it does not take", func(c *messages.DriveCommand) { c.Control[1] = messages.ControlEffort },
			`bus "arm": drive "d2" of joint "elbow": command refused: control is effort; expected one that the drive accepts: velocity`},
		{"no control", func(c *messages.DriveCommand) { c.Control[0] = messages.ControlNone },
			`bus "arm": drive "d1" of joint "shoulder": command refused: control is none; expected one that the drive accepts: position, position+velocity+effort, effort`},
		{"not a number", func(c *messages.DriveCommand) { c.Position[0] = math.NaN() },
			`bus "arm": drive "d1" of joint "shoulder": command refused: position is NaN; expected a finite number, for the control mode names it`},
		{"infinite effort", func(c *messages.DriveCommand) {
			c.Control[0], c.Effort[0], c.Velocity[0] = messages.ControlEffort, math.Inf(1), 7
		}, `bus "arm": drive "d1" of joint "shoulder": command refused: effort is +Inf; expected a finite number, for the control mode names it`},
		{"infinite velocity", func(c *messages.DriveCommand) { c.Velocity[1] = math.Inf(-1) },
			`bus "arm": drive "d2" of joint "elbow": command refused: velocity is -Inf; expected a finite number, for the control mode names it`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			command := running()
			c.spoil(command)
			err := Check("arm", twoDrives(), command)
			if err == nil {
				t.Fatal("the command passed")
			}
			if err.Error() != c.want {
				t.Errorf("got  %s\nwant %s", err, c.want)
			}
			if !errors.Is(err, ErrRefused) {
				t.Error("errors.Is(err, ErrRefused) does not hold")
			}
		})
	}
}

func TestWhatTheControlModeDoesNotNameMayBeAnything(t *testing.T) {
	command := running()
	command.Velocity[0], command.Effort[0], command.Position[1] = math.NaN(), math.Inf(1), math.NaN()
	if err := Check("arm", twoDrives(), command); err != nil {
		t.Error(err)
	}
	command.Mode[0], command.Control[0], command.Position[0] = messages.ModeRampHold, 99, math.NaN()
	if err := Check("arm", twoDrives(), command); err != nil {
		t.Errorf("set-points of a drive that is stopped matter: %v", err)
	}
}

func TestAnArmNumberMayLeapAsFarAsDocumentedAndNoFarther(t *testing.T) {
	drive := &twoDrives()[0]
	for _, newest := range []uint32{0, 7, math.MaxUint32 - MaxArmLeap - 1} {
		for arm, passes := range map[uint32]bool{newest: true, newest + 1: true, newest + MaxArmLeap: true, newest + MaxArmLeap + 1: false} {
			if err := CheckArm("arm", drive, arm, newest); (err == nil) != passes {
				t.Errorf("%d after %d: %v", arm, newest, err)
			}
		}
	}
	if err := CheckArm("arm", drive, 3, 9); err != nil {
		t.Errorf("a spent number: %v", err)
	}
}

// The model: a command is unfit exactly when some named quantity of a passing drive is not finite
// or not taken.
func TestCheckAgreesWithAModelOnRandomCommands(t *testing.T) {
	numbers := []float64{0, -1, 1e300, math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), math.SmallestNonzeroFloat64}
	rapid.Check(t, func(t *rapid.T) {
		drives, command := twoDrives(), NewCommand(2)
		number := rapid.SampledFrom(numbers)
		fit := true
		for i := range drives {
			command.Mode[i] = messages.Mode(rapid.IntRange(0, 8).Draw(t, "mode"))
			command.Control[i] = messages.ControlMode(rapid.IntRange(0, 9).Draw(t, "control"))
			values := map[messages.ControlMode]float64{}
			for _, q := range []messages.ControlMode{messages.ControlPosition, messages.ControlVelocity, messages.ControlEffort} {
				values[q] = number.Draw(t, q.String())
			}
			command.Position[i], command.Velocity[i], command.Effort[i] =
				values[messages.ControlPosition], values[messages.ControlVelocity], values[messages.ControlEffort]
			if command.Mode[i] > messages.ModeOff {
				fit = false
			}
			if command.Mode[i] > messages.ModeLimited {
				continue
			}
			if !drives[i].Takes(command.Control[i]) {
				fit = false
			}
			for q, v := range values {
				if command.Control[i]&q != 0 && (math.IsNaN(v) || math.IsInf(v, 0)) {
					fit = false
				}
			}
		}
		if err := Check("arm", drives, command); (err == nil) != fit {
			t.Fatalf("fit is %v, Check gave %v", fit, err)
		}
	})
}

func TestCheckingAFitCommandAllocatesNothing(t *testing.T) {
	drives, command := twoDrives(), running()
	if n := testing.AllocsPerRun(100, func() { _ = Check("arm", drives, command) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

func TestAStateOfTheWrongLengthIsRefused(t *testing.T) {
	state := NewState(2)
	if err := CheckState("arm", 2, state); err != nil {
		t.Error(err)
	}
	state.Fault = state.Fault[:1]
	err := CheckState("arm", 2, state)
	if !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "state fault has 1 entries") {
		t.Errorf("got %v", err)
	}
}

func TestDrivesAreDescribedInFull(t *testing.T) {
	if err := CheckDrives("arm", twoDrives()); err != nil {
		t.Error(err)
	}
	cases := []struct {
		name  string
		spoil func([]DriveInfo)
		want  string
	}{
		{"no name", func(d []DriveInfo) { d[1].Name = "" }, `drive 1 has the name ""`},
		{"a name twice", func(d []DriveInfo) { d[1].Name = "d1" }, "has the same name"},
		{"a joint twice", func(d []DriveInfo) { d[1].Joint = "shoulder" }, "moves the same joint"},
		{"limits reversed", func(d []DriveInfo) { d[0].Limits.Lower = 3 }, "position limits 3 to 2"},
		{"limit not a number", func(d []DriveInfo) { d[0].Limits.Upper = math.NaN() }, "position limits -2 to NaN"},
		{"no effort", func(d []DriveInfo) { d[0].Limits.Effort = 0 }, "effort 0; expected all above zero"},
		{"resolution", func(d []DriveInfo) { d[0].Resolution = math.Inf(1) }, "encoder resolution +Inf"},
		{"no control", func(d []DriveInfo) { d[0].Controls = nil }, "takes no control mode"},
		{"odd control", func(d []DriveInfo) { d[0].Controls = []messages.ControlMode{0} }, "takes control mode none"},
		{"no watchdog", func(d []DriveInfo) { d[0].Watchdog.Timeout = 0 }, "runs on when its host dies"},
		{"watchdog that runs", func(d []DriveInfo) { d[0].Watchdog.Mode = messages.ModeLimited }, "watchdog mode limited"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			drives := twoDrives()
			c.spoil(drives)
			if err := CheckDrives("arm", drives); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want a text with %q", err, c.want)
			}
		})
	}
	if err := CheckDrives("arm", nil); err == nil {
		t.Error("a bus without drives passed")
	}
}

func TestGainScalesAndEffortCapsAreCheckedAgainstTheDrive(t *testing.T) {
	for _, c := range []struct {
		name        string
		supported   bool
		kp, kd, cap float64
		want        string // empty: it passes
	}{
		{"nominal", false, 1, 1, math.Inf(1), ""},
		{"softer, supported", true, 0.5, 0, 3, ""},
		{"softer, not supported", false, 0.5, 1, math.Inf(1), "kp_scale, kd_scale are 0.5, 1; expected 1, for the drive does not scale its gains"},
		{"less damped, not supported", false, 1, 0.5, math.Inf(1), "kp_scale, kd_scale are 1, 0.5; expected 1, for the drive does not scale its gains"},
		{"capped, not supported", false, 1, 1, 3, "max_effort is 3; expected infinity"},
		{"stiffer", true, 1.5, 1, 3, "kp_scale is 1.5; expected 0 to 1"},
		{"not a number", true, 1, math.NaN(), 3, "kd_scale is NaN"},
		{"negative cap", true, 1, 1, -1, "max_effort is -1; expected at least 0"},
	} {
		drives, command := twoDrives(), running()
		drives[0].GainScales, drives[0].EffortCap = c.supported, c.supported
		command.KpScale, command.KdScale, command.MaxEffort = []float64{c.kp, 1}, []float64{c.kd, 1}, []float64{c.cap, math.Inf(1)}
		err := Check("arm", drives, command)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	command := running()
	command.KpScale, command.KdScale = []float64{1, 1}, nil
	if err := Check("arm", twoDrives(), command); err == nil || !strings.Contains(err.Error(), "kd_scale has 0 entries") {
		t.Errorf("kp without kd: %v", err)
	}
}

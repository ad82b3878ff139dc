package hardware

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/messages"
)

// Check returns nil if the command may be sent to the drives of that bus, and else a *RefusedError
// that names the first error. Every driver calls it before it sends set-points.
//
// A command is valid if every field has one entry for each drive and every mode is a declared one.
// For each drive whose mode passes commands, the control mode must be one that the drive accepts,
// the quantities that it names must be finite, and gain scales and effort caps must be in range and
// supported by the drive. Check does not know limits: the gate rejects what is beyond the world's,
// the drive keeps its own. It does not know arm numbers either: only the drive knows which are
// spent, see CheckArm. Checking a valid command does not allocate.
func Check(bus string, drives []DriveInfo, command *messages.DriveCommand) error {
	if err := checkLengths(bus, len(drives), command); err != nil {
		return err
	}
	for i := range drives {
		if !command.Mode[i].Valid() {
			return refused(bus, &drives[i], "mode", fmt.Sprintf("is %s", command.Mode[i]), "one of run, limited, ramp_hold, damp, ramp_off, brake, off")
		}
		if command.Mode[i].Stops() {
			continue
		}
		control := command.Control[i]
		if !drives[i].Takes(control) {
			return refused(bus, &drives[i], "control", fmt.Sprintf("is %s", control), "one that the drive accepts: "+list(drives[i].Controls))
		}
		if control.Has(messages.ControlPosition) && !finite(command.Position[i]) {
			return notFinite(bus, &drives[i], "position", command.Position[i])
		}
		if control.Has(messages.ControlVelocity) && !finite(command.Velocity[i]) {
			return notFinite(bus, &drives[i], "velocity", command.Velocity[i])
		}
		if control.Has(messages.ControlEffort) && !finite(command.Effort[i]) {
			return notFinite(bus, &drives[i], "effort", command.Effort[i])
		}
		if err := checkTuning(bus, &drives[i], command, i); err != nil {
			return err
		}
	}
	return nil
}

// MaxArmLeap is the most by which the arm number of a command may exceed the newest one that the
// drive knows. A gate counts re-arms one by one; a number far beyond would spend all that are left.
const MaxArmLeap = 1 << 16

// CheckArm returns nil if a drive may take an arm number while newest is the newest one that it
// knows, and else a *RefusedError. Numbers that are spent pass: the drive ignores their commands.
func CheckArm(bus string, drive *DriveInfo, arm, newest uint32) error {
	if arm > newest && arm-newest > MaxArmLeap {
		return refused(bus, drive, "arm", fmt.Sprintf("is %d, %d more than the newest one", arm, arm-newest), fmt.Sprintf("at most %d more", MaxArmLeap))
	}
	return nil
}

// checkTuning checks the gain scales and the effort cap of one drive.
func checkTuning(bus string, drive *DriveInfo, command *messages.DriveCommand, i int) error {
	if len(command.KpScale) > 0 {
		kp, kd := command.KpScale[i], command.KdScale[i]
		switch {
		case !(kp >= 0 && kp <= 1):
			return refused(bus, drive, "kp_scale", fmt.Sprintf("is %g", kp), "0 to 1")
		case !(kd >= 0 && kd <= 1):
			return refused(bus, drive, "kd_scale", fmt.Sprintf("is %g", kd), "0 to 1")
		case !drive.GainScales && (kp != 1 || kd != 1):
			return refused(bus, drive, "kp_scale, kd_scale", fmt.Sprintf("are %g, %g", kp, kd), "1, for the drive does not scale its gains")
		}
	}
	if len(command.MaxEffort) > 0 {
		most := command.MaxEffort[i]
		switch {
		case !(most >= 0):
			return refused(bus, drive, "max_effort", fmt.Sprintf("is %g", most), "at least 0")
		case !drive.EffortCap && !math.IsInf(most, 1):
			return refused(bus, drive, "max_effort", fmt.Sprintf("is %g", most), "infinity, for the drive does not cap its effort")
		}
	}
	return nil
}

func checkLengths(bus string, drives int, command *messages.DriveCommand) error {
	return checkFields(bus, drives, "", []fieldLength{
		{"mode", len(command.Mode), false}, {"control", len(command.Control), false}, {"position", len(command.Position), false},
		{"velocity", len(command.Velocity), false}, {"effort", len(command.Effort), false}, {"arm", len(command.Arm), false},
		{"kp_scale", len(command.KpScale), true}, {"kd_scale", len(command.KdScale), len(command.KpScale) == 0},
		{"max_effort", len(command.MaxEffort), true},
	})
}

// CheckState returns nil if every field of a state that Collect fills has one entry for each drive,
// or none if it is optional, and else a *RefusedError: Collect never makes a field longer.
func CheckState(bus string, drives int, state *messages.DriveState) error {
	return checkFields(bus, drives, "state ", []fieldLength{
		{"position", len(state.Position), false}, {"velocity", len(state.Velocity), false}, {"effort", len(state.Effort), false},
		{"mode", len(state.Mode), false}, {"fault", len(state.Fault), false}, {"answered", len(state.Answered), false},
		{"arm", len(state.Arm), false}, {"temperature", len(state.Temperature), true}, {"voltage", len(state.Voltage), true},
		{"current", len(state.Current), true}, {"fault_word", len(state.FaultWord), true},
	})
}

// fieldLength is the length of one field of a command or state.
type fieldLength struct {
	name     string
	length   int
	optional bool // it may be empty
}

func checkFields(bus string, drives int, prefix string, fields []fieldLength) error {
	for _, f := range fields {
		if f.length != drives && !(f.optional && f.length == 0) {
			return &RefusedError{Bus: bus, Field: prefix + f.name, Problem: fmt.Sprintf("has %d entries", f.length),
				Expected: fmt.Sprintf("one for each drive, %d", drives)}
		}
	}
	return nil
}

// CheckDrives returns nil if the drives are described in full, as Driver.Drives must: the error
// names the first that is not. Drivers call it when they are made.
func CheckDrives(bus string, drives []DriveInfo) error {
	if len(drives) == 0 {
		return fmt.Errorf("bus %q has no drives; expected at least one", bus)
	}
	names, joints := make(map[string]bool), make(map[string]bool)
	for i := range drives {
		d := &drives[i]
		wrong := func(format string, arguments ...any) error {
			return fmt.Errorf("bus %q: drive %q of joint %q: "+format, append([]any{bus, d.Name, d.Joint}, arguments...)...)
		}
		switch {
		case d.Name == "" || d.Joint == "":
			return fmt.Errorf("bus %q: drive %d has the name %q and the joint %q; expected both", bus, i, d.Name, d.Joint)
		case names[d.Name]:
			return wrong("another drive of this bus has the same name; expected one of its own")
		case joints[d.Joint]:
			return wrong("another drive of this bus moves the same joint; expected one drive a joint")
		case !(d.Limits.Lower < d.Limits.Upper):
			return wrong("position limits %g to %g; expected a lower below an upper one", d.Limits.Lower, d.Limits.Upper)
		case !(d.Limits.Velocity > 0 && d.Limits.Acceleration > 0 && d.Limits.Effort > 0):
			return wrong("limits velocity %g, acceleration %g, effort %g; expected all above zero", d.Limits.Velocity, d.Limits.Acceleration, d.Limits.Effort)
		case !(d.Resolution >= 0) || math.IsInf(d.Resolution, 0):
			return wrong("encoder resolution %g; expected zero or a positive number of rad or m a count", d.Resolution)
		case len(d.Controls) == 0:
			return wrong("it takes no control mode; expected at least one")
		case d.Watchdog.Timeout <= 0:
			return wrong("watchdog timeout %s; expected a positive one, for a drive without a watchdog runs on when its host dies", d.Watchdog.Timeout)
		case !d.Watchdog.Mode.Valid() || d.Watchdog.Mode.Passes():
			return wrong("watchdog mode %s; expected one that stops", d.Watchdog.Mode)
		}
		for _, c := range d.Controls {
			if c == messages.ControlNone || !c.Valid() {
				return wrong("it takes control mode %s; expected mixes of position, velocity and effort", c)
			}
		}
		names[d.Name], joints[d.Joint] = true, true
	}
	return nil
}

// Unconfirmed returns nil if every drive answered and is in the demanded mode or a more severe one,
// and else an
// *UnconfirmedError. Demands are read as Driver.Stop reads them.
func Unconfirmed(bus string, drives []DriveInfo, demanded []messages.Mode, state *messages.DriveState) error {
	var missing []Unstopped
	for i := range drives {
		want := Demand(demanded, i)
		if !state.Answered[i] || !state.Mode[i].Valid() || state.Mode[i] < want {
			missing = append(missing, Unstopped{drives[i].Name, drives[i].Joint, want, state.Mode[i], state.Answered[i]})
		}
	}
	if missing == nil {
		return nil
	}
	return &UnconfirmedError{Bus: bus, Drives: missing}
}

// Demand returns what Driver.Stop demands of drive i: modes[i] where that is a mode that stops, and
// else off.
func Demand(modes []messages.Mode, i int) messages.Mode {
	if i < 0 || i >= len(modes) || !modes[i].Valid() || modes[i].Passes() {
		return messages.ModeOff
	}
	return modes[i]
}

func refused(bus string, drive *DriveInfo, field, problem, expected string) error {
	return &RefusedError{Bus: bus, Drive: drive.Name, Joint: drive.Joint, Field: field, Problem: problem, Expected: expected}
}

func notFinite(bus string, drive *DriveInfo, field string, value float64) error {
	return refused(bus, drive, field, fmt.Sprintf("is %g", value), "a finite number, for the control mode names it")
}

func finite(x float64) bool { return x-x == 0 }

func list(controls []messages.ControlMode) string {
	text := ""
	for i, c := range controls {
		if i > 0 {
			text += ", "
		}
		text += c.String()
	}
	return text
}

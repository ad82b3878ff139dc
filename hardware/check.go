package hardware

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/messages"
)

// Check returns nil if the command is fit to be sent to the drives of that bus, and else a *RefusedError that names the
// first thing wrong. Every driver calls it before it sends set-points.
//
// A command is fit when every field has one entry a drive, every mode is a declared one, and for each drive whose mode
// passes commands, the control mode is one that the drive takes and the quantities it names are finite. It does not
// look at limits: the gate refuses what is beyond the world's, the drive keeps its own. It does not look at arm numbers
// either: only the drive knows which are spent. A fit command costs no allocation.
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
			return refused(bus, &drives[i], "control", fmt.Sprintf("is %s", control), "one that the drive takes: "+list(drives[i].Controls))
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
	}
	return nil
}

func checkLengths(bus string, drives int, command *messages.DriveCommand) error {
	for _, field := range [...]struct {
		name   string
		length int
	}{
		{"mode", len(command.Mode)}, {"control", len(command.Control)}, {"position", len(command.Position)},
		{"velocity", len(command.Velocity)}, {"effort", len(command.Effort)}, {"arm", len(command.Arm)},
	} {
		if field.length != drives {
			return &RefusedError{Bus: bus, Field: field.name, Problem: fmt.Sprintf("has %d entries", field.length),
				Expected: fmt.Sprintf("one a drive, %d", drives)}
		}
	}
	return nil
}

// CheckState returns nil if every field of a state that is to be filled has one entry a drive, and else a
// *RefusedError: Exchange fills what it is given and never makes it longer.
func CheckState(bus string, drives int, state *messages.DriveState) error {
	for _, field := range [...]struct {
		name   string
		length int
	}{
		{"position", len(state.Position)}, {"velocity", len(state.Velocity)}, {"effort", len(state.Effort)},
		{"mode", len(state.Mode)}, {"fault", len(state.Fault)}, {"answered", len(state.Answered)}, {"arm", len(state.Arm)},
	} {
		if field.length != drives {
			return &RefusedError{Bus: bus, Field: "state " + field.name, Problem: fmt.Sprintf("has %d entries", field.length),
				Expected: fmt.Sprintf("one a drive, %d", drives)}
		}
	}
	return nil
}

// CheckDrives returns nil if the drives are described in full, as Driver.Drives must: the error names the first that is
// not. Drivers call it when they are made.
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

// Unconfirmed returns nil if every drive answered and is in the demanded mode or a more severe one, and else an
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

// Demand returns what Driver.Stop demands of drive i: modes[i] where that is a mode that stops, and else off.
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

package hardware

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Wanted is what a drive must have for the joint that it moves.
type Wanted struct {
	// Brake asks for a spring brake.
	Brake bool
	// Watchdog is the mode that its watchdog must lead to: nobody else stops the joint when host and drive do not reach
	// each other. Where there is a brake, a more severe one will do. Run asks for nothing.
	Watchdog messages.Mode
	// Why says in the words of the application what asks for it, as "kind vertical" or "mode brake".
	Why string
}

// checkJoints returns an error unless the drives are those of the joints, in that order. No names ask for nothing.
func checkJoints(bus string, drives []DriveInfo, joints []string) error {
	if joints == nil {
		return nil
	}
	have := make([]string, len(drives))
	for i := range drives {
		have[i] = drives[i].Joint
	}
	if slices.Equal(have, joints) {
		return nil
	}
	return fmt.Errorf("bus %q: its driver describes drives of the joints %s, but the application has %s: commands and states have no names, so each would reach another joint; expected the same joints in the same order, as the driver is given them",
		bus, strings.Join(have, ", "), strings.Join(joints, ", "))
}

// checkWanted returns what the drives of a bus lack, joined, or nil.
func checkWanted(bus string, drives []DriveInfo, wanted []Wanted) error {
	if wanted == nil {
		return nil
	}
	if len(wanted) != len(drives) {
		return fmt.Errorf("bus %s: %d drives are asked for, %d are there; expected one a drive", bus, len(wanted), len(drives))
	}
	var all []error
	for i, w := range wanted {
		d := &drives[i]
		what, _, _ := strings.Cut(w.Why, " ")
		if w.Brake && !d.Brake {
			all = append(all, fmt.Errorf("bus %s: drive %q of joint %q has no spring brake, but %s asks for one: without it, nothing holds the joint once its torque is off; expected a brake, or another %s",
				bus, d.Name, d.Joint, w.Why, what))
		}
		mode := d.Watchdog.Mode
		if harder := w.Brake && mode > w.Watchdog; w.Watchdog != messages.ModeRun && mode != w.Watchdog && !harder {
			all = append(all, fmt.Errorf("bus %s: the watchdog of drive %q of joint %q leads to %s, but %s asks for %s: set the drive's mode of its watchdog, or declare modes: {bus_lost: %s}",
				bus, d.Name, d.Joint, mode, w.Why, w.Watchdog, mode))
		}
	}
	return errors.Join(all...)
}

// checkWatchdogs returns the drives whose watchdogs act before the next command can come, joined, or nil. Commands come a
// period apart, of which zero says nothing.
func checkWatchdogs(bus string, drives []DriveInfo, period time.Duration) error {
	var all []error
	for i := range drives {
		d := &drives[i]
		if d.Watchdog.Timeout < period {
			all = append(all, fmt.Errorf("bus %s: the watchdog of drive %q of joint %q acts after %v without a command, but commands come every %v: the joint could never run; expected at least %v",
				bus, d.Name, d.Joint, d.Watchdog.Timeout, period, period))
		}
	}
	return errors.Join(all...)
}

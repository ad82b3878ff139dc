package hardware

import (
	"errors"
	"fmt"

	"github.com/robo-actors/robo-actors/messages"
)

// Wanted is what a drive must have for the joint that it moves.
type Wanted struct {
	// Brake asks for a spring brake.
	Brake bool
	// Watchdog is the mode that its watchdog must lead to: nobody else stops the joint when host and drive do not reach
	// each other. Where there is a brake, a more severe one will do. Run asks for nothing.
	Watchdog messages.Mode
	// Why says in the words of the application what asks for it, as "kind vertical".
	Why string
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
		if w.Brake && !d.Brake {
			all = append(all, fmt.Errorf("bus %s: drive %q of joint %q has no spring brake, but %s asks for one: fit one, or declare another kind", bus, d.Name, d.Joint, w.Why))
		}
		mode := d.Watchdog.Mode
		if harder := w.Brake && mode > w.Watchdog; w.Watchdog != messages.ModeRun && mode != w.Watchdog && !harder {
			all = append(all, fmt.Errorf("bus %s: the watchdog of drive %q of joint %q leads to %s, but %s asks for %s: set the drive's mode of its watchdog, or declare modes: {bus_lost: %s}",
				bus, d.Name, d.Joint, mode, w.Why, w.Watchdog, mode))
		}
	}
	return errors.Join(all...)
}

package hardware

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// DriveRequirements lists what an application requires of the drive that moves a joint.
type DriveRequirements struct {
	// Brake requires a spring brake.
	Brake bool
	// Watchdog is the mode that the drive's watchdog must lead to: when host and drive lose each
	// other, nothing else stops the joint. A drive with a brake may use a more severe mode. Run
	// requires nothing.
	Watchdog messages.Mode
	// Control is the control mode that the drive must take; none requires nothing. GainScales
	// requires that the drive scales its gains, EffortCap that it caps its effort. Controller is the
	// controller that requires them.
	Control               messages.ControlMode
	GainScales, EffortCap bool
	Controller            string
	// Setting and Value are what the application sets for the joint and what therefore requires
	// brake and watchdog, as "kind" and "vertical", or "mode" and "brake".
	Setting, Value string
}

// checkJoints returns an error unless the drives move the joints, in that order. It accepts any
// drives where joints is nil.
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

// checkRequirements returns every requirement that a drive of the bus does not meet, joined, or
// nil.
func checkRequirements(bus string, drives []DriveInfo, required []DriveRequirements) error {
	if required == nil {
		return nil
	}
	if len(required) != len(drives) {
		return fmt.Errorf("bus %s: requirements for %d drives, but the bus has %d; expected one entry for each drive", bus, len(required), len(drives))
	}
	var all []error
	for i := range required {
		all = append(all, required[i].unmet(bus, &drives[i])...)
	}
	return errors.Join(all...)
}

// unmet returns the requirements that the drive does not meet.
func (r *DriveRequirements) unmet(bus string, d *DriveInfo) (all []error) {
	reason := r.Setting + " " + r.Value
	if r.Brake && !d.Brake {
		all = append(all, fmt.Errorf("bus %s: drive %q of joint %q has no spring brake, but %s requires one: without it, nothing holds the joint once its torque is off; expected a brake, or another %s",
			bus, d.Name, d.Joint, reason, r.Setting))
	}
	mode := d.Watchdog.Mode
	if harder := r.Brake && mode > r.Watchdog; r.Watchdog != messages.ModeRun && mode != r.Watchdog && !harder {
		all = append(all, fmt.Errorf("bus %s: the watchdog of drive %q of joint %q leads to %s, but %s requires %s: set the mode of the drive's watchdog, or declare modes: {bus_lost: %s}",
			bus, d.Name, d.Joint, mode, reason, r.Watchdog, mode))
	}
	if r.Control != messages.ControlNone && !d.Takes(r.Control) {
		all = append(all, fmt.Errorf("bus %s: drive %q of joint %q takes %s, but controller %s commands %s: the joint could never run; expected a drive that takes it, or another controller or output",
			bus, d.Name, d.Joint, list(d.Controls), r.Controller, r.Control))
	}
	if r.GainScales && !d.GainScales {
		all = append(all, fmt.Errorf("bus %s: drive %q of joint %q does not scale its gains, but controller %s scales them; expected a drive that does, or no gain scales in the options of the controller",
			bus, d.Name, d.Joint, r.Controller))
	}
	if r.EffortCap && !d.EffortCap {
		all = append(all, fmt.Errorf("bus %s: drive %q of joint %q does not cap its effort, but controller %s caps it; expected a drive that does, or no effort cap in the options of the controller",
			bus, d.Name, d.Joint, r.Controller))
	}
	return all
}

// checkWatchdogs returns the drives whose watchdogs expire before the next command can come,
// joined, or nil. Zero as the period of the commands checks nothing.
func checkWatchdogs(bus string, drives []DriveInfo, period time.Duration) error {
	var all []error
	for i := range drives {
		d := &drives[i]
		if d.Watchdog.Timeout < period {
			all = append(all, fmt.Errorf("bus %s: the watchdog of drive %q of joint %q expires after %v without a command, but commands come every %v: the joint could never run; expected at least %v",
				bus, d.Name, d.Joint, d.Watchdog.Timeout, period, period))
		}
	}
	return errors.Join(all...)
}

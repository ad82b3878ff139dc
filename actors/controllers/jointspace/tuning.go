package jointspace

import (
	"fmt"

	"github.com/robo-actors/robo-actors/messages"
)

// DriveGainOptions scale the gains of the drives' own loops. Both zero leaves the gains as they
// are.
type DriveGainOptions struct {
	Kp float64 `option:"kp" doc:"scale of the stiffness" min:"0" max:"1"`
	Kd float64 `option:"kd" doc:"scale of the damping" min:"0" max:"1"`
}

// TunesDrives reports whether the options scale the gains of the drives and cap their efforts.
func (a *Actor) TunesDrives() (gainScales, effortCap bool) {
	return a.DriveGains != DriveGainOptions{}, len(a.MaxEffort) > 0
}

// commandSizes returns the sizes of commands for n joints.
func (a *Actor) commandSizes(n int) map[string]int {
	sizes := map[string]int{"joints": n, "positions": n, "velocities": n}
	gainScales, effortCap := a.TunesDrives()
	if gainScales {
		sizes["gain_scales"] = n
	}
	if effortCap {
		sizes["effort_caps"] = n
	}
	return sizes
}

// checkMaxEffort checks that max_effort has one entry a joint.
func (a *Actor) checkMaxEffort(n int) error {
	if len(a.MaxEffort) == 0 || len(a.MaxEffort) == n {
		return nil
	}
	return &messages.OptionError{Path: "max_effort",
		Err:      fmt.Errorf("%d entries for %d joints", len(a.MaxEffort), n),
		Expected: "one for each joint of the group"}
}

// tuneDrives writes the gain scales and effort caps of a command.
func (a *Actor) tuneDrives(c *messages.JointCommand) {
	for i := range c.KpScale {
		c.KpScale[i], c.KdScale[i] = a.DriveGains.Kp, a.DriveGains.Kd
	}
	copy(c.MaxEffort, a.MaxEffort)
}

package gate

import (
	"slices"

	"github.com/robo-actors/robo-actors/actors"
)

// driveSizes returns the sizes of the commands to a bus. Gain scales and effort caps have entries
// if a controller of one of its joints commands them.
func (c *Config) driveSizes(bus int) actors.Sizes {
	joints := c.Buses[bus].Joints
	sizes := actors.Sizes{"drives": len(joints)}
	for _, k := range c.Claims {
		for i := range k.Group.NumJoints() {
			if !slices.Contains(joints, k.Group.WorldJoint(i)) {
				continue
			}
			if k.GainScales {
				sizes["gain_scales"] = len(joints)
			}
			if k.EffortCap {
				sizes["effort_caps"] = len(joints)
			}
		}
	}
	return sizes
}

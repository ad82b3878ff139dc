package lint

import (
	"fmt"

	"github.com/robo-actors/robo-actors/worlds"
)

// unstable reports drives whose loops are unstable at some positions within the limits. The gains
// of a drive fit the inertia that its joint moves at the start.
func (r *Robot) unstable() (all []string) {
	if r.Mechanism == nil {
		return nil
	}
	least := r.Mechanism.LeastInertias()
	if least == nil {
		return nil
	}
	for _, d := range r.Drives {
		inertia, joint := least[d.Velocity], d.Info().Joint
		if d.Stable(inertia) {
			continue
		}
		unit := "kg m^2"
		if i, err := r.World.JointIndex(joint); err == nil && r.World.Joint(i).Type == worlds.Prismatic {
			unit = "kg"
		}
		all = append(all, fmt.Sprintf("the loop of the drive of joint %q may become unstable: within the limits its joint moves as little as %.2g %s while other joints yield; set rotor_inertia and gear_ratio of the real drive, or a lower bandwidth",
			joint, inertia, unit))
	}
	return all
}

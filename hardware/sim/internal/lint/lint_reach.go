package lint

import (
	"fmt"

	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/worlds"
)

// outOfReach reports latches and grasps that wait for a position that their joint never reaches.
func (r *Robot) outOfReach() (all []string) {
	never := func(path, joint string, at float64, what string) {
		if lower, upper, reached := r.reaches(joint, at); !reached {
			all = append(all, fmt.Sprintf("%s is %g, beyond the limits of joint %q of %g to %g: %s", path, at, joint, lower, upper, what))
		}
	}
	for i, l := range r.Options.Latches {
		never(fmt.Sprintf("latches[%d].at", i), l.Joint, l.At, "the latch never catches")
		never(fmt.Sprintf("latches[%d].release", i), l.HandleJoint, l.Release, "nothing releases the latch")
	}
	for i, g := range r.Options.Grasps {
		if g.Joint != "" {
			never(fmt.Sprintf("grasps[%d].closed", i), g.Joint, g.Closed, "the grasp never closes")
			never(fmt.Sprintf("grasps[%d].opened", i), g.Joint, g.Opened, "the grasp does not open by its finger")
		}
	}
	return all
}

// reaches reports whether a joint can reach a position, and returns its limits. A joint without
// limits, or one that does not exist, can.
func (r *Robot) reaches(name string, at float64) (lower, upper float64, reached bool) {
	i, err := r.World.JointIndex(name)
	if err != nil {
		return 0, 0, true
	}
	j, margin := r.World.Joint(i), physics.EndMargin
	switch {
	case j.Type != worlds.Revolute && j.Type != worlds.Prismatic:
		return 0, 0, true
	case r.Options.RigidLimits:
		margin = 1e-9
	case j.Type == worlds.Prismatic:
		margin = physics.EndMarginLinear
	}
	l := j.Limits[0]
	return l.Lower, l.Upper, at >= l.Lower-margin && at <= l.Upper+margin
}

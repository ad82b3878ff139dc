package sim

import (
	"fmt"

	"github.com/robo-actors/robo-actors/worlds"
)

// reachRemarks tell of latches and grasps that wait for a position which their joint never comes to.
func (o *PlantOptions) reachRemarks(robot *worlds.World) (all []string) {
	never := func(path, joint string, at float64, what string) {
		if lower, upper, reached := o.reaches(robot, joint, at); !reached {
			all = append(all, fmt.Sprintf("%s is %g, beyond the limits of joint %q, %g to %g: %s", path, at, joint, lower, upper, what))
		}
	}
	for i, l := range o.Latches {
		never(fmt.Sprintf("latches[%d].at", i), l.Joint, l.At, "the latch catches only what comes there")
		never(fmt.Sprintf("latches[%d].release", i), l.HandleJoint, l.Release, "nothing releases the latch")
	}
	for i, g := range o.Grasps {
		if g.Joint != "" {
			never(fmt.Sprintf("grasps[%d].closed", i), g.Joint, g.Closed, "the grasp never closes")
			never(fmt.Sprintf("grasps[%d].opened", i), g.Joint, g.Opened, "the grasp does not open by its finger")
		}
	}
	return all
}

// reaches tells whether a joint comes to a position, and its limits. A joint that has none, or that there is not, does.
func (o *PlantOptions) reaches(robot *worlds.World, name string, at float64) (lower, upper float64, reached bool) {
	i, err := robot.JointIndex(name)
	if err != nil {
		return 0, 0, true
	}
	j, margin := robot.Joint(i), endMargin
	switch {
	case j.Type != worlds.Revolute && j.Type != worlds.Prismatic:
		return 0, 0, true
	case o.RigidLimits:
		margin = 1e-9
	case j.Type == worlds.Prismatic:
		margin = endMarginLinear
	}
	l := j.Limits[0]
	return l.Lower, l.Upper, at >= l.Lower-margin && at <= l.Upper+margin
}

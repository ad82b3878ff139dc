package motion

import (
	"fmt"

	"github.com/robo-actors/robo-actors/worlds/environment"
)

// watchStep is the distance of the points at which the rest of a motion is checked, as that of
// configurations, rad or m.
const watchStep = 1.0 / 16

// Blocked reports what is in the way of the rest of a motion in a scene, empty for nothing. The
// rest is a list of configurations of the joints; the request is the one that the motion was
// planned for, whose clearances count by half, so that a motion that just keeps them goes on.
func Blocked(scene *environment.Scene, robot string, joints []string, q *PlanRequest, rest [][]float64) (why string, err error) {
	space, err := halfway(scene, robot, joints, q, watchStep)
	if err != nil {
		return "", err
	}
	return blocked(space, rest), nil
}

// halfway returns the space of a request with half its clearances.
func halfway(scene *environment.Scene, robot string, joints []string, q *PlanRequest, step float64) (*environment.Space, error) {
	h, err := scene.Handle(robot)
	if err != nil {
		return nil, err
	}
	if scene, err = touching(scene, h, q.Touch, true); err == nil {
		scene, err = touching(scene, h, q.HeldTouch, false)
	}
	if err == nil {
		scene, err = widened(scene, q.Keep, 0.5)
	}
	if err != nil {
		return nil, err
	}
	return scene.Space(h, environment.SpaceOptions{Joints: joints, Margin: q.Clearance / 2, Step: step})
}

// blocked says what is in the way between the configurations of a list, empty for nothing.
func blocked(space *environment.Space, rest [][]float64) (why string) {
	for i := 1; i < len(rest); i++ {
		if !space.FreeEdge(rest[i-1], rest[i]) {
			if why = space.Explain(rest[i]); why == "" {
				why = fmt.Sprintf("the way to point %d of %d is not free", i, len(rest)-1)
			}
			return why
		}
	}
	return ""
}

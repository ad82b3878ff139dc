package motion

import (
	"fmt"

	"github.com/robo-actors/robo-actors/worlds/environment"
)

// Blocked reports what is in the way of the rest of a motion in a scene, empty for nothing. The
// rest is a list of configurations of the joints; the request is the one that the motion was
// planned for, whose clearances count by half, so that a motion that just keeps them goes on.
func Blocked(scene *environment.Scene, robot string, joints []string, q *PlanRequest, rest [][]float64) (why string, err error) {
	space, err := accepted(scene, robot, joints, q)
	if err != nil {
		return "", err
	}
	return blocked(space, rest), nil
}

// blocked says what is in the way between the configurations of a list, empty for nothing.
func blocked(space *environment.Space, rest [][]float64) (why string) {
	for i := 1; i < len(rest); i++ {
		if !space.FreeSweep(rest[i-1], rest[i]) {
			if why = space.Explain(rest[i]); why == "" {
				why = fmt.Sprintf("the way to point %d of %d is not free", i, len(rest)-1)
			}
			return why
		}
	}
	return ""
}

package worlds_test

import (
	"errors"
	"fmt"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// A tool is attached to an arm under a namespace; the world of both has one vector for all joints.
func ExampleDescription_Attach() {
	arm := &worlds.Description{
		Name:  "arm",
		Links: []worlds.Link{{Name: "base"}, {Name: "flange"}},
		Joints: []worlds.Joint{{
			Name: "turn", Type: worlds.Continuous, Parent: "base", Child: "flange",
			Origin: spatial.PoseFromRPY([3]float64{0, 0, 0.5}, [3]float64{}), Axis: [3]float64{0, 0, 1},
		}},
	}
	tool := &worlds.Description{
		Name:  "tool",
		Links: []worlds.Link{{Name: "body"}, {Name: "tip"}},
		Joints: []worlds.Joint{{
			Name: "extend", Type: worlds.Prismatic, Parent: "body", Child: "tip",
			Origin: spatial.PoseFromRPY([3]float64{}, [3]float64{}), Axis: [3]float64{0, 0, 1},
			Limits: []worlds.Limit{{Upper: 0.1, Velocity: 0.2, Acceleration: 1, Jerk: 10, Effort: 50}},
		}},
	}
	if err := arm.Attach(tool.Prefixed("left"), worlds.Joint{Parent: "flange"}); err != nil {
		fmt.Println(err)
		return
	}
	world, err := worlds.Build(arm)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(world.JointNames(), world.BodyNames())
	var unknown *worlds.UnknownNameError
	if _, err = world.JointIndex("left_extent"); errors.As(err, &unknown) {
		fmt.Println(unknown.Problem(), unknown.Known)
	}
	// Output:
	// [turn left_extend] [base flange left_body left_tip]
	// world "arm" has no joint named "left_extent" [turn left_extend]
}

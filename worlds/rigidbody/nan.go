package rigidbody

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// What is asked of a body that does not exist is not a number, so that it cannot be taken for an
// answer.

func nanVec() spatial.Vec { return spatial.Vec{X: math.NaN(), Y: math.NaN(), Z: math.NaN()} }

func nanMotion() Motion { return Motion{Linear: nanVec().Array(), Angular: nanVec().Array()} }

func nanPose() spatial.Pose {
	pose := spatial.Pose{P: nanVec().Array()}
	for i := range pose.R {
		pose.R[i] = math.NaN()
	}
	return pose
}

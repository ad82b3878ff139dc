package rigidbody

import "math"

// What is asked of a body that does not exist is not a number, so that it cannot be taken for an answer.

func nanVec() vec3 { return vec3{math.NaN(), math.NaN(), math.NaN()} }

func nanMotion() Motion { return Motion{Linear: nanVec().array(), Angular: nanVec().array()} }

func nanPose() Pose {
	pose := Pose{P: nanVec().array()}
	for i := range pose.R {
		pose.R[i] = math.NaN()
	}
	return pose
}

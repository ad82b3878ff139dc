package testrobots

import (
	"fmt"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Arm is a made-up arm with seven revolute joints.
func Arm() []rigidbody.Body { return limb(nil, -1, "arm", 7, [3]float64{0, 0, 0.2}) }

// Humanoid is a made-up humanoid on a floating base with 32 joints: two legs of 6, a torso of 2,
// two arms of 7 with one gripper joint each, a head of 2.
func Humanoid() []rigidbody.Body {
	bodies := []rigidbody.Body{{
		Name: "pelvis", JointName: "floating base", Parent: -1, Kind: rigidbody.Floating, Placement: spatial.IdentityPose(),
		Inertia: rigidbody.Inertia{Mass: 16, Com: [3]float64{-0.02, 0, 0.03}, Ixx: 0.1, Iyy: 0.06, Izz: 0.12},
	}}
	bodies = limb(bodies, 0, "left leg", 6, [3]float64{0, 0.1, -0.1})
	bodies = limb(bodies, 0, "right leg", 6, [3]float64{0, -0.1, -0.1})
	bodies = limb(bodies, 0, "torso", 2, [3]float64{0, 0, 0.1})
	chest := len(bodies) - 1
	bodies = limb(bodies, chest, "left arm", 8, [3]float64{0, 0.2, 0.3})
	bodies = limb(bodies, chest, "right arm", 8, [3]float64{0, -0.2, 0.3})
	return limb(bodies, chest, "head", 2, [3]float64{0, 0, 0.4})
}

// limb appends a chain of n revolute joints in turning axes, the first one at p on the parent.
func limb(bodies []rigidbody.Body, parent int, name string, n int, p [3]float64) []rigidbody.Body {
	axes := [][3]float64{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {0, 1, 0}}
	for i := range n {
		mass := 4 / float64(i+2)
		bodies = append(bodies, rigidbody.Body{
			Name: fmt.Sprint(name, " link ", i+1), JointName: fmt.Sprint(name, " joint ", i+1), Parent: parent, Kind: rigidbody.Revolute,
			Placement: spatial.Pose{R: spatial.IdentityPose().R, P: p}, Axis: axes[i%len(axes)],
			Inertia: rigidbody.Inertia{Mass: mass, Com: [3]float64{0.01, 0.02, 0.1}, Ixx: 0.01 * mass, Ixy: 0.0005 * mass, Iyy: 0.01 * mass, Izz: 0.003 * mass},
		})
		parent, p = len(bodies)-1, [3]float64{0.02, 0, 0.2}
	}
	return bodies
}

package rigidbody_test

import (
	"fmt"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// floatingChain is a floating base with n revolute joints in a row: body 0 is the base.
func floatingChain(t testing.TB, n int) *rigidbody.Model {
	bodies := []rigidbody.Body{{
		Name: "base", JointName: "free", Parent: -1, Kind: rigidbody.Floating, Placement: spatial.IdentityPose(),
		Inertia: rigidbody.Inertia{Mass: 10, Com: [3]float64{0.01, 0.02, 0.03}, Ixx: 0.3, Iyy: 0.4, Izz: 0.5},
	}}
	bodies = append(bodies, hinges(n, 0)...)
	m, err := rigidbody.New(bodies)
	must(t, err)
	return m
}

// hinges are n bodies in a row, the first on body parent of the list that they are appended to.
func hinges(n, parent int) []rigidbody.Body {
	axes := [][3]float64{{0, 0, 1}, {0, 1, 0}, {1, 0, 0}}
	var bodies []rigidbody.Body
	for i := range n {
		pose := spatial.IdentityPose()
		pose.P = [3]float64{0.05, 0, 0.3}
		bodies = append(bodies, rigidbody.Body{
			Name: fmt.Sprint("link ", i+1), JointName: fmt.Sprint("hinge ", i+1), Parent: parent + i, Kind: rigidbody.Revolute,
			Placement: pose, Axis: axes[i%3],
			Inertia: rigidbody.Inertia{Mass: 2, Com: [3]float64{0, 0.03, 0.15}, Ixx: 0.02, Iyy: 0.02, Izz: 0.004},
		})
	}
	return bodies
}

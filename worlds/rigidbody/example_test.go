package rigidbody_test

import (
	"fmt"
	"log"
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// A pendulum: a rod of 1 m and 2 kg that hangs from a hinge along y, with a plain frame at its tip.
func Example() {
	tip := spatial.IdentityPose()
	tip.P = [3]float64{0, 0, -1}
	model, err := rigidbody.New([]rigidbody.Body{
		{
			Name: "rod", JointName: "hinge", Parent: -1, Kind: rigidbody.Revolute,
			Placement: spatial.IdentityPose(), Axis: [3]float64{0, 1, 0},
			Inertia: rigidbody.Inertia{Mass: 2, Com: [3]float64{0, 0, -0.5}, Ixx: 1.0 / 6, Iyy: 1.0 / 6},
		},
		{Name: "tip", Parent: 0, Kind: rigidbody.Fixed, Placement: tip},
	})
	if err != nil {
		log.Fatal(err)
	}
	w := model.NewWorkspace()
	position, velocity := []float64{-math.Pi / 3}, []float64{3} // 60 degrees out along x, 3 rad/s
	if err := w.SetState(position, velocity); err != nil {
		log.Fatal(err)
	}
	index, err := model.BodyIndex("tip")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("tip at %.3f m, moves at %.3f m/s\n", w.Pose(index).P, w.Velocity(index, rigidbody.LocalWorldAligned).Linear)
	hold, fall := []float64{0}, []float64{0}
	if err := w.GravityForces(hold); err != nil {
		log.Fatal(err)
	}
	if err := w.ForwardDynamics(fall, []float64{0}, nil); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.3f N m hold it; let go, it accelerates by %.3f rad/s2\n", hold[0], fall[0])
	// Output:
	// tip at [0.866 0.000 -0.500] m, moves at [-1.500 0.000 -2.598] m/s
	// -8.496 N m hold it; let go, it accelerates by 12.744 rad/s2
}

// A contact that must not move, J a + drift = 0, pushes with a force f such that M a + h = tau +
// J^T f. It follows from the inverse inertia at the contact, J M^-1 J^T.
func ExampleWorkspace_HalfSolve() {
	model, err := rigidbody.New([]rigidbody.Body{{
		Name: "crate", JointName: "free", Parent: -1, Kind: rigidbody.Floating, Placement: spatial.IdentityPose(),
		Inertia: rigidbody.Inertia{Mass: 3, Ixx: 0.1, Iyy: 0.1, Izz: 0.1},
	}})
	if err != nil {
		log.Fatal(err)
	}
	w, nv := model.NewWorkspace(), model.NV()
	jacobian, half := make([]float64, 3*nv), make([]float64, nv)
	if err := w.PointJacobian(jacobian, 0, [3]float64{0, 0, -0.2}); err != nil {
		log.Fatal(err)
	}
	up := jacobian[2*nv:]
	if err := w.HalfSolve(half, up); err != nil {
		log.Fatal(err)
	}
	inverseInertia := 0.0
	for _, y := range half {
		inverseInertia += y * y
	}
	a := make([]float64, nv)
	if err := w.ForwardDynamics(a, make([]float64, nv), nil); err != nil {
		log.Fatal(err)
	}
	free := w.PointDrift(0, [3]float64{0, 0, -0.2})[2]
	for i := range a {
		free += up[i] * a[i]
	}
	fmt.Printf("the floor pushes with %.2f N\n", -free/inverseInertia)
	// Output: the floor pushes with 29.43 N
}

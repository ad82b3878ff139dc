package rigidbody_test

import (
	"fmt"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// withRotors adds bodies that turn about axes of their symmetry to a random tree: on roots, where
// they are rotors, and on bodies that roots carry, where they are links as others.
func withRotors(r *randomTree) (bodies []rigidbody.Body, rotors []int) {
	bodies = append(bodies, r.bodies...)
	for i := range r.bodies {
		for range r.random.IntN(3) {
			m, in, across := 0.5+r.random.Float64(), 0.02*r.random.Float64(), 0.05+0.02*r.random.Float64()
			rotors = append(rotors, len(bodies))
			bodies = append(bodies, rigidbody.Body{
				Name: fmt.Sprint("rotor ", len(bodies)), JointName: fmt.Sprint("axle ", len(bodies)), Parent: i, Kind: rigidbody.Continuous,
				Placement: spatial.Pose{R: r.rotation(), P: r.vector(0.5)}, Axis: [3]float64{0, 0, 1}, Armature: 0.1 * r.random.Float64(),
				Inertia: rigidbody.Inertia{Mass: m, Com: [3]float64{0, 0, r.vector(0.2)[2]}, Ixx: across, Iyy: across, Izz: 0.04 + in},
			})
		}
	}
	return bodies, rotors
}

// A rotor differs from other links by the exact symmetry of its inertia. The same robot with rotors
// that are off symmetry by less than their rounding is computed the long way, and gives the same
// numbers, whatever is asked.
func TestRotorsAreLinksThatTurn(t *testing.T) {
	const within = 1e-11
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		bodies, rotors := withRotors(r)
		long := append([]rigidbody.Body(nil), bodies...)
		for _, i := range rotors {
			long[i].Inertia.Ixx *= 1 + 1e-14
		}
		gravity := rigidbody.WithGravity([3]float64{0.3, -0.2, -9.7})
		var answers [2][][]float64
		for k, all := range [][]rigidbody.Body{bodies, long} {
			m, err := rigidbody.New(all, gravity)
			must(t, err)
			answers[k] = rotorAnswers(t, m, r)
		}
		for i, want := range answers[1] {
			compareWithin(t, fmt.Sprint("answer ", i), answers[0][i], want, within, 1+largest(want))
		}
	})
}

// rotorAnswers are mass matrix, bias by either way, inverse dynamics, momentum matrix, the poses of
// all bodies and an integrated position of one state. The state is the same for models with the
// same bodies.
func rotorAnswers(t *testing.T, m *rigidbody.Model, r *randomTree) [][]float64 {
	t.Helper()
	state := *r
	state.random = newRandomTree(t, 1000).random
	n := m.NV()
	q, v, a := make([]float64, m.NQ()), state.numbers(n, 1), state.numbers(n, 2)
	must(t, m.RandomPosition(q, state.random.Float64))
	w := m.NewWorkspace()
	must(t, w.SetState(q, v))
	mass, again, h, bias, tau, momentum := make([]float64, n*n), make([]float64, n*n), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, 6*n)
	must(t, w.MassMatrixAndBias(mass, h))
	must(t, w.Bias(bias))
	must(t, w.InverseDynamics(tau, a, nil))
	must(t, w.CentroidalMomentumMatrix(momentum))
	must(t, w.SetState(q, v))
	must(t, w.MassMatrix(again))
	compare(t, "bias", h, bias, 1e-12)
	compare(t, "mass matrix", again, mass, 1e-15)
	// tau = M a + h, of which only M and h know of rotors.
	want := times(mass, a)
	for i := range want {
		want[i] += h[i]
	}
	compare(t, "tau", tau, want, 1e-12)
	must(t, w.MassMatrixAndForces(again, a, a))
	compare(t, "forces with the mass matrix", a, tau, 1e-12)
	poses := make([]float64, 0, 12*m.NumBodies())
	for i := range m.NumBodies() {
		pose := w.Pose(i)
		poses = append(append(poses, pose.R[:]...), pose.P[:]...)
	}
	next := make([]float64, m.NQ())
	must(t, m.Integrate(next, q, v, 0.1))
	return [][]float64{mass, h, tau, momentum, poses, next}
}

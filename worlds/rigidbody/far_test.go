package rigidbody_test

import (
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// farBase are bases that can carry an arm a thousand kilometres away from the world's origin.
func farBase(kind rigidbody.JointKind) []rigidbody.Body {
	base := rigidbody.Body{
		Name: "base", JointName: "drive", Parent: -1, Kind: kind, Axis: [3]float64{0, 0, 1}, Placement: spatial.IdentityPose(),
		Inertia: rigidbody.Inertia{Mass: 10, Com: [3]float64{0.01, 0.02, 0.03}, Ixx: 0.3, Iyy: 0.4, Izz: 0.5},
	}
	if kind == rigidbody.Fixed {
		base.Placement.P = [3]float64{1e6, -1e6, 1e6}
	}
	return append([]rigidbody.Body{base}, hinges(6, 0)...)
}

func TestDynamicsDoNotLoseAccuracyFarFromTheOrigin(t *testing.T) {
	for _, kind := range []rigidbody.JointKind{rigidbody.Fixed, rigidbody.Prismatic, rigidbody.Planar, rigidbody.Floating} {
		m, err := rigidbody.New(farBase(kind))
		must(t, err)
		r := newRandomTree(t, 5)
		far, near, v, a := make([]float64, m.NQ()), make([]float64, m.NQ()), r.numbers(m.NV(), 1), r.numbers(m.NV(), 2)
		must(t, m.RandomPosition(near, r.random.Float64))
		copy(far, near)
		for i := range kind.Positions() {
			if kind == rigidbody.Prismatic || i < 2 {
				far[i] += 1e6
			}
		}
		n := m.NV()
		answers := func(q []float64) (tau, mass, back, jacobian []float64) {
			w := m.NewWorkspace()
			must(t, w.SetState(q, v))
			tau, mass, back, jacobian = make([]float64, n), make([]float64, n*n), make([]float64, n), make([]float64, 6*n)
			must(t, w.InverseDynamics(tau, a, nil))
			must(t, w.MassMatrix(mass))
			must(t, w.ForwardDynamics(back, tau, nil))
			must(t, w.RelativeJacobian(jacobian, 6, 0))
			return tau, mass, back, jacobian
		}
		tau, mass, back, jacobian := answers(far)
		wantTau, wantMass, _, wantJacobian := answers(near)
		compare(t, kind.String()+" tau", tau, wantTau, 1e-13)
		compare(t, kind.String()+" mass matrix", mass, wantMass, 1e-14)
		compare(t, kind.String()+" Jacobian", jacobian, wantJacobian, 1e-14)
		compare(t, kind.String()+" acceleration", back, a, 1e-11)
	}
}

func TestTheResidualOfForwardDynamicsIsOfTheSizeOfRounding(t *testing.T) {
	// Against the largest term of the equation of motion, over the robots with reference numbers.
	for _, path := range goldenPaths(t, "testdata/golden") {
		file := readGolden(t, path)
		for floating, v := range map[bool]*goldenVariant{false: file.Fixed, true: file.Floating} {
			if v == nil {
				continue
			}
			m, _ := v.model(t)
			w, n := m.NewWorkspace(), m.NV()
			for i := range v.Samples {
				s := &v.Samples[i]
				must(t, w.SetState(s.position(floating), s.V))
				a, tau := make([]float64, n), make([]float64, n)
				must(t, w.ForwardDynamics(a, s.TauIn, nil))
				must(t, w.InverseDynamics(tau, a, nil))
				size := largest(s.TauIn)
				for k, x := range s.M {
					size = math.Max(size, math.Abs(x*a[k%n]))
				}
				compareWithin(t, file.Robot, tau, s.TauIn, 1e-12, size)
			}
		}
	}
}

package rigidbody_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func (r *randomTree) massMatrix(t testing.TB) []float64 {
	m := make([]float64, r.m.NV()*r.m.NV())
	must(t, r.w.MassMatrix(m))
	return m
}

func (r *randomTree) inverseDynamics(t testing.TB, a []float64, external []rigidbody.Wrench) []float64 {
	tau := make([]float64, r.m.NV())
	must(t, r.w.InverseDynamics(tau, a, external))
	return tau
}

func (r *randomTree) forwardDynamics(t testing.TB, tau []float64, external []rigidbody.Wrench) []float64 {
	a := make([]float64, r.m.NV())
	must(t, r.w.ForwardDynamics(a, tau, external))
	return a
}

func (r *randomTree) wrenches() []rigidbody.Wrench {
	out := make([]rigidbody.Wrench, len(r.bodies))
	for i := range out {
		out[i] = rigidbody.Wrench{Force: r.vector(10), Moment: r.vector(5)}
	}
	return out
}

func TestTheMassMatrixIsTheSumOverBodies(t *testing.T) {
	// M = sum m Jv^T Jv + Jw^T I Jw, Jv of the centre of mass and I in world axes, plus armatures.
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		nv := r.m.NV()
		want := make([]float64, nv*nv)
		for body, b := range r.bodies {
			pose, in := r.w.Pose(body), b.Inertia
			linear := r.pointJacobian(t, r.w, body, in.Com)
			angular := r.jacobian(t, r.w, body, rigidbody.LocalWorldAligned)[3*nv:]
			inertia := product3(product3(pose.R, [9]float64{in.Ixx, in.Ixy, in.Ixz, in.Ixy, in.Iyy, in.Iyz, in.Ixz, in.Iyz, in.Izz}), transpose3(pose.R))
			for i := range nv {
				for j := range nv {
					for k := range 3 {
						want[i*nv+j] += in.Mass * linear[k*nv+i] * linear[k*nv+j]
						for l := range 3 {
							want[i*nv+j] += angular[k*nv+i] * inertia[3*k+l] * angular[l*nv+j]
						}
					}
				}
			}
			if start, n := r.m.VelocityRange(body); n == 1 {
				want[start*nv+start] += b.Armature
			}
		}
		compare(t, "mass matrix", r.massMatrix(t), want, 1e-13)
	})
}

func TestAColumnOfTheMassMatrixIsTheForceOfAUnitAcceleration(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		nv, m := r.m.NV(), r.massMatrix(t)
		bias := make([]float64, nv)
		must(t, r.w.Bias(bias))
		for j := range nv {
			unit, column := make([]float64, nv), make([]float64, nv)
			unit[j] = 1
			tau := r.inverseDynamics(t, unit, nil)
			for i := range nv {
				column[i] = m[i*nv+j]
				tau[i] -= bias[i]
			}
			compareWithin(t, "column", tau, column, 1e-12, largest(bias))
		}
	})
}

func TestInverseDynamicsIsMassTimesAccelerationPlusBias(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		want, bias := times(r.massMatrix(t), r.a), make([]float64, r.m.NV())
		must(t, r.w.Bias(bias))
		for i := range want {
			want[i] += bias[i]
		}
		compare(t, "tau", r.inverseDynamics(t, r.a, nil), want, 1e-12)
	})
}

func TestMassMatrixAndBiasAreThoseOfTheirOwnFunctions(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		nv := r.m.NV()
		want, bias := r.massMatrix(t), make([]float64, nv)
		must(t, r.w.Bias(bias))
		mass, h := make([]float64, nv*nv), make([]float64, nv)
		for _, before := range []func() error{
			func() error { return nil },
			func() error { return r.w.MassMatrix(make([]float64, nv*nv)) }, // inertias of subtrees are there already
			func() error { return r.w.Solve(make([]float64, nv), bias) },
		} {
			must(t, r.w.SetState(r.q, r.v))
			must(t, before())
			for i := range mass {
				mass[i] = math.NaN()
			}
			must(t, r.w.MassMatrixAndBias(mass, h))
			if !slices.Equal(mass, want) {
				t.Fatalf("the mass matrix is %v, want %v", mass, want)
			}
			compare(t, "bias", h, bias, 1e-12)
			// what is kept for later questions is right
			must(t, r.w.MassMatrix(mass))
			must(t, r.w.GravityForces(h))
			fresh := r.m.NewWorkspace()
			must(t, fresh.SetState(r.q, r.v))
			gravity := make([]float64, nv)
			must(t, fresh.GravityForces(gravity))
			compare(t, "gravity", h, gravity, 1e-13)
			if !slices.Equal(mass, want) {
				t.Fatalf("afterwards the mass matrix is %v, want %v", mass, want)
			}
		}
		if r.w.MassMatrixAndForces(mass[1:], h, h) == nil || r.w.MassMatrixAndForces(mass, h[1:], h) == nil || r.w.MassMatrixAndForces(mass, h, h[1:]) == nil {
			t.Error("vectors of wrong lengths were accepted")
		}
		if r.w.MassMatrixAndBias(mass[1:], h) == nil || r.w.MassMatrixAndBias(mass, h[1:]) == nil {
			t.Error("vectors of wrong lengths were accepted")
		}
	})
}

func TestForwardDynamicsUndoesInverseDynamics(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		for _, external := range [][]rigidbody.Wrench{nil, r.wrenches()} {
			tau := r.inverseDynamics(t, r.a, external)
			compare(t, "a", r.forwardDynamics(t, tau, external), r.a, 1e-10)
			a := r.forwardDynamics(t, r.tau, external)
			// The residual counts against the terms that cancel in it.
			m, size := r.massMatrix(t), largest(r.tau)
			for i := range m {
				size = math.Max(size, math.Abs(m[i]*a[i%len(a)]))
			}
			compareWithin(t, "tau", r.inverseDynamics(t, a, external), r.tau, 1e-12, size)
		}
	})
}

func TestForwardDynamicsAgreesWithADenseSolver(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		nv := r.m.NV()
		bias, right := make([]float64, nv), make([]float64, nv)
		must(t, r.w.Bias(bias))
		for i := range right {
			right[i] = r.tau[i] - bias[i]
		}
		var want mat.VecDense
		must(t, want.SolveVec(mat.NewDense(nv, nv, r.massMatrix(t)), mat.NewVecDense(nv, right)))
		compare(t, "a", r.forwardDynamics(t, r.tau, nil), want.RawVector().Data, 1e-10)
		got := make([]float64, nv)
		must(t, r.w.Solve(got, right))
		compare(t, "solution", got, want.RawVector().Data, 1e-10)
		must(t, r.w.Solve(right, right))
		compare(t, "solution in place", right, got, 0)
	})
}

func TestTheInverseOfTheMassMatrixIsItsInverse(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		nv := r.m.NV()
		m, inverse := r.massMatrix(t), make([]float64, nv*nv)
		must(t, r.w.MassMatrixInverse(inverse))
		var product mat.Dense
		product.Mul(mat.NewDense(nv, nv, m), mat.NewDense(nv, nv, inverse))
		identity := make([]float64, nv*nv)
		for i := range nv {
			identity[i*nv+i] = 1
			for j := range nv {
				if inverse[i*nv+j] != inverse[j*nv+i] {
					t.Fatalf("entries %d, %d of the inverse differ from their mirror image", i, j)
				}
			}
		}
		compareWithin(t, "M M^-1", product.RawMatrix().Data, identity, 1e-13, largest(m)*largest(inverse))
	})
}

func TestHalfSolutionsMultiplyToTheInverse(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		nv := r.m.NV()
		x, y, z := make([]float64, nv), make([]float64, nv), make([]float64, nv)
		must(t, r.w.HalfSolve(x, r.a))
		must(t, r.w.HalfSolve(y, r.tau))
		must(t, r.w.Solve(z, r.tau))
		size := math.Sqrt(dot(x, x) * dot(y, y))
		compareWithin(t, "a^T M^-1 tau", []float64{dot(x, y)}, []float64{dot(r.a, z)}, 1e-12, size)
	})
}

func TestWrenchesActThroughTheTransposedJacobian(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		nv, external := r.m.NV(), r.wrenches()
		want := make([]float64, nv)
		for body, wrench := range external {
			j := r.jacobian(t, r.w, body, rigidbody.LocalWorldAligned)
			for i := range nv {
				for k := range 3 {
					want[i] += j[k*nv+i]*wrench.Force[k] + j[(3+k)*nv+i]*wrench.Moment[k]
				}
			}
		}
		got := make([]float64, nv)
		must(t, r.w.ExternalForces(got, external))
		compare(t, "generalised forces", got, want, 1e-12)
		free, pushed := r.inverseDynamics(t, r.a, nil), r.inverseDynamics(t, r.a, external)
		for i := range free {
			free[i] -= want[i]
		}
		compareWithin(t, "tau", pushed, free, 1e-12, largest(want))
	})
}

func TestGravityForcesAreTheBiasAtRest(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		gravity, bias := make([]float64, r.m.NV()), make([]float64, r.m.NV())
		must(t, r.w.SetPosition(r.q))
		must(t, r.w.GravityForces(gravity))
		must(t, r.w.Bias(bias))
		compare(t, "gravity", gravity, bias, 1e-12)
		must(t, r.w.SetState(r.q, r.v))
		must(t, r.w.GravityForces(bias))
		compare(t, "gravity while moving", bias, gravity, 0)
	})
}

func TestGravityForcesAreTheSlopeOfPotentialEnergy(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		gravity := make([]float64, r.m.NV())
		must(t, r.w.GravityForces(gravity))
		slope := r.slope(t, func(w *rigidbody.Workspace) []float64 { return []float64{w.PotentialEnergy()} })
		compareWithin(t, "power of gravity", []float64{dot(gravity, r.v)}, slope, slopeTolerance, largest(gravity))
	})
}

func TestEnergyChangesByThePowerOfTheForces(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		a := r.forwardDynamics(t, r.tau, nil)
		// Go a little along the motion, velocity included.
		const step = 1e-6
		energy := func(dt float64) float64 {
			q, v := make([]float64, len(r.q)), make([]float64, len(r.v))
			must(t, r.m.Integrate(q, r.q, r.v, dt))
			for i := range v {
				v[i] = r.v[i] + dt*a[i]
			}
			w := r.m.NewWorkspace()
			must(t, w.SetState(q, v))
			return w.KineticEnergy() + w.PotentialEnergy()
		}
		rate := (energy(step) - energy(-step)) / (2 * step)
		size := math.Abs(energy(0)) + 100*(1+largest(a))
		compareWithin(t, "rate of energy", []float64{rate}, []float64{dot(r.tau, r.v)}, 1e-8, size)
	})
}

func TestKineticEnergyIsTheQuadraticFormOfTheMassMatrix(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		want := dot(r.v, times(r.massMatrix(t), r.v)) / 2
		compare(t, "kinetic energy", []float64{r.w.KineticEnergy()}, []float64{want}, 1e-12)
	})
}

func TestResultsMayOverwriteTheirArguments(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		for _, external := range [][]rigidbody.Wrench{nil, r.wrenches()} {
			want := r.inverseDynamics(t, r.a, external)
			same := append([]float64(nil), r.a...)
			must(t, r.w.InverseDynamics(same, same, external))
			compare(t, "tau", same, want, 0)
			want = r.forwardDynamics(t, r.tau, external)
			same = append([]float64(nil), r.tau...)
			must(t, r.w.ForwardDynamics(same, same, external))
			compare(t, "a", same, want, 0)
		}
	})
}

func TestAJointThatMovesNoInertiaIsNamed(t *testing.T) {
	bodies := append(hinges(3, -1), rigidbody.Body{
		Name: "pointer", JointName: "needle", Parent: 2, Kind: rigidbody.Revolute, Axis: [3]float64{0, 0, 1}, Placement: spatial.IdentityPose(),
	})
	m, err := rigidbody.New(bodies)
	must(t, err)
	w := m.NewWorkspace()
	x := make([]float64, m.NV())
	const want = `rigidbody: joint "needle" moves an inertia of 0; expected more than 0: give mass or armature to body "pointer" or to what it carries, or see whether the state is finite`
	for name, err := range map[string]error{
		"ForwardDynamics": w.ForwardDynamics(x, x, nil), "Solve": w.Solve(x, x), "Factor": w.Factor(), "MassMatrixInverse": w.MassMatrixInverse(make([]float64, 16)),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v; expected %s", name, err, want)
		}
	}
	bodies[3].Armature = 0.01
	m, err = rigidbody.New(bodies)
	must(t, err)
	w = m.NewWorkspace()
	must(t, w.ForwardDynamics(x, []float64{0, 0, 0, 0.02}, nil))
	must(t, w.Solve(x, x))
}

func TestMultipleDofJointsThatMoveNoInertiaAreNamed(t *testing.T) {
	for _, kind := range []rigidbody.JointKind{rigidbody.Planar, rigidbody.Floating} {
		m, err := rigidbody.New([]rigidbody.Body{{
			Name: "ghost", JointName: "haunt", Parent: -1, Kind: kind, Axis: [3]float64{0, 0, 1}, Placement: spatial.IdentityPose(),
		}})
		must(t, err)
		x := make([]float64, m.NV())
		if err := m.NewWorkspace().ForwardDynamics(x, x, nil); err == nil {
			t.Errorf("a %s joint without mass accelerates to %v", kind, x)
		}
	}
}

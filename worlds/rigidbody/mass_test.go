package rigidbody_test

import (
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// movingBodies are those that a joint moves.
func (r *randomTree) movingBodies() []int {
	var out []int
	for i := range r.bodies {
		for j := i; j >= 0; j = r.bodies[j].Parent {
			if r.bodies[j].Kind != rigidbody.Fixed {
				out = append(out, i)
				break
			}
		}
	}
	return out
}

func TestTheCentreOfMassIsTheWeightedMeanOfBodies(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		mass := 0.0
		var position, velocity, drift [3]float64
		for _, i := range r.movingBodies() {
			in := r.bodies[i].Inertia
			mass += in.Mass
			p, v, a := r.w.PointPosition(i, in.Com), r.w.PointVelocity(i, in.Com), r.w.PointDrift(i, in.Com)
			for k := range 3 {
				position[k] += in.Mass * p[k]
				velocity[k] += in.Mass * v[k]
				drift[k] += in.Mass * a[k]
			}
		}
		for k := range 3 {
			position[k] /= mass
			velocity[k] /= mass
			drift[k] /= mass
		}
		p, v, a := r.w.CentreOfMass(), r.w.CentreOfMassVelocity(), r.w.CentreOfMassDrift()
		compare(t, "mass", []float64{r.m.Mass()}, []float64{mass}, 1e-14)
		compare(t, "position", p[:], position[:], 1e-13)
		compare(t, "velocity", v[:], velocity[:], 1e-12)
		compare(t, "drift", a[:], drift[:], 1e-12)
	})
}

func (r *randomTree) comJacobian(t testing.TB, w *rigidbody.Workspace) []float64 {
	j := make([]float64, 3*r.m.NV())
	must(t, w.CentreOfMassJacobian(j))
	return j
}

func TestTheJacobianOfTheCentreOfMassGivesItsVelocityAndDrift(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		v, drift := r.w.CentreOfMassVelocity(), r.w.CentreOfMassDrift()
		compare(t, "velocity", times(r.comJacobian(t, r.w), r.v), v[:], 1e-12)
		slope := r.slope(t, func(w *rigidbody.Workspace) []float64 { p := w.CentreOfMass(); return p[:] })
		compareWithin(t, "slope of position", slope, v[:], slopeTolerance, 1)
		bend := r.slope(t, func(w *rigidbody.Workspace) []float64 { return r.comJacobian(t, w) })
		compareWithin(t, "drift", drift[:], times(bend, r.v), slopeTolerance, 1)
	})
}

func (r *randomTree) momentumMatrix(t testing.TB, w *rigidbody.Workspace) []float64 {
	a := make([]float64, 6*r.m.NV())
	must(t, w.CentroidalMomentumMatrix(a))
	return a
}

func TestMomentumIsTheSumOverBodies(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		com := r.w.CentreOfMass()
		var linear, angular [3]float64
		for _, i := range r.movingBodies() {
			in, pose := r.bodies[i].Inertia, r.w.Pose(i)
			v := r.w.PointVelocity(i, in.Com)
			p := [3]float64{in.Mass * v[0], in.Mass * v[1], in.Mass * v[2]}
			spin := r.w.Velocity(i, rigidbody.Local).Angular
			own := apply3(pose.R, apply3([9]float64{in.Ixx, in.Ixy, in.Ixz, in.Ixy, in.Iyy, in.Iyz, in.Ixz, in.Iyz, in.Izz}, spin))
			linear = add3(linear, p)
			angular = add3(angular, add3(own, cross3(sub3(r.w.PointPosition(i, in.Com), com), p)))
		}
		h := r.w.CentroidalMomentum()
		compare(t, "linear", h.Linear[:], linear[:], 1e-12)
		compare(t, "angular", h.Angular[:], angular[:], 1e-12)
		compare(t, "matrix times velocity", times(r.momentumMatrix(t, r.w), r.v), append(linear[:], angular[:]...), 1e-12)
	})
}

// The inertia of a locked robot is that of its bodies, each moved to the centre of mass.
func TestTheCentroidalInertiaIsTheSumOverBodies(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		com, want := r.w.CentreOfMass(), make([]float64, 9)
		for _, i := range r.movingBodies() {
			in, pose := r.bodies[i].Inertia, r.w.Pose(i)
			d := sub3(r.w.PointPosition(i, in.Com), com)
			for k := range 3 {
				var axis [3]float64
				axis[k] = 1
				own := apply3(pose.R, apply3([9]float64{in.Ixx, in.Ixy, in.Ixz, in.Ixy, in.Iyy, in.Iyz, in.Ixz, in.Iyz, in.Izz}, apply3(pose.R.Inverse(), axis)))
				moved := cross3(d, cross3(axis, d))
				for row := range 3 {
					want[3*row+k] += own[row] + in.Mass*moved[row]
				}
			}
		}
		inertia := r.w.CentroidalInertia()
		compare(t, "inertia", inertia[:], want, 1e-12)
	})
}

func TestMomentumDriftIsTheSlopeOfTheMatrixTimesVelocity(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		slope := r.slope(t, func(w *rigidbody.Workspace) []float64 { return r.momentumMatrix(t, w) })
		h := r.w.CentroidalMomentumDrift()
		compareWithin(t, "drift", append(h.Linear[:], h.Angular[:]...), times(slope, r.v), slopeTolerance, 10)
	})
}

func TestAFreeRobotKeepsItsMomentum(t *testing.T) {
	// Whatever its motors do, gravity alone changes the momentum of a robot in the air: A a + drift
	// = (m g, 0).
	m := floatingChain(t, 5)
	w := m.NewWorkspace()
	q, v, tau, a := make([]float64, m.NQ()), make([]float64, m.NV()), make([]float64, m.NV()), make([]float64, m.NV())
	must(t, m.Neutral(q))
	for i := range v {
		v[i] = math.Sin(float64(3 * i))
		if i >= 6 {
			tau[i], q[i+1] = 5*math.Cos(float64(i)), float64(i)
		}
	}
	must(t, w.SetState(q, v))
	must(t, w.ForwardDynamics(a, tau, nil))
	matrix := make([]float64, 6*m.NV())
	must(t, w.CentroidalMomentumMatrix(matrix))
	rate, drift := times(matrix, a), w.CentroidalMomentumDrift()
	for k := range 3 {
		rate[k] += drift.Linear[k]
		rate[3+k] += drift.Angular[k]
	}
	compare(t, "rate of momentum", rate, []float64{0, 0, -9.81 * m.Mass(), 0, 0, 0}, 1e-12)
}

func TestBodiesFixedToTheWorldCountNowhere(t *testing.T) {
	pedestal := rigidbody.Body{
		Name: "pedestal", Parent: -1, Kind: rigidbody.Fixed, Placement: spatial.IdentityPose(),
		Inertia: rigidbody.Inertia{Mass: 100, Com: [3]float64{5, 5, 5}, Ixx: 1, Iyy: 1, Izz: 1},
	}
	m, err := rigidbody.New(append([]rigidbody.Body{pedestal}, hinges(2, 0)...))
	must(t, err)
	if m.Mass() != 4 {
		t.Errorf("mass %g kg; expected the 4 kg of the two links", m.Mass())
	}
	w := m.NewWorkspace()
	bare, err := rigidbody.New(hinges(2, -1))
	must(t, err)
	if got, want := w.CentreOfMass(), bare.NewWorkspace().CentreOfMass(); got != want {
		t.Errorf("centre of mass %v; expected %v", got, want)
	}
	if got, want := w.PotentialEnergy(), bare.NewWorkspace().PotentialEnergy(); got != want {
		t.Errorf("potential energy %v; expected %v", got, want)
	}
	if got := w.Pose(0); got != spatial.IdentityPose() {
		t.Errorf("the pedestal is at %v; expected the origin", got)
	}
}

func TestARobotWithoutMassHasNoCentreOfMass(t *testing.T) {
	m, err := rigidbody.New(nil)
	must(t, err)
	w := m.NewWorkspace()
	for _, x := range w.CentreOfMass() {
		if !math.IsNaN(x) {
			t.Errorf("centre of mass %v; expected NaN", w.CentreOfMass())
		}
	}
	if w.PotentialEnergy() != 0 || w.KineticEnergy() != 0 {
		t.Error("an empty robot has energy")
	}
}

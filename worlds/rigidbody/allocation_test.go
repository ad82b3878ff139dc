package rigidbody_test

import "testing"

func TestNothingAllocatesAfterNewWorkspace(t *testing.T) {
	for _, seed := range []uint64{1, 2, 3} {
		r := newRandomTree(t, seed)
		q, v := make([]float64, r.m.NQ()), make([]float64, r.m.NV())
		check := func(name string, f func()) {
			t.Helper()
			if n := testing.AllocsPerRun(5, f); n != 0 {
				t.Errorf("%s allocates %v times", name, n)
			}
		}
		for _, question := range questions(r.m) {
			dst := make([]float64, question.size(r.m))
			check(question.name, func() {
				_ = r.w.SetState(r.q, r.v)
				_ = question.ask(r.w, dst)
			})
		}
		check("frames", func() {
			_ = r.w.SetState(r.q, r.v)
			for body := range r.bodies {
				askValues(r, body)
			}
		})
		check("the robot", func() {
			_ = r.w.SetPosition(r.q)
			r.w.CentreOfMass()
			r.w.CentreOfMassVelocity()
			r.w.CentreOfMassDrift()
			r.w.CentroidalMomentum()
			r.w.CentroidalMomentumDrift()
			r.w.KineticEnergy()
			r.w.PotentialEnergy()
		})
		mass := make([]float64, r.m.NV()*r.m.NV())
		check("mass matrix and bias", func() {
			_ = r.w.SetState(r.q, r.v)
			_ = r.w.MassMatrixAndBias(mass, v)
		})
		check("configurations", func() {
			_ = r.m.Integrate(q, r.q, r.v, 0.1)
			_ = r.m.Difference(v, r.q, q)
			_ = r.m.Neutral(q)
			_ = r.m.RandomPosition(q, r.random.Float64)
			_ = r.m.Check(q, v)
		})
	}
}

func askValues(r *randomTree, body int) {
	point := [3]float64{0.1, 0.2, 0.3}
	r.w.Pose(body)
	r.w.PointPosition(body, point)
	r.w.PointVelocity(body, point)
	r.w.PointDrift(body, point)
	r.w.RelativePose(body, 0)
	r.w.RelativeVelocity(body, 0)
	r.w.RelativeDrift(body, 0)
	for _, ref := range references {
		r.w.Velocity(body, ref)
		r.w.Drift(body, ref)
		r.w.SpatialAcceleration(body, ref)
		r.w.ClassicalAcceleration(body, ref)
	}
}

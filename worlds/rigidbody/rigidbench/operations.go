package rigidbench

import (
	"math/rand/v2"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// states is the number of random states that a batch goes through in turn: enough that the processor cannot learn their
// angles, few enough to stay in its nearest cache.
const states = 16

// bench is a robot with everything that its operations need.
type bench struct {
	w             *rigidbody.Workspace
	q, v, a, tau  [states][]float64
	last          int // the last body, mostly far out
	vector        []float64
	square, frame []float64
}

func newBench(m *rigidbody.Model) (*bench, error) {
	random := rand.New(rand.NewPCG(1, uint64(m.NV())))
	draw := func(limit float64) []float64 {
		x := make([]float64, m.NV())
		for i := range x {
			x[i] = limit * (2*random.Float64() - 1)
		}
		return x
	}
	b := &bench{
		w: m.NewWorkspace(), last: m.NumBodies() - 1,
		vector: make([]float64, m.NV()), square: make([]float64, m.NV()*m.NV()), frame: make([]float64, 6*m.NV()),
	}
	for i := range states {
		b.q[i], b.v[i], b.a[i], b.tau[i] = make([]float64, m.NQ()), draw(1), draw(2), draw(10)
		if err := m.RandomPosition(b.q[i], random.Float64); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// operation is something to time, at random state i. Every one starts by telling the workspace its state.
type operation struct {
	name string
	run  func(b *bench, i int) error
}

// The names of the operations, as Result has them.
const (
	ForwardKinematics = "forward kinematics"
	OneJacobian       = "forward kinematics and one Jacobian"
	InverseDynamics   = "inverse dynamics"
	MassMatrix        = "mass matrix"
	MassMatrixFactor  = "mass matrix and factor"
	MassMatrixInverse = "inverse of the mass matrix"
	ForwardDynamics   = "forward dynamics"
	ModelTerms        = "mass matrix, bias, one Jacobian and its drift"
)

var operations = []operation{
	{ForwardKinematics, func(b *bench, i int) error {
		err := b.w.SetPosition(b.q[i])
		b.w.Pose(b.last)
		return err
	}},
	{OneJacobian, func(b *bench, i int) error {
		if err := b.w.SetPosition(b.q[i]); err != nil {
			return err
		}
		return b.w.Jacobian(b.frame, b.last, rigidbody.LocalWorldAligned)
	}},
	{InverseDynamics, func(b *bench, i int) error {
		if err := b.w.SetState(b.q[i], b.v[i]); err != nil {
			return err
		}
		return b.w.InverseDynamics(b.vector, b.a[i], nil)
	}},
	{MassMatrix, func(b *bench, i int) error {
		if err := b.w.SetPosition(b.q[i]); err != nil {
			return err
		}
		return b.w.MassMatrix(b.square)
	}},
	{MassMatrixFactor, func(b *bench, i int) error {
		if err := b.w.SetPosition(b.q[i]); err != nil {
			return err
		}
		return b.w.Factor()
	}},
	{MassMatrixInverse, func(b *bench, i int) error {
		if err := b.w.SetPosition(b.q[i]); err != nil {
			return err
		}
		return b.w.MassMatrixInverse(b.square)
	}},
	{ForwardDynamics, func(b *bench, i int) error {
		if err := b.w.SetState(b.q[i], b.v[i]); err != nil {
			return err
		}
		return b.w.ForwardDynamics(b.vector, b.tau[i], nil)
	}},
	{ModelTerms, func(b *bench, i int) error {
		if err := b.w.SetState(b.q[i], b.v[i]); err != nil {
			return err
		}
		if err := b.w.MassMatrix(b.square); err != nil {
			return err
		}
		if err := b.w.Bias(b.vector); err != nil {
			return err
		}
		b.w.Drift(b.last, rigidbody.LocalWorldAligned)
		return b.w.Jacobian(b.frame, b.last, rigidbody.LocalWorldAligned)
	}},
}

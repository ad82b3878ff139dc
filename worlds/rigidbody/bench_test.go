package rigidbody_test

import (
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/internal/testrobots"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// benchStates is the number of random states that a benchmark visits in turn: enough that the
// processor cannot learn their angles, few enough to stay in its nearest cache.
const benchStates = 16

// bench is a robot with everything that the operations need.
type bench struct {
	w             *rigidbody.Workspace
	q, v, a, tau  [benchStates][]float64
	last          int // index of the last body
	vector        []float64
	square, frame []float64
}

func newBench(t testing.TB, bodies []rigidbody.Body) *bench {
	m, err := rigidbody.New(bodies)
	if err != nil {
		t.Fatal(err)
	}
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
	for i := range benchStates {
		b.q[i], b.v[i], b.a[i], b.tau[i] = make([]float64, m.NQ()), draw(1), draw(2), draw(10)
		if err := m.RandomPosition(b.q[i], random.Float64); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

// position sets the position of state i; what follows a failure is skipped.
func (b *bench) position(i int, then func() error) error {
	if err := b.w.SetPosition(b.q[i]); err != nil {
		return err
	}
	return then()
}

func (b *bench) state(i int, then func() error) error {
	if err := b.w.SetState(b.q[i], b.v[i]); err != nil {
		return err
	}
	return then()
}

// benchOperations are what BenchmarkDynamics times. Each begins by setting a new state.
var benchOperations = []struct {
	name string
	run  func(b *bench, i int) error
}{
	{"forward kinematics", func(b *bench, i int) error {
		return b.position(i, func() error { b.w.Pose(b.last); return nil })
	}},
	{"one Jacobian", func(b *bench, i int) error {
		return b.position(i, func() error { return b.w.Jacobian(b.frame, b.last, rigidbody.LocalWorldAligned) })
	}},
	{"inverse dynamics", func(b *bench, i int) error {
		return b.state(i, func() error { return b.w.InverseDynamics(b.vector, b.a[i], nil) })
	}},
	{"mass matrix", func(b *bench, i int) error {
		return b.position(i, func() error { return b.w.MassMatrix(b.square) })
	}},
	{"mass matrix and factor", func(b *bench, i int) error {
		return b.position(i, b.w.Factor)
	}},
	{"inverse of the mass matrix", func(b *bench, i int) error {
		return b.position(i, func() error { return b.w.MassMatrixInverse(b.square) })
	}},
	{"forward dynamics", func(b *bench, i int) error {
		return b.state(i, func() error { return b.w.ForwardDynamics(b.vector, b.tau[i], nil) })
	}},
	{"terms of a model", func(b *bench, i int) error {
		return b.state(i, func() error {
			if err := b.w.MassMatrixAndBias(b.square, b.vector); err != nil {
				return err
			}
			b.w.Drift(b.last, rigidbody.LocalWorldAligned)
			return b.w.Jacobian(b.frame, b.last, rigidbody.LocalWorldAligned)
		})
	}},
}

// benchRobots are an arm of 7 axes and a humanoid of 38 degrees of freedom.
var benchRobots = []struct {
	name   string
	bodies func() []rigidbody.Body
}{{"arm", testrobots.Arm}, {"humanoid", testrobots.Humanoid}}

func BenchmarkDynamics(b *testing.B) {
	for _, robot := range benchRobots {
		bench := newBench(b, robot.bodies())
		for _, op := range benchOperations {
			b.Run(robot.name+"/"+op.name, func(b *testing.B) {
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					if err := op.run(bench, i%benchStates); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func TestDynamicsOfBenchmarksDoNotAllocate(t *testing.T) {
	for _, robot := range benchRobots {
		bench := newBench(t, robot.bodies())
		for _, op := range benchOperations {
			i := 0
			allocations := testing.AllocsPerRun(2*benchStates, func() {
				if err := op.run(bench, i%benchStates); err != nil {
					t.Fatal(err)
				}
				i++
			})
			if allocations != 0 {
				t.Errorf("%s, %s: %g allocations", robot.name, op.name, allocations)
			}
		}
	}
}

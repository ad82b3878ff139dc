package kinematics_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/internal/testrobots"
	"github.com/robo-actors/robo-actors/worlds/kinematics"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// arm returns the manipulator of a serial arm by its name.
func arm(t testing.TB, name string) *kinematics.Manipulator {
	t.Helper()
	for _, a := range testrobots.SerialArms() {
		if a.Name == name {
			model, err := rigidbody.New(a.Bodies)
			if err != nil {
				t.Fatal(err)
			}
			m, err := kinematics.New(model, kinematics.Spec{Name: name, Tip: "tool", Lower: a.Lower, Upper: a.Upper})
			if err != nil {
				t.Fatal(err)
			}
			return m
		}
	}
	t.Fatalf("no arm is named %q", name)
	return nil
}

// random draws configurations within limits from a printed seed.
func random(t testing.TB, seed uint64) *rand.Rand {
	t.Helper()
	if _, benchmark := t.(*testing.B); !benchmark {
		t.Logf("seed %d", seed)
	}
	return rand.New(rand.NewPCG(seed, 1))
}

func draw(r *rand.Rand, m *kinematics.Manipulator, q []float64) {
	lower, upper := m.Limits()
	for i := range q {
		lo, hi := max(lower[i], -math.Pi), min(upper[i], math.Pi)
		q[i] = lo + (hi-lo)*r.Float64()
	}
}

// toolPose is the forward kinematics by another route: the rigid-body model.
func toolPose(t testing.TB, m *kinematics.Manipulator, q []float64) spatial.Pose {
	t.Helper()
	position := make([]float64, m.Model().NQ())
	if err := m.Model().Neutral(position); err != nil {
		t.Fatal(err)
	}
	if err := m.Scatter(position, q); err != nil {
		t.Fatal(err)
	}
	w := m.Model().NewWorkspace()
	if err := w.SetPosition(position); err != nil {
		t.Fatal(err)
	}
	pose := w.Pose(m.Tip())
	if m.Base() >= 0 {
		pose = w.RelativePose(m.Tip(), m.Base())
	}
	tool := m.Tool()
	return pose.Times(&tool)
}

// poseErrors returns how far two poses are apart, m and rad.
func poseErrors(a, b *spatial.Pose) (position, rotation float64) {
	return spatial.VecOf(a.P).Sub(spatial.VecOf(b.P)).Norm(), a.R.LogFrom(&b.R).Norm()
}

func newSolver(t testing.TB, name string, m *kinematics.Manipulator, o kinematics.Options) kinematics.Solver {
	t.Helper()
	s, err := kinematics.NewSolver(name, m, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

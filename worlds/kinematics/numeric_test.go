package kinematics_test

import (
	"flag"
	"slices"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/kinematics"
)

// poses is the number of random poses of each arm that the tests of solvers draw.
var poses = flag.Int("poses", 1000, "random poses of each arm")

func TestTheNumericSolverReachesRandomPoses(t *testing.T) {
	for _, name := range []string{"panda", "ur5", "iiwa", "puma"} {
		t.Run(name, func(t *testing.T) {
			m := arm(t, name)
			s := newSolver(t, "numeric", m, kinematics.Options{})
			r := random(t, 11)
			q := make([]float64, m.Dim())
			solved, starts, iterations := 0, 0, 0
			for i := range *poses {
				draw(r, m, q)
				want := toolPose(t, m, q)
				target := kinematics.AtPose(want)
				result := s.Solve(&target, &kinematics.Query{Seed: uint64(i)})
				starts, iterations = starts+result.Starts, iterations+result.Iterations
				if result.Status != kinematics.Solved {
					t.Logf("pose %d: %v", i, result)
					continue
				}
				solved++
				if !m.WithinLimits(result.Solutions[0]) {
					t.Errorf("pose %d: the solution %v is outside the limits", i, result.Solutions[0])
				}
				got := toolPose(t, m, result.Solutions[0])
				if p, a := poseErrors(&got, &want); p > 1e-6 || a > 1e-6 {
					t.Errorf("pose %d is missed by %g m and %g rad", i, p, a)
				}
			}
			t.Logf("%d of %d solved; a pose takes %.1f starts and %.0f iterations", solved, *poses, float64(starts)/float64(*poses), float64(iterations)/float64(*poses))
			if 1000*solved < 999**poses {
				t.Errorf("%d of %d poses are solved; expected 99.9 %%", solved, *poses)
			}
		})
	}
}

func TestANumericSearchIsTheSameForTheSameSeed(t *testing.T) {
	m := arm(t, "panda")
	q := make([]float64, m.Dim())
	draw(random(t, 3), m, q)
	target := kinematics.AtPose(toolPose(t, m, q))
	solve := func(seed uint64) [][]float64 {
		result := newSolver(t, "numeric", m, kinematics.Options{Starts: 20}).Solve(&target, &kinematics.Query{Want: kinematics.All, Seed: seed})
		if result.Status != kinematics.Solved {
			t.Fatal(result)
		}
		return result.Solutions
	}
	first, second, other := solve(1), solve(1), solve(2)
	if !slices.EqualFunc(first, second, slices.Equal[[]float64]) {
		t.Errorf("one seed gives %v and %v", first, second)
	}
	if slices.EqualFunc(first, other, slices.Equal[[]float64]) {
		t.Error("two seeds give the same solutions")
	}
}

func BenchmarkNumeric(b *testing.B) {
	for _, name := range []string{"panda", "ur5", "iiwa", "puma"} {
		b.Run(name, func(b *testing.B) { benchmarkSolver(b, "numeric", name) })
	}
}

func benchmarkSolver(b *testing.B, solver, name string) {
	m := arm(b, name)
	s := newSolver(b, solver, m, kinematics.Options{})
	r := random(b, 11)
	q := make([]float64, m.Dim())
	targets := make([]kinematics.Target, 256)
	for i := range targets {
		draw(r, m, q)
		targets[i] = kinematics.AtPose(toolPose(b, m, q))
	}
	b.ReportAllocs()
	query := kinematics.Query{}
	for i := 0; b.Loop(); i++ {
		s.Solve(&targets[i%len(targets)], &query)
	}
}

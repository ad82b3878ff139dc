package planning_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"gonum.org/v1/gonum/stat"

	"github.com/robo-actors/robo-actors/worlds/planning"
)

func newPlanner(t testing.TB, name string, o planning.Options) planning.Planner {
	t.Helper()
	p, err := planning.New(name, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func plan(t testing.TB, planner planning.Planner, p *planning.Problem) *planning.Result {
	t.Helper()
	r, err := planner.Plan(p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// By the literal checker, no start and no goal of the 350 problems is in collision.
func TestBirrtSolvesEveryPandaProblem(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long under the race detector; the whole test has it")
	}
	p := loadPanda(t)
	planner := newPlanner(t, "birrt", planning.Options{})
	for i := range p.problems {
		at := &p.problems[i]
		slow := newLiteral(&p.robot, at)
		r := plan(t, planner, p.problem(p.scene(t, i), i, 1, 1))
		if r.Status != planning.Solved {
			t.Errorf("%s %d: %v after %d iterations, %s", at.Set, at.Index, r.Status, r.Iterations, r.Detail)
			continue
		}
		if !slices.Equal(r.Path[0], at.Start) || !slices.Equal(r.Path[len(r.Path)-1], at.Goal) {
			t.Errorf("%s %d: the path leads from %v to %v", at.Set, at.Index, r.Path[0], r.Path[len(r.Path)-1])
		}
		slow.checkPath(t, r.Path)
	}
}

func TestTheCheckerAgreesWithTheLiteralOne(t *testing.T) {
	p := loadPanda(t)
	const seed = 11
	r := rand.New(rand.NewPCG(seed, 0))
	colliding := 0
	for i := 0; i < len(p.problems); i += 7 {
		slow := newLiteral(&p.robot, &p.problems[i])
		fast := p.scene(t, i).NewChecker()
		q := make([]float64, fast.Dim())
		for range 40 {
			for j := range q {
				q[j] = fast.Lower()[j] + r.Float64()*(fast.Upper()[j]-fast.Lower()[j])
			}
			depth := slow.depth(q)
			if depth > 0 {
				colliding++
			}
			if free := fast.Free(q); free == (depth > 0) && (depth > 1e-9 || depth < -1e-9) {
				t.Fatalf("seed %d, problem %d: free is %v at a depth of %g m in %v", seed, i, free, depth, q)
			}
			if text := fast.Explain(q); (text == "") == (depth > 1e-9) {
				t.Fatalf("seed %d, problem %d: %q explains a depth of %g m", seed, i, text, depth)
			}
		}
	}
	if colliding < 100 {
		t.Errorf("only %d of the configurations collide", colliding)
	}
}

// report adds the distribution of times to a benchmark.
func report(b *testing.B, times []float64) {
	slices.Sort(times)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(stat.Quantile(0.5, stat.Empirical, times, nil), "us-median")
	b.ReportMetric(stat.Mean(times, nil), "us-mean")
	b.ReportMetric(stat.Quantile(0.95, stat.Empirical, times, nil), "us-q95")
	b.ReportMetric(times[len(times)-1], "us-worst")
}

// BenchmarkPanda plans all problems with one worker, one seed an iteration:
//
//	go test -run '^$' -bench Panda -benchtime 10x ./worlds/planning
func BenchmarkPanda(b *testing.B) {
	p := loadPanda(b)
	planner := newPlanner(b, "birrt", planning.Options{})
	var times []float64
	edges := 0
	seed := uint64(0)
	for b.Loop() {
		seed++
		for i := range p.problems {
			problem := p.problem(p.scene(b, i), i, 1, seed)
			begin := time.Now()
			r := plan(b, planner, problem)
			times = append(times, float64(time.Since(begin).Nanoseconds())/1e3)
			edges += r.Edges
		}
	}
	report(b, times)
	b.ReportMetric(float64(edges)/float64(len(times)), "edges-mean")
}

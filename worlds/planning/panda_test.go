package planning_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
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

func TestTheNumberOfWorkersDoesNotChangeThePath(t *testing.T) {
	p := loadPanda(t)
	planner := newPlanner(t, "birrt", planning.Options{})
	turns := 0
	for i := 3; i < len(p.problems); i += 16 {
		s := p.scene(t, i)
		want := plan(t, planner, p.problem(s, i, 1, uint64(i)))
		for _, workers := range []int{2, 8} {
			problem := p.problem(s, i, workers, uint64(i))
			problem.Parallel = atOnce
			if got := plan(t, planner, problem); !reflect.DeepEqual(got, want) {
				t.Errorf("problem %d: %d workers found %d configurations after %d iterations, one found %d after %d",
					i, workers, len(got.Path), got.Iterations, len(want.Path), want.Iterations)
			}
		}
		turns += want.Iterations
	}
	if turns < 200 {
		t.Errorf("only %d iterations: the problems are too easy to compare anything", turns)
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

// A roadmap that grew without obstacles serves scenes with obstacles.
func TestOneRoadmapServesManyPandaScenes(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long under the race detector; the whole test has it")
	}
	p := loadPanda(t)
	empty, err := p.model.NewScene(nil, 1.0/64)
	if err != nil {
		t.Fatal(err)
	}
	known, err := planning.BuildRoadmap(planning.RoadmapSpec{Spaces: []planning.Space{empty.NewChecker()}, Samples: 600, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	planner := newPlanner(t, "prm", planning.Options{Roadmap: known})
	asked, asIs := 0, 0
	for i := 0; i < len(p.problems); i += 10 {
		if !strings.HasPrefix(p.problems[i].Set, "table") {
			continue
		}
		asked++
		problem := p.problem(p.scene(t, i), i, 1, 1)
		problem.MaxIterations = 10_000
		r := plan(t, planner, problem)
		if r.Status != planning.Solved {
			t.Errorf("%s %d: %v", p.problems[i].Set, p.problems[i].Index, r.Status)
			continue
		}
		newLiteral(&p.robot, &p.problems[i]).checkPath(t, r.Path)
		if r.Iterations == 0 {
			asIs++
		}
	}
	if asked < 8 || asIs < asked/2 {
		t.Errorf("the roadmap answered %d of %d problems as it was", asIs, asked)
	}
}

// atOnce calls work in goroutines.
func atOnce(n int, work func(i int)) {
	var all sync.WaitGroup
	for i := 1; i < n; i++ {
		all.Go(func() { work(i) })
	}
	work(0)
	all.Wait()
}

// BenchmarkTwoCores plans the problems of the sets box and cage with one and with two workers, in
// turns, takes the least wall time of each search over the iterations, which is the one with the
// least other load, and reports the sums and their ratio:
//
//	go test -run '^$' -bench TwoCores -benchtime 20x ./worlds/planning
func BenchmarkTwoCores(b *testing.B) {
	p := loadPanda(b)
	planner := newPlanner(b, "birrt", planning.Options{})
	for _, set := range []string{"box", "cage"} {
		b.Run(set, func(b *testing.B) {
			least := map[[2]int]float64{} // by problem and number of workers, us
			for b.Loop() {
				for i := range p.problems {
					if setName(p.problems[i].Set) != set {
						continue
					}
					s := p.scene(b, i)
					for workers := 1; workers <= 2; workers++ {
						problem := p.problem(s, i, workers, uint64(i))
						problem.Parallel = atOnce
						begin := time.Now()
						plan(b, planner, problem)
						d, key := float64(time.Since(begin).Nanoseconds())/1e3, [2]int{i, workers}
						if known, is := least[key]; !is || d < known {
							least[key] = d
						}
					}
				}
			}
			var times [3][]float64
			for key, d := range least {
				times[key[1]] = append(times[key[1]], d)
			}
			b.ReportMetric(0, "ns/op")
			for workers := 1; workers <= 2; workers++ {
				b.ReportMetric(stat.Mean(times[workers], nil), fmt.Sprintf("us-mean-%d", workers))
			}
			b.ReportMetric(stat.Mean(times[2], nil)/stat.Mean(times[1], nil), "ratio")
		})
	}
}

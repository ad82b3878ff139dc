package planning_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/planning"
)

// searching are the planners that need no path.
var searching = []string{"birrt", "rrt", "rrtstar", "prm"}

func TestEveryPlannerFindsTheGapOrItsStatus(t *testing.T) {
	for _, name := range searching {
		t.Run(name, func(t *testing.T) {
			planner := newPlanner(t, name, planning.Options{})
			if planner.Name() != name {
				t.Errorf("the planner %q has the name %q", name, planner.Name())
			}
			s := walled(0.1)
			p := across(s)
			p.MaxIterations = 2000
			r := plan(t, planner, p)
			if r.Status != planning.Solved || r.Goal != 0 {
				t.Fatalf("%v, %s", r.Status, r.Detail)
			}
			if first, last := r.Path[0], r.Path[len(r.Path)-1]; !slices.Equal(first, p.Start) || !slices.Equal(last, p.Goals[0]) {
				t.Errorf("the path leads from %v to %v", first, last)
			}
			checkFree(t, s, r.Path)
			again := plan(t, planner, p)
			if !reflect.DeepEqual(r.Path, again.Path) {
				t.Error("the same problem has two paths")
			}
			p = across(walled(-1))
			p.MaxIterations = 300
			if r := plan(t, planner, p); r.Status != planning.IterationLimit || r.Iterations < 300 || r.Path != nil {
				t.Errorf("behind a wall: %v after %d iterations", r.Status, r.Iterations)
			}
		})
	}
}

func TestEveryPlannerWorksInAnyNumberOfDimensions(t *testing.T) {
	for _, name := range searching {
		for _, dim := range []int{1, 2, 3, 20} {
			t.Run(fmt.Sprintf("%s/%d", name, dim), func(t *testing.T) {
				lower, upper, start, goal, center := make([]float64, dim), make([]float64, dim), make([]float64, dim), make([]float64, dim), make([]float64, dim)
				for j := range dim {
					lower[j], upper[j], start[j], goal[j], center[j] = -1, 1, -0.5, 0.5, 0
				}
				p := &planning.Problem{Start: start, Goals: [][]float64{goal}, MaxIterations: 300, Spaces: []planning.Space{newPlane(lower, upper, nil, nil)}}
				if r := plan(t, newPlanner(t, name, planning.Options{}), p); r.Status != planning.Solved || len(r.Path) != 2 {
					t.Errorf("without obstacles: %v with %d configurations", r.Status, len(r.Path))
				}
				p.Spaces[0] = newPlane(lower, upper, []disc{{center, 0.1}}, nil)
				want := planning.Solved
				if dim == 1 { // nothing leads around
					want = planning.IterationLimit
				}
				if r := plan(t, newPlanner(t, name, planning.Options{}), p); r.Status != want {
					t.Errorf("around a ball: %v, %s", r.Status, r.Detail)
				}
			})
		}
	}
}

func TestALockedJointKeepsItsPosition(t *testing.T) {
	for _, name := range searching {
		s := newPlane([]float64{0, 0.5, 0}, []float64{1, 0.5, 1}, nil, []slab{{[]float64{0.45, 0, -1}, []float64{0.55, 1, 0.8}}})
		p := &planning.Problem{Start: []float64{0.2, 0.5, 0.2}, Goals: [][]float64{{0.8, 0.5, 0.2}}, Spaces: []planning.Space{s}, MaxIterations: 3000}
		r := plan(t, newPlanner(t, name, planning.Options{}), p)
		if r.Status != planning.Solved {
			t.Fatalf("%s: %v", name, r.Status)
		}
		for _, q := range r.Path {
			if q[1] != 0.5 {
				t.Errorf("%s moves the joint to %g", name, q[1])
			}
		}
	}
}

// round returns the unit square with a disc in the middle, and the length of the shortest path
// around it: two tangents and an arc.
func round() (*plane, *planning.Problem, float64) {
	const r, d = 0.2, 0.4
	s := newPlane([]float64{0, 0}, []float64{1, 1}, []disc{{[]float64{0.5, 0.5}, r}}, nil)
	p := &planning.Problem{Start: []float64{0.5 - d, 0.5}, Goals: [][]float64{{0.5 + d, 0.5}}, Spaces: []planning.Space{s}}
	return s, p, 2*math.Sqrt(d*d-r*r) + r*(math.Pi-2*math.Acos(r/d))
}

func TestRrtstarApproachesTheShortestPath(t *testing.T) {
	wall := walled(0.1)
	disc, aroundDisc, discBest := round()
	for name, c := range map[string]struct {
		space   planning.Space
		problem *planning.Problem
		best    float64
	}{
		"around two corners": {wall, across(wall), 2*math.Hypot(0.25, 0.7) + 0.1},
		"around a disc":      {disc, aroundDisc, discBest},
	} {
		t.Run(name, func(t *testing.T) {
			last := math.Inf(1)
			c.problem.MaxIterations = 6000
			c.problem.Progress = func(p planning.Progress) planning.Action {
				if p.Length > last {
					t.Fatalf("the path grew from %g to %g", last, p.Length)
				}
				last = p.Length
				return planning.Continue
			}
			r := plan(t, newPlanner(t, "rrtstar", planning.Options{Range: 0.2}), c.problem)
			checkFree(t, c.space, r.Path)
			// Motions are checked at points 0.005 apart, so that a path may cut a corner.
			if l := r.Path.Length(); l > 1.01*c.best || l < c.best-0.01 {
				t.Errorf("length %.5f after %d iterations; the shortest path has %.5f", l, r.Iterations, c.best)
			}
		})
	}
}

func TestRrtstarReturnsWhatItHasWhenInterrupted(t *testing.T) {
	for action, want := range map[planning.Action]planning.Status{
		planning.Interrupt: planning.InterruptedWithSolution, planning.Expire: planning.InterruptedWithSolution, planning.ReturnAnySolution: planning.Solved,
	} {
		p := across(walled(0.3))
		p.Progress = func(now planning.Progress) planning.Action {
			if math.IsInf(now.Length, 1) {
				return planning.Continue
			}
			return action
		}
		if r := plan(t, newPlanner(t, "rrtstar", planning.Options{}), p); r.Status != want || r.Path == nil || r.Iterations >= p.MaxIterations {
			t.Errorf("action %d: %v after %d iterations", action, r.Status, r.Iterations)
		}
	}
}

func TestShortcutNeverLengthensAPath(t *testing.T) {
	planner := newPlanner(t, "shortcut", planning.Options{})
	search := newPlanner(t, "rrt", planning.Options{Range: 0.05})
	total, after := 0.0, 0.0
	for seed := range uint64(20) {
		s := walled(0.2)
		p := across(s)
		p.Seed = seed
		p.Path = plan(t, search, p).Path
		p.MaxIterations = 100
		before := p.Path.Clone()
		r := plan(t, planner, p)
		if r.Status != planning.Solved || r.Path.Length() > before.Length() {
			t.Fatalf("seed %d: %v, length %g from %g", seed, r.Status, r.Path.Length(), before.Length())
		}
		if !reflect.DeepEqual(p.Path, before) {
			t.Fatal("the given path changed")
		}
		if !slices.Equal(r.Path[0], p.Start) || !slices.Equal(r.Path[len(r.Path)-1], p.Goals[0]) {
			t.Fatal("the ends of the path changed")
		}
		checkFree(t, s, r.Path)
		if again := plan(t, planner, p); !reflect.DeepEqual(again.Path, r.Path) {
			t.Fatal("the same path has two shortcuts")
		}
		total, after = total+before.Length(), after+r.Path.Length()
	}
	if best := 2*math.Hypot(0.25, 0.6) + 0.1; after/20 > 1.05*best || total < 1.1*after {
		t.Errorf("mean length %g from %g; the shortest path has %g", after/20, total/20, best)
	}
}

func TestShortcutRejectsAPathThatIsNotFree(t *testing.T) {
	p := across(walled(0.2))
	p.Path = planning.Path{p.Start, p.Goals[0]}
	planner := newPlanner(t, "shortcut", planning.Options{})
	if r := plan(t, planner, p); r.Status != planning.PathInCollision || r.Path != nil {
		t.Errorf("through the wall: %v", r.Status)
	}
	p.Path = planning.Path{p.Start, {0.2, 1.2}, {0.2, 0.3}}
	if r := plan(t, planner, p); r.Status != planning.PathInCollision {
		t.Errorf("outside the limits: %v", r.Status)
	}
	p.Path = planning.Path{p.Start, {0.2}, {0.2, 0.3}}
	if _, err := planner.Plan(p); err == nil {
		t.Error("a configuration of a wrong length is no error")
	}
	p.Path = nil
	if _, err := planner.Plan(p); err == nil {
		t.Error("no path is no error")
	}
}

func TestAJointWithoutEndTakesTheNearestTurn(t *testing.T) {
	lower, upper := []float64{-10, 0}, []float64{10, 1}
	s := newPlane(lower, upper, nil, nil)
	goal := []float64{3, 0.5}
	p := &planning.Problem{Start: []float64{-3, 0.5}, Goals: planning.Images(goal, []bool{true, false}, lower, upper), Spaces: []planning.Space{s}}
	r := plan(t, newPlanner(t, "birrt", planning.Options{}), p)
	if end := r.Path[len(r.Path)-1][0]; math.Abs(end-(3-2*math.Pi)) > 1e-12 || !reflect.DeepEqual(p.Goals[r.Goal], r.Path[1]) {
		t.Errorf("the joint turns from -3 to %g", end)
	}
}

// scattered returns a square full of discs of a size, and a problem in it.
func scattered(r *rand.Rand, dim int, radius float64) *planning.Problem {
	lower, upper := make([]float64, dim), make([]float64, dim)
	for j := range upper {
		upper[j] = 1
	}
	point := func() []float64 {
		q := make([]float64, dim)
		for j := range q {
			q[j] = r.Float64()
		}
		return q
	}
	var discs []disc
	for range 30 {
		discs = append(discs, disc{point(), radius})
	}
	return &planning.Problem{Start: point(), Goals: [][]float64{point(), point()}, Spaces: []planning.Space{newPlane(lower, upper, discs, nil)}, MaxIterations: 1500}
}

// Whatever a planner returns is consistent, and what it calls a path is one.
func TestRandomProblemsHaveSoundResults(t *testing.T) {
	const seed = 5
	r := rand.New(rand.NewPCG(seed, 0))
	found := map[planning.Status]int{}
	for n := range 60 {
		p := scattered(r, 2+n%2, 0.02+0.1*r.Float64())
		p.Seed = uint64(n)
		for _, name := range searching {
			got := plan(t, newPlanner(t, name, planning.Options{}), p)
			found[got.Status]++
			if got.Status.HasPath() != (got.Path != nil) {
				t.Fatalf("seed %d, problem %d, %s: %v with the path %v", seed, n, name, got.Status, got.Path)
			}
			if got.Path == nil {
				continue
			}
			if !slices.Equal(got.Path[0], p.Start) || !slices.Equal(got.Path[len(got.Path)-1], p.Goals[got.Goal]) {
				t.Fatalf("seed %d, problem %d, %s: the path does not lead to goal %d", seed, n, name, got.Goal)
			}
			for i := 1; i < len(got.Path); i++ {
				if !p.Spaces[0].FreeEdge(got.Path[i-1], got.Path[i]) {
					t.Fatalf("seed %d, problem %d, %s: motion %d is not free", seed, n, name, i)
				}
			}
		}
	}
	if found[planning.Solved] < 100 || found[planning.StartInCollision]+found[planning.GoalInCollision] == 0 {
		t.Errorf("statuses %v: the problems are all of one kind", found)
	}
}

package planning

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Problem is one search.
type Problem struct {
	// Start is the configuration where the path begins, length Dim of the space.
	Start []float64
	// Goals are the configurations where it may end; at least one.
	Goals [][]float64
	// Path is the path that shortcut shortens; its ends are the start and the goal, and Start and
	// Goals are ignored. Other planners ignore Path.
	Path Path
	// Spaces has one Space for each worker, at least one. All return the same answers.
	Spaces []Space
	// Parallel calls work(0) to work(n-1), at the same time or one after the other, and returns once
	// all have returned. Nil: worker 0 does all the work. Worker i uses Spaces[i] alone.
	Parallel func(n int, work func(i int))
	// Seed selects the random choices of the search.
	Seed uint64
	// MaxIterations bounds the extensions that the planner tries; 0 means 200 000, and 100 for
	// shortcut.
	MaxIterations int
	// MaxNodes ends the search once the planner keeps as many configurations; 0 means 200 000.
	MaxNodes int
	// Progress, if not nil, is called between the rounds of a search by the goroutine that called
	// Plan. Its answer can end the search.
	Progress func(Progress) Action
}

// defaultLimit bounds iterations and nodes where a problem sets no limit.
const defaultLimit = 200_000

// check returns the errors of misuse.
func (p *Problem) check() error {
	if len(p.Spaces) == 0 {
		return errors.New("planning: the problem has no space; expected one for each worker")
	}
	var all []error
	dim := p.Spaces[0].Dim()
	if dim < 1 {
		return fmt.Errorf("planning: the space has %d degrees of freedom; expected at least 1", dim)
	}
	for i, s := range p.Spaces {
		all = append(all, checkSpace(i, s, dim))
	}
	all = append(all, checkConfiguration("the start", p.Start, dim))
	if len(p.Goals) == 0 {
		all = append(all, errors.New("planning: the problem has no goal"))
	}
	for i, g := range p.Goals {
		all = append(all, checkConfiguration(fmt.Sprintf("goal %d", i), g, dim))
	}
	if p.MaxIterations < 0 || p.MaxNodes < 0 {
		all = append(all, fmt.Errorf("planning: limits of %d iterations and %d nodes; expected 0 or more", p.MaxIterations, p.MaxNodes))
	}
	return errors.Join(all...)
}

func checkSpace(i int, s Space, dim int) error {
	lower, upper := s.Lower(), s.Upper()
	if s.Dim() != dim || len(lower) != dim || len(upper) != dim {
		return fmt.Errorf("planning: space %d has %d degrees of freedom, %d lower and %d upper limits; expected %d of each", i, s.Dim(), len(lower), len(upper), dim)
	}
	for j := range lower {
		if !(lower[j] <= upper[j]) || math.IsInf(lower[j], 0) || math.IsInf(upper[j], 0) {
			return fmt.Errorf("planning: space %d limits degree of freedom %d to %g .. %g; expected finite limits in ascending order", i, j, lower[j], upper[j])
		}
	}
	return nil
}

func checkConfiguration(name string, q []float64, dim int) error {
	if len(q) != dim {
		return fmt.Errorf("planning: %s has %d numbers; expected %d", name, len(q), dim)
	}
	for j, v := range q {
		if v-v != 0 {
			return fmt.Errorf("planning: degree of freedom %d of %s is %g; expected a finite number", j, name, v)
		}
	}
	return nil
}

// search is the state that all planners share.
type search struct {
	problem      *Problem
	dim          int
	lower, upper []float64
	goals        []int // those within the limits and free, the nearest first
	result       Result
	anySolution  bool
	length       float64 // of the best path
	maxIteration int
	maxNodes     int
}

// begin checks a problem. A search that has a status already needs no planner.
func begin(p *Problem) (s *search, ended bool, err error) {
	if err := p.check(); err != nil {
		return nil, false, err
	}
	s = newSearch(p)
	return s, s.checkEnds(), nil
}

// newSearch returns the state of a search for a checked problem.
func newSearch(p *Problem) *search {
	space := p.Spaces[0]
	s := &search{problem: p, dim: space.Dim(), lower: space.Lower(), upper: space.Upper(), length: infinity,
		maxIteration: p.MaxIterations, maxNodes: p.MaxNodes, result: Result{Goal: -1}}
	if s.maxIteration == 0 {
		s.maxIteration = defaultLimit
	}
	if s.maxNodes == 0 {
		s.maxNodes = defaultLimit
	}
	return s
}

// checkEnds sets the status where the start or the goals exclude a path.
func (s *search) checkEnds() (ended bool) {
	p := s.problem
	if j := s.outside(p.Start); j >= 0 {
		s.fail(StartOutOfLimits, s.limitText("the start", p.Start, j))
		return true
	}
	if !p.Spaces[0].Free(p.Start) {
		s.fail(StartInCollision, explain(p.Spaces[0], p.Start))
		return true
	}
	status, detail := GoalOutOfLimits, ""
	for i, g := range p.Goals {
		if j := s.outside(g); j >= 0 {
			if status == GoalOutOfLimits && detail == "" {
				detail = s.limitText(fmt.Sprintf("goal %d", i), g, j)
			}
			continue
		}
		if !p.Spaces[0].Free(g) {
			if status == GoalOutOfLimits {
				status, detail = GoalInCollision, explain(p.Spaces[0], g)
			}
			continue
		}
		s.goals = append(s.goals, i)
	}
	if len(s.goals) == 0 {
		s.fail(status, detail)
		return true
	}
	slices.SortStableFunc(s.goals, func(a, b int) int {
		return cmp.Compare(squared(p.Start, p.Goals[a]), squared(p.Start, p.Goals[b]))
	})
	for _, i := range s.goals {
		if squared(p.Start, p.Goals[i]) == 0 {
			s.solve(Path{p.Start}, i)
			return true
		}
	}
	return false
}

// outside returns the first degree of freedom outside its limits, -1 for none.
func (s *search) outside(q []float64) int {
	for j, v := range q {
		if v < s.lower[j] || v > s.upper[j] {
			return j
		}
	}
	return -1
}

func (s *search) limitText(name string, q []float64, j int) string {
	return fmt.Sprintf("degree of freedom %d of %s is %g; the limits are %g .. %g", j, name, q[j], s.lower[j], s.upper[j])
}

func explain(space Space, q []float64) string {
	if e, is := space.(Explainer); is {
		return e.Explain(q)
	}
	return ""
}

func (s *search) fail(status Status, detail string) {
	s.result.Status, s.result.Detail = status, detail
}

// solve keeps a copy of a path.
func (s *search) solve(path Path, goal int) {
	s.result.Status, s.result.Path, s.result.Goal = Solved, path.Clone(), goal
	s.length = s.result.Path.Length()
}

// direct tries the straight motion to each goal, the nearest first.
func (s *search) direct() bool {
	for _, i := range s.goals {
		if s.free(s.problem.Start, s.problem.Goals[i]) {
			s.solve(Path{s.problem.Start, s.problem.Goals[i]}, i)
			return true
		}
	}
	return false
}

// toGoal returns the distance to the nearest goal.
func (s *search) toGoal(q []float64) float64 {
	least := infinity
	for _, g := range s.goals {
		least = min(least, Distance(q, s.problem.Goals[g]))
	}
	return least
}

// free checks a motion with the first space.
func (s *search) free(a, b []float64) bool {
	s.result.Edges++
	return s.problem.Spaces[0].FreeEdge(a, b)
}

// interrupted calls the callback and sets the status where the search has to end.
func (s *search) interrupted() bool {
	if s.problem.Progress == nil {
		return false
	}
	now := Progress{Iterations: s.result.Iterations, Nodes: s.result.Nodes, Edges: s.result.Edges, Length: s.length}
	now.Share = min(1, max(float64(now.Iterations)/float64(s.maxIteration), float64(now.Nodes)/float64(s.maxNodes)))
	known := s.result.Path != nil
	switch s.problem.Progress(now) {
	case Interrupt:
		s.result.Status = Interrupted
	case Expire:
		s.result.Status = DeadlineExceeded
	case ReturnAnySolution:
		s.anySolution = true
		if known {
			s.result.Status = Solved
		}
		return known
	default:
		return false
	}
	if known {
		s.result.Status = InterruptedWithSolution
	}
	return true
}

// limited sets the status at a limit of the problem.
func (s *search) limited() bool {
	switch {
	case s.result.Iterations >= s.maxIteration:
		s.fail(IterationLimit, fmt.Sprintf("no path after %d iterations", s.result.Iterations))
	case s.result.Nodes >= s.maxNodes:
		s.fail(NodeLimit, fmt.Sprintf("no path with %d nodes", s.result.Nodes))
	default:
		return false
	}
	if s.result.Path != nil {
		s.fail(Solved, "")
	}
	return true
}

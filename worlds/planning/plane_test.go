package planning_test

import (
	"math"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/planning"
)

// plane is a space of points among discs and boxes, in any number of dimensions.
type plane struct {
	planning.Edges
	lower, upper []float64
	discs        []disc
	boxes        []slab
}

// disc is a ball in the space.
type disc struct {
	center []float64
	radius float64
}

// slab is a box with its lower and upper corner.
type slab struct{ lower, upper []float64 }

func newPlane(lower, upper []float64, discs []disc, boxes []slab) *plane {
	p := &plane{lower: lower, upper: upper, discs: discs, boxes: boxes}
	p.Edges = planning.Edges{Step: 0.005, Free: p.Free}
	return p
}

func (p *plane) Dim() int         { return len(p.lower) }
func (p *plane) Lower() []float64 { return p.lower }
func (p *plane) Upper() []float64 { return p.upper }

func (p *plane) Free(q []float64) bool { return p.Explain(q) == "" }

func (p *plane) Explain(q []float64) string {
	for _, d := range p.discs {
		if planning.Distance(q, d.center) <= d.radius {
			return "inside of a disc"
		}
	}
	for _, b := range p.boxes {
		inside := true
		for j, v := range q {
			inside = inside && v >= b.lower[j] && v <= b.upper[j]
		}
		if inside {
			return "inside of a box"
		}
	}
	return ""
}

// walled returns the unit square with a wall across the middle that has a gap at its upper end.
func walled(gap float64) *plane {
	return newPlane([]float64{0, 0}, []float64{1, 1}, nil, []slab{{[]float64{0.45, -1}, []float64{0.55, 1 - gap}}})
}

func across(s planning.Space) *planning.Problem {
	return &planning.Problem{Start: []float64{0.2, 0.2}, Goals: [][]float64{{0.8, 0.2}}, Spaces: []planning.Space{s}, MaxIterations: 5000}
}

func checkFree(t *testing.T, s planning.Space, path planning.Path) {
	t.Helper()
	for i := 1; i < len(path); i++ {
		q := make([]float64, s.Dim())
		for k := range 1001 {
			planning.Between(q, path[i-1], path[i], float64(k)/1000)
			if !s.Free(q) {
				// A motion may cut a corner by less than the distance of the points that are checked.
				if s.FreeEdge(path[i-1], path[i]) {
					continue
				}
				t.Fatalf("the path is not free at %v", q)
			}
		}
	}
}

func TestBirrtFindsTheGap(t *testing.T) {
	for _, gap := range []float64{0.5, 0.1, 0.03} {
		s := walled(gap)
		r := plan(t, newPlanner(t, "birrt", planning.Options{}), across(s))
		if r.Status != planning.Solved || r.Goal != 0 || r.Path.Length() < 0.6 {
			t.Fatalf("gap %g: %v, goal %d, length %g", gap, r.Status, r.Goal, r.Path.Length())
		}
		checkFree(t, s, r.Path)
	}
}

func TestFailuresAreStatusesWithTheirCause(t *testing.T) {
	for name, c := range map[string]struct {
		change func(p *planning.Problem)
		want   planning.Status
		detail string
	}{
		"no way":          {func(p *planning.Problem) { p.Spaces[0] = walled(-1) }, planning.IterationLimit, "5000 iterations"},
		"few nodes":       {func(p *planning.Problem) { p.Spaces[0] = walled(-1); p.MaxNodes = 50 }, planning.NodeLimit, "nodes"},
		"start in a wall": {func(p *planning.Problem) { p.Start = []float64{0.5, 0.5} }, planning.StartInCollision, "inside of a box"},
		"goal in a wall":  {func(p *planning.Problem) { p.Goals[0] = []float64{0.5, 0.5} }, planning.GoalInCollision, "inside of a box"},
		"start outside":   {func(p *planning.Problem) { p.Start[1] = -0.1 }, planning.StartOutOfLimits, "degree of freedom 1 of the start is -0.1; the limits are 0 .. 1"},
		"goal outside":    {func(p *planning.Problem) { p.Goals[0][0] = 2 }, planning.GoalOutOfLimits, "degree of freedom 0 of goal 0 is 2"},
		"one of two goals": {func(p *planning.Problem) {
			p.Goals = append(p.Goals, []float64{0.8, 0.3})
			p.Goals[0] = []float64{0.5, 0.5}
		}, planning.Solved, ""},
		"interrupted":         {func(p *planning.Problem) { p.Progress = answer(planning.Interrupt) }, planning.Interrupted, ""},
		"deadline":            {func(p *planning.Problem) { p.Progress = answer(planning.Expire) }, planning.DeadlineExceeded, ""},
		"any solution":        {func(p *planning.Problem) { p.Progress = answer(planning.ReturnAnySolution) }, planning.Solved, ""},
		"the start is a goal": {func(p *planning.Problem) { p.Goals[0] = []float64{0.2, 0.2} }, planning.Solved, ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := across(walled(0.1))
			c.change(p)
			r := plan(t, newPlanner(t, "birrt", planning.Options{}), p)
			if r.Status != c.want || !strings.Contains(r.Detail, c.detail) || r.Status.HasPath() != (len(r.Path) > 0) || r.Status.HasPath() != (r.Goal >= 0) {
				t.Errorf("%v %q with goal %d and %d configurations; expected %v %q", r.Status, r.Detail, r.Goal, len(r.Path), c.want, c.detail)
			}
		})
	}
}

func answer(a planning.Action) func(planning.Progress) planning.Action {
	return func(planning.Progress) planning.Action { return a }
}

func TestMisuseIsAnError(t *testing.T) {
	planner := newPlanner(t, "birrt", planning.Options{})
	for want, change := range map[string]func(p *planning.Problem){
		"no space":                         func(p *planning.Problem) { p.Spaces = nil },
		"no goal":                          func(p *planning.Problem) { p.Goals = nil },
		"the start has 1 numbers":          func(p *planning.Problem) { p.Start = p.Start[:1] },
		"of goal 0 is NaN":                 func(p *planning.Problem) { p.Goals[0][1] = math.NaN() },
		"of the start is +Inf":             func(p *planning.Problem) { p.Start[0] = math.Inf(1) },
		"limits of -1 iterations":          func(p *planning.Problem) { p.MaxIterations = -1 },
		"expected at least 1":              func(p *planning.Problem) { p.Spaces[0] = newPlane(nil, nil, nil, nil) },
		"space 0 limits degree of freedom": func(p *planning.Problem) { p.Spaces[0].(*plane).lower[0] = 3 },
	} {
		p := across(walled(0.1))
		change(p)
		if _, err := planner.Plan(p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v; expected %q", err, want)
		}
	}
	if _, err := planning.New("brrt", planning.Options{}); err == nil || !strings.Contains(err.Error(), "expected one of birrt") {
		t.Errorf("error %v does not list the known names", err)
	}
	for want, o := range map[string]planning.Options{
		"range is -1": {Range: -1}, "goal bias is NaN": {GoalBias: math.NaN()}, "lanes is 100000": {Lanes: 100000},
	} {
		if _, err := planning.New("birrt", o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v; expected %q", err, want)
		}
	}
}

func TestImagesDifferByWholeTurns(t *testing.T) {
	got := planning.Images([]float64{1, 2}, []bool{true, false}, []float64{-7, -1}, []float64{8, 3})
	if len(got) != 3 || got[0][0] != 1 || got[1][0] != 1+2*math.Pi || got[2][0] != 1-2*math.Pi {
		t.Errorf("images %v", got)
	}
	for _, q := range got {
		if q[1] != 2 {
			t.Errorf("%v changed the joint with limits", q)
		}
	}
}

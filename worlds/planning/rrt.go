package planning

// rrt grows one tree from the start (LaValle, Rapidly-exploring random trees: a new tool for path
// planning, 1998). A share of the samples are goals.
type rrt struct{ options Options }

// Name returns "rrt".
func (r *rrt) Name() string { return "rrt" }

const (
	rrtShare    = 1.0 / 5
	defaultBias = 0.05
)

// Plan searches a path.
func (r *rrt) Plan(p *Problem) (*Result, error) {
	s, ended, err := begin(p)
	if err != nil {
		return nil, err
	}
	if ended || s.direct() {
		return &s.result, nil
	}
	g := newGrowth(s, r.options)
	for s.result.Path == nil && !s.interrupted() && !s.limited() {
		node, added := g.extend()
		if !added {
			continue
		}
		if goal := g.goalNear(node); goal >= 0 {
			s.solve(append(g.tree.path(node), p.Goals[goal]), goal)
		}
	}
	return &s.result, nil
}

// growth is a tree that grows from the start towards samples.
type growth struct {
	*search
	reach        float64
	bias         float64
	sampler      *sampler
	tree         *tree
	drawn        uint64
	target, next []float64
}

func newGrowth(s *search, o Options) *growth {
	g := &growth{search: s, reach: o.rangeFor(s, rrtShare), bias: o.GoalBias, sampler: newSampler(s.problem.Seed, s.lower, s.upper),
		tree: newTree(s.dim), target: make([]float64, s.dim), next: make([]float64, s.dim)}
	if g.bias == 0 {
		g.bias = defaultBias
	}
	g.tree.add(s.problem.Start, -1)
	return g
}

// draw writes the next sample into target. A number of samples in a row, which the bias sets, has
// one goal; the goals take turns.
func (g *growth) draw() {
	i := g.drawn
	g.drawn++
	before, now := uint64(float64(i)*g.bias), uint64(float64(i+1)*g.bias)
	if now > before {
		copy(g.target, g.problem.Goals[g.goals[int(before)%len(g.goals)]])
		return
	}
	g.sampler.sample(g.target, i)
}

// extend adds one node, if the motion to it is free, and returns it.
func (g *growth) extend() (node int, added bool) {
	g.result.Iterations++
	g.draw()
	near := g.tree.nearest(g.target)
	from := g.tree.at(near)
	if squared(from, g.target) == 0 {
		return 0, false
	}
	steer(g.next, from, g.target, g.reach)
	if !g.free(from, g.next) {
		return 0, false
	}
	node = g.tree.add(g.next, near)
	g.result.Nodes = g.tree.len()
	return node, true
}

// goalNear returns a goal within reach of a node to which the motion is free, -1 for none.
func (g *growth) goalNear(node int) int {
	for _, i := range g.goals {
		at := g.tree.at(node)
		if d := Distance(at, g.problem.Goals[i]); d <= g.reach && (d == 0 || g.free(at, g.problem.Goals[i])) {
			return i
		}
	}
	return -1
}

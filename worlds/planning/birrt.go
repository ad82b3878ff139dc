package planning

// birrt is RRT-Connect (Kuffner and LaValle, ICRA 2000): a tree from the start and one from the
// goals grow towards samples, and each new node is joined with the other tree as far as motions are
// free. The direct motion is tried first.
type birrt struct{ options Options }

// Name returns "birrt".
func (b *birrt) Name() string { return "birrt" }

// birrtShare is the default length of an extension as a share of the greatest distance within the
// limits.
const birrtShare = 1.0 / 16

// Plan searches a path.
func (b *birrt) Plan(p *Problem) (*Result, error) {
	s, ended, err := begin(p)
	if err != nil {
		return nil, err
	}
	if ended || s.direct() {
		return &s.result, nil
	}
	c := connect{search: s, reach: b.options.rangeFor(s, birrtShare), sampler: newSampler(p.Seed, s.lower, s.upper)}
	c.begin(b.options.lanes())
	for !c.joined && !s.interrupted() && !s.limited() {
		c.round()
	}
	return &s.result, nil
}

// connect is one search of birrt.
type connect struct {
	*search
	reach   float64
	sampler *sampler
	trees   [2]*tree // from the start, from the goals
	side    int      // the tree that grows in this round
	goalOf  []int    // root of the goal tree -> goal
	lanes   []lane
	drawn   uint64 // samples of earlier rounds
	joined  bool
}

// lane is one extension: a node beside the tree that grows, and a chain of nodes that leads from
// the other tree towards it. Its slices are reused.
type lane struct {
	sample  []float64
	near    int
	node    []float64
	grown   bool
	edges   int // that it checked
	from    int // in the other tree: the begin of the chain
	chain   []float64
	reached bool      // the chain ends at the node
	_       [128]byte // workers fill neighbouring lanes at the same time
}

func (c *connect) begin(lanes int) {
	c.trees = [2]*tree{newTree(c.dim), newTree(c.dim)}
	c.trees[0].add(c.problem.Start, -1)
	for _, g := range c.goals {
		c.trees[1].add(c.problem.Goals[g], -1)
		c.goalOf = append(c.goalOf, g)
	}
	c.lanes = make([]lane, lanes)
	for i := range c.lanes {
		c.lanes[i] = lane{sample: make([]float64, c.dim), node: make([]float64, c.dim)}
	}
}

// round extends the smaller tree in each lane and merges what the lanes found, in their order.
// Lanes after one that joins the trees are of no use.
func (c *connect) round() {
	c.side = 0
	if c.trees[1].len() < c.trees[0].len() {
		c.side = 1
	}
	lanes := c.lanes[:c.roundSize(len(c.lanes))]
	c.inLanes(len(lanes), func(worker, i int) (last bool) {
		return c.extend(worker, &lanes[i], c.drawn+uint64(i))
	})
	c.drawn += uint64(len(lanes))
	for i := range lanes {
		if c.merge(&lanes[i]) {
			return
		}
	}
}

// extend fills a lane and reports whether it joins the trees. It reads the trees and changes the
// lane alone.
func (c *connect) extend(worker int, l *lane, sample uint64) bool {
	own, other := c.trees[c.side], c.trees[1-c.side]
	c.sampler.sample(l.sample, sample)
	l.near, l.chain, l.reached, l.edges = own.nearest(l.sample), l.chain[:0], false, 1
	steer(l.node, own.at(l.near), l.sample, c.reach)
	space := c.problem.Spaces[worker]
	l.grown = c.project(space, own.at(l.near), l.node) && space.FreeEdge(own.at(l.near), l.node)
	if !l.grown {
		return false
	}
	l.from = other.nearest(l.node)
	at := other.at(l.from)
	for !l.reached {
		n := len(l.chain)
		l.chain = append(l.chain, at...)
		next := l.chain[n : n+c.dim : n+c.dim]
		l.reached = steer(next, at, l.node, c.reach)
		l.edges++
		if !l.reached && !c.approaches(space, at, next, l.node) || !space.FreeEdge(at, next) {
			l.chain, l.reached = l.chain[:n], false
			return false
		}
		at = next
	}
	return true
}

// project moves a new configuration onto the constraint of the space, if it has one. It reports
// false where the configuration leaves the limits or the neighbourhood of the one before.
func (c *connect) project(space Space, before, q []float64) bool {
	p, is := space.(Projector)
	return !is || p.Project(q) && c.outside(q) < 0 && Distance(before, q) <= 2*c.reach
}

// approaches projects a configuration of a chain and reports whether it is nearer to the node than
// the one before.
func (c *connect) approaches(space Space, before, q, node []float64) bool {
	return c.project(space, before, q) && Distance(q, node) < Distance(before, node)
}

// merge adds the nodes of a lane to the trees and reports whether they are joined.
func (c *connect) merge(l *lane) bool {
	c.result.Iterations++
	c.result.Edges += l.edges
	if !l.grown {
		return false
	}
	own, other := c.trees[c.side], c.trees[1-c.side]
	node := own.add(l.node, l.near)
	end := l.from
	for i := 0; i < len(l.chain); i += c.dim {
		end = other.add(l.chain[i:i+c.dim], end)
	}
	c.result.Nodes = own.len() + other.len()
	if !l.reached {
		return false
	}
	ends := [2]int{node, end}
	if c.side == 1 {
		ends = [2]int{end, node}
	}
	path, back := c.trees[0].path(ends[0]), c.trees[1].path(ends[1])
	for i := len(back) - 2; i >= 0; i-- { // the last one is the node at both ends
		path = append(path, back[i])
	}
	c.solve(path, c.goalOf[c.trees[1].root(ends[1])])
	c.joined = true
	return true
}

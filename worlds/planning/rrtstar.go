package planning

import (
	"math"
	"slices"
)

// rrtstar is RRT* (Karaman and Frazzoli, International Journal of Robotics Research 30, 2011), in
// the form with k nearest neighbours: each node gets the parent with the shortest path to it, and
// its neighbours are connected to it where that shortens theirs. The search goes on to its limits,
// and the path gets shorter, towards the shortest one.
type rrtstar struct{ options Options }

// Name returns "rrtstar".
func (r *rrtstar) Name() string { return "rrtstar" }

// Plan searches a path until a limit or the callback ends it.
func (r *rrtstar) Plan(p *Problem) (*Result, error) {
	s, ended, err := begin(p)
	if err != nil {
		return nil, err
	}
	if ended {
		return &s.result, nil
	}
	if s.free(p.Start, p.Goals[s.goals[0]]) { // nothing is shorter than this
		s.solve(Path{p.Start, p.Goals[s.goals[0]]}, s.goals[0])
		return &s.result, nil
	}
	w := &rewiring{growth: newGrowth(s, r.options), children: [][]int32{nil}, costs: []float64{0}}
	// k = e (1 + 1/d) log n neighbours make the path converge (section 3.3.3 of the paper).
	w.density = math.E * (1 + 1/float64(s.dim))
	for !s.interrupted() && !s.limited() {
		w.step()
		if s.anySolution && s.result.Path != nil {
			break
		}
	}
	return &s.result, nil
}

// rewiring is one search of rrtstar.
type rewiring struct {
	*growth
	density  float64
	costs    []float64 // length of the path from the start to each node
	children [][]int32
	ends     []goalEnd
	found    []neighbour
	order    []choice
	stack    []int32
}

// goalEnd is a free motion from a node to a goal.
type goalEnd struct {
	node, goal int
	length     float64
}

// choice is a possible parent of a new node.
type choice struct {
	node   int
	length float64 // of the motion between both
	cost   float64 // of the new node
}

// step adds one node and improves the tree around it.
func (w *rewiring) step() {
	w.result.Iterations++
	w.draw()
	near := w.tree.nearest(w.target)
	if squared(w.tree.at(near), w.target) == 0 {
		return
	}
	steer(w.next, w.tree.at(near), w.target, w.reach)
	if w.result.Path != nil && Distance(w.problem.Start, w.next)+w.toGoal(w.next) >= w.length {
		return // no path through it is shorter than the best one (Gammell et al., IROS 2014)
	}
	k := int(math.Ceil(w.density * math.Log(float64(w.tree.len()+1))))
	w.found = w.tree.nearestK(w.found, w.next, k, w.reach*w.reach*(1+1e-9))
	node := w.connect()
	if node < 0 {
		return
	}
	w.rewire(node)
	for _, goal := range w.goals {
		at := w.tree.at(node)
		if d := Distance(at, w.problem.Goals[goal]); d <= w.reach && (d == 0 || w.free(at, w.problem.Goals[goal])) {
			w.ends = append(w.ends, goalEnd{node, goal, d})
		}
	}
	w.improve()
}

// connect adds the new node below the neighbour with the shortest path to it, and returns it, -1
// where no motion is free.
func (w *rewiring) connect() int {
	w.order = w.order[:0]
	for _, n := range w.found {
		length := math.Sqrt(n.squared)
		w.order = append(w.order, choice{n.index, length, w.costs[n.index] + length})
	}
	slices.SortStableFunc(w.order, func(a, b choice) int {
		switch {
		case a.cost < b.cost:
			return -1
		case a.cost > b.cost:
			return 1
		}
		return 0
	})
	for _, c := range w.order {
		if !w.free(w.tree.at(c.node), w.next) {
			continue
		}
		node := w.tree.add(w.next, c.node)
		w.costs, w.children = append(w.costs, c.cost), append(w.children, nil)
		w.children[c.node] = append(w.children[c.node], int32(node))
		w.result.Nodes = w.tree.len()
		return node
	}
	return -1
}

// rewire makes the new node the parent of neighbours whose path it shortens.
func (w *rewiring) rewire(node int) {
	for _, n := range w.found {
		if n.index == int(w.tree.parents[node]) {
			continue
		}
		cost := w.costs[node] + math.Sqrt(n.squared)
		if cost >= w.costs[n.index] || !w.free(w.tree.at(node), w.tree.at(n.index)) {
			continue
		}
		old := w.tree.parents[n.index]
		w.children[old] = slices.DeleteFunc(w.children[old], func(c int32) bool { return int(c) == n.index })
		w.tree.parents[n.index] = int32(node)
		w.children[node] = append(w.children[node], int32(n.index))
		w.shorten(n.index, w.costs[n.index]-cost)
	}
}

// shorten lowers the costs of a node and of all nodes below it.
func (w *rewiring) shorten(node int, by float64) {
	w.stack = append(w.stack[:0], int32(node))
	for len(w.stack) > 0 {
		at := w.stack[len(w.stack)-1]
		w.stack = append(w.stack[:len(w.stack)-1], w.children[at]...)
		w.costs[at] -= by
	}
}

// improve keeps the shortest path to a goal.
func (w *rewiring) improve() {
	for _, e := range w.ends {
		if w.costs[e.node]+e.length >= w.length-1e-12 {
			continue
		}
		path := w.tree.path(e.node)
		if e.length > 0 {
			path = append(path, w.problem.Goals[e.goal])
		}
		if path.Length() < w.length { // the sum of costs has rounding errors
			w.solve(path, e.goal)
		}
	}
}

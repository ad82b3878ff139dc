package planning

import (
	"container/heap"
	"fmt"
	"slices"
)

// prm searches a roadmap. It checks the nodes and motions of the shortest path only when it has
// found one, and searches again without those that are not free (Bohlin and Kavraki, Path planning
// using lazy PRM, ICRA 2000). Where the roadmap has no free path, prm adds free nodes to it, with
// motions that it checks when a path uses them.
type prm struct{ options Options }

// Name returns "prm".
func (r *prm) Name() string { return "prm" }

// Plan searches a path.
func (r *prm) Plan(p *Problem) (*Result, error) {
	s, ended, err := begin(p)
	if err != nil {
		return nil, err
	}
	known := r.options.Roadmap
	if known == nil {
		known = &Roadmap{dim: s.dim, seed: p.Seed}
	}
	if known.dim != s.dim {
		return nil, fmt.Errorf("planning: the roadmap has %d degrees of freedom, the space has %d", known.dim, s.dim)
	}
	s.result.Roadmap = known
	if ended || s.direct() {
		return &s.result, nil
	}
	q := &query{graph: newGraph(s, known, r.options), states: make([]edgeState, len(known.edges)), nodes: make([]edgeState, known.Nodes()), ends: map[[2]int]edgeState{}}
	q.lazy = true
	for !q.answer() && !s.interrupted() && !s.limited() {
		for i := 0; i < growthRounds && s.result.Iterations < s.maxIteration; i++ {
			q.grow(s.maxIteration - s.result.Iterations)
		}
	}
	if q.drawn > known.drawn {
		s.result.Roadmap = q.roadmap()
	}
	return &s.result, nil
}

// growthRounds is the number of rounds between two searches of the graph.
const growthRounds = 8

// edgeState is what a search knows of a motion, or of a node, among its obstacles.
type edgeState uint8

const (
	unknown edgeState = iota
	freeEdge
	blocked
)

// query is one search of prm. Its nodes are those of the graph, followed by the start and the
// goals.
type query struct {
	*graph
	states []edgeState // of the graph's edges
	nodes  []edgeState // of the graph's nodes
	// ends has the states of motions between the start (0) or a goal (from 1 on) and a node.
	ends map[[2]int]edgeState

	near  [][]int // start or goal -> nodes that it can be joined to
	costs []float64
	from  []step // node -> the node before it, and the motion between both
	queue frontier
}

// at returns the configuration of a node of the query.
func (q *query) at(i int) []float64 {
	switch end := i - q.len(); {
	case end < 0:
		return q.points.at(i)
	case end == 0:
		return q.problem.Start
	default:
		return q.problem.Goals[q.goals[end-1]]
	}
}

// answer searches the graph until it finds a free path, and reports false if it has none.
func (q *query) answer() bool {
	for len(q.states) < len(q.edges) {
		q.states = append(q.states, unknown)
	}
	for len(q.nodes) < q.len() {
		q.nodes = append(q.nodes, freeEdge)
	}
	q.near = q.near[:0]
	for end := range 1 + len(q.goals) {
		var nodes []int
		for _, n := range q.nearestK(nil, q.at(q.len()+end), 2*q.neighbours, infinity) {
			nodes = append(nodes, n.index)
		}
		q.near = append(q.near, nodes)
	}
	for {
		path := q.shortest()
		if path == nil {
			return false
		}
		if q.verify(path) {
			return true
		}
	}
}

// verify checks the nodes of a path that are unknown, and then its motions, and keeps the path if
// all are free. A path is a list of steps.
func (q *query) verify(path []step) bool {
	if !q.verifyNodes(path) {
		return false
	}
	for i := 1; i < len(path); i++ {
		if q.state(path[i]) == unknown {
			state := blocked
			if q.free(q.at(path[i-1].node), q.at(path[i].node)) {
				state = freeEdge
			}
			q.setState(path[i], state)
		}
		if q.state(path[i]) == blocked {
			return false
		}
	}
	found := make(Path, len(path))
	for i, s := range path {
		found[i] = q.at(s.node)
	}
	q.solve(found, q.goals[path[len(path)-1].node-q.len()-1])
	return true
}

// verifyNodes checks nodes. All motions of one that is not free are blocked.
func (q *query) verifyNodes(path []step) bool {
	all := true
	for _, s := range path[1 : len(path)-1] {
		if q.nodes[s.node] != unknown {
			continue
		}
		q.nodes[s.node] = freeEdge
		if q.problem.Spaces[0].Free(q.at(s.node)) {
			continue
		}
		all = false
		for _, e := range q.links[s.node] {
			q.states[e] = blocked
		}
		for end := range q.near {
			q.ends[[2]int{end, s.node}] = blocked
		}
	}
	return all
}

// step is a node of a path with the motion that leads to it: an edge of the graph, or the motion
// between a node and an end.
type step struct {
	node int
	edge int    // -1 for the motion of an end
	end  [2]int // end, node
}

func (q *query) state(s step) edgeState {
	if s.edge >= 0 {
		return q.states[s.edge]
	}
	return q.ends[s.end]
}

func (q *query) setState(s step, state edgeState) {
	if s.edge >= 0 {
		q.states[s.edge] = state
		return
	}
	q.ends[s.end] = state
}

// shortest returns the shortest path from the start to a goal without blocked motions, by A* (Hart,
// Nilsson and Raphael, IEEE Transactions on Systems Science and Cybernetics 4, 1968); nil for none.
func (q *query) shortest() []step {
	n := q.len() + 1 + len(q.goals)
	if len(q.costs) < n {
		q.costs, q.from = make([]float64, n), make([]step, n)
	}
	for i := range n {
		q.costs[i] = infinity
	}
	start := q.len()
	q.costs[start] = 0
	q.queue = append(q.queue[:0], entry{start, 0, q.toGoal(q.at(start))})
	for len(q.queue) > 0 {
		at := heap.Pop(&q.queue).(entry)
		if at.cost > q.costs[at.node] {
			continue
		}
		if at.node > start {
			return q.trace(at.node)
		}
		q.expand(at)
	}
	return nil
}

// expand reaches the neighbours of a node.
func (q *query) expand(at entry) {
	if at.node == q.len() {
		for _, n := range q.near[0] {
			q.reach(at, step{n, -1, [2]int{0, n}})
		}
		return
	}
	for _, e := range q.links[at.node] {
		q.reach(at, step{node: int(q.edges[e][0]+q.edges[e][1]) - at.node, edge: int(e)})
	}
	for g := 1; g < len(q.near); g++ {
		if slices.Contains(q.near[g], at.node) {
			q.reach(at, step{q.len() + g, -1, [2]int{g, at.node}})
		}
	}
}

// reach enters a node into the queue if the step from a node shortens the path to it.
func (q *query) reach(at entry, s step) {
	if q.state(s) == blocked {
		return
	}
	cost := at.cost + Distance(q.at(at.node), q.at(s.node))
	if cost >= q.costs[s.node] {
		return
	}
	q.costs[s.node] = cost
	q.from[s.node] = step{at.node, s.edge, s.end}
	heap.Push(&q.queue, entry{s.node, cost, cost + q.toGoal(q.at(s.node))})
}

// trace returns the steps to a node.
func (q *query) trace(node int) (path []step) {
	for node != q.len() {
		back := q.from[node]
		path = append(path, step{node, back.edge, back.end})
		node = back.node
	}
	path = append(path, step{node: node, edge: -1})
	slices.Reverse(path)
	return path
}

// entry is a node in the queue of A*, with the length of the path to it and the least length of a
// path through it.
type entry struct {
	node        int
	cost, least float64
}

// frontier is a heap of entries, the shortest first; at equal lengths, the node with the lower
// index.
type frontier []entry

func (f frontier) Len() int { return len(f) }
func (f frontier) Less(i, j int) bool {
	if f[i].least != f[j].least {
		return f[i].least < f[j].least
	}
	return f[i].node < f[j].node
}
func (f frontier) Swap(i, j int) { f[i], f[j] = f[j], f[i] }
func (f *frontier) Push(x any)   { *f = append(*f, x.(entry)) }
func (f *frontier) Pop() any {
	last := (*f)[len(*f)-1]
	*f = (*f)[:len(*f)-1]
	return last
}

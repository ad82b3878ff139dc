package planning

import "slices"

// graph is a roadmap while prm works with it: the roadmap's nodes and edges first, then those that
// prm adds.
type graph struct {
	*search
	points
	sampler    *sampler
	seed       uint64
	drawn      uint64
	edges      [][2]int32
	links      [][]int32 // node -> edges
	neighbours int
	lazy       bool // new motions are not checked
	lanes      []sample
}

// sample is a lane: a configuration that may become a node, with the nodes that it can be joined
// to.
type sample struct {
	q      []float64
	free   bool
	found  []neighbour
	joined []int32
	edges  int // that it checked
}

const defaultNeighbours = 10

func newGraph(s *search, r *Roadmap, o Options) *graph {
	g := &graph{search: s, points: *newPoints(s.dim), sampler: newSampler(r.seed, s.lower, s.upper), seed: r.seed, drawn: r.drawn, neighbours: o.Neighbours}
	if g.neighbours == 0 {
		g.neighbours = defaultNeighbours
	}
	for i := range r.Nodes() {
		g.node(r.flat[i*r.dim : (i+1)*r.dim])
	}
	for _, e := range r.edges {
		g.edge(e[0], e[1])
	}
	g.lanes = make([]sample, o.lanes())
	for i := range g.lanes {
		g.lanes[i].q = make([]float64, s.dim)
	}
	return g
}

func (g *graph) node(q []float64) int {
	g.links = append(g.links, nil)
	return g.points.add(q)
}

func (g *graph) edge(a, b int32) {
	at := int32(len(g.edges))
	g.edges = append(g.edges, [2]int32{a, b})
	g.links[a], g.links[b] = append(g.links[a], at), append(g.links[b], at)
}

// roadmap returns the graph as a roadmap.
func (g *graph) roadmap() *Roadmap {
	return &Roadmap{dim: g.search.dim, seed: g.seed, drawn: g.drawn, flat: slices.Clone(g.flat), edges: slices.Clone(g.edges)}
}

// grow adds the samples of one round, at most most, that are free, and joins each with its nearest
// nodes, by motions that are free or, in a lazy graph, unknown. Samples of a round do not see each
// other.
func (g *graph) grow(most int) {
	lanes := g.lanes[:g.roundSize(min(most, len(g.lanes)))]
	g.inLanes(len(lanes), func(worker, i int) bool {
		g.try(worker, &lanes[i], g.drawn+uint64(i))
		return false
	})
	g.drawn += uint64(len(lanes))
	for i := range lanes {
		l := &lanes[i]
		g.result.Iterations++
		g.result.Edges += l.edges
		if !l.free {
			continue
		}
		node := int32(g.node(l.q))
		for _, other := range l.joined {
			g.edge(other, node)
		}
	}
	g.result.Nodes = g.len()
}

// try fills a lane. It reads the graph and changes the lane alone.
func (g *graph) try(worker int, l *sample, i uint64) {
	space := g.problem.Spaces[worker]
	g.sampler.sample(l.q, i)
	l.joined, l.edges = l.joined[:0], 0
	if l.free = space.Free(l.q); !l.free {
		return
	}
	l.found = g.nearestK(l.found, l.q, g.neighbours, infinity)
	for _, n := range l.found {
		if g.lazy {
			l.joined = append(l.joined, int32(n.index))
			continue
		}
		l.edges++
		if space.FreeEdge(l.q, g.at(n.index)) {
			l.joined = append(l.joined, int32(n.index))
		}
	}
}

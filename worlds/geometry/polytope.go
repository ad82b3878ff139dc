package geometry

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// polytope is a triangulated convex polytope that grows by one vertex at a time. Of a Minkowski
// difference it is an inner approximation around the origin, of a set of points the hull of some of
// them.
type polytope struct {
	vertices []vertex
	faces    []facet // those that are not alive are free places
	free     []int32 // places of faces
	// grid has the vertices of a polytope on a grid, whose extensions are exact. It is nil for one
	// in floating point.
	grid []gridPoint
	// The last extension: the ridges around the removed faces, in order; the places of the removed
	// faces, and those of the added ones, some of which may be the same.
	horizon        []ridge
	removed, added []int32
}

// facet is a triangle of the polytope, counterclockwise from outside.
type facet struct {
	v        [3]int32
	next     [3]ridge // what lies across the edge from v[i] to v[i+1]
	normal   spatial.Vec
	distance float64 // of its plane from the origin; infinite for a triangle without an area
	reach    float64 // of roundDepth: of the Minkowski difference along the normal
	alive    bool
}

// ridge is an edge of a facet: that from its vertex edge to the one after.
type ridge struct {
	facet int32
	edge  int8
}

// newPolytope returns a polytope with memory for a number of vertices. A polytope of n vertices has
// 2n - 4 faces; each extension adds at most as many as it has vertices.
func newPolytope(vertices int) polytope {
	return polytope{
		vertices: make([]vertex, 0, vertices), faces: make([]facet, 0, 2*vertices), free: make([]int32, 0, 2*vertices),
		horizon: make([]ridge, 0, vertices), removed: make([]int32, 0, 2*vertices), added: make([]int32, 0, vertices),
	}
}

// start makes the tetrahedron of four vertices the polytope.
func (h *polytope) start(v *[4]vertex) {
	h.vertices = append(h.vertices[:0], v[:]...)
	h.faces, h.free, h.added = h.faces[:0], h.free[:0], h.added[:0]
	base := v[0].w
	if v[1].w.Sub(base).Cross(v[2].w.Sub(base)).Dot(v[3].w.Sub(base)) > 0 {
		h.vertices[1], h.vertices[2] = h.vertices[2], h.vertices[1]
		if h.grid != nil {
			h.grid[1], h.grid[2] = h.grid[2], h.grid[1]
		}
	}
	h.newFacet(0, 1, 2)
	h.newFacet(0, 3, 1)
	h.newFacet(0, 2, 3)
	h.newFacet(1, 3, 2)
	h.join(ridge{0, 0}, ridge{1, 2})
	h.join(ridge{0, 1}, ridge{3, 2})
	h.join(ridge{0, 2}, ridge{2, 0})
	h.join(ridge{1, 0}, ridge{2, 2})
	h.join(ridge{1, 1}, ridge{3, 0})
	h.join(ridge{2, 1}, ridge{3, 1})
}

func (h *polytope) join(a, b ridge) {
	h.faces[a.facet].next[a.edge] = b
	h.faces[b.facet].next[b.edge] = a
}

// newFacet returns the place of a new facet.
func (h *polytope) newFacet(i, j, k int32) int32 {
	place := int32(len(h.faces))
	if last := len(h.free) - 1; last >= 0 {
		place = h.free[last]
		h.free = h.free[:last]
	} else {
		h.faces = append(h.faces, facet{})
	}
	h.added = append(h.added, place)
	f := &h.faces[place]
	f.v, f.alive = [3]int32{i, j, k}, true
	a, b, c := h.vertices[i].w, h.vertices[j].w, h.vertices[k].w
	ab, ac := b.Sub(a), c.Sub(a)
	n := ab.Cross(ac)
	length := n.Norm()
	if !(length > 1e-14*ab.Norm()*ac.Norm()) {
		f.normal, f.distance = spatial.Vec{}, math.Inf(1)
		return place
	}
	f.normal = n.Scale(1 / length)
	f.distance = f.normal.Dot(a.Add(b).Add(c)) / 3
	return place
}

// nearest returns the facet whose plane is nearest to the origin, -1 if there is none.
func (h *polytope) nearest() int32 {
	best, least := int32(-1), math.Inf(1)
	for i := range h.faces {
		if f := &h.faces[i]; f.alive && f.distance < least {
			best, least = int32(i), f.distance
		}
	}
	return best
}

// extend adds a vertex beyond a facet: it replaces the facets that the vertex sees, those whose
// planes it exceeds by more than slack, or at all on a grid. It reports false, and the polytope is
// no longer one, if rounding errors leave no simple horizon.
func (h *polytope) extend(from int32, w *vertex, slack float64) bool {
	apex := int32(len(h.vertices))
	h.vertices = append(h.vertices, *w)
	h.horizon, h.removed, h.added = h.horizon[:0], h.removed[:0], h.added[:0]
	h.remove(from)
	for e := range 3 {
		h.flood(h.faces[from].next[e], w.w, slack)
	}
	if len(h.horizon) < 3 {
		return false
	}
	h.free = append(h.free, h.removed...)
	for _, r := range h.horizon {
		v := h.faces[r.facet].v
		h.join(ridge{h.newFacet(v[(r.edge+1)%3], v[r.edge], apex), 0}, r)
	}
	last := h.added[len(h.added)-1]
	for _, place := range h.added {
		if h.faces[last].v[1] != h.faces[place].v[0] {
			return false
		}
		h.join(ridge{last, 1}, ridge{place, 2})
		last = place
	}
	return true
}

// seen reports whether a grid point is beyond a facet.
func (h *polytope) seen(f *facet, p gridPoint) bool {
	return above(p, h.grid[f.v[0]], h.grid[f.v[1]], h.grid[f.v[2]])
}

func (h *polytope) remove(place int32) {
	h.faces[place].alive = false
	h.removed = append(h.removed, place)
}

// flood removes the facets that see w, from the ridge on, and lists the edges at which the others
// begin, in order around w.
func (h *polytope) flood(r ridge, w spatial.Vec, slack float64) {
	f := &h.faces[r.facet]
	if !f.alive {
		return
	}
	seen := f.normal.Dot(w)-f.distance > slack
	if h.grid != nil {
		seen = h.seen(f, h.grid[len(h.vertices)-1])
	}
	if !seen {
		h.horizon = append(h.horizon, r)
		return
	}
	h.remove(r.facet)
	next := f.next
	h.flood(next[(r.edge+1)%3], w, slack)
	h.flood(next[(r.edge+2)%3], w, slack)
}

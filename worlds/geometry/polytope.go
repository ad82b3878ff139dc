package geometry

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// The sizes of a polytope. A polytope of n vertices has 2n - 4 faces, of which a vertex removes
// some; their places are used again.
const (
	mostVertices = 132
	mostFaces    = 2 * mostVertices
)

// polytope is a triangulated convex polytope inside of the Minkowski difference, around the origin.
type polytope struct {
	vertices [mostVertices]vertex
	faces    [mostFaces]facet
	horizon  [mostFaces]ridge
	nv, nf   int
	nh       int
	free     [mostFaces]int16
	nfree    int
}

// facet is a triangle of the polytope, counterclockwise from outside.
type facet struct {
	v        [3]int16
	next     [3]ridge // what lies across the edge from v[i] to v[i+1]
	normal   spatial.Vec
	distance float64 // of its plane from the origin; infinite for a triangle without an area
	alive    bool
}

// ridge is an edge of a facet: that from its vertex edge to the one after.
type ridge struct{ facet, edge int16 }

// start makes the tetrahedron of four vertices the polytope.
func (h *polytope) start(v *[4]vertex) {
	h.nv, h.nf, h.nfree = 4, 0, 0
	copy(h.vertices[:4], v[:])
	base := v[0].w
	if v[1].w.Sub(base).Cross(v[2].w.Sub(base)).Dot(v[3].w.Sub(base)) > 0 {
		h.vertices[1], h.vertices[2] = h.vertices[2], h.vertices[1]
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

// newFacet returns the place of a new facet, -1 if the memory is full.
func (h *polytope) newFacet(i, j, k int16) int16 {
	place := int16(h.nf)
	if h.nfree > 0 {
		h.nfree--
		place = h.free[h.nfree]
	} else if h.nf == mostFaces {
		return -1
	} else {
		h.nf++
	}
	f := &h.faces[place]
	f.v, f.alive = [3]int16{i, j, k}, true
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
func (h *polytope) nearest() int16 {
	best, least := int16(-1), math.Inf(1)
	for i := range h.nf {
		if f := &h.faces[i]; f.alive && f.distance < least {
			best, least = int16(i), f.distance
		}
	}
	return best
}

// extend adds a vertex beyond a facet: it replaces the facets that the vertex sees, those whose
// planes it exceeds by more than slack. It reports false, and the polytope is no longer one, if the
// memory is full or rounding errors leave no simple horizon.
func (h *polytope) extend(from int16, w *vertex, slack float64) bool {
	if h.nv == mostVertices {
		return false
	}
	h.vertices[h.nv] = *w
	apex := int16(h.nv)
	h.nv++
	h.nh = 0
	h.remove(from)
	for e := range int16(3) {
		h.flood(h.faces[from].next[e], w.w, slack)
	}
	if h.nh < 3 {
		return false
	}
	first, last := int16(-1), int16(-1)
	for _, r := range h.horizon[:h.nh] {
		f := &h.faces[r.facet]
		place := h.newFacet(f.v[(r.edge+1)%3], f.v[r.edge], apex)
		if place < 0 {
			return false
		}
		h.join(ridge{place, 0}, r)
		if last >= 0 {
			if h.faces[last].v[1] != h.faces[place].v[0] {
				return false
			}
			h.join(ridge{last, 1}, ridge{place, 2})
		} else {
			first = place
		}
		last = place
	}
	if h.faces[last].v[1] != h.faces[first].v[0] {
		return false
	}
	h.join(ridge{last, 1}, ridge{first, 2})
	return true
}

func (h *polytope) remove(place int16) {
	h.faces[place].alive = false
	h.free[h.nfree] = place
	h.nfree++
}

// flood removes the facets that see w, from the ridge on, and lists the edges at which the others
// begin, in order around w.
func (h *polytope) flood(r ridge, w spatial.Vec, slack float64) {
	f := &h.faces[r.facet]
	if !f.alive {
		return
	}
	if !(f.normal.Dot(w)-f.distance > slack) {
		h.horizon[h.nh] = r
		h.nh++
		return
	}
	h.remove(r.facet)
	h.flood(f.next[(r.edge+1)%3], w, slack)
	h.flood(f.next[(r.edge+2)%3], w, slack)
}

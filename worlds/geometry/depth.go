package geometry

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// mostVertices bounds the vertices of the polytope of a depth.
const mostVertices = 100

// depth returns the deepest points of two cores that overlap, the normal from B to A, and the
// distance, which is minus the depth: the distance of the origin from the surface of the Minkowski
// difference.
//
// It begins with the simplex around the origin and expands it where its surface is nearest to the
// origin (van den Bergen 2001, section 4). The surface of round shapes has too many facets for
// that; refine continues where the polytope ends.
func (q *Query) depth() (onA, onB, normal spatial.Vec, distance float64) {
	if flat, is := q.inflate(); is {
		return q.contact(flat)
	}
	h := &q.hull
	h.start(&q.simplex.v)
	least, direction := math.Inf(1), spatial.Vec{}
	converged := false
	for range mostRounds {
		place := h.nearest()
		if place < 0 {
			break
		}
		f := &h.faces[place]
		w := q.pair.support(f.normal)
		if reach := f.normal.Dot(w.w); reach < least {
			least, direction = reach, f.normal
		}
		if least-f.distance <= q.pair.tolerance {
			converged = true
			break
		}
		if len(h.vertices) == mostVertices || !h.extend(place, &w, relativeTolerance*q.pair.scale) {
			break
		}
	}
	if !(least < math.Inf(1)) {
		return q.contact(q.facing(perpendicular(spatial.Vec{X: 1})))
	}
	if converged {
		q.simplex = h.facetNear(direction.Scale(least), direction, least+q.pair.tolerance)
		return q.contact(direction)
	}
	return q.refine(direction, least)
}

// facetNear returns the facet nearest to a point at which direction is the normal, with weights
// that make its point nearest to that one. It considers planes no farther from the origin than
// most.
func (h *polytope) facetNear(point, direction spatial.Vec, most float64) simplex {
	best, least := simplex{}, math.Inf(1)
	for i := range h.faces {
		f := &h.faces[i]
		if !f.alive || f.distance > most || f.normal.Dot(direction) < 0.9 {
			continue
		}
		s := simplex{n: 3}
		for k, v := range f.v {
			s.v[k] = h.vertices[v]
			s.v[k].w = s.v[k].w.Sub(point)
		}
		if v, _ := s.reduce(); v.Dot(v) < least {
			best, least = s, v.Dot(v)
		}
	}
	return best
}

// contact returns the witness at the point p = a - b of the simplex, on the surface of the
// Minkowski difference. The normal follows from p, or is opposite to outward if p is too short.
func (q *Query) contact(outward spatial.Vec) (onA, onB, normal spatial.Vec, distance float64) {
	onA, onB = q.simplex.points()
	p := onA.Sub(onB)
	if length := p.Norm(); length > 1e3*q.pair.tolerance {
		return onA, onB, p.Scale(-1 / length), -length
	}
	return onA, onB, outward.Neg(), -p.Dot(outward)
}

// mostRefinements bounds the rounds of refine.
const mostRefinements = 100

// refine finds the point of the surface of the Minkowski difference nearest to the origin, from a
// direction near it and the reach of the difference along that direction. In each round it moves
// the origin out of the difference along the direction, and takes the nearest point p and its
// normal. The reach along the normals does not grow from round to round, because the distance from
// a point outside is at least that of any separating plane. The search ends where p is parallel to
// its normal.
func (q *Query) refine(direction spatial.Vec, reach float64) (onA, onB, normal spatial.Vec, distance float64) {
	at := q.pair.pose.P
	for range mostRefinements {
		out := direction.Scale(reach + 0.01*q.pair.scale)
		q.pair.pose.P = spatial.VecOf(at).Add(out).Array()
		result := q.closest(math.NaN(), math.NaN())
		q.pair.pose.P = at
		if result != apart {
			break
		}
		a, b := q.simplex.points()
		b = b.Sub(out)
		p := a.Sub(b)
		onA, onB, distance = a, b, -p.Norm()
		normal = p.Scale(1 / distance)
		along := normal.Neg()
		if along.Dot(q.pair.support(along).w)+distance <= 10*q.pair.tolerance {
			break
		}
		direction = out.Sub(p).Unit()
		reach = direction.Dot(q.pair.support(direction).w)
	}
	return onA, onB, normal, distance
}

// inflate grows the simplex, which contains the origin, into a tetrahedron that does. If the
// Minkowski difference is flat, it returns a normal of the plane or line in which it lies, and
// true.
func (q *Query) inflate() (spatial.Vec, bool) {
	s, p := &q.simplex, &q.pair
	small := 10 * p.tolerance
	if s.n == 4 {
		return spatial.Vec{}, false
	}
	if s.n == 1 {
		grown := q.grow([]spatial.Vec{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}, {Z: 1}, {Z: -1}}, func(d spatial.Vec) float64 { return d.Norm() }, small)
		if !grown {
			return q.facing(spatial.Vec{X: 1}), true
		}
	}
	if s.n == 2 {
		along := s.v[1].w.Sub(s.v[0].w).Unit()
		u := perpendicular(along)
		v := along.Cross(u)
		grown := q.grow([]spatial.Vec{u, u.Neg(), v, v.Neg()}, func(d spatial.Vec) float64 { return along.Cross(d).Norm() }, small)
		if !grown {
			return q.facing(u), true
		}
	}
	n := s.v[1].w.Sub(s.v[0].w).Cross(s.v[2].w.Sub(s.v[0].w)).Unit()
	if !q.grow([]spatial.Vec{n, n.Neg()}, func(d spatial.Vec) float64 { return math.Abs(n.Dot(d)) }, small) {
		return q.facing(n), true
	}
	return spatial.Vec{}, false
}

// grow adds to the simplex the support point, along one of the directions, whose offset from the
// first vertex measures most, and reports whether that is more than small.
func (q *Query) grow(directions []spatial.Vec, measure func(offset spatial.Vec) float64, small float64) bool {
	s := &q.simplex
	var best vertex
	most := small
	for _, d := range directions {
		w := q.pair.support(d)
		if m := measure(w.w.Sub(s.v[0].w)); m > most {
			best, most = w, m
		}
	}
	if most == small {
		return false
	}
	s.l[s.n] = 0
	s.add(&best)
	return true
}

// facing returns n or -n: the one that points from A to B.
func (q *Query) facing(n spatial.Vec) spatial.Vec {
	if n.Dot(q.pair.between()) > 0 {
		return n.Neg()
	}
	return n
}

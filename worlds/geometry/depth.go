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
		a, b := q.simplex.points()
		return q.contact(a, b, flat)
	}
	h := &q.hull
	if h.vertices == nil {
		*h = newPolytope(mostVertices)
	}
	h.start(&q.simplex.v)
	for range mostRounds {
		place := h.nearest()
		if place < 0 {
			break
		}
		f := &h.faces[place]
		w := q.pair.support(f.normal)
		if reach := f.normal.Dot(w.w); reach-f.distance <= q.pair.tolerance {
			near := h.facetNear(f.normal.Scale(reach), f.normal, reach+q.pair.tolerance)
			a, b := near.points()
			return q.contact(a, b, f.normal)
		}
		if len(h.vertices) == mostVertices || !h.extend(place, &w, relativeTolerance*q.pair.scale) {
			break
		}
	}
	return q.roundDepth()
}

// mostStarts bounds the directions from which roundDepth refines.
const mostStarts = 32

// roundDepth continues depth where the polytope has no more memory. It refines the normal along
// which the Minkowski difference reaches least. A facet nearer to the origin than the result may
// hide a place that is nearer still: roundDepth refines from there too.
func (q *Query) roundDepth() (onA, onB, normal spatial.Vec, distance float64) {
	h := &q.hull
	for i := range h.faces {
		f := &h.faces[i]
		if f.alive = f.alive && !math.IsInf(f.distance, 1); f.alive {
			f.reach = f.normal.Dot(q.pair.support(f.normal).w)
		}
	}
	distance = math.Inf(-1)
	direction, least := spatial.Vec{}, math.Inf(1)
	own := spatial.IdentityRotation()
	for k := range 3 { // shapes are often shallow along their axes
		for _, axis := range [...]spatial.Vec{own.Axis(k), q.pair.pose.R.Axis(k)} {
			for _, d := range [...]spatial.Vec{axis, axis.Neg()} {
				if reach := d.Dot(q.pair.support(d).w); reach < least {
					direction, least = d, reach
				}
			}
		}
	}
	for range mostStarts {
		for i := range h.faces {
			if f := &h.faces[i]; f.alive && f.reach < least && f.distance < -distance-q.pair.tolerance {
				direction, least = f.normal, f.reach
			}
		}
		if math.IsInf(least, 1) {
			break
		}
		if a, b, n, d := q.refine(direction); d > distance {
			onA, onB, normal, distance = a, b, n, d
		}
		for i := range h.faces {
			f := &h.faces[i]
			f.alive = f.alive && max(f.normal.Dot(direction), -f.normal.Dot(normal)) < 0.998
		}
		least = math.Inf(1)
	}
	return onA, onB, normal, distance
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

// contact returns the witness at the point p = a - b of two points of the cores, which is near the
// place where the Minkowski difference reaches farthest outward. The normal is opposite to outward,
// and the points move onto it, unless p is too far from that place. Then p gives the normal.
func (q *Query) contact(a, b, outward spatial.Vec) (onA, onB, normal spatial.Vec, distance float64) {
	p := a.Sub(b)
	reach := outward.Dot(q.pair.support(outward).w)
	if length := p.Norm(); length > 1e4*q.pair.tolerance && p.AddScaled(-reach, outward).Norm() > 3e4*q.pair.tolerance {
		sign := math.Copysign(1, reach)
		return a, b, p.Scale(-sign / length), -sign * length
	}
	middle := a.Add(b).Scale(0.5)
	return middle.AddScaled(reach/2, outward), middle.AddScaled(-reach/2, outward), outward.Neg(), -reach
}

// mostRefinements bounds the rounds of refine.
const mostRefinements = 300

// refine finds the point of the surface of the Minkowski difference nearest to the origin, from a
// direction near it. In each round it moves the origin out of the difference along the direction,
// and takes the nearest point p and its normal as the next direction. The reach along the normals
// does not grow from round to round, because the distance from a point outside is at least that of
// any separating plane. In a valley the rounds move from side to side, and slowly along it: where a
// longer step in the sense of the last two rounds reaches still less, refine takes it. The search
// ends where p is parallel to its normal.
func (q *Query) refine(direction spatial.Vec) (onA, onB, normal spatial.Vec, distance float64) {
	at := q.pair.pose.P
	older, reach := direction, direction.Dot(q.pair.support(direction).w)
	for range mostRefinements {
		out := direction.Scale(reach + 0.01*q.pair.scale + 100*q.pair.tolerance)
		q.pair.pose.P = spatial.VecOf(at).Add(out).Array()
		result := q.closest(math.NaN(), math.NaN())
		q.pair.pose.P = at
		if result != apart {
			break
		}
		a, b := q.simplex.points()
		b = b.Sub(out)
		next := out.Sub(a.Sub(b)).Unit()
		onA, onB, normal, distance = q.contact(a, b, next)
		if distance+normal.Neg().Dot(q.pair.support(normal.Neg()).w) <= 10*q.pair.tolerance {
			break
		}
		step := next.Sub(older)
		older, direction, reach = direction, next, next.Dot(q.pair.support(next).w)
		for range 30 {
			farther := direction.Add(step).Unit()
			less := farther.Dot(q.pair.support(farther).w)
			if less >= reach {
				break
			}
			direction, reach = farther, less
			step = step.Scale(2)
		}
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

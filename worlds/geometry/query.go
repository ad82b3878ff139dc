package geometry

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Witness says how far two shapes are apart, and where. Points and the normal are in the frame of
// the query.
type Witness struct {
	// Distance is positive between shapes that are apart, m. Shapes that overlap have a negative
	// one: moving A by -Distance along Normal separates them, and no motion that is shorter by more
	// than 1e-6 m does; of cylinders and cones this is a search without a proof.
	Distance float64
	// OnA and OnB are the nearest points of two shapes that are apart, and the deepest points of
	// two that overlap: OnA - OnB = Distance * Normal.
	OnA, OnB [3]float64
	// Normal is the unit vector from B to A.
	Normal [3]float64
}

// flip returns the witness of the same shapes in the other order.
func (w Witness) flip() Witness {
	w.OnA, w.OnB = w.OnB, w.OnA
	for i, v := range w.Normal {
		w.Normal[i] = -v
	}
	return w
}

// place moves a witness from a frame into the frame in which it has the given pose.
func (w Witness) place(frame *spatial.Pose) Witness {
	w.OnA = frame.Apply(spatial.VecOf(w.OnA)).Array()
	w.OnB = frame.Apply(spatial.VecOf(w.OnB)).Array()
	w.Normal = frame.R.Apply(spatial.VecOf(w.Normal)).Array()
	return w
}

// Query answers questions about two placed shapes. It owns the memory of the computations: no
// question to a query of NewQuery allocates. The zero Query takes 30 KB once, when two shapes
// overlap for the first time. A query serves one goroutine at a time.
type Query struct {
	pair    pair
	simplex simplex
	hull    polytope
	mesh    meshSearch

	touching manifold
}

// NewQuery returns a query with all its memory.
func NewQuery() *Query { return &Query{hull: newPolytope(mostVertices)} }

// Collides reports whether a and b have a point in common. Shapes that touch may be reported either
// way.
func (q *Query) Collides(a, b *Placed) bool { return q.Within(a, b, 0) }

// Within reports whether the distance of a and b is at most margin, m. It is cheaper than Distance.
// A shape whose pose has NaN is within every margin of all others; of a sphere only the position
// matters.
func (q *Query) Within(a, b *Placed, margin float64) bool {
	ballA, ballB := a.Ball(), b.Ball()
	between := spatial.VecOf(ballA.Centre).Sub(spatial.VecOf(ballB.Centre))
	if reach := ballA.Radius + ballB.Radius + margin; !(reach >= 0) || between.Dot(between) > reach*reach {
		return false
	}
	if w, ok := closedForm(a, b); ok {
		return !(w.Distance > margin)
	}
	if a.Shape.Kind() == KindTriangleMesh || b.Shape.Kind() == KindTriangleMesh {
		_, is := q.meshDistance(a, b, margin, true)
		return is
	}
	q.pair.set(a, b)
	return q.pairWithin(margin)
}

// Distance returns the signed distance of a and b with its witness points.
func (q *Query) Distance(a, b *Placed) Witness {
	if w, ok := closedForm(a, b); ok {
		return w
	}
	if a.Shape.Kind() == KindTriangleMesh || b.Shape.Kind() == KindTriangleMesh {
		w, _ := q.meshDistance(a, b, math.Inf(1), false)
		return w
	}
	q.pair.set(a, b)
	return q.separation().place(&a.Pose)
}

// pairWithin reports whether the distance of the pair is at most margin.
func (q *Query) pairWithin(margin float64) bool {
	if stop := margin + q.pair.margin(); stop >= 0 {
		switch q.closest(stop, stop) {
		case within:
			return true
		case beyond:
			return false
		}
		if q.converged() {
			return false // the distance is above stop, but by no more than the tolerance
		}
	}
	return !(q.separation().Distance > margin)
}

// separation returns the witness of the pair, in the frame of A.
func (q *Query) separation() Witness { return q.witnessOf(q.closest(math.NaN(), math.NaN())) }

// converged reports whether the simplex is that of the nearest points of cores that are apart.
func (q *Query) converged() bool { return q.simplex.gap <= 100*q.pair.tolerance }

// smallest is a distance of cores below which rounding errors may give it another direction, m.
const smallest = 1e-5

// witnessOf returns the witness of the pair, in the frame of A, after closest returned apart or
// touches.
func (q *Query) witnessOf(result outcome) Witness {
	onA, onB := q.simplex.points()
	normal := q.simplex.nearest.Unit()
	distance := q.simplex.nearest.Norm()
	if result == touches || !q.converged() && distance < smallest {
		bound := distance - q.simplex.gap
		if a, b, n, d := q.depth(); result == touches || d > bound {
			onA, onB, normal, distance = a, b, n, d
		}
	}
	onA = onA.AddScaled(-q.pair.marginA, normal)
	onB = onB.AddScaled(q.pair.marginB, normal)
	return Witness{distance - q.pair.margin(), onA.Array(), onB.Array(), normal.Array()}
}

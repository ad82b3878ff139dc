package geometry

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// MostContacts is the largest number of contacts of two shapes.
const MostContacts = 8

// Contact is one of the places where two shapes touch or nearly touch. Points and the normal are in
// the frame of the query.
type Contact struct {
	// Gap is how far the shapes are apart at this place, along the normal, m; negative where they
	// overlap.
	Gap float64
	// OnA and OnB are points of the surfaces: OnA - OnB = Gap * Normal. Of two edges up to 3 degrees
	// from parallel OnB is beside B, by at most the sine of that angle times their common length.
	OnA, OnB [3]float64
	// Normal is the unit vector from B to A.
	Normal [3]float64
}

// Contacts appends to dst the places where a and b are at most margin apart, m: no more than
// MostContacts, and one at least if the distance is at most margin. Where an edge or a face lies
// along the other shape they are corners of the area in common, so that forces at the contacts
// balance every force on the area. A circle is an octagon there whose first corner is its lowest
// point. All have the normal of the witness, or that of a face beside it. Surfaces of meshes have
// one contact, that of the witness. It allocates only if dst has too little capacity.
//
// The corners are those of one footprint clipped by the sides of the other one (C. Ericson,
// Real-Time Collision Detection, 2005, section 8.3.4).
func (q *Query) Contacts(dst []Contact, a, b *Placed, margin float64) []Contact {
	w := q.Distance(a, b)
	if !(w.Distance <= margin) || math.IsInf(w.Distance, -1) {
		return dst
	}
	if a.Shape.Kind() == KindPlane {
		first := len(dst)
		dst = q.onPlane(dst, b, a, w.flip(), margin)
		for i := first; i < len(dst); i++ {
			c := &dst[i]
			c.OnA, c.OnB, c.Normal = c.OnB, c.OnA, spatial.VecOf(c.Normal).Neg().Array()
		}
		return dst
	}
	if b.Shape.Kind() == KindPlane {
		return q.onPlane(dst, a, b, w, margin)
	}
	m := &q.touching
	n := spatial.VecOf(w.Normal)
	footprintOf(a, n.Neg(), &m.a)
	footprintOf(b, n, &m.b)
	m.n = 0
	switch {
	case m.a.n >= 2 && m.b.n >= 3:
		m.clip(&m.a, &m.b, 1, n)
	case m.a.n >= 3 && m.b.n == 2:
		m.clip(&m.b, &m.a, -1, n)
	case m.a.n == 2 && m.b.n == 2:
		m.edges(n)
	}
	return m.keep(dst, &w, margin)
}

// manifold is the memory of Contacts.
type manifold struct {
	a, b        footprint
	clipped, to footprint
	n           int
	list        [mostCorners + 1]Contact
}

// onPlane returns the contacts of a shape with a plane.
func (q *Query) onPlane(dst []Contact, a, plane *Placed, w Witness, margin float64) []Contact {
	m := &q.touching
	n := spatial.VecOf(w.Normal)
	footprintOf(a, n.Neg(), &m.a)
	m.n = 0
	for _, v := range m.a.v[:m.a.n] {
		gap := n.Dot(v.Sub(spatial.VecOf(plane.Pose.P)))
		m.add(Contact{gap, v.Array(), v.AddScaled(-gap, n).Array(), w.Normal})
	}
	return m.keep(dst, &w, margin)
}

func (m *manifold) add(c Contact) {
	m.list[m.n] = c
	m.n++
}

// clip adds the corners of the part of an edge or face that lies before another face. The face is
// that of B with side 1, of A with side -1; n is the normal from B to A.
func (m *manifold) clip(incident, face *footprint, side float64, n spatial.Vec) {
	out := n.Scale(side) // of the face
	normal := face.normal(out)
	if normal.Dot(out) > 0.999 { // more exact than that of two points a hair apart
		out = normal
	}
	m.clipped = *incident
	for i := range face.n {
		from, to := face.v[i], face.v[(i+1)%face.n]
		wall := to.Sub(from).Cross(out)
		if wall.Dot(face.v[(i+2)%face.n].Sub(from)) > 0 {
			wall = wall.Neg()
		}
		m.cut(wall, wall.Dot(from))
	}
	for _, v := range m.clipped.v[:m.clipped.n] {
		gap := normal.Dot(v.Sub(face.v[0])) / normal.Dot(out)
		foot := v.AddScaled(-gap, out)
		if side > 0 {
			m.add(Contact{gap, v.Array(), foot.Array(), out.Array()})
		} else {
			m.add(Contact{gap, foot.Array(), v.Array(), out.Neg().Array()})
		}
	}
}

// cut keeps the part of the clipped footprint before a plane: wall x <= offset (I. Sutherland and
// G. Hodgman, Reentrant polygon clipping, 1974).
func (m *manifold) cut(wall spatial.Vec, offset float64) {
	f, out := &m.clipped, &m.to
	out.n = 0
	rounding := 1e-12 * (math.Abs(offset) + wall.Norm())
	for i := range f.n {
		v, next := f.v[i], f.v[(i+1)%f.n]
		over, after := wall.Dot(v)-offset, wall.Dot(next)-offset
		if over <= rounding {
			out.add(v)
		}
		if (f.n > 2 || i == 0) && (over <= rounding) != (after <= rounding) {
			out.add(v.AddScaled(over/(over-after), next.Sub(v)))
		}
	}
	*f = *out
}

// edges adds the ends of the part that two edges share, if they are parallel.
func (m *manifold) edges(n spatial.Vec) {
	u, v := m.a.v[1].Sub(m.a.v[0]), m.b.v[1].Sub(m.b.v[0])
	uu, uv := u.Dot(u), u.Dot(v)
	if u.Cross(v).Norm() > parallel*math.Sqrt(uu)*v.Norm() {
		return
	}
	low, high := m.b.v[0].Sub(m.a.v[0]).Dot(u)/uu, m.b.v[1].Sub(m.a.v[0]).Dot(u)/uu
	if low > high {
		low, high = high, low
	}
	if low, high = max(low, 0), min(high, 1); low >= high {
		return
	}
	for _, share := range [2]float64{low, high} {
		p := m.a.v[0].AddScaled(share, u)
		t := p.Sub(m.b.v[0]).Dot(u) / uv
		gap := n.Dot(p.Sub(m.b.v[0].AddScaled(t, v)))
		m.add(Contact{gap, p.Array(), p.AddScaled(-gap, n).Array(), n.Array()})
	}
}

// keep appends the contacts within the margin: those of the list, and the witness if it is nearer
// than all of them. Of too many it keeps the nearest, and then always the one farthest from those
// it has.
func (m *manifold) keep(dst []Contact, w *Witness, margin float64) []Contact {
	least := math.Inf(1)
	n := 0
	for i := range m.n {
		if c := m.list[i]; c.Gap <= margin {
			m.list[n] = c
			n++
			least = min(least, c.Gap)
		}
	}
	if m.n = n; !(least <= w.Distance+nearerWitness) {
		m.add(Contact{w.Distance, w.OnA, w.OnB, w.Normal})
	}
	if m.n <= MostContacts {
		return append(dst, m.list[:m.n]...)
	}
	first := 0
	for i := range m.n {
		if m.list[i].Gap < m.list[first].Gap {
			first = i
		}
	}
	m.list[0], m.list[first] = m.list[first], m.list[0]
	for kept := 1; kept < MostContacts; kept++ {
		best, most := kept, -1.0
		for i := kept; i < m.n; i++ {
			apart := math.Inf(1)
			for k := range kept {
				d := spatial.VecOf(m.list[i].OnA).Sub(spatial.VecOf(m.list[k].OnA))
				apart = min(apart, d.Dot(d))
			}
			if apart > most {
				best, most = i, apart
			}
		}
		m.list[kept], m.list[best] = m.list[best], m.list[kept]
	}
	return append(dst, m.list[:MostContacts]...)
}

// nearerWitness is how much nearer than every corner the witness is where it counts, m.
const nearerWitness = 1e-9

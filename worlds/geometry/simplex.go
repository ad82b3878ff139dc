package geometry

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// simplex is a point, segment, triangle or tetrahedron in the Minkowski difference. Its point
// nearest to the origin is the sum of l[i] v[i].w over the n vertices; l sums to 1.
type simplex struct {
	v [4]vertex
	l [4]float64
	n int
	// closest sets nearest to that point, and gap to how much nearer to the origin the Minkowski
	// difference may be, m. Of a point very near to the origin, the sum over a - b has another
	// direction: that of rounding errors.
	nearest spatial.Vec
	gap     float64
}

func (s *simplex) has(w *vertex) bool {
	for i := range s.n {
		if s.v[i].w == w.w {
			return true
		}
	}
	return false
}

func (s *simplex) add(w *vertex) {
	s.v[s.n] = *w
	s.n++
}

// reduce keeps the vertices of the smallest face that contains the point nearest to the origin, and
// returns that point. inside reports that the origin is in the tetrahedron, which then stays whole.
// It is the signed-volumes method of Montanari et al. 2017, section 4.
func (s *simplex) reduce() (v spatial.Vec, inside bool) {
	var f face
	switch s.n {
	case 1:
		f = s.point(0)
	case 2:
		f = s.segment(0, 1)
	case 3:
		f = s.triangle(0, 1, 2)
	default:
		if f, inside = s.tetrahedron(); inside {
			s.l = f.l
			return spatial.Vec{}, true
		}
	}
	kept := *s
	s.n = 0
	for i, l := range f.l {
		if l > 0 {
			s.v[s.n], s.l[s.n] = kept.v[i], l
			s.n++
		}
	}
	return f.v, false
}

// face is a point of the simplex: its weights l, and the sum v.
type face struct {
	l [4]float64
	v spatial.Vec
	d float64 // square of the length of v
}

func (s *simplex) sum(l [4]float64) face {
	f := face{l: l}
	for i, weight := range l {
		if weight > 0 {
			f.v = f.v.AddScaled(weight, s.v[i].w)
		}
	}
	f.d = f.v.Dot(f.v)
	return f
}

func (s *simplex) point(i int) face {
	var l [4]float64
	l[i] = 1
	return s.sum(l)
}

// segment returns the point nearest to the origin between vertices i and j.
func (s *simplex) segment(i, j int) face {
	from, to := s.v[i].w, s.v[j].w
	along := to.Sub(from)
	t, whole := -from.Dot(along), along.Dot(along)
	switch {
	case !(t > 0) || !(whole > 0):
		return s.point(i)
	case t >= whole:
		return s.point(j)
	}
	var l [4]float64
	l[j] = t / whole
	l[i] = 1 - l[j]
	return s.sum(l)
}

// triangle returns the point nearest to the origin in the triangle of three vertices. It projects
// the origin on the plane, and compares signed areas in the coordinate plane with the largest
// projection.
func (s *simplex) triangle(i, j, k int) face {
	a, b, c := s.v[i].w, s.v[j].w, s.v[k].w
	ab, ac := b.Sub(a), c.Sub(a)
	n := ab.Cross(ac)
	nn := n.Dot(n)
	if !(nn > 1e-30*ab.Dot(ab)*ac.Dot(ac)) {
		return nearer(s.segment(i, j), nearer(s.segment(j, k), s.segment(i, k)))
	}
	p := n.Scale(a.Dot(n) / nn)
	pa, pb, pc := a.Sub(p), b.Sub(p), c.Sub(p)
	of := areaX
	whole := n.X
	if x, y, z := math.Abs(n.X), math.Abs(n.Y), math.Abs(n.Z); y > x && y >= z {
		of, whole = areaY, n.Y
	} else if z > x {
		of, whole = areaZ, n.Z
	}
	la, lb, lc := of(pb, pc)/whole, of(pc, pa)/whole, of(pa, pb)/whole
	if la > 0 && lb > 0 && lc > 0 {
		var l [4]float64
		sum := la + lb + lc
		l[i], l[j], l[k] = la/sum, lb/sum, lc/sum
		f := s.sum(l)
		s.slide(&f, i, j)
		s.slide(&f, j, k)
		s.slide(&f, k, i)
		return f
	}
	best := face{d: math.Inf(1)}
	if !(la > 0) {
		best = nearer(best, s.segment(j, k))
	}
	if !(lb > 0) {
		best = nearer(best, s.segment(i, k))
	}
	if !(lc > 0) {
		best = nearer(best, s.segment(i, j))
	}
	return best
}

// slide moves the point of a face along the edge from vertex i to j to where it is nearest to the
// origin. The weights of a thin triangle have rounding errors that are large along its long edges.
func (s *simplex) slide(f *face, i, j int) {
	along := s.v[j].w.Sub(s.v[i].w)
	t := -f.v.Dot(along) / along.Dot(along)
	if !(t < f.l[i] && -t < f.l[j]) {
		return
	}
	f.l[i] -= t
	f.l[j] += t
	f.v = f.v.AddScaled(t, along)
	f.d = f.v.Dot(f.v)
}

// areaX, areaY and areaZ are the components of u x v.
func areaX(u, v spatial.Vec) float64 { return u.Y*v.Z - u.Z*v.Y }
func areaY(u, v spatial.Vec) float64 { return u.Z*v.X - u.X*v.Z }
func areaZ(u, v spatial.Vec) float64 { return u.X*v.Y - u.Y*v.X }

// flat is the volume of a tetrahedron, relative to the product of three edges, below which it
// counts as flat: its signed volumes are rounding errors.
const flat = 1e-13

// tetrahedron returns the point nearest to the origin in the tetrahedron, and whether the origin is
// inside.
func (s *simplex) tetrahedron() (face, bool) {
	a, b, c, d := s.v[0].w, s.v[1].w, s.v[2].w, s.v[3].w
	ab, cd, bc := a.Cross(b), c.Cross(d), b.Cross(c)
	// The volumes with one vertex replaced by the origin.
	parts := [4]float64{b.Dot(cd), -a.Dot(cd), d.Dot(ab), -a.Dot(bc)}
	ea, eb, ec := a.Sub(d), b.Sub(d), c.Sub(d)
	whole := -ea.Dot(eb.Cross(ec))
	size := math.Sqrt(ea.Dot(ea) * eb.Dot(eb) * ec.Dot(ec))
	isFlat := !(math.Abs(whole) > flat*size)
	inside := !isFlat
	best := face{d: math.Inf(1)}
	for i, part := range parts {
		if !isFlat && part/whole > 0 {
			continue
		}
		inside = false
		best = nearer(best, s.triangle((i+1)%4, (i+2)%4, (i+3)%4))
	}
	if inside {
		sum := parts[0] + parts[1] + parts[2] + parts[3]
		return face{l: [4]float64{parts[0] / sum, parts[1] / sum, parts[2] / sum, parts[3] / sum}}, true
	}
	return best, false
}

func nearer(a, b face) face {
	if b.d < a.d {
		return b
	}
	return a
}

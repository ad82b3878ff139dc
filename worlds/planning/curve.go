package planning

import "sort"

// curve is a path with rounded corners: straight parts and blends, two times continuously
// differentiable. Its parameter is the length on straight parts.
type curve struct {
	dim   int
	parts []part
	end   float64 // of the parameter
}

// part is a Bezier curve of degree 1 or 5.
type part struct {
	begin, length float64 // of the parameter
	points        [][]float64
}

// Blends are curves of degree 5 whose first three control points lie on the motion to the corner
// and whose last three lie on the motion from it: the tangents fit, and the curvature at the ends
// is zero. With equal distances of a half radius between control points, the parameter of the
// blend is 5/2 times the radius long.
const blendLength = 2.5

// blend returns the control points for a corner, with a radius of at most the lengths of both
// motions.
func blend(before, corner, after []float64, radius float64) [][]float64 {
	in, out := Distance(before, corner), Distance(corner, after)
	points := make([][]float64, 6)
	for i := range points {
		points[i] = append([]float64(nil), corner...)
	}
	Between(points[0], corner, before, radius/in)
	Between(points[1], corner, before, radius/in/2)
	Between(points[4], corner, after, radius/out/2)
	Between(points[5], corner, after, radius/out)
	return points
}

// newCurve returns the curve of a path without repeated configurations. Each inner configuration
// has a radius, positive.
func newCurve(path Path, radii []float64) *curve {
	c := &curve{dim: len(path[0])}
	from := path[0]
	for i := 1; i < len(path)-1; i++ {
		b := blend(path[i-1], path[i], path[i+1], radii[i])
		c.add([][]float64{from, b[0]}, Distance(from, b[0]))
		c.add(b, blendLength*radii[i])
		from = b[5]
	}
	last := path[len(path)-1]
	c.add([][]float64{from, last}, Distance(from, last))
	return c
}

func (c *curve) add(points [][]float64, length float64) {
	if length > 0 {
		c.parts = append(c.parts, part{c.end, length, points})
		c.end += length
	}
}

// derivatives holds the position and its first three derivatives by the parameter.
type derivatives [4][]float64

func newDerivatives(dim int) *derivatives {
	flat := make([]float64, 4*dim)
	return &derivatives{flat[:dim], flat[dim : 2*dim], flat[2*dim : 3*dim], flat[3*dim:]}
}

// at writes the position and its derivatives at a parameter.
func (c *curve) at(s float64, d *derivatives) {
	p, u := c.find(s)
	p.at(u, d)
}

// find returns the part of a parameter, and the share of the part before it.
func (c *curve) find(s float64) (*part, float64) {
	s = min(max(s, 0), c.end)
	i := sort.Search(len(c.parts), func(i int) bool { return c.parts[i].begin > s }) - 1
	p := &c.parts[max(i, 0)]
	return p, min((s-p.begin)/p.length, 1)
}

// at writes the position and its derivatives at a share of the part.
func (p *part) at(u float64, d *derivatives) {
	for j := range d[0] {
		d[0][j], d[1][j], d[2][j], d[3][j] = p.joint(j, u)
	}
}

// joint returns the position of a joint and its first three derivatives at a share of the part.
func (p *part) joint(j int, u float64) (position, first, second, third float64) {
	if len(p.points) == 2 {
		a, b := p.points[0][j], p.points[1][j]
		return a + u*(b-a), (b - a) / p.length, 0, 0
	}
	var b [6]float64
	for k := range b {
		b[k] = p.points[k][j]
	}
	all, scale := [4]float64{bezier(b[:], u)}, 1.0
	for order := 1; order < 4; order++ { // the control points of a derivative are differences
		n := 6 - order
		for k := range n {
			b[k] = (b[k+1] - b[k]) * float64(n)
		}
		scale *= p.length
		all[order] = bezier(b[:n], u) / scale
	}
	return all[0], all[1], all[2], all[3]
}

// bezier evaluates a Bezier curve by the algorithm of de Casteljau.
func bezier(points []float64, u float64) float64 {
	var b [6]float64
	copy(b[:], points)
	for n := len(points) - 1; n > 0; n-- {
		for k := range n {
			b[k] += u * (b[k+1] - b[k])
		}
	}
	return b[0]
}

// stations are the parameters where the time-optimal profile is computed: a number of equal steps
// in each part.
func (c *curve) stations(steps int) (all []float64) {
	for _, p := range c.parts {
		for k := range steps {
			all = append(all, p.begin+p.length*float64(k)/float64(steps))
		}
	}
	return append(all, c.end)
}

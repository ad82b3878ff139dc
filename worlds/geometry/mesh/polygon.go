package mesh

import "math"

// earClipper cuts polygons into triangles. Its fields are reused between polygons.
type earClipper struct {
	flat [][2]float64 // the corners in the plane of the polygon
	rest []int        // corners that are not cut off yet
}

// mostClipped is the number of corners up to which a polygon that is not convex is cut by its ears;
// the work grows with the third power of it.
const mostClipped = 128

// cut appends the triangles of a polygon of at least three corners, which are indices of vertices:
// two fewer than it has corners, with its orientation. A convex polygon becomes a fan; another one
// loses its ears one by one (G. H. Meisters, Polygons have ears, American Mathematical Monthly
// 82 (6), 1975), in the plane that the largest component of its normal is perpendicular to. A
// polygon that crosses itself, or has too many corners, becomes a fan too.
func (c *earClipper) cut(triangles [][3]int32, vertices [][3]float64, corners []int32) [][3]int32 {
	if len(corners) > 3 && len(corners) <= mostClipped && c.flatten(vertices, corners) && !c.convex() {
		return c.clip(triangles, corners)
	}
	for k := 2; k < len(corners); k++ {
		triangles = append(triangles, [3]int32{corners[0], corners[k-1], corners[k]})
	}
	return triangles
}

// flatten projects the corners so that the polygon is counterclockwise. It returns false for a
// polygon without area. The normal is Newell's: the sum over the edges of cross products.
func (c *earClipper) flatten(vertices [][3]float64, corners []int32) bool {
	var normal [3]float64
	origin := vertices[corners[0]]
	for k := range corners {
		a, b := sub(vertices[corners[k]], origin), sub(vertices[corners[(k+1)%len(corners)]], origin)
		n := cross(a, b)
		for i := range 3 {
			normal[i] += n[i]
		}
	}
	axis := 0
	for i := 1; i < 3; i++ {
		if math.Abs(normal[i]) > math.Abs(normal[axis]) {
			axis = i
		}
	}
	if normal[axis] == 0 {
		return false
	}
	u, v := (axis+1)%3, (axis+2)%3
	if normal[axis] < 0 {
		u, v = v, u
	}
	c.flat, c.rest = c.flat[:0], c.rest[:0]
	for k, corner := range corners {
		c.flat = append(c.flat, [2]float64{vertices[corner][u], vertices[corner][v]})
		c.rest = append(c.rest, k)
	}
	return true
}

// turn is twice the area of the triangle a b c, positive for one that is counterclockwise.
func (c *earClipper) turn(a, b, d int) float64 {
	p, q, r := c.flat[a], c.flat[b], c.flat[d]
	return (q[0]-p[0])*(r[1]-p[1]) - (q[1]-p[1])*(r[0]-p[0])
}

// convex reports whether no corner turns clockwise.
func (c *earClipper) convex() bool {
	n := len(c.rest)
	for k := range n {
		if c.turn(k, (k+1)%n, (k+2)%n) < 0 {
			return false
		}
	}
	return true
}

// clip cuts off ears until a triangle is left.
func (c *earClipper) clip(triangles [][3]int32, corners []int32) [][3]int32 {
	for len(c.rest) > 3 {
		ear := 0 // where no corner is an ear, the polygon crosses itself, and any one is cut off
		for k := range c.rest {
			if c.isEar(k) {
				ear = k
				break
			}
		}
		before, at, behind := c.around(ear)
		triangles = append(triangles, [3]int32{corners[before], corners[at], corners[behind]})
		c.rest = append(c.rest[:ear], c.rest[ear+1:]...)
	}
	return append(triangles, [3]int32{corners[c.rest[0]], corners[c.rest[1]], corners[c.rest[2]]})
}

// around returns a remaining corner and its two neighbours.
func (c *earClipper) around(k int) (before, at, behind int) {
	n := len(c.rest)
	return c.rest[(k+n-1)%n], c.rest[k], c.rest[(k+1)%n]
}

// isEar reports whether the triangle at a corner lies within the polygon: it is counterclockwise,
// and no other corner is in it.
func (c *earClipper) isEar(k int) bool {
	before, at, behind := c.around(k)
	if !(c.turn(before, at, behind) > 0) {
		return false
	}
	for _, other := range c.rest {
		if other == before || other == at || other == behind || c.flat[other] == c.flat[before] || c.flat[other] == c.flat[at] || c.flat[other] == c.flat[behind] {
			continue
		}
		if c.turn(before, at, other) >= 0 && c.turn(at, behind, other) >= 0 && c.turn(behind, before, other) >= 0 {
			return false
		}
	}
	return true
}

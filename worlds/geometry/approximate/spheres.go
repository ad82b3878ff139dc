package approximate

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// mostSpheres bounds the number of balls of one shape.
const mostSpheres = 100000

// Spheres returns at most count balls that cover a shape: every point of it is in one of them. Of a
// mesh they cover the surface. Many balls stick out less than few: Excess says how far. A count
// below 1 or above 100000, and a plane, are errors.
//
// It splits the shape at the middle of its longest side, and goes on with the part whose ball is
// largest. A capsule is covered by equal balls along its axis.
func Spheres(s geometry.Shape, count int) ([]geometry.Ball, error) {
	if count < 1 || count > mostSpheres {
		return nil, fmt.Errorf("approximate: %d balls: expected 1 to %d", count, mostSpheres)
	}
	switch s := s.(type) {
	case *geometry.Sphere:
		return []geometry.Ball{s.Ball()}, nil
	case *geometry.Capsule:
		return capsuleSpheres(s, count), nil
	case *geometry.TriangleMesh:
		var surface []polygon
		for i := range s.Triangles() {
			t := s.Triangle(i)
			surface = append(surface, polygon{spatial.VecOf(t[0]), spatial.VecOf(t[1]), spatial.VecOf(t[2])})
		}
		return cover(surface, count, splitSurface), nil
	}
	corners, err := cornersAround(s)
	if err != nil {
		return nil, err
	}
	return cover([]polygon{corners}, count, splitSolid), nil
}

// capsuleSpheres spaces balls evenly along the axis. Halfway between two centres the ball has to
// reach the surface. A single ball contains all.
func capsuleSpheres(c *geometry.Capsule, count int) []geometry.Ball {
	if count == 1 || c.Length() == 0 {
		return []geometry.Ball{c.Ball()}
	}
	spacing := c.Length() / float64(count-1)
	balls := make([]geometry.Ball, count)
	for i := range balls {
		balls[i].Centre[2] = -c.Length()/2 + float64(i)*spacing
		balls[i].Radius = math.Hypot(c.Radius(), spacing/2)
	}
	return balls
}

// roundSides is the number of sides of the prism around a cylinder: it sticks out by 0.5 % of the
// radius.
const roundSides = 32

// cornersAround returns the corners of a convex polytope that contains a shape.
func cornersAround(s geometry.Shape) (polygon, error) {
	ring := func(radius, z float64) (out polygon) {
		for k := range roundSides {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / roundSides)
			r := radius / math.Cos(math.Pi/roundSides)
			out = append(out, spatial.Vec{X: r * cos, Y: r * sin, Z: z})
		}
		return out
	}
	var out polygon
	switch s := s.(type) {
	case *geometry.Box:
		b := s.Bounds()
		for _, x := range [...]float64{b.Min[0], b.Max[0]} {
			for _, y := range [...]float64{b.Min[1], b.Max[1]} {
				for _, z := range [...]float64{b.Min[2], b.Max[2]} {
					out = append(out, spatial.Vec{X: x, Y: y, Z: z})
				}
			}
		}
	case *geometry.Cylinder:
		out = append(ring(s.Radius(), -s.Length()/2), ring(s.Radius(), s.Length()/2)...)
	case *geometry.Cone:
		out = append(ring(s.Radius(), -s.Length()/2), spatial.Vec{Z: s.Length() / 2})
	case *geometry.Hull:
		for _, v := range s.Vertices() {
			out = append(out, spatial.VecOf(v))
		}
	default:
		return nil, fmt.Errorf("approximate: a %s cannot be covered by balls: expected a shape of finite size", s.Kind())
	}
	return out, nil
}

// part is a part of a shape with its ball.
type part struct {
	polygons []polygon
	ball     geometry.Ball
}

func newPart(polygons []polygon) part {
	return part{polygons, geometry.BallAround(points(polygons))}
}

// cover splits parts until there are count of them.
func cover(polygons []polygon, count int, split func(polygons []polygon, c cut) (below, above []polygon)) []geometry.Ball {
	parts := []part{newPart(polygons)}
	for len(parts) < count {
		largest := 0
		for i := range parts {
			if parts[i].ball.Radius > parts[largest].ball.Radius {
				largest = i
			}
		}
		low, high := bounds(parts[largest].polygons)
		axis := 0
		for k := range 3 {
			if high[k]-low[k] > high[axis]-low[axis] {
				axis = k
			}
		}
		middle := (low[axis] + high[axis]) / 2
		if !(low[axis] < middle && middle < high[axis]) {
			break // a point
		}
		below, above := split(parts[largest].polygons, cut{axis, middle})
		parts[largest] = newPart(below)
		parts = append(parts, newPart(above))
	}
	balls := make([]geometry.Ball, len(parts))
	for i := range parts {
		balls[i] = parts[i].ball
	}
	return balls
}

// splitSurface splits polygons at a plane.
func splitSurface(polygons []polygon, c cut) (below, above []polygon) {
	for _, p := range polygons {
		b, a := c.clip(p)
		if b != nil {
			below = append(below, b)
		}
		if a != nil {
			above = append(above, a)
		}
	}
	return below, above
}

// splitSolid splits the convex hull of one set of corners at a plane. The corners of the section
// are among the points where segments between two corners cross the plane.
func splitSolid(polygons []polygon, c cut) (below, above []polygon) {
	var b, a polygon
	for i, v := range polygons[0] {
		h := c.height(v)
		if h <= 0 {
			b = append(b, v)
		}
		if h >= 0 {
			a = append(a, v)
		}
		for _, w := range polygons[0][:i] {
			if h*c.height(w) < 0 {
				x := c.cross(v, w)
				b, a = append(b, x), append(a, x)
			}
		}
	}
	return []polygon{corners(b)}, []polygon{corners(a)}
}

// corners returns the corners of the convex hull of points. Points too noisy for a hull stay all.
func corners(p polygon) polygon {
	h, err := geometry.NewHull(points([]polygon{p}))
	if err != nil {
		return p
	}
	out := polygon{}
	for _, v := range h.Vertices() {
		out = append(out, spatial.VecOf(v))
	}
	return out
}

// Excess returns how far a ball sticks out of a shape, m, of the ball that does so most: an upper
// bound of how much less the distance from the balls can be than that from the shape.
func Excess(s geometry.Shape, balls []geometry.Ball) float64 {
	q := geometry.NewQuery()
	placed := geometry.Placed{Shape: s, Pose: spatial.IdentityPose()}
	most := 0.0
	for _, b := range balls {
		point := geometry.Placed{Shape: &geometry.Sphere{}, Pose: spatial.Pose{R: spatial.IdentityRotation(), P: b.Centre}}
		most = max(most, q.Distance(&point, &placed).Distance+b.Radius)
	}
	return most
}

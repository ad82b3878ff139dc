package geometry

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

const (
	// mostCorners bounds the corners of a footprint: two octagons have sixteen in common.
	mostCorners = 16
	// discCorners is the number of corners that stand for a circle.
	discCorners = 8
	// parallel is the sine of an angle up to which an edge or a face counts as lying along a plane.
	parallel = 0.05
)

// footprint is what touches a plane that comes along a direction: one point, the two ends of an
// edge, or the corners of a convex face in their order round it.
type footprint struct {
	n int
	v [mostCorners]spatial.Vec
}

func (f *footprint) add(v spatial.Vec) {
	if f.n < mostCorners {
		f.v[f.n] = v
		f.n++
	}
}

// normal returns the unit normal of a face on the side of d (M. Newell's sum over its edges, which
// no single short edge spoils).
func (f *footprint) normal(d spatial.Vec) spatial.Vec {
	var sum spatial.Vec
	for i := range f.n {
		sum = sum.Add(f.v[i].Sub(f.v[0]).Cross(f.v[(i+1)%f.n].Sub(f.v[0])))
	}
	if sum = sum.Unit(); sum.Dot(d) < 0 {
		return sum.Neg()
	}
	return sum
}

// footprintOf fills the footprint of a placed shape that is farthest along the unit vector d. A
// plane and a mesh have none.
func footprintOf(p *Placed, d spatial.Vec, f *footprint) {
	f.n = 0
	own := p.Pose.R.ApplyInverse(d)
	switch s := p.Shape.(type) {
	case *Box:
		s.footprint(own, f)
	case *Capsule:
		s.footprint(own, f)
	case *Cylinder:
		s.footprint(own, f)
	case *Cone:
		s.footprint(own, f)
	case *Hull:
		s.footprint(own, f)
	case *Sphere:
		f.add(own.Scale(s.radius))
	}
	for i := range f.n {
		f.v[i] = p.Pose.Apply(f.v[i])
	}
}

// footprint goes round the corners: the side of an axis along which d is small changes.
func (b *Box) footprint(d spatial.Vec, f *footprint) {
	at, half, way := b.support(d).Array(), b.half.Array(), d.Array()
	var free [3]int
	n := 0
	for k, x := range way {
		if math.Abs(x) < parallel && half[k] > 0 {
			free[n] = k
			n++
		}
	}
	f.add(spatial.VecOf(at))
	for i := range min(n, 2) {
		at[free[i]] = -at[free[i]]
		f.add(spatial.VecOf(at))
	}
	if n == 2 {
		at[free[0]] = -at[free[0]]
		f.add(spatial.VecOf(at))
	}
}

func (c *Capsule) footprint(d spatial.Vec, f *footprint) {
	skin := d.Scale(c.radius)
	end := spatial.Vec{Z: math.Copysign(c.half, d.Z)}
	f.add(end.Add(skin))
	if math.Abs(d.Z) < parallel && c.half > 0 {
		f.add(skin.Sub(end))
	}
}

// disc adds the corners of a circle about the z axis, the farthest along d first.
func (f *footprint) disc(radius, z float64, d spatial.Vec) {
	u := spatial.Vec{X: 1}
	if across := math.Hypot(d.X, d.Y); across > 1e-6 {
		u = spatial.Vec{X: d.X / across, Y: d.Y / across}
	}
	v := spatial.Vec{X: -u.Y, Y: u.X}
	for i := range discCorners {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / discCorners)
		f.add(u.Scale(radius*cos).AddScaled(radius*sin, v).Add(spatial.Vec{Z: z}))
	}
}

func (c *Cylinder) footprint(d spatial.Vec, f *footprint) {
	if c.radius > 0 && math.Hypot(d.X, d.Y) < parallel {
		f.disc(c.radius, math.Copysign(c.half, d.Z), d)
		return
	}
	at := c.support(d)
	f.add(at)
	if math.Abs(d.Z) < parallel && c.half > 0 {
		f.add(spatial.Vec{X: at.X, Y: at.Y, Z: -at.Z})
	}
}

func (c *Cone) footprint(d spatial.Vec, f *footprint) {
	across, slant := math.Hypot(d.X, d.Y), math.Hypot(c.radius, 2*c.half)
	tip := spatial.Vec{Z: c.half}
	switch {
	case c.radius > 0 && d.Z < 0 && across < parallel:
		f.disc(c.radius, -c.half, d)
	case slant > 0 && math.Abs(2*c.half*d.Z-c.radius*across) < parallel*slant:
		f.add(tip)
		f.add(rim(c.radius, -c.half, d))
	default:
		f.add(c.support(d))
	}
}

// footprint takes the vertices of the face that faces d most, if that lies along the plane; else
// the edge from the farthest vertex that does so most. A flat hull is one face.
func (h *Hull) footprint(d spatial.Vec, f *footprint) {
	farthest := h.support(d)
	normal, corner := h.facing(d)
	if len(h.faces) > 0 && normal.Cross(d).Norm() >= parallel {
		f.add(farthest)
		best, slope := farthest, parallel
		for _, p := range h.vertices {
			if length := p.Sub(farthest).Norm(); length > 0 && farthest.Sub(p).Dot(d)/length < slope {
				best, slope = p, farthest.Sub(p).Dot(d)/length
			}
		}
		if slope < parallel {
			f.add(best)
		}
		return
	}
	size := 2 * h.ball.Radius
	on := func(p spatial.Vec) bool { return math.Abs(p.Sub(corner).Dot(normal)) <= 1e-9*size }
	if len(h.faces) == 0 {
		on = func(p spatial.Vec) bool { return farthest.Sub(p).Dot(d) <= parallel*p.Sub(farthest).Norm() }
	}
	h.round(f, d, farthest, on)
}

// facing returns the unit normal and a corner of the face that faces d most.
func (h *Hull) facing(d spatial.Vec) (normal, corner spatial.Vec) {
	most := -1.0
	for _, face := range h.faces {
		a := h.vertices[face[0]]
		n := h.vertices[face[1]].Sub(a).Cross(h.vertices[face[2]].Sub(a))
		if along := n.Dot(d); along > 0 {
			if along /= n.Norm(); along > most {
				most, normal, corner = along, n.Unit(), a
			}
		}
	}
	return normal, corner
}

// round adds, in their order about d, those of some vertices that are farthest along as many
// directions across d as a circle has corners.
func (h *Hull) round(f *footprint, d, farthest spatial.Vec, on func(spatial.Vec) bool) {
	u := perpendicular(d)
	v := d.Cross(u)
	for i := range discCorners {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / discCorners)
		way := u.Scale(cos).AddScaled(sin, v)
		best, reach := farthest, math.Inf(-1)
		for _, p := range h.vertices {
			if r := p.Dot(way); r > reach && on(p) {
				best, reach = p, r
			}
		}
		if f.n == 0 || best != f.v[f.n-1] {
			f.add(best)
		}
	}
	if f.n > 1 && f.v[f.n-1] == f.v[0] {
		f.n--
	}
}

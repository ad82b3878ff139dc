package geometry

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Kind is the kind of a [Shape].
type Kind uint8

// The kinds of shapes.
const (
	KindSphere Kind = iota + 1
	KindCapsule
	KindBox
	KindCylinder
	KindCone
	KindPlane
	KindHull
	KindTriangleMesh
)

var kindNames = [...]string{"no shape", "sphere", "capsule", "box", "cylinder", "cone", "plane", "hull", "triangle mesh"}

// String returns the name of the kind.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("shape(%d)", uint8(k))
}

// Shape is a [*Sphere], [*Capsule], [*Box], [*Cylinder], [*Cone], [*Plane], [*Hull] or
// [*TriangleMesh]. Shapes are immutable: many placed shapes, queries and goroutines can share one.
type Shape interface {
	// Kind returns the kind of the shape.
	Kind() Kind
	// Bounds returns the smallest box, aligned with the axes of the shape's frame, around the
	// shape.
	Bounds() AABB
	// Ball returns a ball around the shape.
	Ball() Ball

	// support returns a point of the core that is farthest along d, which need not have unit
	// length. The shape is every point within margin of its core.
	support(d spatial.Vec) spatial.Vec
	margin() float64
}

// Placed is a shape at a place.
type Placed struct {
	Shape Shape
	Pose  spatial.Pose // of the shape's frame in the frame of the query
}

// Bounds returns a box around the placed shape, aligned with the axes of the frame of the query.
func (p *Placed) Bounds() AABB {
	if plane, is := p.Shape.(*Plane); is {
		return plane.placedBounds(&p.Pose)
	}
	var box AABB
	r, m := &p.Pose.R, p.Shape.margin()
	for k := range 3 {
		row := spatial.Vec{X: r[3*k], Y: r[3*k+1], Z: r[3*k+2]}
		box.Max[k] = p.Pose.P[k] + row.Dot(p.Shape.support(row)) + m
		box.Min[k] = p.Pose.P[k] + row.Dot(p.Shape.support(row.Neg())) - m
	}
	return box
}

// Ball returns a ball around the placed shape.
func (p *Placed) Ball() Ball {
	b := p.Shape.Ball()
	return Ball{Centre: p.Pose.Apply(spatial.VecOf(b.Centre)).Array(), Radius: b.Radius}
}

// mostLength bounds the size of a shape, m. Beyond it, squares of lengths lose the digits that the
// queries promise.
const mostLength = 1e6

// checkLength returns an error unless v is a length of a shape.
func checkLength(shape, name string, v float64) error {
	if !(v >= 0 && v <= mostLength) {
		return fmt.Errorf("geometry: %s: %s is %v m: expected at least 0 and at most %g m", shape, name, v, float64(mostLength))
	}
	return nil
}

// roundShape has the sizes of shapes about the z axis.
type roundShape struct{ radius, half float64 }

func newRound(shape string, radius, length float64) (roundShape, error) {
	if err := checkLength(shape, "the radius", radius); err != nil {
		return roundShape{}, err
	}
	if err := checkLength(shape, "the length", length); err != nil {
		return roundShape{}, err
	}
	return roundShape{radius, length / 2}, nil
}

// Radius returns the radius, m.
func (s *roundShape) Radius() float64 { return s.radius }

// Length returns the length along z, m.
func (s *roundShape) Length() float64 { return 2 * s.half }

// rim returns the point of a circle about the z axis that is farthest along d.
func rim(radius, z float64, d spatial.Vec) spatial.Vec {
	across := math.Sqrt(d.X*d.X + d.Y*d.Y)
	if !(across > 0) {
		return spatial.Vec{Z: z}
	}
	return spatial.Vec{X: d.X / across * radius, Y: d.Y / across * radius, Z: z}
}

package geometry

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Box is a cuboid about the origin of its frame, with edges along the axes.
type Box struct{ half spatial.Vec }

// NewBox returns a box with the given lengths along x, y and z, m. A length may be 0. Lengths that
// are negative, not finite or above 1e6 m are errors.
func NewBox(size [3]float64) (*Box, error) {
	for i, v := range size {
		if err := checkLength("box", "the length along "+string(rune('x'+i)), v); err != nil {
			return nil, err
		}
	}
	return &Box{spatial.VecOf(size).Scale(0.5)}, nil
}

// Size returns the lengths along x, y and z, m.
func (b *Box) Size() [3]float64 { return b.half.Scale(2).Array() }

// Kind returns KindBox.
func (b *Box) Kind() Kind { return KindBox }

// Bounds returns the box itself.
func (b *Box) Bounds() AABB { return AABB{b.half.Neg().Array(), b.half.Array()} }

// Ball returns the ball through the corners.
func (b *Box) Ball() Ball { return Ball{Radius: b.half.Norm()} }

func (b *Box) support(d spatial.Vec) spatial.Vec {
	return spatial.Vec{X: math.Copysign(b.half.X, d.X), Y: math.Copysign(b.half.Y, d.Y), Z: math.Copysign(b.half.Z, d.Z)}
}

func (b *Box) margin() float64 { return 0 }

// nearest returns the point of the surface nearest to x, the unit normal there, and the distance of
// x, which is negative inside. Of several faces at one distance it takes the first in the order x,
// y, z.
func (b *Box) nearest(x spatial.Vec) (on, normal spatial.Vec, distance float64) {
	on = spatial.Vec{X: clamp(x.X, b.half.X), Y: clamp(x.Y, b.half.Y), Z: clamp(x.Z, b.half.Z)}
	if out := x.Sub(on); out != (spatial.Vec{}) {
		normal = out.Unit()
		return on, normal, out.Dot(normal)
	}
	gaps := [3]float64{b.half.X - math.Abs(x.X), b.half.Y - math.Abs(x.Y), b.half.Z - math.Abs(x.Z)}
	switch {
	case gaps[0] <= gaps[1] && gaps[0] <= gaps[2]:
		on.X, normal.X = math.Copysign(b.half.X, x.X), math.Copysign(1, x.X)
		return on, normal, -gaps[0]
	case gaps[1] <= gaps[2]:
		on.Y, normal.Y = math.Copysign(b.half.Y, x.Y), math.Copysign(1, x.Y)
		return on, normal, -gaps[1]
	}
	on.Z, normal.Z = math.Copysign(b.half.Z, x.Z), math.Copysign(1, x.Z)
	return on, normal, -gaps[2]
}

func clamp(x, bound float64) float64 { return min(max(x, -bound), bound) }

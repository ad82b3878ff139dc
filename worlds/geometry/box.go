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
// x, which is negative inside.
func (b *Box) nearest(x spatial.Vec) (on, normal spatial.Vec, distance float64) {
	n, distance := fromBox(b.half.Array(), x.Array())
	normal = spatial.VecOf(n)
	if distance > 0 {
		return spatial.Vec{X: clamp(x.X, b.half.X), Y: clamp(x.Y, b.half.Y), Z: clamp(x.Z, b.half.Z)}, normal, distance
	}
	return x.AddScaled(-distance, normal), normal, distance
}

// fromBox returns the signed distance of a point from the surface of a box about the origin with
// the given half lengths, m, and the unit vector from the box to the point: the outer normal of the
// nearest face if the point is inside. Of several faces at one distance it takes the first in the
// order x, y, z, the positive side before the negative one.
func fromBox(half, x [3]float64) (normal [3]float64, distance float64) {
	outside := false
	for i, v := range x {
		if over := math.Abs(v) - half[i]; over > 0 {
			normal[i] = math.Copysign(over, v)
			outside = true
		}
	}
	if outside {
		distance = math.Sqrt(normal[0]*normal[0] + normal[1]*normal[1] + normal[2]*normal[2])
		if distance > 0 { // else the point is too near for a square to say so
			for i := range normal {
				normal[i] /= distance
			}
			return normal, distance
		}
		normal = [3]float64{}
	}
	distance = math.Inf(-1)
	for i, v := range x {
		if gap := math.Abs(v) - half[i]; gap > distance {
			distance, normal = gap, [3]float64{}
			normal[i] = 1
			if v < 0 {
				normal[i] = -1
			}
		}
	}
	return normal, distance
}

func clamp(x, bound float64) float64 { return min(max(x, -bound), bound) }

package geometry

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Capsule is every point within a radius of a segment of the z axis, centred at the origin.
type Capsule struct{ roundShape }

// NewCapsule returns a capsule of the given radius, whose segment has the given length: without the
// two caps, m. Both may be 0. Lengths that are negative, not finite or above 1e6 m are errors.
func NewCapsule(radius, length float64) (*Capsule, error) {
	sizes, err := newRound("capsule", radius, length)
	if err != nil {
		return nil, err
	}
	return &Capsule{sizes}, nil
}

// Kind returns KindCapsule.
func (c *Capsule) Kind() Kind { return KindCapsule }

// Bounds returns the box around the capsule.
func (c *Capsule) Bounds() AABB {
	r, h := c.radius, c.half+c.radius
	return AABB{[3]float64{-r, -r, -h}, [3]float64{r, r, h}}
}

// Ball returns the ball around the capsule.
func (c *Capsule) Ball() Ball { return Ball{Radius: c.half + c.radius} }

func (c *Capsule) support(d spatial.Vec) spatial.Vec {
	return spatial.Vec{Z: math.Copysign(c.half, d.Z)}
}

func (c *Capsule) margin() float64 { return c.radius }

func (c *Capsule) nearest(x spatial.Vec) (on, normal spatial.Vec, distance float64) {
	core := spatial.Vec{Z: clamp(x.Z, c.half)}
	out := x.Sub(core)
	normal = unitOr(out, spatial.Vec{X: 1})
	return core.AddScaled(c.radius, normal), normal, out.Norm() - c.radius
}

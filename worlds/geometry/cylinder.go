package geometry

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Cylinder is a cylinder about the z axis, centred at the origin.
type Cylinder struct{ roundShape }

// NewCylinder returns a cylinder of the given radius and length along z, m. Both may be 0. Lengths
// that are negative, not finite or above 1e6 m are errors.
func NewCylinder(radius, length float64) (*Cylinder, error) {
	sizes, err := newRound("cylinder", radius, length)
	if err != nil {
		return nil, err
	}
	return &Cylinder{sizes}, nil
}

// Kind returns KindCylinder.
func (c *Cylinder) Kind() Kind { return KindCylinder }

// Bounds returns the box around the cylinder.
func (c *Cylinder) Bounds() AABB {
	r, h := c.radius, c.half
	return AABB{[3]float64{-r, -r, -h}, [3]float64{r, r, h}}
}

// Ball returns the ball through both rims.
func (c *Cylinder) Ball() Ball { return Ball{Radius: math.Hypot(c.radius, c.half)} }

func (c *Cylinder) support(d spatial.Vec) spatial.Vec {
	return rim(c.radius, math.Copysign(c.half, d.Z), d)
}

func (c *Cylinder) margin() float64 { return 0 }

// nearest works in the half-plane through the axis and x, where the cylinder is a rectangle.
func (c *Cylinder) nearest(x spatial.Vec) (on, normal spatial.Vec, distance float64) {
	across := math.Hypot(x.X, x.Y)
	radial := unitOr(spatial.Vec{X: x.X, Y: x.Y}, spatial.Vec{X: 1})
	r, z := min(across, c.radius), clamp(x.Z, c.half)
	if outR, outZ := across-r, x.Z-z; outR > 0 || outZ != 0 {
		distance = math.Hypot(outR, outZ)
		normal = radial.Scale(outR / distance)
		normal.Z = outZ / distance
	} else if c.radius-across <= c.half-math.Abs(x.Z) {
		r, normal, distance = c.radius, radial, across-c.radius
	} else {
		z = math.Copysign(c.half, x.Z)
		normal, distance = spatial.Vec{Z: math.Copysign(1, x.Z)}, math.Abs(x.Z)-c.half
	}
	on = radial.Scale(r)
	on.Z = z
	return on, normal, distance
}

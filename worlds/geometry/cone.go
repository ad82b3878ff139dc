package geometry

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Cone is a cone about the z axis. Its tip is at half the length above the origin, its base at half
// the length below.
type Cone struct{ roundShape }

// NewCone returns a cone with a base of the given radius, and the given length along z, m. Both may
// be 0. Lengths that are negative, not finite or above 1e6 m are errors.
func NewCone(radius, length float64) (*Cone, error) {
	sizes, err := newRound("cone", radius, length)
	if err != nil {
		return nil, err
	}
	return &Cone{sizes}, nil
}

// Kind returns KindCone.
func (c *Cone) Kind() Kind { return KindCone }

// Bounds returns the box around the cone.
func (c *Cone) Bounds() AABB {
	r, h := c.radius, c.half
	return AABB{[3]float64{-r, -r, -h}, [3]float64{r, r, h}}
}

// Ball returns the smallest ball around the cone: through its tip and its base, or about its base
// if that is wider.
func (c *Cone) Ball() Ball {
	if c.radius >= 2*c.half {
		return Ball{Centre: [3]float64{2: -c.half}, Radius: c.radius}
	}
	radius := (c.radius*c.radius + 4*c.half*c.half) / (4 * c.half)
	return Ball{Centre: [3]float64{2: c.half - radius}, Radius: radius}
}

func (c *Cone) support(d spatial.Vec) spatial.Vec {
	if 2*c.half*d.Z > c.radius*math.Sqrt(d.X*d.X+d.Y*d.Y) {
		return spatial.Vec{Z: c.half}
	}
	return rim(c.radius, -c.half, d)
}

func (c *Cone) margin() float64 { return 0 }

// nearest works in the half-plane through the axis and x, where the cone is a triangle between the
// axis, the base and the slope.
func (c *Cone) nearest(x spatial.Vec) (on, normal spatial.Vec, distance float64) {
	across := math.Hypot(x.X, x.Y)
	radial := unitOr(spatial.Vec{X: x.X, Y: x.Y}, spatial.Vec{X: 1})
	slant := math.Hypot(c.radius, 2*c.half)
	outR, outZ := 0.0, 1.0 // unit normal of the slope; a flat cone slopes like its base
	share := 0.0           // of the slope, from the tip to the rim, at which x is
	if slant > 0 {
		outR, outZ = 2*c.half/slant, c.radius/slant
		share = min(max((across*outZ+(c.half-x.Z)*outR)/slant, 0), 1)
	}
	slope := across*outR + (x.Z-c.half)*outZ // signed distances of x from two planes
	base := -c.half - x.Z
	r, z := share*c.radius, c.half-share*2*c.half
	inside := slope <= 0 && base <= 0 && across <= c.radius && x.Z <= c.half
	switch {
	case inside && slope >= base:
		return c.at(radial, r, z), c.at(radial, outR, outZ), slope
	case inside:
		return c.at(radial, across, -c.half), spatial.Vec{Z: -1}, base
	case base > 0 && across <= c.radius:
		return c.at(radial, across, -c.half), spatial.Vec{Z: -1}, base
	case share > 0 && share < 1:
		return c.at(radial, r, z), c.at(radial, outR, outZ), slope
	}
	on = c.at(radial, r, z) // the tip or the rim
	out := x.Sub(on)
	normal, distance = c.at(radial, outR, outZ), out.Norm()
	if distance > absoluteTolerance {
		normal = out.Scale(1 / distance)
	}
	return on, normal, distance
}

// at returns the vector with a part along a radial unit vector and one along z.
func (c *Cone) at(radial spatial.Vec, r, z float64) spatial.Vec {
	return spatial.Vec{X: r * radial.X, Y: r * radial.Y, Z: z}
}

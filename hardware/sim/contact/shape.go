package contact

import "math"

// Vec is a vector of three numbers.
type Vec = [3]float64

// Near is the nearest place of a surface to a sphere, all of it in the frame of the surface.
type Near struct {
	Gap    float64 // m, from the sphere's skin to the surface; negative inside
	Normal Vec     // unit vector from the surface to the sphere
}

// Plane is the half-space below the plane through the frame's origin whose normal is the frame's z axis.
type Plane struct{}

// Gap says how far a sphere is from the plane.
func (Plane) Gap(centre Vec, radius float64) Near {
	return Near{Gap: centre[2] - radius, Normal: Vec{0, 0, 1}}
}

// Box is a cuboid about the origin of its frame.
type Box struct {
	Half Vec // m, half the lengths of its edges, above 0
}

// Gap says how far a sphere is from the box. A sphere whose centre is in the box is pushed out through the nearest face;
// of several at one distance, the first in the order x, y, z, the positive side before the negative one.
func (b Box) Gap(centre Vec, radius float64) Near {
	var out Vec // from the box to the centre
	outside := false
	for i, x := range centre {
		if over := math.Abs(x) - b.Half[i]; over > 0 {
			out[i] = math.Copysign(over, x)
			outside = true
		}
	}
	if !outside {
		return b.inside(centre, radius)
	}
	distance := math.Sqrt(out[0]*out[0] + out[1]*out[1] + out[2]*out[2])
	if distance == 0 { // too near a face for a square to say so
		return b.inside(centre, radius)
	}
	for i := range out {
		out[i] /= distance
	}
	return Near{Gap: distance - radius, Normal: out}
}

func (b Box) inside(centre Vec, radius float64) Near {
	near := Near{Gap: math.Inf(-1)}
	for i, x := range centre {
		if gap := math.Abs(x) - b.Half[i]; gap > near.Gap {
			near = Near{Gap: gap}
			near.Normal[i] = 1
			if x < 0 {
				near.Normal[i] = -1
			}
		}
	}
	near.Gap -= radius
	return near
}

// Tangents returns two unit vectors that form a right-handed triad with a unit vector, and move with it without a jump but
// at one direction (T. Duff et al., Building an orthonormal basis, revisited, JCGT 2017).
func Tangents(normal Vec) (first, second Vec) {
	sign := math.Copysign(1, normal[2])
	a := -1 / (sign + normal[2])
	b := normal[0] * normal[1] * a
	return Vec{1 + sign*normal[0]*normal[0]*a, sign * b, -sign * normal[0]},
		Vec{b, sign + normal[1]*normal[1]*a, -normal[1]}
}

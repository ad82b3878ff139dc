package contact

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/geometry"
)

// Vec is a vector of three numbers.
type Vec = [3]float64

// Near is the nearest place of a surface to a sphere, all of it in the frame of the surface.
type Near struct {
	Gap    float64 // m, from the sphere's skin to the surface; negative inside
	Normal Vec     // unit vector from the surface to the sphere
}

// Plane is the half-space below the plane through the frame's origin whose normal is the frame's z
// axis.
type Plane struct{}

// Gap says how far a sphere is from the plane.
func (Plane) Gap(centre Vec, radius float64) Near {
	return Near{Gap: centre[2] - radius, Normal: Vec{0, 0, 1}}
}

// Ahead is Gap: wherever a sphere moves, it meets the same plane.
func (p Plane) Ahead(centre, _ Vec, radius float64) Near { return p.Gap(centre, radius) }

// Box is a cuboid about the origin of its frame.
type Box struct {
	Half Vec // m, half the lengths of its edges, above 0
}

// Gap says how far a sphere is from the box. A sphere whose centre is in the box is pushed out
// through the nearest face; of several at one distance, the first in the order x, y, z, the
// positive side before the negative one.
func (b Box) Gap(centre Vec, radius float64) Near {
	normal, distance := geometry.FromBox(b.Half, centre)
	return Near{Gap: distance - radius, Normal: normal}
}

// halvings is how exactly Ahead finds a place of the way: to a billionth of it.
const halvings = 30

// Ahead is Gap for a sphere that is about to move straight on by way: the gap, at the begin, to the
// plane that touches the box where the sphere will touch it first, or where it will be nearest. All
// of the box lies behind that plane. Where Gap alone would say that a sphere runs into an edge,
// this says whether it flies past.
func (b Box) Ahead(centre, way Vec, radius float64) Near {
	near := b.Gap(centre, radius)
	if near.arrived(way) {
		return near
	}
	end := b.at(1, centre, way, radius)
	if end.Normal == near.Normal {
		return near // of one face
	}
	low, high := 0.0, 1.0
	if !end.arrived(way) {
		low, near = 1, end
	}
	for range halvings {
		if low == 1 {
			break
		}
		middle := (low + high) / 2
		if there := b.at(middle, centre, way, radius); there.arrived(way) {
			high = middle
		} else {
			low, near = middle, there
		}
	}
	near.Gap -= low * along(near.Normal, way)
	return near
}

// arrived reports whether a sphere that moves on by way comes no nearer, or has no way to go.
func (n *Near) arrived(way Vec) bool { return !(n.Gap > 0) || !(along(n.Normal, way) < 0) }

// at is the gap at a share of a way.
func (b Box) at(share float64, centre, way Vec, radius float64) Near {
	for i := range centre {
		centre[i] += share * way[i]
	}
	return b.Gap(centre, radius)
}

func along(a, b Vec) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// Tangents returns two unit vectors that form a right-handed triad with a unit vector, and move
// with it without a jump but at one direction (T. Duff et al., Building an orthonormal basis,
// revisited, JCGT 2017).
func Tangents(normal Vec) (first, second Vec) {
	sign := math.Copysign(1, normal[2])
	a := -1 / (sign + normal[2])
	b := normal[0] * normal[1] * a
	return Vec{1 + sign*normal[0]*normal[0]*a, sign * b, -sign * normal[0]},
		Vec{b, sign + normal[1]*normal[1]*a, -normal[1]}
}

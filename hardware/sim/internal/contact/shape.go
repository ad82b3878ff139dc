package contact

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Vec is a vector of three numbers.
type Vec = [3]float64

// Near is the nearest place of a surface to a sphere, all of it in the frame of the surface.
type Near struct {
	Gap    float64 // m, from the sphere's skin to the surface; negative inside
	Normal Vec     // unit vector from the surface to the sphere
}

// Surface is a shape that spheres may touch, in its own frame. It serves one goroutine.
type Surface struct {
	query       *geometry.Query
	shape, ball geometry.Placed
}

// NewSurface returns the surface of a shape.
func NewSurface(shape geometry.Shape) *Surface {
	return &Surface{geometry.NewQuery(), geometry.Placed{Shape: shape, Pose: spatial.IdentityPose()}, geometry.Placed{Pose: spatial.IdentityPose()}}
}

// Shape returns the shape.
func (s *Surface) Shape() geometry.Shape { return s.shape.Shape }

// Gap says how far a sphere is from the surface. A sphere whose centre is inside is pushed out the
// shortest way, as [geometry.Query] has it.
func (s *Surface) Gap(ball *geometry.Sphere, centre Vec) Near {
	s.ball.Shape, s.ball.Pose.P = ball, centre
	w := s.query.Distance(&s.ball, &s.shape)
	for i := range w.Normal {
		w.Normal[i] += 0 // no -0, at which Tangents jump
	}
	return Near{Gap: w.Distance, Normal: w.Normal}
}

// halvings is how exactly Ahead finds a place of the way: to a billionth of it.
const halvings = 30

// Ahead is Gap for a sphere that is about to move straight on by way: the gap, at the begin, to the
// plane that touches the surface where the sphere will touch it first, or where it will be nearest.
// All of a convex shape lies behind that plane. Where Gap alone would say that a sphere runs into
// an edge, this says whether it flies past.
func (s *Surface) Ahead(ball *geometry.Sphere, centre, way Vec) Near {
	near := s.Gap(ball, centre)
	if s.shape.Shape.Kind() == geometry.KindPlane || near.arrived(way) {
		return near
	}
	end := s.at(1, ball, centre, way)
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
		if there := s.at(middle, ball, centre, way); there.arrived(way) {
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
func (s *Surface) at(share float64, ball *geometry.Sphere, centre, way Vec) Near {
	for i := range centre {
		centre[i] += share * way[i]
	}
	return s.Gap(ball, centre)
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

package geometry

import "github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"

// Sphere is a ball about the origin of its frame.
type Sphere struct{ radius float64 }

// NewSphere returns a sphere of the given radius, m, which may be 0. A radius that is negative, not
// finite or above 1e6 m is an error.
func NewSphere(radius float64) (*Sphere, error) {
	if err := checkLength("sphere", "the radius", radius); err != nil {
		return nil, err
	}
	return &Sphere{radius}, nil
}

// Radius returns the radius, m.
func (s *Sphere) Radius() float64 { return s.radius }

// Kind returns KindSphere.
func (s *Sphere) Kind() Kind { return KindSphere }

// Bounds returns the cube around the sphere.
func (s *Sphere) Bounds() AABB {
	r := s.radius
	return AABB{[3]float64{-r, -r, -r}, [3]float64{r, r, r}}
}

// Ball returns the sphere itself.
func (s *Sphere) Ball() Ball { return Ball{Radius: s.radius} }

func (s *Sphere) support(spatial.Vec) spatial.Vec { return spatial.Vec{} }
func (s *Sphere) margin() float64                 { return s.radius }

func (s *Sphere) nearest(x spatial.Vec) (on, normal spatial.Vec, distance float64) {
	normal = unitOr(x, spatial.Vec{X: 1})
	return normal.Scale(s.radius), normal, x.Norm() - s.radius
}

// unitOr returns v divided by its length, and other for the zero vector.
func unitOr(v, other spatial.Vec) spatial.Vec {
	if u := v.Unit(); u != (spatial.Vec{}) {
		return u
	}
	return other
}

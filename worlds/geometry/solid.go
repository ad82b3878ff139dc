package geometry

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Solid is the volume of a shape, and where it is, in the shape's frame. With the mass of a body of
// one density it gives the inertia: Inertia times mass / Volume.
type Solid struct {
	Volume float64    // m^3
	Centre [3]float64 // of mass, m
	// Inertia is the moment of inertia about Centre for a density of 1 kg/m^3, row-major along the
	// axes of the shape's frame, kg m^2.
	Inertia [9]float64
}

// SolidOf returns the volume and inertia of a shape of one density. Those of a mesh follow from its
// triangles, which have to be a closed surface, counterclockwise from outside. A plane, and a mesh
// whose triangles enclose no positive volume, are errors; flat shapes have a volume of 0.
func SolidOf(s Shape) (Solid, error) {
	switch s := s.(type) {
	case *Sphere:
		v := 4 * math.Pi / 3 * s.radius * s.radius * s.radius
		i := 0.4 * v * s.radius * s.radius
		return diagonal(v, 0, i, i), nil
	case *Box:
		h := s.half
		v := 8 * h.X * h.Y * h.Z
		out := diagonal(v, 0, v/3*(h.Y*h.Y+h.Z*h.Z), v/3*(h.X*h.X+h.Y*h.Y))
		out.Inertia[4] = v / 3 * (h.X*h.X + h.Z*h.Z)
		return out, nil
	case *Cylinder:
		v, axial := s.cylinder()
		return diagonal(v, 0, axial/2+v*s.half*s.half/3, axial), nil
	case *Capsule:
		r, h := s.radius, s.half
		v, axial := s.cylinder()
		caps := 4 * math.Pi / 3 * r * r * r
		ends := 0.4*caps*r*r + caps*(h*h+0.75*h*r) // of both half balls, about the middle
		return diagonal(v+caps, 0, axial/2+v*h*h/3+ends, axial+0.4*caps*r*r), nil
	case *Cone:
		r, l := s.radius, 2*s.half
		v := math.Pi / 3 * r * r * l
		return diagonal(v, -l/4, 0.15*v*r*r+0.0375*v*l*l, 0.3*v*r*r), nil
	case *Hull:
		var sum integral
		for _, f := range s.faces {
			sum.add(s.vertices[f[0]], s.vertices[f[1]], s.vertices[f[2]])
		}
		return sum.solid(), nil
	case *TriangleMesh:
		var sum integral
		for i := range s.triangles {
			sum.add(s.triangles[i][0], s.triangles[i][1], s.triangles[i][2])
		}
		if !(sum.volume > 0) {
			return Solid{}, fmt.Errorf("geometry: triangle mesh: its triangles enclose %g m^3: expected a closed surface, counterclockwise from outside", sum.volume)
		}
		return sum.solid(), nil
	}
	return Solid{}, fmt.Errorf("geometry: a %s has no volume: expected a shape of finite size", s.Kind())
}

// cylinder returns the volume of a cylinder of the sizes, and its moment of inertia about the axis.
func (s *roundShape) cylinder() (volume, axial float64) {
	volume = math.Pi * s.radius * s.radius * 2 * s.half
	return volume, volume * s.radius * s.radius / 2
}

// diagonal returns a solid about the z axis.
func diagonal(volume, z, across, along float64) Solid {
	return Solid{Volume: volume, Centre: [3]float64{2: z}, Inertia: [9]float64{0: across, 4: across, 8: along}}
}

// integral is the sum over tetrahedra from the origin to the triangles of a surface, of those that
// the surface faces away from with a minus.
type integral struct {
	volume float64
	first  spatial.Vec // integral of x
	second [9]float64  // integral of x x^T
}

// add adds the tetrahedron of the origin and a triangle. Its integral of x x^T is the determinant
// of its edges over 120 times the sum of a a^T over its corners and over their sum.
func (i *integral) add(a, b, c spatial.Vec) {
	det := a.Dot(b.Cross(c))
	sum := a.Add(b).Add(c)
	i.volume += det / 6
	i.first = i.first.AddScaled(det/24, sum)
	for _, v := range [...]spatial.Vec{a, b, c, sum} {
		x := v.Array()
		for r := range 3 {
			for k := range 3 {
				i.second[3*r+k] += det / 120 * x[r] * x[k]
			}
		}
	}
}

func (i *integral) solid() Solid {
	if !(i.volume > 0) {
		return Solid{}
	}
	out := Solid{Volume: i.volume, Centre: i.first.Scale(1 / i.volume).Array()}
	var about [9]float64 // the centre
	for r := range 3 {
		for k := range 3 {
			about[3*r+k] = i.second[3*r+k] - i.volume*out.Centre[r]*out.Centre[k]
		}
	}
	trace := about[0] + about[4] + about[8]
	for r := range 3 {
		for k := range 3 {
			out.Inertia[3*r+k] = -about[3*r+k]
		}
		out.Inertia[4*r] += trace
	}
	return out
}

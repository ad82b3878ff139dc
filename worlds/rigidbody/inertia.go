package rigidbody

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Inertia is the inertia of one body. The zero value is a body without mass.
type Inertia struct {
	Mass float64    // kg
	Com  [3]float64 // m, centre of mass in the body's frame

	// Rotational inertia about the centre of mass, in the body's axes, kg m2.
	Ixx, Ixy, Ixz, Iyy, Iyz, Izz float64
}

const (
	// relativeNoise is the rounding that a tensor may carry relative to its largest entry:
	// descriptions give ten digits at most.
	relativeNoise = 1e-10
	// bodyNoise is the rounding that a tensor may carry relative to the moment of the body's mass
	// at a distance of 1 m.
	bodyNoise = 1e-9
	// leastMass stands for the mass of a body without one, kg.
	leastMass = 1e-6
)

// Noise returns the size below which a moment or product of inertia counts as rounding, kg m2. It
// follows the largest entry of the tensor and, where all entries are about zero, the mass times
// the square of 1 m: exporters round a zero to 1e-35 or to 1e-17.
func (in *Inertia) Noise() float64 {
	return max(relativeNoise*in.LargestEntry(), bodyNoise*max(in.Mass, leastMass))
}

// LargestEntry returns the largest absolute value in the tensor, kg m2.
func (in *Inertia) LargestEntry() float64 {
	return max(math.Abs(in.Ixx), math.Abs(in.Ixy), math.Abs(in.Ixz), math.Abs(in.Iyy), math.Abs(in.Iyz), math.Abs(in.Izz))
}

// PositiveSemidefinite reports whether no principal moment lies further below zero than
// [Inertia.Noise]. Kinetic energy is then never negative, except for rounding. A zero tensor
// passes.
func (in *Inertia) PositiveSemidefinite() bool {
	noise := in.Noise()
	scale := max(noise, in.LargestEntry())
	// The tensor with the noise on its diagonal has a Cholesky factor, row by row.
	xx, xy, xz := (in.Ixx+noise)/scale, in.Ixy/scale, in.Ixz/scale
	if !(xx > 0) {
		return false
	}
	yy, yz := (in.Iyy+noise)/scale-xy*xy/xx, in.Iyz/scale-xy*xz/xx
	if !(yy > 0) {
		return false
	}
	return (in.Izz+noise)/scale-xz*xz/xx-yz*yz/yy > 0
}

func (in *Inertia) rotational() sym3 {
	return sym3{xx: in.Ixx, yy: in.Iyy, zz: in.Izz, xy: in.Ixy, xz: in.Ixz, yz: in.Iyz}
}

// addPoint adds the second moment of a mass at c: m (c^2 1 - c c^T).
func (s *sym3) addPoint(m float64, c spatial.Vec) {
	x, y, z := m*c.X, m*c.Y, m*c.Z
	s.xx += y*c.Y + z*c.Z
	s.yy += x*c.X + z*c.Z
	s.zz += x*c.X + y*c.Y
	s.xy -= x * c.Y
	s.xz -= x * c.Z
	s.yz -= y * c.Z
}

// The second moment O of a mass m with the first moment h, both about a point that lies at r from
// another one, is about that
//
//	O + 2 (h.r) 1 - h r^T - r h^T + m (r^2 1 - r r^T) = O + (d.r) 1 - (d r^T + r d^T) / 2,   d = 2 h + m r
//
// sway is d, and the two parts of the sum are added by addMovedDiagonal and addMovedRest.

func sway(m float64, h, r spatial.Vec) spatial.Vec { return h.Add(h).AddScaled(m, r) }

// addMovedDiagonal adds the diagonal.
func (s *sym3) addMovedDiagonal(o *sym3, d, r spatial.Vec) {
	s.xx = d.Y*r.Y + (d.Z*r.Z + (s.xx + o.xx))
	s.yy = d.X*r.X + (d.Z*r.Z + (s.yy + o.yy))
	s.zz = d.X*r.X + (d.Y*r.Y + (s.zz + o.zz))
}

// addMovedRest adds the other entries, given minus half of r.
func (s *sym3) addMovedRest(o *sym3, d, minusHalf spatial.Vec) {
	s.xy = d.X*minusHalf.Y + (d.Y*minusHalf.X + (s.xy + o.xy))
	s.xz = d.X*minusHalf.Z + (d.Z*minusHalf.X + (s.xz + o.xz))
	s.yz = d.Y*minusHalf.Z + (d.Z*minusHalf.Y + (s.yz + o.yz))
}

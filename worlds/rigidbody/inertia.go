package rigidbody

// Inertia is the inertia of one body. The zero value is a body without mass.
type Inertia struct {
	Mass float64    // kg
	Com  [3]float64 // m, centre of mass in the body's frame

	// Rotational inertia about the centre of mass, in the body's axes, kg m2.
	Ixx, Ixy, Ixz, Iyy, Iyz, Izz float64
}

func (in *Inertia) rotational() sym3 {
	return sym3{xx: in.Ixx, yy: in.Iyy, zz: in.Izz, xy: in.Ixy, xz: in.Ixz, yz: in.Iyz}
}

// addPoint adds the second moment of a mass at c: m (c^2 1 - c c^T).
func (s *sym3) addPoint(m float64, c vec3) {
	x, y, z := m*c.x, m*c.y, m*c.z
	s.xx += y*c.y + z*c.z
	s.yy += x*c.x + z*c.z
	s.zz += x*c.x + y*c.y
	s.xy -= x * c.y
	s.xz -= x * c.z
	s.yz -= y * c.z
}

// The second moment O of a mass m with the first moment h, both about a point that lies at r from another one, is about that
//
//	O + 2 (h.r) 1 - h r^T - r h^T + m (r^2 1 - r r^T) = O + (d.r) 1 - (d r^T + r d^T) / 2,   d = 2 h + m r
//
// sway is d, and the two parts of the sum are added by addMovedDiagonal and addMovedRest.

func sway(m float64, h, r vec3) vec3 { return h.add(h).addScaled(m, r) }

// addMovedDiagonal adds the diagonal.
func (s *sym3) addMovedDiagonal(o *sym3, d, r vec3) {
	s.xx = d.y*r.y + (d.z*r.z + (s.xx + o.xx))
	s.yy = d.x*r.x + (d.z*r.z + (s.yy + o.yy))
	s.zz = d.x*r.x + (d.y*r.y + (s.zz + o.zz))
}

// addMovedRest adds the other entries, given minus half of r.
func (s *sym3) addMovedRest(o *sym3, d, minusHalf vec3) {
	s.xy = d.x*minusHalf.y + (d.y*minusHalf.x + (s.xy + o.xy))
	s.xz = d.x*minusHalf.z + (d.z*minusHalf.x + (s.xz + o.xz))
	s.yz = d.y*minusHalf.z + (d.z*minusHalf.y + (s.yz + o.yz))
}

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

// addMoved adds the second moment o of a mass m with the first moment h, both about a point that lies at r from s's own:
// o + 2 (h.r) 1 - h r^T - r h^T + m (r^2 1 - r r^T).
func (s *sym3) addMoved(o *sym3, m float64, h, r vec3) {
	u := h.addScaled(m/2, r)
	x, y, z := 2*u.x*r.x, 2*u.y*r.y, 2*u.z*r.z
	s.xx += o.xx + y + z
	s.yy += o.yy + x + z
	s.zz += o.zz + x + y
	s.xy += o.xy - u.x*r.y - u.y*r.x
	s.xz += o.xz - u.x*r.z - u.z*r.x
	s.yz += o.yz - u.y*r.z - u.z*r.y
}

package rigidbody

// spatial is an articulated inertia in world axes about a link's origin: with the origin's acceleration a and the
// angular acceleration dw, force and moment are
//
//	f = A a + B dw
//	n = B^T a + C dw
type spatial struct {
	a sym3
	b mat3
	c sym3
}

// setPoint writes what a mass m with the first moment h has besides its second moment c.
func (x *spatial) setPoint(m float64, h vec3) {
	x.a.xx, x.a.yy, x.a.zz, x.a.xy, x.a.xz, x.a.yz = m, m, m, 0, 0, 0
	x.b.xx, x.b.xy, x.b.xz = 0, h.z, -h.y
	x.b.yx, x.b.yy, x.b.yz = -h.z, 0, h.x
	x.b.zx, x.b.zy, x.b.zz = h.y, -h.x, 0
}

// project takes away what a joint of axis s yields to: x - u u^T / d, where (f, n) = u = x s and d = s^T x s.
func (x *spatial) project(f, n vec3, inv float64) {
	s := f.scale(-inv)
	x.a.xx += s.x * f.x
	x.a.xy += s.x * f.y
	x.a.xz += s.x * f.z
	x.a.yy += s.y * f.y
	x.a.yz += s.y * f.z
	x.a.zz += s.z * f.z
	x.b.xx += s.x * n.x
	x.b.xy += s.x * n.y
	x.b.xz += s.x * n.z
	x.b.yx += s.y * n.x
	x.b.yy += s.y * n.y
	x.b.yz += s.y * n.z
	x.b.zx += s.z * n.x
	x.b.zy += s.z * n.y
	x.b.zz += s.z * n.z
	s = n.scale(-inv)
	x.c.xx += s.x * n.x
	x.c.xy += s.x * n.y
	x.c.xz += s.x * n.z
	x.c.yy += s.y * n.y
	x.c.yz += s.y * n.z
	x.c.zz += s.z * n.z
}

// addYielded adds what is left of y, an inertia about a point that lies at r from x's, once a joint yields to it: y less
// u u^T / d as in project. It moves to x's point by B' = B - A [r], C' = C + [r] B' + ([r] B)^T, column by column of B, so
// that few numbers are alive at a time.
func (x *spatial) addYielded(y *spatial, f, n vec3, inv float64, r vec3) {
	sf, sn := f.scale(-inv), n.scale(-inv)
	axx, axy, axz := y.a.xx+sf.x*f.x, y.a.xy+sf.x*f.y, y.a.xz+sf.x*f.z
	ayy, ayz, azz := y.a.yy+sf.y*f.y, y.a.yz+sf.y*f.z, y.a.zz+sf.z*f.z
	x.a.xx += axx
	x.a.xy += axy
	x.a.xz += axz
	x.a.yy += ayy
	x.a.yz += ayz
	x.a.zz += azz

	b := vec3{y.b.xx + sf.x*n.x, y.b.yx + sf.y*n.x, y.b.zx + sf.z*n.x}
	m := vec3{b.x - axy*r.z + axz*r.y, b.y - ayy*r.z + ayz*r.y, b.z - ayz*r.z + azz*r.y}
	x.b.xx += m.x
	x.b.yx += m.y
	x.b.zx += m.z
	x.c.xx += y.c.xx + sn.x*n.x + r.y*(m.z+b.z) - r.z*(m.y+b.y)
	xy := y.c.xy + sn.x*n.y + r.z*b.x - r.x*b.z
	xz := y.c.xz + sn.x*n.z + r.x*b.y - r.y*b.x

	b = vec3{y.b.xy + sf.x*n.y, y.b.yy + sf.y*n.y, y.b.zy + sf.z*n.y}
	m = vec3{b.x - axz*r.x + axx*r.z, b.y - ayz*r.x + axy*r.z, b.z - azz*r.x + axz*r.z}
	x.b.xy += m.x
	x.b.yy += m.y
	x.b.zy += m.z
	x.c.yy += y.c.yy + sn.y*n.y + r.z*(m.x+b.x) - r.x*(m.z+b.z)
	x.c.xy += xy + r.y*m.z - r.z*m.y
	yz := y.c.yz + sn.y*n.z + r.x*b.y - r.y*b.x

	b = vec3{y.b.xz + sf.x*n.z, y.b.yz + sf.y*n.z, y.b.zz + sf.z*n.z}
	m = vec3{b.x - axx*r.y + axy*r.x, b.y - axy*r.y + ayy*r.x, b.z - axz*r.y + ayz*r.x}
	x.b.xz += m.x
	x.b.yz += m.y
	x.b.zz += m.z
	x.c.zz += y.c.zz + sn.z*n.z + r.x*(m.y+b.y) - r.y*(m.x+b.x)
	x.c.xz += xz + r.y*m.z - r.z*m.y
	x.c.yz += yz + r.z*m.x - r.x*m.z
}

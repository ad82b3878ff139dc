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

// setPoint makes x the inertia of a mass m with the first moment h, without any second moment.
func (x *spatial) setPoint(m float64, h vec3) {
	x.a.xx, x.a.yy, x.a.zz, x.a.xy, x.a.xz, x.a.yz = m, m, m, 0, 0, 0
	x.b.xx, x.b.xy, x.b.xz = 0, h.z, -h.y
	x.b.yx, x.b.yy, x.b.yz = -h.z, 0, h.x
	x.b.zx, x.b.zy, x.b.zz = h.y, -h.x, 0
	x.c.xx, x.c.yy, x.c.zz, x.c.xy, x.c.xz, x.c.yz = 0, 0, 0, 0, 0, 0
}

// force returns the force and the moment of an acceleration.
func (x *spatial) force(a, dw vec3) (f, n vec3) {
	return x.a.mul(a).add(x.b.mul(dw)), x.b.tmul(a).add(x.c.mul(dw))
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

// addMoved adds y, an inertia about a point that lies at r from x's: B' = B - A [r], C' = C + [r] B' + ([r] B)^T.
func (x *spatial) addMoved(y *spatial, r vec3) {
	x.a.add(&y.a)
	// Column by column of B, so that few numbers are alive at a time.
	// [r] b = r x b for each column b.
	ry, rz, rx := r.y, r.z, r.x
	bx, by, bz := y.b.xx, y.b.yx, y.b.zx
	mx, my, mz := bx-y.a.xy*rz+y.a.xz*ry, by-y.a.yy*rz+y.a.yz*ry, bz-y.a.yz*rz+y.a.zz*ry
	x.b.xx += mx
	x.b.yx += my
	x.b.zx += mz
	x.c.xx += y.c.xx + ry*(mz+bz) - rz*(my+by)
	xy := y.c.xy + rz*bx - rx*bz
	xz := y.c.xz + rx*by - ry*bx
	bx, by, bz = y.b.xy, y.b.yy, y.b.zy
	mx, my, mz = bx-y.a.xz*rx+y.a.xx*rz, by-y.a.yz*rx+y.a.xy*rz, bz-y.a.zz*rx+y.a.xz*rz
	x.b.xy += mx
	x.b.yy += my
	x.b.zy += mz
	x.c.yy += y.c.yy + rz*(mx+bx) - rx*(mz+bz)
	x.c.xy += xy + ry*mz - rz*my
	yz := y.c.yz + rx*by - ry*bx
	bx, by, bz = y.b.xz, y.b.yz, y.b.zz
	mx, my, mz = bx-y.a.xx*ry+y.a.xy*rx, by-y.a.xy*ry+y.a.yy*rx, bz-y.a.xz*ry+y.a.yz*rx
	x.b.xz += mx
	x.b.yz += my
	x.b.zz += mz
	x.c.zz += y.c.zz + rx*(my+by) - ry*(mx+bx)
	x.c.xz += xz + ry*mz - rz*my
	x.c.yz += yz + rz*mx - rx*mz
}

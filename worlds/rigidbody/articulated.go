package rigidbody

import "github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"

// articulatedInertia is an articulated inertia in world axes about a link's origin: with the
// origin's acceleration a and the angular acceleration dw, force and moment are
//
//	f = A a + B dw
//	n = B^T a + C dw
type articulatedInertia struct {
	a sym3
	b mat3
	c sym3
}

// setPoint writes what a mass m with the first moment h has besides its second moment c.
func (x *articulatedInertia) setPoint(m float64, h spatial.Vec) {
	x.a.xx, x.a.yy, x.a.zz, x.a.xy, x.a.xz, x.a.yz = m, m, m, 0, 0, 0
	x.b.xx, x.b.xy, x.b.xz = 0, h.Z, -h.Y
	x.b.yx, x.b.yy, x.b.yz = -h.Z, 0, h.X
	x.b.zx, x.b.zy, x.b.zz = h.Y, -h.X, 0
}

// project takes away what a joint of axis s yields to: x - u u^T / d, where (f, n) = u = x s and d
// = s^T x s.
func (x *articulatedInertia) project(f, n spatial.Vec, inv float64) {
	s := f.Scale(-inv)
	x.a.xx += s.X * f.X
	x.a.xy += s.X * f.Y
	x.a.xz += s.X * f.Z
	x.a.yy += s.Y * f.Y
	x.a.yz += s.Y * f.Z
	x.a.zz += s.Z * f.Z
	x.b.xx += s.X * n.X
	x.b.xy += s.X * n.Y
	x.b.xz += s.X * n.Z
	x.b.yx += s.Y * n.X
	x.b.yy += s.Y * n.Y
	x.b.yz += s.Y * n.Z
	x.b.zx += s.Z * n.X
	x.b.zy += s.Z * n.Y
	x.b.zz += s.Z * n.Z
	s = n.Scale(-inv)
	x.c.xx += s.X * n.X
	x.c.xy += s.X * n.Y
	x.c.xz += s.X * n.Z
	x.c.yy += s.Y * n.Y
	x.c.yz += s.Y * n.Z
	x.c.zz += s.Z * n.Z
}

// addYielded adds what is left of y, an inertia about a point that lies at r from x's, once a joint
// yields to it: y less u u^T / d as in project. It moves to x's point by B' = B - A [r], C' = C +
// [r] B' + ([r] B)^T, column by column of B, so that few numbers are alive at a time.
func (x *articulatedInertia) addYielded(y *articulatedInertia, f, n spatial.Vec, inv float64, r spatial.Vec) {
	sf, sn := f.Scale(-inv), n.Scale(-inv)
	axx, axy, axz := y.a.xx+sf.X*f.X, y.a.xy+sf.X*f.Y, y.a.xz+sf.X*f.Z
	ayy, ayz, azz := y.a.yy+sf.Y*f.Y, y.a.yz+sf.Y*f.Z, y.a.zz+sf.Z*f.Z
	x.a.xx += axx
	x.a.xy += axy
	x.a.xz += axz
	x.a.yy += ayy
	x.a.yz += ayz
	x.a.zz += azz

	b := spatial.Vec{X: y.b.xx + sf.X*n.X, Y: y.b.yx + sf.Y*n.X, Z: y.b.zx + sf.Z*n.X}
	m := spatial.Vec{X: b.X - axy*r.Z + axz*r.Y, Y: b.Y - ayy*r.Z + ayz*r.Y, Z: b.Z - ayz*r.Z + azz*r.Y}
	x.b.xx += m.X
	x.b.yx += m.Y
	x.b.zx += m.Z
	x.c.xx += y.c.xx + sn.X*n.X + r.Y*(m.Z+b.Z) - r.Z*(m.Y+b.Y)
	xy := y.c.xy + sn.X*n.Y + r.Z*b.X - r.X*b.Z
	xz := y.c.xz + sn.X*n.Z + r.X*b.Y - r.Y*b.X

	b = spatial.Vec{X: y.b.xy + sf.X*n.Y, Y: y.b.yy + sf.Y*n.Y, Z: y.b.zy + sf.Z*n.Y}
	m = spatial.Vec{X: b.X - axz*r.X + axx*r.Z, Y: b.Y - ayz*r.X + axy*r.Z, Z: b.Z - azz*r.X + axz*r.Z}
	x.b.xy += m.X
	x.b.yy += m.Y
	x.b.zy += m.Z
	x.c.yy += y.c.yy + sn.Y*n.Y + r.Z*(m.X+b.X) - r.X*(m.Z+b.Z)
	x.c.xy += xy + r.Y*m.Z - r.Z*m.Y
	yz := y.c.yz + sn.Y*n.Z + r.X*b.Y - r.Y*b.X

	b = spatial.Vec{X: y.b.xz + sf.X*n.Z, Y: y.b.yz + sf.Y*n.Z, Z: y.b.zz + sf.Z*n.Z}
	m = spatial.Vec{X: b.X - axx*r.Y + axy*r.X, Y: b.Y - axy*r.Y + ayy*r.X, Z: b.Z - axz*r.Y + ayz*r.X}
	x.b.xz += m.X
	x.b.yz += m.Y
	x.b.zz += m.Z
	x.c.zz += y.c.zz + sn.Z*n.Z + r.X*(m.Y+b.Y) - r.Y*(m.X+b.X)
	x.c.xz += xz + r.Y*m.Z - r.Z*m.Y
	x.c.yz += yz + r.Z*m.X - r.X*m.Z
}

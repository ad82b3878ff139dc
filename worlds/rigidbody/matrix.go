package rigidbody

import "github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"

// The matrices of the recursions have a layout of their own, with named fields. A matrix is passed
// by pointer and written field by field, never copied or assigned as a whole on a cycle's path: the
// compiler would copy it in wide pieces right after it was stored in narrow ones, and the processor
// stalls on that.

// mat3 is a general 3 x 3 matrix, by rows.
type mat3 struct{ xx, xy, xz, yx, yy, yz, zx, zy, zz float64 }

var identity3 = mat3{xx: 1, yy: 1, zz: 1}

// matOf takes a pointer: a copy of the array would stall.
func matOf(a *spatial.Rotation) mat3 {
	return mat3{a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8]}
}

func (m *mat3) array() [9]float64 {
	return [9]float64{m.xx, m.xy, m.xz, m.yx, m.yy, m.yz, m.zx, m.zy, m.zz}
}

func (m *mat3) col0() spatial.Vec { return spatial.Vec{X: m.xx, Y: m.yx, Z: m.zx} }
func (m *mat3) col1() spatial.Vec { return spatial.Vec{X: m.xy, Y: m.yy, Z: m.zy} }
func (m *mat3) col2() spatial.Vec { return spatial.Vec{X: m.xz, Y: m.yz, Z: m.zz} }

func (m *mat3) row0() spatial.Vec { return spatial.Vec{X: m.xx, Y: m.xy, Z: m.xz} }
func (m *mat3) row1() spatial.Vec { return spatial.Vec{X: m.yx, Y: m.yy, Z: m.yz} }
func (m *mat3) row2() spatial.Vec { return spatial.Vec{X: m.zx, Y: m.zy, Z: m.zz} }

func (m *mat3) setCol0(v spatial.Vec) { m.xx, m.yx, m.zx = v.X, v.Y, v.Z }
func (m *mat3) setCol1(v spatial.Vec) { m.xy, m.yy, m.zy = v.X, v.Y, v.Z }
func (m *mat3) setCol2(v spatial.Vec) { m.xz, m.yz, m.zz = v.X, v.Y, v.Z }

// mul returns m v.
func (m *mat3) mul(v spatial.Vec) spatial.Vec {
	return spatial.Vec{X: m.xx*v.X + m.xy*v.Y + m.xz*v.Z, Y: m.yx*v.X + m.yy*v.Y + m.yz*v.Z, Z: m.zx*v.X + m.zy*v.Y + m.zz*v.Z}
}

// tmul returns the transpose of m times v.
func (m *mat3) tmul(v spatial.Vec) spatial.Vec {
	return spatial.Vec{X: m.xx*v.X + m.yx*v.Y + m.zx*v.Z, Y: m.xy*v.X + m.yy*v.Y + m.zy*v.Z, Z: m.xz*v.X + m.yz*v.Y + m.zz*v.Z}
}

// setProduct makes m the product a b. It may be a, but not b.
func (m *mat3) setProduct(a, b *mat3) {
	c0, c1, c2 := a.mul(b.col0()), a.mul(b.col1()), a.mul(b.col2())
	m.setCol0(c0)
	m.setCol1(c1)
	m.setCol2(c2)
}

// product returns a b. It is for the time of loading; on a cycle's path use setProduct.
func product(a, b *mat3) mat3 {
	var m mat3
	m.setProduct(a, b)
	return m
}

// setSpin makes m the matrix of p -> dw x p + w x (w x p): by how much the acceleration of a point
// p of a link that turns with the angular velocity w differs from that of its origin. Where two
// points are asked for, it is less work than they are.
func (m *mat3) setSpin(w, dw spatial.Vec) {
	xx, yy, zz := w.X*w.X, w.Y*w.Y, w.Z*w.Z
	xy, xz, yz := w.X*w.Y, w.X*w.Z, w.Y*w.Z
	m.xx, m.xy, m.xz = -yy-zz, xy-dw.Z, xz+dw.Y
	m.yx, m.yy, m.yz = xy+dw.Z, -xx-zz, yz-dw.X
	m.zx, m.zy, m.zz = xz-dw.Y, yz+dw.X, -xx-yy
}

func (m *mat3) transposed() mat3 {
	return mat3{m.xx, m.yx, m.zx, m.xy, m.yy, m.zy, m.xz, m.yz, m.zz}
}

// sym3 is a symmetric 3 x 3 matrix.
type sym3 struct{ xx, yy, zz, xy, xz, yz float64 }

// set makes s the matrix o.
func (s *sym3) set(o *sym3) {
	s.xx, s.yy, s.zz, s.xy, s.xz, s.yz = o.xx, o.yy, o.zz, o.xy, o.xz, o.yz
}

func (s *sym3) mul(v spatial.Vec) spatial.Vec {
	return spatial.Vec{X: s.xx*v.X + s.xy*v.Y + s.xz*v.Z, Y: s.xy*v.X + s.yy*v.Y + s.yz*v.Z, Z: s.xz*v.X + s.yz*v.Y + s.zz*v.Z}
}

// setRotated makes s the matrix r o r^T, r a rotation. The last number follows from the trace,
// which rotations keep.
func (s *sym3) setRotated(r *mat3, o *sym3) {
	row0, row1 := spatial.Vec{X: r.xx, Y: r.xy, Z: r.xz}, spatial.Vec{X: r.yx, Y: r.yy, Z: r.yz}
	row2 := spatial.Vec{X: r.zx, Y: r.zy, Z: r.zz}
	t := o.mul(row0)
	xx := row0.Dot(t)
	s.xx = xx
	s.xy = row1.Dot(t)
	s.xz = row2.Dot(t)
	t = o.mul(row1)
	yy := row1.Dot(t)
	s.yy = yy
	s.yz = row2.Dot(t)
	s.zz = o.xx + o.yy + o.zz - xx - yy
}

// addRotated adds r o r^T. It is for the time of loading.
func (s *sym3) addRotated(r *mat3, o *sym3) {
	var t sym3
	t.setRotated(r, o)
	s.xx += t.xx
	s.yy += t.yy
	s.zz += t.zz
	s.xy += t.xy
	s.xz += t.xz
	s.yz += t.yz
}

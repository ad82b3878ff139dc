package rigidbody

// A vec3 is passed by value: the compiler keeps it in registers. Anything larger is passed by pointer and written field by
// field, never copied or assigned as a whole on a cycle's path: the compiler would copy it in wide pieces right after it
// was stored in narrow ones, and the processor stalls on that.

type vec3 struct{ x, y, z float64 }

func (a vec3) add(b vec3) vec3      { return vec3{a.x + b.x, a.y + b.y, a.z + b.z} }
func (a vec3) sub(b vec3) vec3      { return vec3{a.x - b.x, a.y - b.y, a.z - b.z} }
func (a vec3) scale(s float64) vec3 { return vec3{a.x * s, a.y * s, a.z * s} }
func (a vec3) dot(b vec3) float64   { return a.x*b.x + a.y*b.y + a.z*b.z }
func (a vec3) cross(b vec3) vec3 {
	return vec3{a.y*b.z - a.z*b.y, a.z*b.x - a.x*b.z, a.x*b.y - a.y*b.x}
}
func (a vec3) addScaled(s float64, b vec3) vec3 {
	return vec3{a.x + s*b.x, a.y + s*b.y, a.z + s*b.z}
}

// addCross returns a + b x c. It begins with the sum: a product and a sum fuse into one instruction, a product and a
// difference do not.
func (a vec3) addCross(b, c vec3) vec3 {
	return vec3{b.y*c.z + a.x - b.z*c.y, b.z*c.x + a.y - b.x*c.z, b.x*c.y + a.z - b.y*c.x}
}

func (a vec3) array() [3]float64 { return [3]float64{a.x, a.y, a.z} }
func (a vec3) put(dst []float64) { _ = dst[2]; dst[0], dst[1], dst[2] = a.x, a.y, a.z }

func vecOf(a [3]float64) vec3 { return vec3{a[0], a[1], a[2]} }

func vecAt(s []float64) vec3 { _ = s[2]; return vec3{s[0], s[1], s[2]} }

// mat3 is a general 3 x 3 matrix, by rows.
type mat3 struct{ xx, xy, xz, yx, yy, yz, zx, zy, zz float64 }

var identity3 = mat3{xx: 1, yy: 1, zz: 1}

func matOf(a [9]float64) mat3 {
	return mat3{a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8]}
}

func (m *mat3) array() [9]float64 {
	return [9]float64{m.xx, m.xy, m.xz, m.yx, m.yy, m.yz, m.zx, m.zy, m.zz}
}

func (m *mat3) col0() vec3 { return vec3{m.xx, m.yx, m.zx} }
func (m *mat3) col1() vec3 { return vec3{m.xy, m.yy, m.zy} }
func (m *mat3) col2() vec3 { return vec3{m.xz, m.yz, m.zz} }

func (m *mat3) row0() vec3 { return vec3{m.xx, m.xy, m.xz} }
func (m *mat3) row1() vec3 { return vec3{m.yx, m.yy, m.yz} }
func (m *mat3) row2() vec3 { return vec3{m.zx, m.zy, m.zz} }

func (m *mat3) setCol0(v vec3) { m.xx, m.yx, m.zx = v.x, v.y, v.z }
func (m *mat3) setCol1(v vec3) { m.xy, m.yy, m.zy = v.x, v.y, v.z }
func (m *mat3) setCol2(v vec3) { m.xz, m.yz, m.zz = v.x, v.y, v.z }

// mul returns m v.
func (m *mat3) mul(v vec3) vec3 {
	return vec3{m.xx*v.x + m.xy*v.y + m.xz*v.z, m.yx*v.x + m.yy*v.y + m.yz*v.z, m.zx*v.x + m.zy*v.y + m.zz*v.z}
}

// tmul returns the transpose of m times v.
func (m *mat3) tmul(v vec3) vec3 {
	return vec3{m.xx*v.x + m.yx*v.y + m.zx*v.z, m.xy*v.x + m.yy*v.y + m.zy*v.z, m.xz*v.x + m.yz*v.y + m.zz*v.z}
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

// setSpin makes m the matrix of p -> dw x p + w x (w x p): by how much the acceleration of a point p of a link that turns with
// the angular velocity w differs from that of its origin. Where two points are asked for, it is less work than they are.
func (m *mat3) setSpin(w, dw vec3) {
	xx, yy, zz := w.x*w.x, w.y*w.y, w.z*w.z
	xy, xz, yz := w.x*w.y, w.x*w.z, w.y*w.z
	m.xx, m.xy, m.xz = -yy-zz, xy-dw.z, xz+dw.y
	m.yx, m.yy, m.yz = xy+dw.z, -xx-zz, yz-dw.x
	m.zx, m.zy, m.zz = xz-dw.y, yz+dw.x, -xx-yy
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

func (s *sym3) mul(v vec3) vec3 {
	return vec3{s.xx*v.x + s.xy*v.y + s.xz*v.z, s.xy*v.x + s.yy*v.y + s.yz*v.z, s.xz*v.x + s.yz*v.y + s.zz*v.z}
}

// setRotated makes s the matrix r o r^T, r a rotation. The last number follows from the trace, which rotations keep.
func (s *sym3) setRotated(r *mat3, o *sym3) {
	row0, row1 := vec3{r.xx, r.xy, r.xz}, vec3{r.yx, r.yy, r.yz}
	row2 := vec3{r.zx, r.zy, r.zz}
	t := o.mul(row0)
	xx := row0.dot(t)
	s.xx = xx
	s.xy = row1.dot(t)
	s.xz = row2.dot(t)
	t = o.mul(row1)
	yy := row1.dot(t)
	s.yy = yy
	s.yz = row2.dot(t)
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

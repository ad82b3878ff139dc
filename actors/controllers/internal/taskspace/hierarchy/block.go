package hierarchy

import "math"

// block is a 3 x 3 matrix, by rows.
type block [9]float64

// symmetricBlock is a symmetric 3 x 3 matrix.
type symmetricBlock struct{ xx, yx, yy, zx, zy, zz float64 }

func (a *symmetricBlock) trace() float64 { return a.xx + a.yy + a.zz }

// pivots is the factor of a symmetric 3 x 3 matrix, L D L^T, L with unit diagonal.
type pivots struct {
	yx, zx, zy float64 // L
	dy, dz     float64 // D but its first entry
	ix, iy, iz float64 // inverse of D
}

// factor reports whether the matrix is positive definite, and finite.
func (p *pivots) factor(a *symmetricBlock) bool {
	ix := 1 / a.xx
	yx, zx := a.yx*ix, a.zx*ix
	dy := a.yy - yx*a.yx
	zy := a.zy - zx*a.yx
	iy := 1 / dy
	p.zy = zy * iy
	dz := a.zz - zx*a.zx - p.zy*zy
	p.ix, p.iy, p.iz = ix, iy, 1/dz
	p.yx, p.zx, p.dy, p.dz = yx, zx, dy, dz
	return a.xx > 0 && dy > 0 && dz > 0 && a.xx <= math.MaxFloat64 && dy <= math.MaxFloat64 && dz <= math.MaxFloat64
}

// invert makes a the inverse of a matrix that is factored.
func (a *symmetricBlock) invert(p *pivots) {
	yx, zy := -p.yx, -p.zy
	zx := p.yx*p.zy - p.zx
	a.zz = p.iz
	a.zy, a.zx = zy*p.iz, zx*p.iz
	a.yy = p.iy + zy*a.zy
	a.yx = yx*p.iy + zx*a.zy
	a.xx = p.ix + yx*yx*p.iy + zx*a.zx
}

// times returns a v.
func (a *symmetricBlock) times(v *column) (x, y, z float64) {
	return a.xx*v[0] + a.yx*v[1] + a.zx*v[2], a.yx*v[0] + a.yy*v[1] + a.zy*v[2], a.zx*v[0] + a.zy*v[1] + a.zz*v[2]
}

// setProduct makes b the product of a block and a symmetric matrix.
func (b *block) setProduct(x *block, p *symmetricBlock) {
	for r := 0; r < 9; r += 3 {
		u, v, w := x[r], x[r+1], x[r+2]
		b[r] = u*p.xx + v*p.yx + w*p.zx
		b[r+1] = u*p.yx + v*p.yy + w*p.zy
		b[r+2] = u*p.zx + v*p.zy + w*p.zz
	}
}

// subtract takes x y^T out of b.
func (b *block) subtract(x, y *block) {
	for r := 0; r < 9; r += 3 {
		u, v, w := -x[r], -x[r+1], -x[r+2]
		b[r] += u*y[0] + v*y[1] + w*y[2]
		b[r+1] += u*y[3] + v*y[4] + w*y[5]
		b[r+2] += u*y[6] + v*y[7] + w*y[8]
	}
}

// subtractPlain takes x y out of b.
func (b *block) subtractPlain(x, y *block) {
	for r := 0; r < 9; r += 3 {
		u, v, w := -x[r], -x[r+1], -x[r+2]
		b[r] += u*y[0] + v*y[3] + w*y[6]
		b[r+1] += u*y[1] + v*y[4] + w*y[7]
		b[r+2] += u*y[2] + v*y[5] + w*y[8]
	}
}

// subtract takes x y^T, which is symmetric, out of a.
func (a *symmetricBlock) subtract(x, y *block) {
	a.xx -= x[0]*y[0] + x[1]*y[1] + x[2]*y[2]
	a.yx -= x[3]*y[0] + x[4]*y[1] + x[5]*y[2]
	a.yy -= x[3]*y[3] + x[4]*y[4] + x[5]*y[5]
	a.zx -= x[6]*y[0] + x[7]*y[1] + x[8]*y[2]
	a.zy -= x[6]*y[3] + x[7]*y[4] + x[8]*y[5]
	a.zz -= x[6]*y[6] + x[7]*y[7] + x[8]*y[8]
}

// form returns the sum of v^T a v over the columns v of b.
func (a *symmetricBlock) form(b *block) (sum float64) {
	for c := range 3 {
		v := column{b[c], b[3+c], b[6+c]}
		x, y, z := a.times(&v)
		sum += v[0]*x + v[1]*y + v[2]*z
	}
	return sum
}

// dots returns the products of each of three rows with each of three others.
func dots(a, b []column) (xx, xy, xz, yx, yy, yz, zx, zy, zz float64) {
	b = b[:len(a)]
	for k := range a {
		v, w := &a[k], &b[k]
		x, y, z := w[0], w[1], w[2]
		t := v[0]
		xx, xy, xz = xx+t*x, xy+t*y, xz+t*z
		t = v[1]
		yx, yy, yz = yx+t*x, yy+t*y, yz+t*z
		t = v[2]
		zx, zy, zz = zx+t*x, zy+t*y, zz+t*z
	}
	return xx, xy, xz, yx, yy, yz, zx, zy, zz
}

// setDots makes b the products of each row of x with each of y.
func (b *block) setDots(x, y []column) {
	b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8] = dots(x, y)
}

// rowTimes returns the products of u with three rows, which may be shorter.
func rowTimes(u []float64, rows []column) (x, y, z float64) {
	u = u[:len(rows)]
	for k, c := range u {
		t := &rows[k]
		x += c * t[0]
		y += c * t[1]
		z += c * t[2]
	}
	return x, y, z
}

// setSquares makes a the products of each row of x with each other.
func (a *symmetricBlock) setSquares(x []column) {
	var xx, yx, yy, zx, zy, zz float64
	for k := range x {
		v := &x[k]
		v0, v1, v2 := v[0], v[1], v[2]
		xx, yx, yy = xx+v0*v0, yx+v1*v0, yy+v1*v1
		zx, zy, zz = zx+v2*v0, zy+v2*v1, zz+v2*v2
	}
	a.xx, a.yx, a.yy, a.zx, a.zy, a.zz = xx, yx, yy, zx, zy, zz
}

// addRows adds three rows, each times its number in c, to u.
func addRows(u []float64, rows []column, c *column) {
	u = u[:len(rows)]
	x, y, z := c[0], c[1], c[2]
	for k := range rows {
		v := &rows[k]
		u[k] += v[0]*x + v[1]*y + v[2]*z
	}
}

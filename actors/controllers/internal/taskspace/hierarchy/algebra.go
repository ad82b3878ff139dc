package hierarchy

import "math"

// The mass matrix is factored from its last row to its first, M = U U^T with U upper triangular, as
// one does for trees (R. Featherstone, Rigid Body Dynamics Algorithms, 2008, section 6.5): a row of
// a Jacobian then keeps its zeros behind the last joint that moves its frame. For accelerations a,
// forces f = M a and rows x of a Jacobian
//
//	u = U^T a,   f = U u,   y = U^-1 x
//
// Rows are whitened in threes, a column of three after the other: that is what a frame's rows come
// in, and nine sums at once keep the processor busy. Vectors are padded to a multiple of three, the
// mass matrix with the identity.

// column is one entry each of three rows.
type column = [3]float64

// corner is a 3 x 3 block on the diagonal of U, and the inverse of its diagonal.
type corner struct{ xx, xy, xz, yy, yz, zz, ix, iy, iz float64 }

// factor makes c c^T a symmetric block, and reports whether this is positive definite and finite.
// It divides first and takes roots later, off the critical path.
func (c *corner) factor(a *symmetricBlock) bool {
	dz := a.zz
	iz := 1 / dz
	fx, fy := a.zx*iz, a.zy*iz
	dy, yx := a.yy-fy*a.zy, a.yx-fx*a.zy
	iy := 1 / dy
	gx := yx * iy
	dx := a.xx - fx*a.zx - gx*yx
	ix := 1 / dx
	c.xx, c.yy, c.zz = math.Sqrt(dx), math.Sqrt(dy), math.Sqrt(dz)
	c.ix, c.iy, c.iz = c.xx*ix, c.yy*iy, c.zz*iz
	c.xy, c.xz, c.yz = gx*c.yy, fx*c.zz, fy*c.zz
	return dx > 0 && dy > 0 && dz > 0 && dx <= math.MaxFloat64 && dy <= math.MaxFloat64 && dz <= math.MaxFloat64
}

// factor computes U and reports whether the mass matrix is positive definite.
func (l *Law) factor(mass []float64) bool {
	n, w := l.n, l.wide
	for i := w - 3; i >= 0; i -= 3 {
		x0, x1, x2 := l.threeRows(mass, i, n)
		x0, x1, x2 = x0[i:n], x1[i:n], x2[i:n]
		rows := l.upper[i/3*w+i : i/3*w+n]
		rows = rows[:len(x0)]
		for k, x := range x0 {
			t := &rows[k]
			t[0], t[1], t[2] = x, x1[k], x2[k]
		}
		tile := l.upper[i/3*w : i/3*w+w]
		// Of rows that are not there the diagonal is 1.
		a := symmetricBlock{xx: tile[i][0], yy: 1, zz: 1}
		if i+1 < n {
			a.yx, a.yy = tile[i+1][0], tile[i+1][1]
		}
		if i+2 < n {
			a.zx, a.zy, a.zz = tile[i+2][0], tile[i+2][1], tile[i+2][2]
		}
		for k := w - 3; k > i; k -= 3 {
			l.step(tile, k, w)
		}
		a.lessen(tile[i+3:])
		if !l.corners[i/3].factor(&a) {
			return false
		}
	}
	return true
}

// lessen takes the products of three rows with each other out of a.
func (a *symmetricBlock) lessen(rows []column) {
	var s symmetricBlock
	s.setSquares(rows)
	a.xx, a.yx, a.yy, a.zx, a.zy, a.zz = a.xx-s.xx, a.yx-s.yx, a.yy-s.yy, a.zx-s.zx, a.zy-s.zy, a.zz-s.zz
}

// step multiplies three rows with U^-1 in columns i to i+2, in place, those behind being done; from
// width on they are zero.
func (l *Law) step(tile []column, i, width int) {
	w := l.wide
	xx, xy, xz, yx, yy, yz, zx, zy, zz := dots(l.upper[i/3*w+i+3:i/3*w+width], tile[i+3:width])
	c, t := &l.corners[i/3], (*[3]column)(tile[i:])
	a, b, d := (t[2][0]-zx)*c.iz, (t[2][1]-zy)*c.iz, (t[2][2]-zz)*c.iz
	t[2][0], t[2][1], t[2][2] = a, b, d
	xx, xy, xz, yx, yy, yz = xx+c.xz*a, xy+c.xz*b, xz+c.xz*d, yx+c.yz*a, yy+c.yz*b, yz+c.yz*d
	a, b, d = (t[1][0]-yx)*c.iy, (t[1][1]-yy)*c.iy, (t[1][2]-yz)*c.iy
	t[1][0], t[1][1], t[1][2] = a, b, d
	xx, xy, xz = xx+c.xy*a, xy+c.xy*b, xz+c.xy*d
	t[0][0], t[0][1], t[0][2] = (t[0][0]-xx)*c.ix, (t[0][1]-xy)*c.ix, (t[0][2]-xz)*c.ix
}

// whiten writes three rows of a Jacobian, whitened and times factors, into tile, and gives the
// width from which on they are zero, whatever their values.
func (l *Law) whiten(tile []column, x0, x1, x2 []float64, factors *column) (width int) {
	n := l.n
	x0 = x0[:n]
	x1, x2 = x1[:len(x0)], x2[:len(x0)]
	last := n - 1
	for last >= 0 && x0[last] == 0 && x1[last] == 0 && x2[last] == 0 {
		last--
	}
	width = last/3*3 + 3
	k0, k1, k2 := factors[0], factors[1], factors[2]
	to := tile[:len(x0)]
	for k, x := range x0 {
		t := &to[k]
		t[0], t[1], t[2] = k0*x, k1*x1[k], k2*x2[k]
	}
	for i := width - 3; i >= 0; i -= 3 {
		l.step(tile, i, width)
	}
	return width
}

// threeRows returns rows i to i+2 of a Jacobian of m rows; rows of zeros for those beyond.
func (l *Law) threeRows(jacobian []float64, i, m int) (x0, x1, x2 []float64) {
	n := l.n
	x0, x1, x2 = jacobian[i*n:i*n+n], l.zero, l.zero
	if i+1 < m {
		x1 = jacobian[(i+1)*n : (i+2)*n]
	}
	if i+2 < m {
		x2 = jacobian[(i+2)*n : (i+3)*n]
	}
	return x0, x1, x2
}

// whitenRows fills rows from a Jacobian of m rows.
func (l *Law) whitenRows(jacobian []float64, m int) {
	ones := column{1, 1, 1}
	for i := 0; i < m; i += 3 {
		x0, x1, x2 := l.threeRows(jacobian, i, m)
		width := l.whiten(l.scratch, x0, x1, x2, &ones)
		l.spread(i, l.scratch[:width], min(3, m-i))
	}
}

// spread writes a tile of so many rows one row after the other, from row i on.
func (l *Law) spread(i int, tile []column, count int) {
	s := l.stride
	for r := range count {
		row := l.rows[(i+r)*s : (i+r)*s+l.n]
		clear(row)
		for k := range tile[:min(len(tile), len(row))] {
			row[k] = tile[k][r]
		}
	}
}

// back writes the acceleration of u.
func (l *Law) back(a, u []float64) {
	n, w := l.n, l.wide
	v := l.vector[:w]
	copy(v, u[:n])
	clear(v[n:])
	for i := 0; i < w; i += 3 {
		c, t := &l.corners[i/3], (*column)(v[i:])
		x := t[0] * c.ix
		y := (t[1] - c.xy*x) * c.iy
		z := (t[2] - c.xz*x - c.yz*y) * c.iz
		t[0], t[1], t[2] = x, y, z
		less := column{-x, -y, -z}
		addRows(v[i+3:], l.upper[i/3*w+i+3:i/3*w+w], &less)
	}
	copy(a[:n], v)
}

// effort writes the force of the acceleration of u.
func (l *Law) effort(f, u []float64) {
	rest := l.move(len(l.config.Rows) + 1)
	l.efforts(l.sink, f, l.sink, l.sink, u, rest, rest)
}

// efforts is effort of three at once, which it adds to sum as well.
func (l *Law) efforts(sum, f0, f1, f2, u0, u1, u2 []float64) {
	n, w := l.n, l.wide
	v := l.scratch[:w]
	u0 = u0[:n]
	u1, u2 = u1[:len(u0)], u2[:len(u0)]
	for k, x := range u0 {
		t := &v[k]
		t[0], t[1], t[2] = x, u1[k], u2[k]
	}
	clear(v[n:])
	for i := 0; i < n; i += 3 {
		xx, xy, xz, yx, yy, yz, zx, zy, zz := dots(l.upper[i/3*w+i+3:i/3*w+w], v[i+3:])
		c, t := &l.corners[i/3], (*[3]column)(v[i:])
		x, y, z := &t[0], &t[1], &t[2]
		put(sum, f0, f1, f2, i, xx+c.xx*x[0]+c.xy*y[0]+c.xz*z[0], xy+c.xx*x[1]+c.xy*y[1]+c.xz*z[1], xz+c.xx*x[2]+c.xy*y[2]+c.xz*z[2])
		if i+1 < n {
			put(sum, f0, f1, f2, i+1, yx+c.yy*y[0]+c.yz*z[0], yy+c.yy*y[1]+c.yz*z[1], yz+c.yy*y[2]+c.yz*z[2])
		}
		if i+2 < n {
			put(sum, f0, f1, f2, i+2, zx+c.zz*z[0], zy+c.zz*z[1], zz+c.zz*z[2])
		}
	}
}

func put(sum, f0, f1, f2 []float64, at int, x, y, z float64) {
	f0[at], f1[at], f2[at] = x, y, z
	sum[at] += x + y + z
}

// turnIn writes u of an acceleration, of the padded length.
func (l *Law) turnIn(u, a []float64) {
	n, w := l.n, l.wide
	v := l.vector[:w]
	clear(v)
	for i := 0; i < n; i += 3 {
		var x column
		copy(x[:], a[i:n])
		c, t := &l.corners[i/3], (*column)(v[i:])
		t[0] += c.xx * x[0]
		t[1] += c.xy*x[0] + c.yy*x[1]
		t[2] += c.xz*x[0] + c.yz*x[1] + c.zz*x[2]
		addRows(v[i+3:], l.upper[i/3*w+i+3:i/3*w+w], &x)
	}
	copy(u, v[:n])
}

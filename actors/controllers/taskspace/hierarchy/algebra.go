package hierarchy

import "math"

// The mass matrix is factored from its last row to its first, as one does for trees (R. Featherstone, Rigid Body Dynamics
// Algorithms, 2008, section 6.5): a row of a Jacobian then keeps its zeros behind the last joint that moves its frame. So
// that loops go upwards, everything that is whitened is kept turned around: entry i stands for velocity n-1-i. With R the
// mass matrix turned around,
//
//	R = C D C^T, C lower triangular with unit diagonal;   u = D^1/2 C^T a,   f = C D^1/2 u,   y = D^-1/2 C^-1 x
//
// for accelerations a, forces f = M a and rows x of a Jacobian, each turned around. Rows are whitened in threes, a column
// of three after the other: that is what a frame's rows come in, and three sums at once keep the processor busy.

// column is one entry each of three rows.
type column = [3]float64

// factor computes C and D and tells whether the mass matrix is positive definite.
func (l *Law) factor(mass []float64) bool {
	n, s := l.n, l.stride
	for i := 0; i < n; i += 3 {
		count := min(3, n-i)
		x := [3][]float64{l.zero, l.zero, l.zero}
		a := symmetricBlock{xx: 1, yy: 1, zz: 1}
		end := n - 1 - i
		x[0] = mass[end*n : end*n+n]
		a.xx = x[0][end]
		if count > 1 {
			x[1] = mass[(end-1)*n : end*n]
			a.yx, a.yy = x[1][end], x[1][end-1]
		}
		if count > 2 {
			x[2] = mass[(end-2)*n : (end-1)*n]
			a.zx, a.zy, a.zz = x[2][end], x[2][end-1], x[2][end-2]
		}
		tile := l.scratch[:i]
		l.forward(tile, x[0], x[1], x[2], 0)
		a.take(tile, l.inverse, l.unit[i*s:], s, count)
		var p pivots
		if !p.factor(&a) {
			return false
		}
		l.inverse[i], l.root[i] = p.ix, math.Sqrt(a.xx)
		if count > 1 {
			l.inverse[i+1], l.root[i+1] = p.iy, math.Sqrt(p.dy)
			l.unit[(i+1)*s+i] = p.yx
		}
		if count > 2 {
			l.inverse[i+2], l.root[i+2] = p.iz, math.Sqrt(p.dz)
			l.unit[(i+2)*s+i], l.unit[(i+2)*s+i+1] = p.zx, p.zy
		}
	}
	for i, r := range l.root {
		l.unroot[i] = r * l.inverse[i]
	}
	return true
}

// take goes from rows, of which tile is what C^-1 makes, to the rows of C, the first count of which it writes to unit, and
// takes their share out of a.
func (a *symmetricBlock) take(tile []column, inverse, unit []float64, stride, count int) {
	inverse = inverse[:len(tile)]
	row0, row1, row2 := unit[:len(tile)], unit[:len(tile)], unit[:len(tile)]
	if count > 1 {
		row1 = unit[stride:][:len(tile)]
	}
	if count > 2 {
		row2 = unit[2*stride:][:len(tile)]
	}
	var xx, yx, yy, zx, zy, zz float64
	for k, d := range inverse {
		t := &tile[k]
		x, y, z := t[0], t[1], t[2]
		cx, cy, cz := x*d, y*d, z*d
		xx, yx, zx = xx+x*cx, yx+y*cx, zx+z*cx
		yy, zy, zz = yy+y*cy, zy+z*cy, zz+z*cz
		row2[k], row1[k] = cz, cy // in this order: rows that are not there are the first, and written over
		row0[k] = cx
	}
	a.xx, a.yx, a.yy, a.zx, a.zy, a.zz = a.xx-xx, a.yx-yx, a.yy-yy, a.zx-zx, a.zy-zy, a.zz-zz
}

// forward writes C^-1 times three rows x, turned around, into tile, from the column first on: before it they are zero.
func (l *Law) forward(tile []column, x0, x1, x2 []float64, first int) {
	s, end := l.stride, l.n-1
	for i := first; i < len(tile); i++ {
		row := l.unit[i*s+first : i*s+i]
		done := tile[first:i]
		done = done[:len(row)]
		var s0, s1, s2 float64
		for k, c := range row {
			t := &done[k]
			s0 += c * t[0]
			s1 += c * t[1]
			s2 += c * t[2]
		}
		t := &tile[i]
		t[0], t[1], t[2] = x0[end-i]-s0, x1[end-i]-s1, x2[end-i]-s2
	}
}

// whiten writes three rows of a Jacobian, whitened and times factors, into tile, of n columns, and gives the first column
// that is not zero.
func (l *Law) whiten(tile []column, x0, x1, x2 []float64, factors *column) (first int) {
	n := l.n
	tile, x0, x1, x2 = tile[:n], x0[:n], x1[:n], x2[:n]
	for ; first < n; first++ {
		if at := n - 1 - first; x0[at] != 0 || x1[at] != 0 || x2[at] != 0 {
			break
		}
		tile[first] = column{}
	}
	l.forward(tile, x0, x1, x2, first)
	k0, k1, k2 := factors[0], factors[1], factors[2]
	unroot := l.unroot[:n]
	for i := first; i < n; i++ {
		t, r := &tile[i], unroot[i]
		t[0], t[1], t[2] = t[0]*(k0*r), t[1]*(k1*r), t[2]*(k2*r)
	}
	return first
}

// threeRows gives rows i to i+2 of a Jacobian of m rows; rows of zeros for those beyond.
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
		l.whiten(l.scratch, x0, x1, x2, &ones)
		l.spread(l.rows[i*l.stride:], l.scratch, min(3, m-i))
	}
}

// spread writes tiles of m rows, of n columns each, one row after the other.
func (l *Law) spread(rows []float64, tiles []column, m int) {
	n, s := l.n, l.stride
	for i := range m {
		row, tile := rows[i*s:i*s+n], tiles[i/3*n:]
		for k := range row {
			row[k] = tile[k][i%3]
		}
	}
}

// back writes a = M^-1/2 u, the acceleration of u.
func (l *Law) back(a, u []float64) {
	n, s := l.n, l.stride
	v := l.vector[:n]
	for i, r := range l.unroot {
		v[i] = r * u[i]
	}
	for i := n - 1; i > 0; i-- {
		x := -v[i]
		row := l.unit[i*s : i*s+i]
		head := v[:len(row)]
		for k, c := range row {
			head[k] += x * c
		}
	}
	a = a[:n]
	for i, x := range v {
		a[n-1-i] = x
	}
}

// effort writes f = M a, the force of the acceleration of u.
func (l *Law) effort(f, u []float64) {
	n, s := l.n, l.stride
	v := l.vector[:n]
	for i, r := range l.root {
		v[i] = r * u[i]
	}
	f = f[:n]
	for i, x := range v {
		row := l.unit[i*s : i*s+i]
		head := v[:len(row)]
		for k, c := range row {
			x += c * head[k]
		}
		f[n-1-i] = x
	}
}

// efforts is effort of three at once, which it adds to sum as well.
func (l *Law) efforts(sum, f0, f1, f2, u0, u1, u2 []float64) {
	n, s := l.n, l.stride
	sum, f0, f1, f2, u0, u1, u2 = sum[:n], f0[:n], f1[:n], f2[:n], u0[:n], u1[:n], u2[:n]
	v := l.scratch[:n]
	for i, r := range l.root {
		t := &v[i]
		t[0], t[1], t[2] = r*u0[i], r*u1[i], r*u2[i]
	}
	for i := range v {
		row := l.unit[i*s : i*s+i]
		head := v[:len(row)]
		x, y, z := v[i][0], v[i][1], v[i][2]
		for k, c := range row {
			t := &head[k]
			x += c * t[0]
			y += c * t[1]
			z += c * t[2]
		}
		at := n - 1 - i
		f0[at], f1[at], f2[at] = x, y, z
		sum[at] += x + y + z
	}
}

// turnIn writes u of an acceleration, of the padded length.
func (l *Law) turnIn(u, a []float64) {
	n, s := l.n, l.stride
	clear(u)
	u, a = u[:n], a[:n]
	for i := range u {
		x := a[n-1-i]
		row := l.unit[i*s : i*s+i]
		head := u[:len(row)]
		for k, c := range row {
			head[k] += x * c
		}
		u[i] = x
	}
	for i, r := range l.root {
		u[i] *= r
	}
}

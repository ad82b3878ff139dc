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
	n, w := l.n, l.wide
	for i := 0; i < n; i += 3 {
		end, count := n-1-i, min(3, n-i)
		x0, x1, x2 := mass[end*n:end*n+n], l.zero, l.zero
		if count > 1 {
			x1 = mass[(end-1)*n : end*n]
		}
		if count > 2 {
			x2 = mass[(end-2)*n : (end-1)*n]
		}
		tile := l.scratch[:i+3]
		for k := range min(i+3, n) {
			t, at := &tile[k], n-1-k
			t[0], t[1], t[2] = x0[at], x1[at], x2[at]
		}
		l.forward(tile[:i], 0)
		// Of rows that are not there the diagonal is 1.
		a := symmetricBlock{xx: tile[i][0], yx: tile[i][1], zx: tile[i][2], yy: 1, zz: 1}
		if count > 1 {
			a.yy, a.zy = tile[i+1][1], tile[i+1][2]
		}
		if count > 2 {
			a.zz = tile[i+2][2]
		}
		a.divide(l.unit[i/3*w:i/3*w+i], tile, l.inverse)
		p := &l.pivots[i/3]
		if !p.factor(&a) {
			return false
		}
		l.inverse[i], l.inverse[i+1], l.inverse[i+2] = p.ix, p.iy, p.iz
		l.root[i], l.root[i+1], l.root[i+2] = math.Sqrt(a.xx), math.Sqrt(p.dy), math.Sqrt(p.dz)
	}
	for i, r := range l.root {
		l.unroot[i] = r * l.inverse[i]
	}
	return true
}

// divide turns three rows, times C^-1, into rows of C, and takes their share out of their block on the diagonal, a.
func (a *symmetricBlock) divide(rows, tile []column, inverse []float64) {
	tile, inverse = tile[:len(rows)], inverse[:len(rows)]
	var xx, yx, yy, zx, zy, zz float64
	for k, d := range inverse {
		t, c := &tile[k], &rows[k]
		x, y, z := t[0], t[1], t[2]
		cx, cy, cz := x*d, y*d, z*d
		xx, yx, zx = xx+x*cx, yx+y*cx, zx+z*cx
		yy, zy, zz = yy+y*cy, zy+z*cy, zz+z*cz
		c[0], c[1], c[2] = cx, cy, cz
	}
	a.xx, a.yx, a.yy, a.zx, a.zy, a.zz = a.xx-xx, a.yx-yx, a.yy-yy, a.zx-zx, a.zy-zy, a.zz-zz
}

// forward multiplies three rows with C^-1, in place; before the first column, which a tile begins with, they are zero.
func (l *Law) forward(tile []column, first int) {
	w := l.wide
	for i := first; i+3 <= len(tile); i += 3 {
		xx, xy, xz, yx, yy, yz, zx, zy, zz := dots(l.unit[i/3*w+first:i/3*w+i], tile[first:i])
		p, t := &l.pivots[i/3], (*[3]column)(tile[i:])
		py, pz, pq := -p.yx, -p.zx, -p.zy
		x, y, z := t[0][0]-xx, t[0][1]-xy, t[0][2]-xz
		u, v, r := t[1][0]-yx+py*x, t[1][1]-yy+py*y, t[1][2]-yz+py*z
		t[0][0], t[0][1], t[0][2] = x, y, z
		t[1][0], t[1][1], t[1][2] = u, v, r
		t[2][0], t[2][1], t[2][2] = t[2][0]-zx+pz*x+pq*u, t[2][1]-zy+pz*y+pq*v, t[2][2]-zz+pz*z+pq*r
	}
}

// whiten writes three rows of a Jacobian, whitened and times factors, into tile, and gives the first column that is not
// zero.
func (l *Law) whiten(tile []column, x0, x1, x2 []float64, factors *column) (first int) {
	n := l.n
	x0, x1, x2 = x0[:n], x1[:n], x2[:n]
	for ; first < n; first++ {
		if at := n - 1 - first; x0[at] != 0 || x1[at] != 0 || x2[at] != 0 {
			break
		}
	}
	clear(tile[:first])
	k0, k1, k2 := factors[0], factors[1], factors[2]
	for i := first; i < n; i++ {
		t, at := &tile[i], n-1-i
		t[0], t[1], t[2] = k0*x0[at], k1*x1[at], k2*x2[at]
	}
	l.forward(tile, first/3*3)
	unroot := l.unroot[:len(tile)]
	for i := first; i < len(tile); i++ {
		t, r := &tile[i], unroot[i]
		t[0], t[1], t[2] = t[0]*r, t[1]*r, t[2]*r
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

// spread writes tiles of m rows one row after the other.
func (l *Law) spread(rows []float64, tiles []column, m int) {
	n, s := l.n, l.stride
	for i := range m {
		row, tile := rows[i*s:i*s+n], tiles[i/3*l.wide:]
		for k := range row {
			row[k] = tile[k][i%3]
		}
	}
}

// back writes the acceleration of u.
func (l *Law) back(a, u []float64) {
	n, w := l.n, l.wide
	v := l.vector[:w]
	for i, x := range u[:n] {
		v[i] = l.unroot[i] * x
	}
	for i := w - 3; i >= 0; i -= 3 {
		p, t := &l.pivots[i/3], (*column)(v[i:])
		z := t[2]
		y := t[1] - p.zy*z
		x := t[0] - p.yx*y - p.zx*z
		t[0], t[1], t[2] = x, y, z
		c := column{-x, -y, -z}
		addRows(v[:i], l.unit[i/3*w:i/3*w+i], &c)
	}
	a = a[:n]
	for i := range a {
		a[n-1-i] = v[i]
	}
}

// effort writes the force of the acceleration of u.
func (l *Law) effort(f, u []float64) {
	rest := l.move(len(l.config.Rows) + 1)
	l.efforts(l.sink, f, l.sink, l.sink, u, rest, rest)
}

// efforts is effort of three at once, which it adds to sum as well.
func (l *Law) efforts(sum, f0, f1, f2, u0, u1, u2 []float64) {
	n, w := l.n, l.wide
	u0, u1, u2 = u0[:n], u1[:n], u2[:n]
	v := l.scratch[:w]
	for i := range u0 {
		t, r := &v[i], l.root[i]
		t[0], t[1], t[2] = r*u0[i], r*u1[i], r*u2[i]
	}
	for i := 0; i < n; i += 3 {
		xx, xy, xz, yx, yy, yz, zx, zy, zz := dots(l.unit[i/3*w:i/3*w+i], v[:i])
		p, t := &l.pivots[i/3], (*[3]column)(v[i:])
		x, y, z := &t[0], &t[1], &t[2]
		at := n - 1 - i
		put(sum, f0, f1, f2, at, xx+x[0], xy+x[1], xz+x[2])
		if at > 0 {
			put(sum, f0, f1, f2, at-1, yx+y[0]+p.yx*x[0], yy+y[1]+p.yx*x[1], yz+y[2]+p.yx*x[2])
		}
		if at > 1 {
			put(sum, f0, f1, f2, at-2, zx+z[0]+p.zx*x[0]+p.zy*y[0], zy+z[1]+p.zx*x[1]+p.zy*y[1], zz+z[2]+p.zx*x[2]+p.zy*y[2])
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
	a = a[:n]
	v := l.vector[:w]
	for i, x := range a {
		v[n-1-i] = x
	}
	clear(v[n:])
	for i := 0; i < w; i += 3 {
		p, t := &l.pivots[i/3], (*column)(v[i:])
		addRows(v[:i], l.unit[i/3*w:i/3*w+i], t)
		t[0] += p.yx*t[1] + p.zx*t[2]
		t[1] += p.zy * t[2]
	}
	for i, r := range l.root[:n] {
		u[i] = r * v[i]
	}
}

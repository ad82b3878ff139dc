package hierarchy

import "math"

// factor computes L of M = L L^T, row by row, and tells whether M is positive definite.
func (l *Law) factor(mass []float64) bool {
	n, s := l.n, l.stride
	for i := range n {
		row := l.lower[i*s : i*s+s]
		m := mass[i*n : i*n+n]
		square := m[i]
		for j := range i {
			other := l.lower[j*s : j*s+j]
			x := m[j]
			for k, o := range other {
				x -= row[k] * o
			}
			x *= l.inverse[j]
			row[j] = x
			square -= x * x
		}
		if !(square > 0) || math.IsInf(square, 1) {
			return false
		}
		row[i] = math.Sqrt(square)
		l.inverse[i] = 1 / row[i]
	}
	return true
}

// whiten writes y = L^-1 x, for x and y of length n at least; they may be the same.
func (l *Law) whiten(y, x []float64) {
	s := l.stride
	y = y[:l.n]
	x = x[:len(y)]
	for i, d := range l.inverse {
		row := l.lower[i*s : i*s+i]
		v := x[i]
		for k, r := range row {
			v -= r * y[k]
		}
		y[i] = v * d
	}
}

// whitenThree is whiten of three rows at once.
func (l *Law) whitenThree(y, x []float64) {
	n, s := l.n, l.stride
	y0, y1, y2 := y[:n], y[s:s+n], y[2*s:2*s+n]
	x0, x1, x2 := x[:n], x[n:2*n], x[2*n:3*n]
	for i := range n {
		row := l.lower[i*s : i*s+i]
		v0, v1, v2 := x0[i], x1[i], x2[i]
		a0, a1, a2 := y0[:len(row)], y1[:len(row)], y2[:len(row)]
		for k, r := range row {
			v0 -= r * a0[k]
			v1 -= r * a1[k]
			v2 -= r * a2[k]
		}
		d := l.inverse[i]
		y0[i], y1[i], y2[i] = v0*d, v1*d, v2*d
	}
}

// back writes a = L^-T u.
func (l *Law) back(a, u []float64) {
	n, s := l.n, l.stride
	copy(a, u[:n])
	for i := n - 1; i >= 0; i-- {
		x := a[i] * l.inverse[i]
		a[i] = x
		row := l.lower[i*s : i*s+i]
		head := a[:len(row)]
		for k, r := range row {
			head[k] -= x * r
		}
	}
}

// effort writes f = L x, for x of the padded length. What is above the diagonal of L is zero.
func (l *Law) effort(f, x []float64) {
	s := l.stride
	for i := range f {
		f[i] = dot(l.lower[i*s:i*s+s], x)
	}
}

// turnIn writes u = L^T a, for u of the padded length.
func (l *Law) turnIn(u, a []float64) {
	s := l.stride
	clear(u)
	for i, x := range a {
		addScaled(u, l.lower[i*s:i*s+s], x)
	}
}

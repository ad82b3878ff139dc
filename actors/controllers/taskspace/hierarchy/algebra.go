package hierarchy

import "math"

// dot gives the inner product of vectors whose length is a multiple of 4.
func dot(a, b []float64) float64 {
	var s0, s1, s2, s3 float64
	for len(a) >= 4 && len(b) >= 4 {
		s0 += a[0] * b[0]
		s1 += a[1] * b[1]
		s2 += a[2] * b[2]
		s3 += a[3] * b[3]
		a, b = a[4:], b[4:]
	}
	return (s0 + s1) + (s2 + s3)
}

// addScaled adds k b to a; their length is a multiple of 4.
func addScaled(a, b []float64, k float64) {
	for len(a) >= 4 && len(b) >= 4 {
		a[0] += k * b[0]
		a[1] += k * b[1]
		a[2] += k * b[2]
		a[3] += k * b[3]
		a, b = a[4:], b[4:]
	}
}

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

// effort writes L x.
func (l *Law) effort(f, x []float64) {
	s := l.stride
	for i := range f {
		row := l.lower[i*s : i*s+i+1]
		sum := 0.0
		for k, r := range row {
			sum += r * x[k]
		}
		f[i] = sum
	}
}

// turnIn writes u = L^T a.
func (l *Law) turnIn(u, a []float64) {
	s := l.stride
	clear(u)
	for i, x := range a {
		row := l.lower[i*s : i*s+i+1]
		for k, r := range row {
			u[k] += x * r
		}
	}
}

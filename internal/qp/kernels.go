package qp

// width is the number of columns that the kernels take at a time. All rows of workspaces and problems are padded with
// zeros to a multiple of it, so that no kernel has a remainder to care for.
const width = 4

// padded returns the least multiple of the width that is not less than n.
func padded(n int) int { return (n + width - 1) / width * width }

// dot returns the scalar product of x and y; y is not shorter than x.
func dot(x, y []float64) float64 {
	y = y[:len(x)]
	var s0, s1, s2, s3 float64
	for len(x) >= 4 && len(y) >= 4 {
		s0 += x[0] * y[0]
		s1 += x[1] * y[1]
		s2 += x[2] * y[2]
		s3 += x[3] * y[3]
		x, y = x[4:], y[4:]
	}
	return (s0 + s1) + (s2 + s3)
}

// dot4 returns the scalar products of x with the first four rows of a matrix of the given stride.
func dot4(x, rows []float64, stride int) (d0, d1, d2, d3 float64) {
	n := len(x)
	r0, r1, r2, r3 := rows[:n], rows[stride:][:n], rows[2*stride:][:n], rows[3*stride:][:n]
	for i, v := range x {
		d0 += v * r0[i]
		d1 += v * r1[i]
		d2 += v * r2[i]
		d3 += v * r3[i]
	}
	return d0, d1, d2, d3
}

// axpy adds t x to y.
func axpy(y []float64, t float64, x []float64) {
	x = x[:len(y)]
	for i := range y {
		y[i] += t * x[i]
	}
}

// axpy4 adds the first four rows of a matrix of the given stride, each times its factor, to y.
func axpy4(y []float64, t0, t1, t2, t3 float64, rows []float64, stride int) {
	n := len(y)
	r0, r1, r2, r3 := rows[:n], rows[stride:][:n], rows[2*stride:][:n], rows[3*stride:][:n]
	for i := range y {
		y[i] += (t0*r0[i] + t1*r1[i]) + (t2*r2[i] + t3*r3[i])
	}
}

// rotate turns the pair of vectors by the Givens rotation [c s; -s c].
func rotate(x, y []float64, c, s float64) {
	y = y[:len(x)]
	for i, a := range x {
		b := y[i]
		x[i] = c*a + s*b
		y[i] = c*b - s*a
	}
}

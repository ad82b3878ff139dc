package qp

// width is the number of columns, and of rows, that the kernels take at a time. All rows of
// workspaces and problems are padded with zeros to a multiple of it, so that no kernel has a
// remainder.
const width = 4

// padded returns the least multiple of the width that is not less than n.
func padded(n int) int { return (n + width - 1) / width * width }

// dot returns the scalar product of x and y; y is not shorter than x.
func dot(x, y []float64) float64 {
	y = y[:len(x)]
	var s0, s1, s2, s3 float64
	for len(x) >= width && len(y) >= width {
		s0 += x[0] * y[0]
		s1 += x[1] * y[1]
		s2 += x[2] * y[2]
		s3 += x[3] * y[3]
		x, y = x[width:], y[width:]
	}
	return (s0 + s1) + (s2 + s3)
}

// axpy adds t x to y; x is not shorter than y.
func axpy(y []float64, t float64, x []float64) {
	x = x[:len(y)]
	for i := range y {
		y[i] += t * x[i]
	}
}

// mulRows writes the scalar products of x with rows of a matrix of the given stride, as many as d
// is long, into d.
func mulRows(d, x, rows []float64, stride int) {
	n := len(x)
	for k := 0; k+width <= len(d); k += width {
		block := rows[k*stride:]
		r0, r1, r2, r3 := block[:n], block[stride:][:n], block[2*stride:][:n], block[3*stride:][:n]
		var d0, d1, d2, d3 float64
		for i, v := range x {
			d0 += v * r0[i]
			d1 += v * r1[i]
			d2 += v * r2[i]
			d3 += v * r3[i]
		}
		d[k], d[k+1], d[k+2], d[k+3] = d0, d1, d2, d3
	}
}

// addRows adds rows of a matrix of the given stride to y, as many as t is long, each times its
// number in t.
func addRows(y, t, rows []float64, stride int) {
	n := len(y)
	for k := 0; k+width <= len(t); k += width {
		block := rows[k*stride:]
		r0, r1, r2, r3 := block[:n], block[stride:][:n], block[2*stride:][:n], block[3*stride:][:n]
		t0, t1, t2, t3 := t[k], t[k+1], t[k+2], t[k+3]
		for i := range y {
			y[i] += (t0*r0[i] + t1*r1[i]) + (t2*r2[i] + t3*r3[i])
		}
	}
}

// solveFour writes, for four rows of x, the four numbers from n on, such that the products of a row
// of x with the four rows of a triangle are what is wanted of it: four numbers in each row of
// wanted. The rows of the triangle end at n with a block on the diagonal, of which reciprocal has
// the diagonal. All rows have the same stride.
func solveFour(x, wanted, lower []float64, stride, n int, reciprocal []float64) {
	var d [width]float64
	r0, r1, r2, r3 := reciprocal[0], reciprocal[1], reciprocal[2], reciprocal[3]
	l1, l2, l3 := lower[stride+n:][:1], lower[2*stride+n:][:2], lower[3*stride+n:][:3]
	for k := range width {
		row, w := x[k*stride:][:n+width], wanted[k*stride:][:width]
		mulRows(d[:], row[:n], lower, stride)
		d0 := (w[0] - d[0]) * r0
		d1 := (w[1] - d[1] - l1[0]*d0) * r1
		d2 := (w[2] - d[2] - l2[0]*d0 - l2[1]*d1) * r2
		d3 := (w[3] - d[3] - l3[0]*d0 - l3[1]*d1 - l3[2]*d2) * r3
		row[n], row[n+1], row[n+2], row[n+3] = d0, d1, d2, d3
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

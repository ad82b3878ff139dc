package qp

import "math"

// cholesky is the factor L of H = L Lᵀ, with the zeros that begin the rows of H left out of all work. Rows behind the last
// are those of the identity.
type cholesky struct {
	triangle
	n int
}

func newCholesky(n int) cholesky { return cholesky{newTriangle(n), n} }

// factor computes L from the lower part of H, whose diagonal is raised by ridge. It returns the variable at which H turned
// out not to be positive definite, or -1.
func (c *cholesky) factor(h []float64, ridge float64) int {
	c.profile(h)
	for block := range c.first {
		if j := c.columns(h, ridge, block*width); j >= 0 {
			clear(c.lower) // leave nothing that is not a number
			return j
		}
	}
	return -1
}

// profile finds the zeros that begin the rows.
func (c *cholesky) profile(h []float64) {
	for block := range c.first {
		start := block * width
		first := start
		for i := start; i < min(start+width, c.n); i++ {
			row := h[i*c.stride:][:first]
			for j, v := range row {
				if v != 0 {
					first = j / width * width
					break
				}
			}
		}
		c.first[block] = first
	}
}

// columns computes the four columns of L from j on. It returns the variable of which H is not positive definite, or -1.
func (c *cholesky) columns(h []float64, ridge float64, j int) int {
	end := min(j+width, c.n)
	for i := j; i < end; i++ {
		row, source, d := c.lower[i*c.stride+j:][:width], h[i*c.stride+j:], c.covered(i, j)
		at := i - j
		for k := range at {
			d[k] = source[k] - d[k]
			for l, f := range c.lower[(j+k)*c.stride+j:][:k] {
				d[k] -= f * d[l]
			}
			d[k] *= c.reciprocal[j+k]
			row[k] = d[k]
		}
		pivot := source[at] - d[at] + ridge
		for _, f := range d[:at] {
			pivot -= f * f
		}
		// A pivot that is rounding of its diagonal is no curvature.
		if !(pivot > 4*epsilon*math.Abs(source[at]+ridge)) || pivot > math.MaxFloat64 {
			return i
		}
		c.reciprocal[i] = 1 / math.Sqrt(pivot)
	}
	if end < c.n {
		c.below(h, j)
	}
	return -1
}

// below computes the four columns of L from j on in the rows below their block on the diagonal.
func (c *cholesky) below(h []float64, j int) {
	stride := c.stride
	r := c.reciprocal[j:][:width]
	r0, r1, r2, r3 := r[0], r[1], r[2], r[3]
	corner := c.lower[j*stride+j:]
	l10, l20, l21 := corner[stride], corner[2*stride], corner[2*stride+1]
	l30, l31, l32 := corner[3*stride], corner[3*stride+1], corner[3*stride+2]
	for i := j + width; i < c.n; i++ {
		if c.first[i/width] > j {
			continue
		}
		row, source, d := c.lower[i*stride+j:][:width], h[i*stride+j:][:width], c.covered(i, j)
		d0 := (source[0] - d[0]) * r0
		d1 := (source[1] - d[1] - l10*d0) * r1
		d2 := (source[2] - d[2] - l20*d0 - l21*d1) * r2
		d3 := (source[3] - d[3] - l30*d0 - l31*d1 - l32*d2) * r3
		row[0], row[1], row[2], row[3] = d0, d1, d2, d3
	}
}

// covered is what the columns before j give of H in row i and the four columns from j on.
func (c *cholesky) covered(i, j int) (d [width]float64) {
	if from := max(c.first[i/width], c.first[j/width]); from < j {
		mulRows(d[:], c.lower[i*c.stride:][from:j], c.lower[j*c.stride+from:], c.stride)
	}
	return d
}

// symmetric writes H x into y for the lower part of H, by the zeros found at factorisation.
func (c *cholesky) symmetric(y, h, x []float64, ridge float64) {
	for i := range y[:c.n] {
		y[i] = (h[i*c.stride+i] + ridge) * x[i]
	}
	for i := range c.n {
		start := c.first[i/width]
		sum := 0.0
		t := x[i]
		row := h[i*c.stride:][start:i]
		head, tail := x[start:][:len(row)], y[start:][:len(row)]
		for j, v := range row {
			sum += v * head[j]
			tail[j] += v * t
		}
		y[i] += sum
	}
}

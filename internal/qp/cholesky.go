package qp

import "math"

// cholesky is the factor L of H = L Lᵀ, with the zeros that begin the rows of H left out of all
// work. Rows behind the last are those of the identity.
type cholesky struct {
	triangle
	n int
}

func newCholesky(n int) cholesky { return cholesky{newTriangle(n), n} }

// factor computes L from the lower part of H, whose diagonal is raised by ridge. H has as many rows
// as columns with padding, and zeros in those behind the last. It returns the variable at which H
// turned out not to be positive definite, or -1.
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

// columns computes the four columns of L from j on, and returns what factor does.
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
	c.below(h, j)
	return -1
}

// below computes the four columns of L from j on in the rows below their block on the diagonal,
// four at a time. Rows of H behind the last are zero, and stay so.
func (c *cholesky) below(h []float64, j int) {
	stride, block := c.stride, j/width
	for i := j + width; i < c.n; i += width {
		if c.first[i/width] > j {
			continue
		}
		from := max(c.first[i/width], c.first[block])
		solveFour(c.lower[i*stride+from:], h[i*stride+j:], c.lower[j*stride+from:], stride, j-from, c.reciprocal[j:])
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

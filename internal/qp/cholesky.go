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

// columns computes the four columns of L from j on.
func (c *cholesky) columns(h []float64, ridge float64, j int) int {
	stride, block := c.stride, j/width
	rows := c.lower[j*stride:]
	var corner [width][width]float64 // the lower part of the block on the diagonal, without its diagonal
	for i := j; i < c.n; i++ {
		from := max(c.first[i/width], c.first[block])
		if c.first[i/width] > j {
			continue
		}
		row := c.lower[i*stride:][:stride]
		source := h[i*stride:][:stride]
		var d [width]float64
		if from < j {
			mulRows(d[:], row[from:j], rows[from:], stride)
		}
		d[0], d[1], d[2], d[3] = source[j]-d[0], source[j+1]-d[1], source[j+2]-d[2], source[j+3]-d[3]
		if i >= j+width {
			d0 := d[0] * c.reciprocal[j]
			d1 := (d[1] - corner[1][0]*d0) * c.reciprocal[j+1]
			d2 := (d[2] - corner[2][0]*d0 - corner[2][1]*d1) * c.reciprocal[j+2]
			d3 := (d[3] - corner[3][0]*d0 - corner[3][1]*d1 - corner[3][2]*d2) * c.reciprocal[j+3]
			row[j], row[j+1], row[j+2], row[j+3] = d0, d1, d2, d3
			continue
		}
		at := i - j
		for k := range at {
			for l := range k {
				d[k] -= corner[k][l] * d[l]
			}
			d[k] *= c.reciprocal[j+k]
			corner[at][k] = d[k]
			row[j+k] = d[k]
		}
		pivot := d[at] + ridge
		for k := range at {
			pivot -= d[k] * d[k]
		}
		// A pivot that is rounding of its diagonal is no curvature.
		if !(pivot > 4*epsilon*math.Abs(source[i]+ridge)) || pivot > math.MaxFloat64 {
			return i
		}
		c.reciprocal[i] = 1 / math.Sqrt(pivot)
	}
	return -1
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

package qp

import "math"

// cholesky is the factor L of H = L Lᵀ, with the zeros that begin the rows of H left out of all work.
//
// The strictly lower part of L stands in rows, padded to blocks of width rows and columns; the diagonal stands apart as
// reciprocals, and what lies on or right of the diagonal is zero always, which lets kernels run to the end of a block.
// Rows behind the last are those of the identity.
type cholesky struct {
	n, stride  int
	lower      []float64
	reciprocal []float64
	first      []int // by block of rows: where the first number that is not zero may stand, a multiple of width
}

func newCholesky(n int) cholesky {
	stride := padded(n)
	c := cholesky{n: n, stride: stride, lower: make([]float64, stride*stride), reciprocal: make([]float64, stride), first: make([]int, stride/width)}
	for i := range c.reciprocal {
		c.reciprocal[i] = 1
	}
	return c
}

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
		d0, d1, d2, d3 := dot4(row[from:j], rows[from:], stride)
		d0, d1, d2, d3 = source[j]-d0, source[j+1]-d1, source[j+2]-d2, source[j+3]-d3
		if i >= j+width {
			d0 *= c.reciprocal[j]
			d1 = (d1 - corner[1][0]*d0) * c.reciprocal[j+1]
			d2 = (d2 - corner[2][0]*d0 - corner[2][1]*d1) * c.reciprocal[j+2]
			d3 = (d3 - corner[3][0]*d0 - corner[3][1]*d1 - corner[3][2]*d2) * c.reciprocal[j+3]
			row[j], row[j+1], row[j+2], row[j+3] = d0, d1, d2, d3
			continue
		}
		d := [width]float64{d0, d1, d2, d3}
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

// forward replaces v, which is zero before from, by L⁻¹v.
func (c *cholesky) forward(v []float64, from int) {
	stride := c.stride
	v = v[:stride]
	for i := from / width * width; i < stride; i += width {
		start := max(c.first[i/width], from/width*width)
		rows := c.lower[i*stride:]
		var d0, d1, d2, d3 float64
		if start < i {
			d0, d1, d2, d3 = dot4(v[start:i], rows[start:], stride)
		}
		r0, r1, r2, r3 := c.reciprocal[i], c.reciprocal[i+1], c.reciprocal[i+2], c.reciprocal[i+3]
		l1, l2, l3 := rows[stride+i], rows[2*stride+i:][:2], rows[3*stride+i:][:3]
		d0 = (v[i] - d0) * r0
		d1 = (v[i+1] - d1 - l1*d0) * r1
		d2 = (v[i+2] - d2 - l2[0]*d0 - l2[1]*d1) * r2
		d3 = (v[i+3] - d3 - l3[0]*d0 - l3[1]*d1 - l3[2]*d2) * r3
		v[i], v[i+1], v[i+2], v[i+3] = d0, d1, d2, d3
	}
}

// backward replaces v by L⁻ᵀv.
func (c *cholesky) backward(v []float64) {
	stride := c.stride
	v = v[:stride]
	for i := stride - width; i >= 0; i -= width {
		rows := c.lower[i*stride:]
		r0, r1, r2, r3 := c.reciprocal[i], c.reciprocal[i+1], c.reciprocal[i+2], c.reciprocal[i+3]
		l1, l2, l3 := rows[stride+i], rows[2*stride+i:][:2], rows[3*stride+i:][:3]
		d3 := v[i+3] * r3
		d2 := (v[i+2] - l3[2]*d3) * r2
		d1 := (v[i+1] - l3[1]*d3 - l2[1]*d2) * r1
		d0 := (v[i] - l3[0]*d3 - l2[0]*d2 - l1*d1) * r0
		v[i], v[i+1], v[i+2], v[i+3] = d0, d1, d2, d3
		if start := c.first[i/width]; start < i {
			axpy4(v[start:i], -d0, -d1, -d2, -d3, rows[start:], stride)
		}
	}
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

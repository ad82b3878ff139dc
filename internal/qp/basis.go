package qp

import "math"

// epsilon is the distance from 1 to the next number.
const epsilon = 2.220446049250313e-16

// basis is the factor of the normals of the active rows, Mᵀ = Q R, in the coordinates in which the cost is a sphere.
//
// Q has orthonormal columns, kept as rows here; column j of the upper triangular R is row j here, its diagonal apart, and
// what lies on or right of the diagonal is zero always. Row k of Q and the rows behind it, to the end of the block, are zero,
// so that products with Q run over whole blocks.
type basis struct {
	k          int // number of columns
	stride     int // of both
	q, r       []float64
	diagonal   []float64
	reciprocal []float64
}

func newBasis(n int) basis {
	stride := padded(n)
	return basis{stride: stride, q: make([]float64, stride*stride), r: make([]float64, stride*stride),
		diagonal: make([]float64, stride), reciprocal: make([]float64, stride)}
}

// clear empties the basis.
func (b *basis) clear() { b.k = 0 }

// project splits v, which is zero before from, into its part along the columns, whose coordinates are written into d, and
// the rest, which stays in v. It returns the squares of the lengths of v before and after.
func (b *basis) project(v, d []float64, from int) (before, after float64) {
	v = v[:b.stride]
	d = d[:padded(b.k)]
	before = dot(v[from:], v[from:])
	for j := 0; j < b.k; j += width {
		d[j], d[j+1], d[j+2], d[j+3] = dot4(v[from:], b.q[j*b.stride+from:], b.stride)
	}
	for j := 0; j < b.k; j += width {
		axpy4(v, -d[j], -d[j+1], -d[j+2], -d[j+3], b.q[j*b.stride:], b.stride)
	}
	after = dot(v, v)
	// Where little remains, rounding has tilted the rest towards the columns: twice is enough.
	if after > 0.5*before || b.k == 0 {
		return before, after
	}
	for j := 0; j < b.k; j += width {
		d0, d1, d2, d3 := dot4(v, b.q[j*b.stride:], b.stride)
		axpy4(v, -d0, -d1, -d2, -d3, b.q[j*b.stride:], b.stride)
		d[j] += d0
		d[j+1] += d1
		d[j+2] += d2
		d[j+3] += d3
	}
	return before, dot(v, v)
}

// add appends the column whose coordinates along the others are d and whose rest is v, of the given length.
func (b *basis) add(d, v []float64, length float64) {
	k, s := b.k, b.stride
	if k%width == 0 {
		clear(b.q[(k+1)*s : (k+width)*s])
	}
	row := b.q[k*s:][:s]
	scale := 1 / length
	for i, x := range v[:s] {
		row[i] = x * scale
	}
	column := b.r[k*s:][:s]
	clear(column[copy(column, d[:k]):])
	b.diagonal[k] = length
	b.reciprocal[k] = scale
	b.k++
}

// remove takes column l out. The vectors along are coordinates by the columns of Q; they are turned with it, so that the
// last coordinate belongs to the direction that Q loses, which is written into lost.
func (b *basis) remove(l int, lost []float64, along ...[]float64) {
	k, s := b.k, b.stride
	// Columns behind l move forward; each then has one number below the diagonal, turned away from left to right.
	for j := l; j < k-1; j++ {
		copy(b.r[j*s:][:j+1], b.r[(j+1)*s:][:j+1])
		x, y := b.r[j*s+j], b.diagonal[j+1]
		length := math.Hypot(x, y)
		c, sn := x/length, y/length
		b.r[j*s+j] = 0
		b.diagonal[j], b.reciprocal[j] = length, 1/length
		for i := j + 2; i < k; i++ {
			pair := b.r[i*s+j:][:2]
			pair[0], pair[1] = c*pair[0]+sn*pair[1], c*pair[1]-sn*pair[0]
		}
		for _, d := range along {
			d[j], d[j+1] = c*d[j]+sn*d[j+1], c*d[j+1]-sn*d[j]
		}
		rotate(b.q[j*s:][:s], b.q[(j+1)*s:][:s], c, sn)
	}
	last := b.q[(k-1)*s:][:s]
	copy(lost, last)
	clear(last)
	b.k--
}

// solve replaces d by R⁻¹d.
func (b *basis) solve(d []float64) {
	for j := b.k - 1; j >= 0; j-- {
		t := d[j] * b.reciprocal[j]
		d[j] = t
		axpy(d[:padded(j)], -t, b.r[j*b.stride:])
	}
}

// solveTransposed replaces d by R⁻ᵀd, from position start on; before it, d is solved already.
func (b *basis) solveTransposed(d []float64, start int) {
	for j := start; j < b.k; j++ {
		d[j] = (d[j] - dot(d[:padded(j)], b.r[j*b.stride:])) * b.reciprocal[j]
	}
}

// combine adds Q d to v.
func (b *basis) combine(v, d []float64) {
	for j := 0; j < b.k; j += width {
		axpy4(v[:b.stride], d[j], d[j+1], d[j+2], d[j+3], b.q[j*b.stride:], b.stride)
	}
}

// coordinates writes Qᵀv into d.
func (b *basis) coordinates(d, v []float64) {
	for j := 0; j < b.k; j += width {
		d[j], d[j+1], d[j+2], d[j+3] = dot4(v[:b.stride], b.q[j*b.stride:], b.stride)
	}
}

package qp

import "math"

// epsilon is the distance from 1 to the next number.
const epsilon = 2.220446049250313e-16

// basis is the factor of the normals of the active rows, Mᵀ = Q R, in the coordinates in which the
// cost is a sphere.
//
// Q has orthonormal columns, kept as rows here, and R is upper triangular. Row k of Q and the rows
// behind it, to the end of the block, are zero, so that products with Q run over whole blocks.
type basis struct {
	k        int // number of columns
	stride   int // of q and r
	q        []float64
	r        triangle // its transpose
	diagonal []float64

	negative, scratch []float64
}

func newBasis(n int) basis {
	stride := padded(n)
	return basis{stride: stride, q: make([]float64, stride*stride), r: newTriangle(n), diagonal: make([]float64, stride),
		negative: make([]float64, stride), scratch: make([]float64, stride)}
}

// clear empties the basis.
func (b *basis) clear() { b.k = 0 }

// project splits v, which is zero before from, into its part along the columns, whose coordinates
// are written into d, and the rest, which stays in v. It returns the squares of the lengths of v
// before and after.
func (b *basis) project(v, d []float64, from int) (before, after float64) {
	v = v[:b.stride]
	d = d[:padded(b.k)]
	before = dot(v[from:], v[from:])
	if b.k == 0 {
		return before, before
	}
	mulRows(d, v[from:], b.q[from:], b.stride)
	after = b.subtract(v, d)
	// Where little remains, rounding has tilted the rest towards the columns: twice is enough.
	if after > 0.5*before {
		return before, after
	}
	more := b.scratch[:len(d)]
	mulRows(more, v, b.q, b.stride)
	after = b.subtract(v, more)
	for j, t := range more {
		d[j] += t
	}
	return before, after
}

// subtract takes Q d from v and returns the square of the length of what remains.
func (b *basis) subtract(v, d []float64) float64 {
	negative := b.negative[:len(d)]
	for j, t := range d {
		negative[j] = -t
	}
	addRows(v, negative, b.q, b.stride)
	return dot(v, v)
}

// add appends the column whose coordinates along the others are d and whose rest is v, of the given
// length.
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
	column := b.r.lower[k*s:][:s]
	clear(column[copy(column, d[:k]):])
	b.diagonal[k] = length
	b.r.reciprocal[k] = scale
	b.k++
}

// remove takes column l out. The vectors along are coordinates by the columns of Q; they are turned
// with it, so that the last coordinate belongs to the direction that Q loses, which is written into
// lost.
func (b *basis) remove(l int, lost []float64, along ...[]float64) {
	k, s := b.k, b.stride
	// Columns behind l move forward; each then has one number below the diagonal, turned away from
	// left to right.
	for j := l; j < k-1; j++ {
		copy(b.r.lower[j*s:][:j+1], b.r.lower[(j+1)*s:][:j+1])
		x, y := b.r.lower[j*s+j], b.diagonal[j+1]
		length := math.Hypot(x, y)
		c, sn := x/length, y/length
		b.r.lower[j*s+j] = 0
		b.diagonal[j], b.r.reciprocal[j] = length, 1/length
		for i := j + 2; i < k; i++ {
			pair := b.r.lower[i*s+j:][:2]
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

// solve replaces d, which is zero behind the columns, by R⁻¹d.
func (b *basis) solve(d []float64) { b.r.backward(d[:padded(b.k)]) }

// solveTransposed replaces d by R⁻ᵀd.
func (b *basis) solveTransposed(d []float64) {
	d = d[:padded(b.k)]
	b.r.forward(d, 0)
	clear(d[b.k:])
}

// combine adds Q d to v.
func (b *basis) combine(v, d []float64) { addRows(v[:b.stride], d[:padded(b.k)], b.q, b.stride) }

// coordinates writes Qᵀv into d.
func (b *basis) coordinates(d, v []float64) { mulRows(d[:padded(b.k)], v[:b.stride], b.q, b.stride) }

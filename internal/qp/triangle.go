package qp

// triangle is a lower triangular matrix, for solving with it and with its transpose.
//
// Its strictly lower part is in rows, padded to blocks of width rows and columns; the diagonal
// stands apart as reciprocals, and what lies on or right of the diagonal is zero always, which lets
// kernels run to the end of a block.
type triangle struct {
	stride     int
	lower      []float64
	reciprocal []float64
	first      []int // per block of rows: columns before this one, a multiple of width, count as zero
}

func newTriangle(n int) triangle {
	stride := padded(n)
	t := triangle{stride: stride, lower: make([]float64, stride*stride), reciprocal: make([]float64, stride), first: make([]int, stride/width)}
	for i := range t.reciprocal {
		t.reciprocal[i] = 1
	}
	return t
}

// forward replaces v, which is zero before from, by T⁻¹v. Its length decides how many rows of T
// take part.
func (t *triangle) forward(v []float64, from int) {
	stride := t.stride
	from = from / width * width
	var d [width]float64
	for i := from; i+width <= len(v); i += width {
		rows := t.lower[i*stride:]
		if start := max(t.first[i/width], from); start < i {
			mulRows(d[:], v[start:i], rows[start:], stride)
		} else {
			d = [width]float64{}
		}
		r, w := t.reciprocal[i:][:width], v[i:][:width]
		l1, l2, l3 := rows[stride+i], rows[2*stride+i:][:2], rows[3*stride+i:][:3]
		d0 := (w[0] - d[0]) * r[0]
		d1 := (w[1] - d[1] - l1*d0) * r[1]
		d2 := (w[2] - d[2] - l2[0]*d0 - l2[1]*d1) * r[2]
		d3 := (w[3] - d[3] - l3[0]*d0 - l3[1]*d1 - l3[2]*d2) * r[3]
		w[0], w[1], w[2], w[3] = d0, d1, d2, d3
	}
}

// forwardFour replaces four vectors, rows of the stride of T that are zero before from, by T⁻¹v.
// Each number of a vector needs those before it; the processor works on four in the time that one
// takes.
func (t *triangle) forwardFour(vs []float64, from int) {
	from = from / width * width
	for i := from; i+width <= t.stride; i += width {
		start := min(i, max(t.first[i/width], from))
		solveFour(vs[start:], vs[i:], t.lower[i*t.stride+start:], t.stride, i-start, t.reciprocal[i:])
	}
}

// backward replaces v by T⁻ᵀv. Its length decides how many rows of T take part.
func (t *triangle) backward(v []float64) {
	stride := t.stride
	var d [width]float64
	for i := len(v) - width; i >= 0; i -= width {
		rows := t.lower[i*stride:]
		r, w := t.reciprocal[i:][:width], v[i:][:width]
		l1, l2, l3 := rows[stride+i], rows[2*stride+i:][:2], rows[3*stride+i:][:3]
		d3 := w[3] * r[3]
		d2 := (w[2] - l3[2]*d3) * r[2]
		d1 := (w[1] - l3[1]*d3 - l2[1]*d2) * r[1]
		d0 := (w[0] - l3[0]*d3 - l2[0]*d2 - l1*d1) * r[0]
		w[0], w[1], w[2], w[3] = d0, d1, d2, d3
		if start := t.first[i/width]; start < i {
			d = [width]float64{-d0, -d1, -d2, -d3}
			addRows(v[start:i], d[:], rows[start:], stride)
		}
	}
}

// multiply writes T x into y, for a triangle whose diagonal is given.
func (t *triangle) multiply(y, x, diagonal []float64) {
	for i := 0; i+width <= len(y); i += width {
		mulRows(y[i:i+width], x[:i+width], t.lower[i*t.stride:], t.stride)
	}
	for i := range y {
		y[i] += diagonal[i] * x[i]
	}
}

// multiplyTransposed writes Tᵀx into y, for a triangle whose diagonal is given.
func (t *triangle) multiplyTransposed(y, x, diagonal []float64) {
	for i := range y {
		y[i] = diagonal[i] * x[i]
	}
	for i := 0; i+width <= len(y); i += width {
		addRows(y[:i+width], x[i:i+width], t.lower[i*t.stride:], t.stride)
	}
}

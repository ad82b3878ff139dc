package qp

import "math"

// reveal turns variables so that given rows depend on the first few of them only: for the rows B it
// finds an orthogonal V with B V = [T 0], T lower triangular in the order in which the rows were
// taken, by Householder reflections with pivoting. The number of columns of T is the rank of B.
// Rows beyond the rank are folded into T, which leaves least squares as they are.
type reveal struct {
	rank      int
	variables int
	cols      int // padded number of variables
	rows      int // number of rows of B

	b    []float64 // B, row by row; T afterwards
	goal []float64 // right-hand side of each row
	size []float64 // square of the length that each row had in all variables
	rest []float64 // square of what of it is not yet in T
	mark []int     // the caller's number of each row
	y, z []float64 // V = I - ZᵀY, row by row
	w    []float64
	d    []float64

	greatest, least float64 // diagonal numbers of T before folding
	lightest        float64 // the least length that a row of T had in all variables, times the root of its weight
	share           float64 // the greatest square of a row that was laid, over its size
}

func newReveal(variables, rows int) reveal {
	cols, high := padded(variables), padded(rows)+width
	return reveal{b: make([]float64, high*cols), goal: make([]float64, high), size: make([]float64, high), rest: make([]float64, high),
		mark: make([]int, high), y: make([]float64, cols*cols), z: make([]float64, cols*cols), w: make([]float64, cols*max(cols, shared)), d: make([]float64, max(high, cols))}
}

// newJudge makes a reveal that is given T, and can fold and find weak directions only.
func newJudge(variables, rows int) reveal {
	cols, high := padded(variables), padded(rows)+width
	return reveal{b: make([]float64, high*cols), goal: make([]float64, high), d: make([]float64, max(high, cols))}
}

// start empties B for rows of n variables.
func (r *reveal) start(n int) {
	r.rank, r.rows, r.variables, r.cols = 0, 0, n, padded(n)
	r.greatest, r.least, r.lightest = 0, math.Inf(1), math.Inf(1)
	r.b[0], r.goal[0], r.share = 0, 0, 0
}

// next returns the next row of B, zero, to be filled in before it is pushed.
func (r *reveal) next() []float64 {
	row := r.b[r.rows*r.cols:][:r.cols]
	clear(row)
	return row
}

// push takes the row over, times the root of a weight. Size is the weight times the square of its
// length before higher rows took variables away.
func (r *reveal) push(goal, size, weight float64, mark int) {
	i := r.rows
	row := r.b[i*r.cols:][:r.cols]
	r.rest[i] = weight * dot(row, row) // of numbers that were written in blocks, as dot reads them: others would have it wait
	if weight != 1 {
		weight = math.Sqrt(weight)
		goal *= weight
		for j := range row {
			row[j] *= weight
		}
	}
	r.goal[i], r.size[i], r.mark[i] = goal, size, mark
	r.rows++
}

// lay adds a row of one number to B, times the root of a weight, where there is one variable only.
// Rows of one number need not be kept apart: they are least squares with a goal each, and their
// mean is the answer. Size is as push has it.
func (r *reveal) lay(number, goal, size, weight float64) {
	square := weight * number * number
	if square > r.share*size {
		r.share = square / size
	}
	r.b[0] += square
	r.goal[0] += weight * number * goal
	r.rows++
}

// balance makes T of the rows that were laid; V is one. It takes the place of factor and fold.
func (r *reveal) balance(tolerance float64) {
	if !(r.share > tolerance*tolerance) {
		return
	}
	r.rank = 1
	r.b[0] = math.Sqrt(r.b[0])
	r.goal[0] /= r.b[0]
	r.greatest, r.least = r.b[0], r.b[0]
}

// factor finds V and T. Of a row of which no more than the given share remains, nothing remains.
func (r *reveal) factor(n int, tolerance float64) {
	clear(r.b[r.rows*r.cols : (padded(r.rows)+width)*r.cols]) // kernels run over them
	limit := tolerance * tolerance
	for j := 0; j < n && j < r.rows; j++ {
		at := r.pivot(j, limit)
		if at < 0 {
			break
		}
		r.swap(j, at)
		r.reflect(j)
		r.rank++
		length := math.Abs(r.b[j*r.cols+j])
		r.greatest, r.least = max(r.greatest, length), min(r.least, length)
		r.lightest = min(r.lightest, math.Sqrt(r.size[j]))
	}
	for j := r.rank; j < padded(r.rank); j++ {
		clear(r.y[j*r.cols:][:r.cols])
		clear(r.z[j*r.cols:][:r.cols])
	}
}

// pivot returns the row of which the greatest share remains, or -1.
func (r *reveal) pivot(j int, limit float64) int {
	at, most := -1, limit
	for i := j; i < r.rows; i++ {
		if r.rest[i] < 1e-4*r.size[i] { // differences have lost it: measure
			tail := r.b[i*r.cols+j:][:r.cols-j]
			r.rest[i] = 0
			for _, v := range tail {
				r.rest[i] += v * v
			}
		}
		if share := r.rest[i] / r.size[i]; share > most {
			at, most = i, share
		}
	}
	return at
}

// swap exchanges two rows of B.
func (r *reveal) swap(i, k int) {
	if i == k {
		return
	}
	x, y := r.b[i*r.cols:][:r.cols], r.b[k*r.cols:][:r.cols]
	for l, v := range x {
		x[l], y[l] = y[l], v
	}
	r.goal[i], r.goal[k] = r.goal[k], r.goal[i]
	r.size[i], r.size[k] = r.size[k], r.size[i]
	r.rest[i], r.rest[k] = r.rest[k], r.rest[i]
	r.mark[i], r.mark[k] = r.mark[k], r.mark[i]
}

// reflect turns what remains of row j onto variable j, and the rows behind it with it.
func (r *reveal) reflect(j int) {
	cols, low := r.cols, j/width*width
	row, y, z := r.b[j*cols:][:cols], r.y[j*cols:][:cols], r.z[j*cols:][:cols]
	clear(y[:j])
	copy(y[j:], row[j:])
	length := math.Sqrt(dot(y[low:], y[low:]))
	if row[j] > 0 {
		length = -length
	}
	clear(row[j:])
	row[j] = length
	scale := 1 / (length * (length - y[j])) // 2 over the square of the length that y gets
	y[j] -= length
	// Rows behind: B ← B - (B y) scale yᵀ.
	if behind := r.rows - j - 1; behind > 0 {
		d := r.d[:padded(behind)]
		mulRows(d, y[low:], r.b[(j+1)*cols+low:], cols)
		for i := range behind {
			other := r.b[(j+1+i)*cols:][:cols]
			axpy(other[low:], -scale*d[i], y[low:])
			if r.rest[j+1+i] -= other[j] * other[j]; r.rest[j+1+i] < 0 {
				r.rest[j+1+i] = 0
			}
		}
	}
	// V grows by one reflection: z = scale (y - ZᵀY y).
	for l, v := range y {
		z[l] = scale * v
	}
	if j > 0 {
		for k := j + 1; k < padded(j); k++ {
			clear(r.y[k*cols:][:cols])
		}
		d := r.d[:padded(j)]
		mulRows(d, y[low:], r.y[low:], cols)
		for k := range j {
			axpy(z, -scale*d[k], r.z[k*cols:])
		}
	}
}

// turn takes directions, one a row for each old variable, to those of the new ones: the matrix to
// Vᵀ times itself. Plain says that they are those of the variables themselves: the matrix is the
// identity.
func (r *reveal) turn(directions []float64, stride int, plain bool) {
	w := r.z // Z times the directions
	if !plain {
		w = r.w
		for k := range r.rank {
			row := w[k*stride:][:stride]
			clear(row)
			addRows(row, r.z[k*r.cols:][:r.cols], directions, stride)
		}
		clear(w[r.rank*stride : padded(r.rank)*stride])
	}
	for j := range r.variables {
		for k := 0; k < r.rank; k += width {
			y := r.y[k*r.cols+j:]
			shares := [width]float64{-y[0], -y[r.cols], -y[2*r.cols], -y[3*r.cols]}
			addRows(directions[j*stride:][:stride], shares[:], w[k*stride:], stride)
		}
	}
}

// solve writes the solution of T y = goal into y.
func (r *reveal) solve(y, goal []float64) {
	for i := range r.rank {
		row := r.b[i*r.cols:][:i+1]
		t := goal[i]
		for j, v := range row[:i] {
			t -= v * y[j]
		}
		y[i] = t / row[i]
	}
}

// divide replaces a row, as long as the rank, by the row times T⁻¹.
func (r *reveal) divide(row []float64) {
	for i := len(row) - 1; i >= 0; i-- {
		of := r.b[i*r.cols:][:i+1]
		t := row[i] / of[i]
		row[i] = t
		for j, v := range of[:i] {
			row[j] -= t * v
		}
	}
}

// unturn writes the old variables into v, which is as long as they are and padded, for the first of
// the new ones as many as the rank, padded with zeros; the others are zero.
func (r *reveal) unturn(v, first []float64) {
	if r.rank == 0 {
		return
	}
	copy(v, first)
	d := r.d[:padded(r.rank)]
	mulRows(d, first, r.y, r.cols)
	for i, t := range d {
		d[i] = -t
	}
	addRows(v[:r.cols], d, r.z, r.cols)
}

// fold turns the rows behind the rank into T, by Givens rotations from its last column to its
// first: the sum of the squares of B x - goal stays what it is except for a constant.
func (r *reveal) fold() {
	for i := r.rank; i < r.rows; i++ {
		r.foldRow(i)
	}
}

// foldRow turns row i, which is zero behind the rank, into T.
func (r *reveal) foldRow(i int) {
	row := r.b[i*r.cols:][:r.cols]
	for j := r.rank - 1; j >= 0; j-- {
		if row[j] == 0 {
			continue
		}
		top := r.b[j*r.cols:][:r.cols]
		length := math.Sqrt(top[j]*top[j] + row[j]*row[j])
		c, s := top[j]/length, row[j]/length
		for l := range j + 1 {
			top[l], row[l] = c*top[l]+s*row[l], c*row[l]-s*top[l]
		}
		r.goal[j], r.goal[i] = c*r.goal[j]+s*r.goal[i], c*r.goal[i]-s*r.goal[j]
	}
}

// weakest finds the direction of which T makes the least, and what it makes of its length one: the
// last right singular vector and the least singular value, by inverse iteration with TᵀT. The
// direction is written into v, of the length of the rank.
func (r *reveal) weakest(v []float64) (value float64) {
	for i := range v {
		v[i] = 1
	}
	for range weakestRounds {
		for i := len(v) - 1; i >= 0; i-- { // Tᵀ u = v
			row := r.b[i*r.cols:][:i+1]
			v[i] /= row[i]
			for j, t := range row[:i] {
				v[j] -= t * v[i]
			}
		}
		for i := range v { // T w = u
			row := r.b[i*r.cols:][:i+1]
			for j, t := range row[:i] {
				v[i] -= t * v[j]
			}
			v[i] /= row[i]
		}
		length := 0.0
		for _, x := range v {
			length = math.Hypot(length, x)
		}
		for i := range v {
			v[i] /= length
		}
		value = 1 / math.Sqrt(length)
	}
	return value
}

// weakestRounds are enough for a value that stands apart; one that does not is as good as its
// neighbour.
const weakestRounds = 4

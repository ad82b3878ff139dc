package physics

import "math"

// factor solves H x = b for symmetric positive definite matrices whose entry (i, j), j < i, may
// differ from zero only where degree of freedom j lies on the way from i to the root of the tree,
// as in mass matrices. It is H = L^T L, which fills no new entries (Featherstone, Rigid Body
// Dynamics Algorithms, 2008, section 6.5).
//
// Row i of L is packed over that way, root first. The ancestors of the p-th entry of a row are the
// p entries before it, so all inner loops run over neighbouring numbers.
type factor struct {
	row  []int32 // row i is l[row[i]:row[i+1]]; its last entry is the diagonal
	path []int32 // the columns of the packed entries
	from []int32 // the places of the packed entries in a row-major matrix
	l    []float64
	unit []bool // rows that were loaded as those of the unit matrix, and need no work
}

// newFactor lays out a factor for a tree of degrees of freedom; parent[i] < i is the one before i
// on the way to the root, -1 at the root.
func newFactor(parent []int) *factor {
	f := &factor{row: make([]int32, 1, len(parent)+1)}
	for i, p := range parent {
		if p >= 0 {
			f.path = append(f.path, f.path[f.row[p]:f.row[p+1]]...)
		}
		f.path = append(f.path, int32(i))
		f.row = append(f.row, int32(len(f.path)))
		for _, j := range f.way(i) {
			f.from = append(f.from, int32(i*len(parent))+j)
		}
	}
	f.l, f.unit = make([]float64, len(f.path)), make([]bool, len(parent))
	return f
}

// way lists the degrees of freedom from the root to i.
func (f *factor) way(i int) []int32 { return f.path[f.row[i]:f.row[i+1]] }

// last is the end of row i, of that length.
func (f *factor) last(i, length int) []float64 {
	end := int(f.row[i+1])
	return f.l[end-length : end]
}

// decompose factors the n x n row-major matrix h with add added to its diagonal. It reports false
// where the sum is not positive definite, or not finite.
func (f *factor) decompose(h, add []float64) bool {
	f.load(h, add)
	return f.eliminate()
}

// load packs the n x n row-major matrix h with add added to its diagonal.
func (f *factor) load(h, add []float64) {
	l := f.l[:len(f.from)]
	for p, at := range f.from {
		l[p] = h[at]
	}
	ends := f.row[1:]
	for i, x := range add[:len(ends)] {
		l[ends[i]-1] += x
	}
	clear(f.unit)
}

// eliminate factors what was loaded, and reports like decompose.
func (f *factor) eliminate() bool {
	for k := len(f.row) - 2; k >= 0; k-- {
		if f.unit[k] {
			continue
		}
		begin, end := f.row[k], f.row[k+1]-1
		pivot := f.l[end]
		if !(pivot > 0) || math.IsInf(pivot, 1) {
			return false
		}
		inverse := 1 / pivot
		row, way := f.l[begin:end], f.path[begin:end]
		p := len(row) - 1
		for ; p > 0; p -= 2 { // the next pivot first, and two rows at a time
			if row[p] == 0 && row[p-1] == 0 {
				continue
			}
			x0, x1 := row[p]*inverse, row[p-1]*inverse
			into0, into1 := f.l[f.row[way[p]]:][:p+1], f.l[f.row[way[p-1]]:][:p]
			into0[p] -= x0 * row[p]
			for j, y := range row[:len(into1)] {
				into0[j] -= x0 * y
				into1[j] -= x1 * y
			}
		}
		if p == 0 {
			f.l[f.row[way[0]]] -= row[0] * inverse * row[0]
		}
		// The root comes last: the next pivot does not wait for it.
		root := math.Sqrt(inverse)
		f.l[end] = root // the diagonal is kept inverted: it is only divided by
		for p := range row {
			row[p] *= root
		}
	}
	return true
}

// half solves L^T y = b in place: half of the solution. y y of two of them is b H^-1 b of theirs.
func (f *factor) half(b []float64) {
	for i := len(b) - 1; i >= 0; i-- {
		if b[i] == 0 {
			continue
		}
		begin, end := f.row[i], f.row[i+1]-1
		y := b[i] * f.l[end]
		b[i] = y
		before := f.path[begin:end]
		row := f.l[begin:end][:len(before)]
		for p, j := range before {
			b[j] -= row[p] * y
		}
	}
}

// halfAlong is half for a vector that is zero off a way from the root, and packed over that way.
func (f *factor) halfAlong(way []int32, y []float64) {
	for p := len(way) - 1; p >= 0; p-- {
		begin := f.row[way[p]]
		row := f.l[begin : begin+int32(p)+1]
		x := y[p] * row[p]
		y[p] = x
		for j, l := range row[:p] {
			y[j] -= l * x
		}
	}
}

// rest solves L x = y in place: the other half.
func (f *factor) rest(y []float64) {
	for i := range y {
		if f.unit[i] {
			continue
		}
		begin, end := f.row[i], f.row[i+1]-1
		before := f.path[begin:end]
		row := f.l[begin:end][:len(before)]
		x := y[i]
		for p, j := range before {
			x -= row[p] * y[j]
		}
		y[i] = x * f.l[end]
	}
}

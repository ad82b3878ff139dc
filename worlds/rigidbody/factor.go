package rigidbody

import (
	"fmt"
	"math"
)

// computeFactor factors the mass matrix into L^T L, L lower triangular, without fill-in outside the
// packed rows (Featherstone 2008, section 6.5). The row of an ancestor has the places of the
// beginning of its descendants' rows, so that every inner loop runs over contiguous numbers.
// Diagonal entries are kept inverted.
func (w *Workspace) computeFactor() error {
	w.needMassMatrix()
	m, n := w.m, w.m.nv
	for k := 0; k < n; k++ {
		start, end := m.row[k], m.row[k+1]
		row, packed := w.mass[k*n:k*n+n], w.factor[start:end]
		for t, j := range m.path[start:end] {
			packed[t] = row[j]
		}
	}
	for k := n - 1; k >= 0; k-- {
		start, end := m.row[k], m.row[k+1]-1
		row, path := w.factor[start:end], m.path[start:end]
		pivot := w.factor[end]
		if !(pivot > 0) {
			return m.pivotError(k, pivot)
		}
		inv := 1 / math.Sqrt(pivot)
		w.factor[end] = inv
		for t := range row {
			row[t] *= inv
		}
		for t, i := range path {
			ancestor, x := w.factor[m.row[i]:m.row[i+1]], row[t]
			for s, y := range row[:t+1] {
				ancestor[s] -= x * y
			}
		}
	}
	w.ready |= haveFactor
	return nil
}

// Factor factors the mass matrix of the present state, which otherwise the first Solve, HalfSolve
// or MassMatrixInverse does. It fails where a joint moves no inertia.
func (w *Workspace) Factor() error { return w.needFactor() }

// Solve writes the solution x of M x = b, both of length nv; they may be the same slice. M is
// factored once a state. It fails where a joint moves no inertia.
func (w *Workspace) Solve(x, b []float64) error {
	if err := w.HalfSolve(x, b); err != nil {
		return err
	}
	m := w.m
	for k := range x {
		start, end := m.row[k], m.row[k+1]-1
		row, sum := w.factor[start:end], x[k]
		for t, i := range m.path[start:end] {
			sum -= row[t] * x[i]
		}
		x[k] = sum * w.factor[end]
	}
	return nil
}

// HalfSolve writes the solution y of L^T y = b, where L^T L = M, both of length nv; they may be the
// same slice. The product of two such solutions is a product with the inverse between: y1^T y2 =
// b1^T M^-1 b2. So the inverse inertia in an operational space, J M^-1 J^T, is Y Y^T, with one
// HalfSolve a row of J.
func (w *Workspace) HalfSolve(y, b []float64) error {
	m := w.m
	if len(b) != m.nv {
		return m.lengthError("right-hand side", len(b), m.nv)
	}
	if len(y) != m.nv {
		return m.lengthError("solution", len(y), m.nv)
	}
	if err := w.needFactor(); err != nil {
		return err
	}
	copy(y, b)
	for k := m.nv - 1; k >= 0; k-- {
		start, end := m.row[k], m.row[k+1]-1
		row := w.factor[start:end]
		v := y[k] * w.factor[end]
		y[k] = v
		for t, i := range m.path[start:end] {
			y[i] -= row[t] * v
		}
	}
	return nil
}

// MassMatrixInverse writes the inverse of the mass matrix, nv x nv, row-major, both triangles. It
// is W W^T, W = L^-1, which has the sparsity of L: an entry is a product over the common beginning
// of two rows. It fails where a joint moves no inertia.
func (w *Workspace) MassMatrixInverse(dst []float64) error {
	m, n := w.m, w.m.nv
	if len(dst) != n*n {
		return m.lengthError("inverse of the mass matrix", len(dst), n*n)
	}
	if err := w.needFactor(); err != nil {
		return err
	}
	for k := 0; k < n; k++ {
		start, end := m.row[k], m.row[k+1]-1
		row, inv := w.invL[start:end+1], w.factor[end]
		clear(row)
		row[len(row)-1] = inv
		for t, i := range m.path[start:end] {
			x := w.factor[int(start)+t] * inv
			for s, y := range w.invL[m.row[i]:m.row[i+1]] {
				row[s] -= x * y
			}
		}
		w.inverseRow(dst, k, row)
	}
	return nil
}

// inverseRow writes row k of the inverse up to the diagonal, and its mirror image; rows of W up to
// k are ready.
func (w *Workspace) inverseRow(dst []float64, k int, row []float64) {
	m, n, common := w.m, w.m.nv, w.common
	path := m.path[m.row[k]:m.row[k+1]]
	for j := 0; j <= k; j++ {
		start, end := m.row[j], m.row[j+1]
		depth := end - start - 1
		// The ways of j and k to the root part after common[j] dofs.
		switch {
		case int(depth) < len(path) && int(path[depth]) == j:
			common[j] = depth + 1
		case depth > 0:
			common[j] = common[m.path[end-2]]
		default:
			common[j] = 0
		}
		sum := 0.0
		other := w.invL[start : start+common[j]]
		for t, x := range row[:len(other)] {
			sum += x * other[t]
		}
		dst[k*n+j] = sum
		dst[j*n+k] = sum
	}
}

// pivotError says that a dof moves no inertia.
func (m *Model) pivotError(dof int, pivot float64) error {
	for i := range m.links {
		if l := &m.links[i]; i > 0 && dof >= int(l.v) && dof < int(l.v)+l.kind.Velocities() {
			return m.singularError(l, pivot)
		}
	}
	return fmt.Errorf("rigidbody: the mass matrix has the pivot %g at row %d; expected more than 0", pivot, dof)
}

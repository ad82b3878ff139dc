package hierarchy

import "fmt"

// NullSpace writes the motion that the levels from the contacts to level k left to those below, as
// of the last Solve: the matrix N_k (nv x nv), for which N_k x is what is left of an acceleration
// x. Without damped directions it is the dynamically consistent projector, N_k N_k = N_k and J N_k
// = 0 for every level up to k. It is meant for tests and for people; Solve does without. The error
// is ErrShape.
func (l *Law) NullSpace(dst []float64, k int) error {
	n := l.n
	if len(dst) != n*n || k < -1 || k >= len(l.until)-1 {
		return fmt.Errorf("%w: a null space of length %d of level %d; expected length %d and a level from -1 (contacts) to %d",
			ErrShape, len(dst), k, n*n, len(l.until)-2)
	}
	if l.until[k+1] < 0 { // a level that took everything
		clear(dst)
		return nil
	}
	l.release()
	column := l.solution[:n]
	for c := range n {
		clear(column)
		column[c] = 1
		l.turnIn(l.du, column)
		l.through(l.du, l.until[k+1])
		l.back(column, l.du)
		for r, x := range column {
			dst[r*n+c] = x
		}
	}
	return nil
}

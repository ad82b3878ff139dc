package models

import (
	"fmt"
	"math"
)

// Factor computes the lower triangular L with L^T L = M; its upper triangle is zero. M and L are n
// x n and row-major. M is symmetric, and only its lower triangle is read. This factor, which is
// that of worlds/rigidbody, keeps the sparsity of a kinematic tree (Featherstone, Rigid Body
// Dynamics Algorithms, 2008, section 6.5). The error reports an M that is not positive definite.
func Factor(l, m []float64) error {
	n := int(math.Sqrt(float64(len(m))))
	if n*n != len(m) || len(l) != len(m) {
		return fmt.Errorf("mass matrix and factor have %d and %d entries; expected the same square number", len(m), len(l))
	}
	for i := range n {
		copy(l[i*n:i*n+i+1], m[i*n:i*n+i+1])
		clear(l[i*n+i+1 : (i+1)*n])
	}
	for k := n - 1; k >= 0; k-- {
		row := l[k*n : k*n+k+1]
		if !(row[k] > 0) || math.IsInf(row[k], 1) {
			return fmt.Errorf("the mass matrix is not positive definite: pivot %d is %g", k, row[k])
		}
		pivot := math.Sqrt(row[k])
		row[k] = pivot
		for j := range row[:k] {
			row[j] /= pivot
		}
		for i := range k {
			if x := row[i]; x != 0 {
				for j, y := range row[:i+1] {
					l[i*n+j] -= x * y
				}
			}
		}
	}
	return nil
}

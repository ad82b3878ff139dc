package wholebody

import "math"

const (
	orthogonalTolerance = 1e-14 // greatest cosine between two rows that counts as none
	sweepsMax           = 40    // six rows need about six; 64 about ten
)

// orthogonalizeRows rotates rows pairwise until they are orthogonal in their first n entries: the one-sided Jacobi
// method (Hestenes, "Inversion of matrices by biorthogonalization and related results", J. SIAM 6(1), 1958). Each row
// has n+1 entries, of which the last, a right-hand side, is rotated along. With the singular value decomposition
// U diag(sigma) V^T of the first n columns, row j ends as sigma_j v_j^T and its last entry as u_j^T b; square[j] is
// sigma_j^2. Small singular values come out with high relative accuracy. The order is not sorted. Rows that fall below
// the squared norm negligible are what rounding left of a lost rank, and are let be: they would shrink for ever.
//
// The result tells whether the rows are orthogonal; false only for entries that are not finite or overflow.
func orthogonalizeRows(rows []float64, count, n int, negligible float64, square []float64) bool {
	stride := n + 1
	for sweep := 0; sweep < sweepsMax; sweep++ {
		for r := 0; r < count; r++ {
			square[r] = squaredNorm(rows[r*stride : r*stride+n])
		}
		rotated := false
		for p := 0; p < count-1; p++ {
			first := rows[p*stride : p*stride+stride]
			for q := p + 1; q < count; q++ {
				if square[p] <= negligible || square[q] <= negligible {
					continue
				}
				second := rows[q*stride : q*stride+stride]
				dot := innerProduct(first[:n], second[:n])
				if dot*dot <= orthogonalTolerance*orthogonalTolerance*square[p]*square[q] {
					continue
				}
				rotated = true
				zeta := (square[q] - square[p]) / (2 * dot)
				t := math.Copysign(1/(math.Abs(zeta)+math.Sqrt(1+zeta*zeta)), zeta)
				c := 1 / math.Sqrt(1+t*t)
				rotate(first, second, c, t*c)
				square[p] -= t * dot
				square[q] += t * dot
			}
		}
		if !rotated {
			return true
		}
	}
	return false
}

func innerProduct(a, b []float64) float64 {
	b = b[:len(a)]
	sum := 0.0
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}

func squaredNorm(a []float64) float64 {
	sum := 0.0
	for _, v := range a {
		sum += v * v
	}
	return sum
}

// rotate sets a, b to c a - s b, s a + c b.
func rotate(a, b []float64, c, s float64) {
	b = b[:len(a)]
	for i, v := range a {
		w := b[i]
		a[i] = c*v - s*w
		b[i] = s*v + c*w
	}
}

package physics

import "math"

func dot(a, b []float64) float64 {
	b = b[:len(a)]
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// solveSymmetric solves the m x m system whose lower triangle is a, row-major, in place of b, by
// Cholesky's method.
func solveSymmetric(a, b []float64) bool {
	m := len(b)
	for i := range m {
		for j := 0; j <= i; j++ {
			x := a[i*m+j] - dot(a[i*m:i*m+j], a[j*m:j*m+j])
			if j < i {
				a[i*m+j] = x * a[j*m+j]
				continue
			}
			if !(x > 0) || math.IsInf(x, 1) {
				return false
			}
			a[i*m+i] = 1 / math.Sqrt(x)
		}
		b[i] = (b[i] - dot(a[i*m:i*m+i], b[:i])) * a[i*m+i]
	}
	for i := m - 1; i >= 0; i-- {
		x := b[i] * a[i*m+i]
		b[i] = x
		for j := range i {
			b[j] -= a[i*m+j] * x
		}
	}
	return true
}

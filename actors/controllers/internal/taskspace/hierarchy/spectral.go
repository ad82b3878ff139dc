package hierarchy

import "math"

const (
	sweepsMax = 30    // of Jacobi rotations; they converge quadratically, in 4 to 8
	straight  = 1e-15 // cosine below which two columns are orthogonal
)

// decompose is substitute for a T that is not square or may have singular values in the region: T =
// U Sigma V^T, by rotating its columns, and with them the directions in Q, until the columns are
// orthogonal. Each direction is then moved by itself, damped where its singular value asks for it.
func (l *Law) decompose(m, rank, first int, rule damping, report *LevelReport) {
	s := l.stride
	for j := range rank {
		column := l.turned[j*m : j*m+m]
		for i := range column {
			column[i] = l.triangle[i*l.rowsMax+j]
		}
	}
	l.rotate(m, rank, first)
	kept, largest, smallest := 0, 0.0, math.Inf(1)
	for j := range rank {
		column := l.turned[j*m : j*m+m]
		square, along := 0.0, 0.0
		for i, x := range column {
			square += x * x
			along += x * l.missing[i]
		}
		sigma := math.Sqrt(square)
		if !(sigma > floor) {
			continue
		}
		largest, smallest = math.Max(largest, sigma), math.Min(smallest, sigma)
		lambda := rule.of(square)
		if lambda > 0 {
			report.Damped++
			l.partial = true
		}
		l.solution[kept] = along / (square + lambda)
		copy(l.turned[kept*m:kept*m+m], column)
		copy(l.basis[(first+kept)*s:(first+kept+1)*s], l.basis[(first+j)*s:(first+j+1)*s])
		l.share[first+kept] = square / (square + lambda)
		kept++
	}
	if l.uneven {
		l.reweigh(m, kept, rule)
	}
	for j, way := range l.solution[:kept] {
		addScaled(l.du, l.basis[(first+j)*s:(first+j+1)*s], way)
	}
	report.Rank, report.Lost, report.Exact = kept, m-kept, true
	if kept > 0 {
		report.Smallest, report.Largest, report.Condition = smallest, largest, largest/smallest
	}
	l.directed += kept
}

// rotate makes the columns of T, the first rank rows of turned, orthogonal, by rotations of pairs
// (M. Hestenes, Inversion of matrices by biorthogonalization, 1958), and turns the level's
// directions along.
func (l *Law) rotate(m, rank, first int) {
	s := l.stride
	for range sweepsMax {
		done := true
		for i := range rank {
			a := l.turned[i*m : i*m+m]
			for j := i + 1; j < rank; j++ {
				b := l.turned[j*m : j*m+m]
				var aa, bb, ab float64
				for k, x := range a {
					aa += x * x
					bb += b[k] * b[k]
					ab += x * b[k]
				}
				if !(math.Abs(ab) > straight*math.Sqrt(aa*bb)) || aa < floor*floor && bb < floor*floor {
					continue
				}
				done = false
				cos, sin := rotation(aa, bb, ab)
				turnPair(a, b, cos, sin)
				turnPair(l.basis[(first+i)*s:(first+i+1)*s], l.basis[(first+j)*s:(first+j+1)*s], cos, sin)
			}
		}
		if done {
			return
		}
	}
}

func turnPair(a, b []float64, cos, sin float64) {
	b = b[:len(a)]
	for k, x := range a {
		y := b[k]
		a[k], b[k] = cos*x-sin*y, sin*x+cos*y
	}
}

// rotation returns the rotation that makes two vectors orthogonal, from their squares and their
// inner product.
func rotation(aa, bb, ab float64) (cos, sin float64) {
	zeta := (bb - aa) / (2 * ab)
	t := 1 / (math.Abs(zeta) + math.Sqrt(1+zeta*zeta))
	if zeta < 0 {
		t = -t
	}
	cos = 1 / math.Sqrt(1+t*t)
	return cos, cos * t
}

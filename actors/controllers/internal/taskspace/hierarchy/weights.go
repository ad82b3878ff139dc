package hierarchy

import "math"

// reweigh makes solution the ways along the kept directions of a level whose rows have weights W.
// The columns of turned are U Sigma, U orthonormal. With z = Sigma times the ways
//
//	(U^T W U + D) z = U^T W missing,   D_j = omega_j lambda_j^2 / sigma_j^2,
//	omega_j = 1 / (U^T W U)^-1_jj
//
// omega_j is what direction j counts when all others give way to it, so that a damped direction
// goes as far as it would with equal weights, and the weights say which rows miss what it does not
// give. Where the rows can be met whole, they are.
func (l *Law) reweigh(m, kept int, rule damping) {
	g, z, column := l.triangle, l.solution[:kept], l.scaled[:kept]
	for j := range kept {
		u := l.turned[j*m : j*m+m]
		square := 0.0
		for _, x := range u {
			square += x * x
		}
		sigma := math.Sqrt(square)
		for r := range u {
			u[r] /= sigma
		}
		l.sigmas[j] = sigma
	}
	l.gram(m, kept)
	damped := false
	for j := range kept {
		l.stiffness[j] = 0
		sigma := l.sigmas[j]
		if lambda := rule.of(sigma * sigma); lambda > 0 {
			if !damped && !choleskyOf(g, l.rowsMax, kept) {
				return
			}
			damped = true
			clear(column)
			column[j] = 1
			forward(g, l.rowsMax, column)
			l.stiffness[j] = lambda / (sigma * sigma * dotOf(column, column))
		}
	}
	if damped {
		l.gram(m, kept)
		for j := range kept {
			g[j*l.rowsMax+j] += l.stiffness[j]
		}
	}
	if !choleskyOf(g, l.rowsMax, kept) {
		return
	}
	for j := range z {
		u := l.turned[j*m : j*m+m]
		z[j] = 0
		for r, x := range u {
			z[j] += x * l.weights[r] * l.missing[r]
		}
	}
	forward(g, l.rowsMax, z)
	backward(g, l.rowsMax, z)
	for j := range z {
		z[j] /= l.sigmas[j]
	}
}

// gram writes the lower triangle of U^T W U.
func (l *Law) gram(m, kept int) {
	for i := range kept {
		a := l.turned[i*m : i*m+m]
		for j := range i + 1 {
			b, sum := l.turned[j*m:j*m+m], 0.0
			for r, x := range a {
				sum += x * l.weights[r] * b[r]
			}
			l.triangle[i*l.rowsMax+j] = sum
		}
	}
}

// choleskyOf factors the lower triangle of a matrix in place, and reports whether it is positive
// definite.
func choleskyOf(a []float64, stride, n int) bool {
	for i := range n {
		row := a[i*stride:][:n]
		for j := range i + 1 {
			sum := row[j] - dotOf(row[:j], a[j*stride:][:j])
			switch {
			case j < i:
				row[j] = sum / a[j*stride+j]
			case !(sum > 0):
				return false
			default:
				row[i] = math.Sqrt(sum)
			}
		}
	}
	return true
}

// forward and backward solve with the factor and with its transpose, in place.
func forward(factor []float64, stride int, x []float64) {
	for i := range x {
		x[i] = (x[i] - dotOf(factor[i*stride:][:i], x[:i])) / factor[i*stride+i]
	}
}

func backward(factor []float64, stride int, x []float64) {
	for i := len(x) - 1; i >= 0; i-- {
		x[i] /= factor[i*stride+i]
		for j, t := range factor[i*stride:][:i] {
			x[j] -= t * x[i]
		}
	}
}

func dotOf(a, b []float64) (sum float64) {
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}

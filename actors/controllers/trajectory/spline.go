package trajectory

// cubicVelocities returns the velocities at the inner waypoints by which the cubic pieces have
// equal accelerations where they meet (de Boor, A Practical Guide to Splines, 1978, chapter IV). v
// holds the velocities at both ends already and is filled in; h are the durations of the pieces.
// The system is tridiagonal and diagonally dominant.
func cubicVelocities(h, p, v []float64) {
	n := len(p) - 2 // unknowns
	if n < 1 {
		return
	}
	upper, right := make([]float64, n), make([]float64, n)
	for k := range n {
		lower, diagonal, above := 1/h[k], 2/h[k]+2/h[k+1], 1/h[k+1]
		right[k] = 3*(p[k+1]-p[k])/(h[k]*h[k]) + 3*(p[k+2]-p[k+1])/(h[k+1]*h[k+1])
		if k == 0 {
			right[k] -= lower * v[0]
		} else {
			diagonal -= lower * upper[k-1]
			right[k] -= lower * right[k-1]
		}
		if k == n-1 {
			right[k] -= above * v[n+1]
		}
		upper[k] = above / diagonal
		right[k] /= diagonal
	}
	for k := n - 1; k >= 0; k-- {
		v[k+1] = right[k]
		if k < n-1 {
			v[k+1] -= upper[k] * v[k+2]
		}
	}
}

// pair is a vector of velocity and acceleration, square a matrix on such pairs, row-major.
type pair [2]float64
type square [4]float64

func (m square) apply(x pair) pair { return pair{m[0]*x[0] + m[1]*x[1], m[2]*x[0] + m[3]*x[1]} }

func (m square) times(b square) square {
	return square{m[0]*b[0] + m[1]*b[2], m[0]*b[1] + m[1]*b[3], m[2]*b[0] + m[3]*b[2], m[2]*b[1] + m[3]*b[3]}
}

func (m square) minus(b square) square {
	return square{m[0] - b[0], m[1] - b[1], m[2] - b[2], m[3] - b[3]}
}

func (m square) inverse() square {
	d := 1 / (m[0]*m[3] - m[1]*m[2])
	return square{m[3] * d, -m[1] * d, -m[2] * d, m[0] * d}
}

// quinticRates returns the velocities and accelerations at the inner waypoints by which the quintic
// pieces agree in the third and fourth derivative where they meet. v and a hold the values at both
// ends already and are filled in. The system is block tridiagonal with blocks of two, solved by
// elimination.
//
// The rows are those of hermiteQuintic, differentiated three and four times at the end of the piece
// on the left and at the start of the piece on the right.
func quinticRates(h, p, v, a []float64) {
	n := len(p) - 2
	if n < 1 {
		return
	}
	upper, right := make([]square, n), make([]pair, n)
	for k := range n {
		l, r := h[k], h[k+1]
		dl, dr := p[k+1]-p[k], p[k+2]-p[k+1]
		l2, l3, r2, r3 := l*l, l*l*l, r*r, r*r*r
		lower := square{-24 / l2, -3 / l, -168 / l3, -24 / l2}
		diagonal := square{-36/l2 + 36/r2, 9/l + 9/r, -192/l3 - 192/r3, 36/l2 - 36/r2}
		above := square{24 / r2, -3 / r, -168 / r3, 24 / r2}
		b := pair{60*dr/r3 - 60*dl/l3, -360*dr/(r2*r2) - 360*dl/(l2*l2)}
		if k == 0 {
			known := lower.apply(pair{v[0], a[0]})
			b[0], b[1] = b[0]-known[0], b[1]-known[1]
		} else {
			diagonal = diagonal.minus(lower.times(upper[k-1]))
			known := lower.apply(right[k-1])
			b[0], b[1] = b[0]-known[0], b[1]-known[1]
		}
		if k == n-1 {
			known := above.apply(pair{v[n+1], a[n+1]})
			b[0], b[1] = b[0]-known[0], b[1]-known[1]
		}
		inverse := diagonal.inverse()
		upper[k], right[k] = inverse.times(above), inverse.apply(b)
	}
	for k := n - 1; k >= 0; k-- {
		x := right[k]
		if k < n-1 {
			known := upper[k].apply(pair{v[k+2], a[k+2]})
			x[0], x[1] = x[0]-known[0], x[1]-known[1]
		}
		v[k+1], a[k+1] = x[0], x[1]
	}
}

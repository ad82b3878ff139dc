package trajectory

import "math"

// quintic is a polynomial of degree five in s = (t - start) / duration, lowest coefficient first.
type quintic [6]float64

// hermiteQuintic meets position, velocity and acceleration at both ends of a segment of duration h.
func hermiteQuintic(h, p0, v0, a0, p1, v1, a1 float64) quintic {
	d, v0, v1, a0, a1 := p1-p0, v0*h, v1*h, a0*h*h, a1*h*h
	return quintic{
		p0, v0, a0 / 2,
		10*d - 6*v0 - 4*v1 - 1.5*a0 + 0.5*a1,
		-15*d + 8*v0 + 7*v1 + 1.5*a0 - a1,
		6*d - 3*v0 - 3*v1 - 0.5*a0 + 0.5*a1,
	}
}

// hermiteCubic meets position and velocity at both ends of a segment of duration h.
func hermiteCubic(h, p0, v0, p1, v1 float64) quintic {
	d, v0, v1 := p1-p0, v0*h, v1*h
	return quintic{p0, v0, 3*d - 2*v0 - v1, -2*d + v0 + v1}
}

// at returns value and derivatives with respect to time at s, for a segment of duration h.
func (c *quintic) at(s, h float64) (p, v, a float64) {
	p = c[0] + s*(c[1]+s*(c[2]+s*(c[3]+s*(c[4]+s*c[5]))))
	v = c[1] + s*(2*c[2]+s*(3*c[3]+s*(4*c[4]+s*5*c[5])))
	a = 2*c[2] + s*(6*c[3]+s*(12*c[4]+s*20*c[5]))
	return p, v / h, a / (h * h)
}

// derivative returns the coefficients of the derivative with respect to s.
func derivative(c []float64) []float64 {
	if len(c) < 2 {
		return nil
	}
	d := make([]float64, len(c)-1)
	for k := range d {
		d[k] = float64(k+1) * c[k+1]
	}
	return d
}

// times returns the coefficients of the product of two polynomials.
func times(a, b []float64) []float64 {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	out := make([]float64, len(a)+len(b)-1)
	for i, x := range a {
		for k, y := range b {
			out[i+k] += x * y
		}
	}
	return out
}

func evaluate(c []float64, s float64) float64 {
	v := 0.0
	for k := len(c) - 1; k >= 0; k-- {
		v = v*s + c[k]
	}
	return v
}

// extremes returns the least and the greatest value of a polynomial for s in [0, 1], and where they
// are.
func extremes(c []float64) (low, high, atLow, atHigh float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, s := range append(turningPoints(c), 0, 1) {
		v := evaluate(c, s)
		if v < low {
			low, atLow = v, s
		}
		if v > high {
			high, atHigh = v, s
		}
	}
	return low, high, atLow, atHigh
}

// turningPoints returns the zeros of a polynomial's derivative inside (0, 1).
func turningPoints(c []float64) []float64 { return zeros(derivative(c)) }

// zeros returns the places in (0, 1) where a polynomial changes sign. Between two turning points a
// polynomial is monotonic, so it changes sign there at most once, and bisection finds that place.
func zeros(c []float64) []float64 {
	if len(c) < 2 {
		return nil
	}
	var found []float64
	left := 0.0
	for _, right := range append(turningPoints(c), 1) {
		if at, ok := bisect(c, left, right); ok {
			found = append(found, at)
		}
		left = right
	}
	return found
}

func bisect(c []float64, left, right float64) (float64, bool) {
	below := evaluate(c, left)
	if above := evaluate(c, right); below == 0 || above == 0 || (below < 0) == (above < 0) {
		return left, below == 0 && left > 0
	}
	for range 60 {
		middle := (left + right) / 2
		if v := evaluate(c, middle); (v < 0) == (below < 0) {
			left = middle
		} else {
			right = middle
		}
	}
	return (left + right) / 2, true
}

package rigidbody

import "math"

// pi/2 in three parts of which the first two have 33 bits: their products with a quadrant number
// below 2^20 are exact, so that the reduced angle keeps its last bits even next to a multiple of
// pi/2 (Cody and Waite, 1980).
const (
	halfPi1 = 1.57079632673412561417e+00
	halfPi2 = 6.07710050630396597660e-11
	halfPi3 = 2.02226624879595063154e-21

	// roundToInt pushes the fraction of a small number out of the mantissa: adding it rounds to the
	// nearest integer.
	roundToInt = 1.5 * (1 << 52)

	// sincosLimit is the largest angle of the fast reduction, rad: 16 thousand turns.
	sincosLimit = 1e5
)

// sincos returns sin x and cos x to two units of the last place. Angles beyond sincosLimit,
// infinities and NaN take the library's way. Within it, one reduction serves both, and no branch
// depends on the angle. Polynomials: S. Moshier, Cephes Mathematical Library, on [-pi/4, pi/4]. Its
// parts are small enough to be compiled into the loops that need them.
func sincos(x float64) (sin, cos float64) {
	if !(math.Abs(x) <= sincosLimit) {
		return math.Sincos(x)
	}
	r, quadrant := reduced(x)
	z := r * r
	return placed(sinNear(r, z), cosNear(z), quadrant)
}

// reduced returns what x is beyond the nearest multiple of pi/2, and the two last bits of the
// number of that multiple.
func reduced(x float64) (r float64, quadrant uint64) {
	k := x*(2/math.Pi) + roundToInt
	quadrant = math.Float64bits(k)
	k -= roundToInt
	// Sums throughout, of negative constants where need be: a product and a sum fuse into one
	// instruction.
	r = k*-halfPi1 + x
	r = k*-halfPi2 + r
	return k*-halfPi3 + r, quadrant
}

func sinNear(r, z float64) float64 {
	z2 := z * z
	s := (1.58962301576546568060e-10*z+-2.50507477628578072866e-8)*(z2*z2) +
		((2.75573136213857245213e-6*z+-1.98412698295895385996e-4)*z2 +
			(8.33333333332211858878e-3*z + -1.66666666666666307295e-1))
	return (s*z)*r + r
}

func cosNear(z float64) float64 {
	z2 := z * z
	c := (-1.13585365213876817300e-11*z+2.08757008419747316778e-9)*(z2*z2) +
		((-2.75573141792967388112e-7*z+2.48015872888517045348e-5)*z2 +
			(-1.38888888888730564116e-3*z + 4.16666666666665929218e-2))
	return c*z2 + (-0.5*z + 1)
}

// placed turns sine and cosine by a number of quadrants, of which the two last bits count.
func placed(s, c float64, quadrant uint64) (sin, cos float64) {
	t := &quadrants[quadrant&3]
	return s*t.cos + c*t.sin, c*t.cos + s*t.minusSin
}

// quadrants are turns by 0 to 3 right angles.
var quadrants = [4]struct{ cos, sin, minusSin float64 }{{1, 0, 0}, {0, 1, -1}, {-1, 0, 0}, {0, -1, 1}}

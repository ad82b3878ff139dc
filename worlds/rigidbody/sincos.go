package rigidbody

import "math"

// pi/2 in three parts of which the first two have 33 bits: their products with a quadrant number below 2^20 are exact, so
// that the reduced angle keeps its last bits even next to a multiple of pi/2 (Cody and Waite, 1980).
const (
	halfPi1 = 1.57079632673412561417e+00
	halfPi2 = 6.07710050630396597660e-11
	halfPi3 = 2.02226624879595063154e-21

	// roundToInt pushes the fraction of a small number out of the mantissa: adding it rounds to the nearest integer.
	roundToInt = 1.5 * (1 << 52)

	// sincosLimit is the largest angle of the fast reduction, rad: 16 thousand turns.
	sincosLimit = 1e5
)

// sincos returns sin x and cos x to two units of the last place. Angles beyond sincosLimit, infinities and NaN take the library's
// way. Within it, one reduction serves both, and no branch depends on the quadrant's sign. Polynomials: S. Moshier,
// Cephes Mathematical Library, on [-pi/4, pi/4].
func sincos(x float64) (sin, cos float64) {
	if !(math.Abs(x) <= sincosLimit) {
		return math.Sincos(x)
	}
	k := x*(2/math.Pi) + roundToInt
	quadrant := math.Float64bits(k)
	k -= roundToInt
	// Sums throughout, of negative constants where need be: a product and a sum fuse into one instruction.
	r := k*-halfPi1 + x
	r = k*-halfPi2 + r
	r = k*-halfPi3 + r
	z := r * r
	z2 := z * z
	z4 := z2 * z2
	s := (1.58962301576546568060e-10*z+-2.50507477628578072866e-8)*z4 +
		((2.75573136213857245213e-6*z+-1.98412698295895385996e-4)*z2 +
			(8.33333333332211858878e-3*z + -1.66666666666666307295e-1))
	s = (s*z)*r + r
	c := (-1.13585365213876817300e-11*z+2.08757008419747316778e-9)*z4 +
		((-2.75573141792967388112e-7*z+2.48015872888517045348e-5)*z2 +
			(-1.38888888888730564116e-3*z + 4.16666666666665929218e-2))
	c = c*z2 + (-0.5*z + 1)
	if quadrant&1 != 0 {
		s, c = c, s
	}
	sin = math.Float64frombits(math.Float64bits(s) ^ (quadrant&2)<<62)
	cos = math.Float64frombits(math.Float64bits(c) ^ ((quadrant+1)&2)<<62)
	return sin, cos
}

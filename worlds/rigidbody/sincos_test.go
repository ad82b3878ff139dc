package rigidbody

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// bigSincos is the sum of the power series, with 300 bits, after a reduction by pi to 90 digits.
func bigSincos(x float64) (sin, cos float64) {
	const precision = 300
	number := func(s string) *big.Float {
		f, _, err := big.ParseFloat(s, 10, precision, big.ToNearestEven)
		if err != nil {
			panic(err)
		}
		return f
	}
	pi := number("3.141592653589793238462643383279502884197169399375105820974944592307816406286208998628034825")
	turn := new(big.Float).SetPrec(precision).Mul(pi, big.NewFloat(2))
	k := math.Round(x / (2 * math.Pi))
	r := new(big.Float).SetPrec(precision).SetFloat64(x)
	r.Sub(r, new(big.Float).SetPrec(precision).Mul(turn, big.NewFloat(k)))
	// term n is r^n / n!; even ones sum to the cosine, odd ones to the sine, with alternating
	// signs.
	sums := [2]*big.Float{new(big.Float).SetPrec(precision), new(big.Float).SetPrec(precision)}
	term := new(big.Float).SetPrec(precision).SetInt64(1)
	for n := 0; n < 60; n++ {
		if n%4 < 2 {
			sums[n%2].Add(sums[n%2], term)
		} else {
			sums[n%2].Sub(sums[n%2], term)
		}
		term.Mul(term, r)
		term.Quo(term, big.NewFloat(float64(n+1)))
	}
	cos, _ = sums[0].Float64()
	sin, _ = sums[1].Float64()
	return sin, cos
}

// lastBits is the error in units of the last place of the exact value.
func lastBits(got, want float64) float64 {
	return math.Abs(got-want) / (math.Nextafter(math.Abs(want), math.Inf(1)) - math.Abs(want))
}

func TestSincosIsRightToTheLastBitsUpToItsLimitAndBeyond(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	angles := []float64{0, math.Copysign(0, -1), 1e-300, 1e-9, 0.785398163397448, math.Pi / 2, math.Pi, 3 * math.Pi / 2, 2 * math.Pi,
		355, 710, 103993, sincosLimit, math.Nextafter(sincosLimit, 0), math.Nextafter(sincosLimit, 1e9), 1e6, 1e9}
	for range 2000 {
		x := math.Exp(random.Float64()*20 - 9) // up to 6e4
		angles = append(angles, x, math.Round(x)*math.Pi/2)
	}
	for _, x := range angles {
		for _, x := range []float64{x, -x} {
			s, c := sincos(x)
			wantS, wantC := bigSincos(x)
			// Beyond the limit the library's reduction holds, whose error is absolute.
			if math.Abs(x) > sincosLimit {
				if math.Abs(s-wantS) > 1e-15 || math.Abs(c-wantC) > 1e-15 {
					t.Errorf("sincos(%.17g) = %.17g, %.17g; expected %.17g, %.17g", x, s, c, wantS, wantC)
				}
				continue
			}
			if lastBits(s, wantS) > 2 || lastBits(c, wantC) > 2 {
				t.Errorf("sincos(%.17g) = %.17g, %.17g; expected %.17g, %.17g (%.1f and %.1f units of the last place)",
					x, s, c, wantS, wantC, lastBits(s, wantS), lastBits(c, wantC))
			}
		}
	}
}

func TestSincosOfNoNumberIsNoNumber(t *testing.T) {
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if s, c := sincos(x); !math.IsNaN(s) || !math.IsNaN(c) {
			t.Errorf("sincos(%g) = %g, %g; expected NaN", x, s, c)
		}
	}
	if s, c := sincos(math.MaxFloat64); !(s*s+c*c > 0.999999 && s*s+c*c < 1.000001) {
		t.Errorf("sincos of the largest number is %g, %g", s, c)
	}
}

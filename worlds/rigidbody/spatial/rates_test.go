package spatial

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/robo-actors/robo-actors/internal/testkit"
)

// coefficients are those of jacobian, jacobianDerivative and inverseJacobian.
type coefficients struct{ b, c, db, dc, d float64 }

// exactCoefficients computes them from the Taylor series of sine and cosine with 300 bits.
func exactCoefficients(t float64) coefficients {
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(x) }
	// sum is the sum over k of (-t)^k times first(k) / (2k+shift)!.
	sum := func(shift int64, first func(k int64) float64) *big.Float {
		total, power := number(0), number(1)
		for k := range int64(60) {
			factorial := new(big.Float).SetPrec(300).SetInt(new(big.Int).MulRange(1, 2*k+shift))
			term := new(big.Float).SetPrec(300).Quo(power, factorial)
			total.Add(total, term.Mul(term, number(first(k))))
			power.Mul(power, number(-t))
		}
		return total
	}
	one := func(int64) float64 { return 1 }
	value := func(x *big.Float) float64 { f, _ := x.Float64(); return f }
	b, c := sum(2, one), sum(3, one)
	// (a/2) cot(a/2) = (sin a / a) / (2 b)
	sinc := sum(1, one)
	d := new(big.Float).SetPrec(300).Sub(number(1), new(big.Float).SetPrec(300).Quo(sinc, new(big.Float).SetPrec(300).Mul(number(2), b)))
	if t == 0 {
		d = number(1. / 12)
	} else {
		d.Quo(d, number(t))
	}
	// d/da of t^k is 2k t^(k-1) a: the derivatives divided by the angle.
	slope := func(shift int64) *big.Float {
		return new(big.Float).Neg(sum(shift+2, func(k int64) float64 { return 2 * float64(k+1) }))
	}
	return coefficients{value(b), value(c), value(slope(2)), value(slope(3)), value(d)}
}

func TestJacobianCoefficientsAreAccurateAtEveryAngle(t *testing.T) {
	angles := []float64{0, 1e-200, 1e-8, 1e-3, 0.05, 0.1, 0.2, 0.299, 0.3, 0.301, 0.5, 1, 2, 3, math.Pi, 4, 6}
	for _, angle := range angles {
		square := angle * angle
		want := exactCoefficients(square)
		var got coefficients
		got.b, got.c = jacobian(square)
		got.db, got.dc = jacobianDerivative(square)
		got.d = inverseJacobian(square)
		for _, x := range []struct {
			name      string
			got, want float64
			tolerance float64 // relative; the closed forms lose digits just above the series
		}{
			{"b", got.b, want.b, 1e-15}, {"c", got.c, want.c, 2e-14}, {"db", got.db, want.db, 2e-13},
			{"dc", got.dc, want.dc, 2e-12}, {"d", got.d, want.d, 2e-14},
		} {
			if math.Abs(x.got-x.want) > x.tolerance*math.Abs(x.want) {
				t.Errorf("%s at %g rad is %.17g; expected %.17g", x.name, angle, x.got, x.want)
			}
		}
	}
}

// drawPhi returns a rotation vector and two derivatives; its angle is tiny, about that where the
// series end, or any.
func drawPhi(t *testing.T, visit func(name string, phi, first, second Vec)) {
	random := testkit.Random(t)
	for i := range 300 {
		angle := []float64{1e-8, 0.01, 0.29999, 0.30001, 1, 2, 3}[i%7]
		phi := randomVec(random).Unit().Scale(angle)
		visit(fmt.Sprintf("%d: %g rad", i, angle), phi, randomVec(random), randomVec(random))
	}
}

func TestRatesAreDerivativesOfTheRotation(t *testing.T) {
	const h = 1e-5
	drawPhi(t, func(name string, phi, first, second Vec) {
		along := func(s float64) Vec { return phi.AddScaled(s, first).AddScaled(s*s/2, second) }
		begin, end := Exp(along(-h)), Exp(along(h))
		difference := end.Times(begin.Conj()).Log().Scale(1 / (2 * h))
		omega, alpha := OuterRates(phi, first, second)
		if d := distance(difference, omega); d > 1e-8*(1+first.Norm()*first.Norm()*first.Norm()+second.Norm()*first.Norm()) {
			t.Errorf("%s: omega %v, by differences %v", name, omega, difference)
		}
		before, _ := OuterRates(along(-h), first.AddScaled(-h, second), second)
		after, _ := OuterRates(along(h), first.AddScaled(h, second), second)
		difference = after.Sub(before).Scale(1 / (2 * h))
		size := 1 + first.Norm() + second.Norm()
		if d := distance(difference, alpha); d > 1e-8*size*size*size {
			t.Errorf("%s: alpha %v, by differences %v", name, alpha, difference)
		}
		if d := distance(omega, LeftJacobian(phi, first)); d > 1e-14*size {
			t.Errorf("%s: omega %v, by the Jacobian %v", name, omega, LeftJacobian(phi, first))
		}
	})
}

func TestBodyRatesAreOuterRatesInTheAxesOfTheBody(t *testing.T) {
	drawPhi(t, func(name string, phi, first, second Vec) {
		omega, alpha := OuterRates(phi, first, second)
		bodyOmega, bodyAlpha := BodyRates(phi, first, second)
		q, size := Exp(phi), 1+first.Norm()*first.Norm()+second.Norm()
		if d := distance(q.Rotate(bodyOmega), omega); d > 1e-14*size {
			t.Errorf("%s: omega is off by %g", name, d)
		}
		if d := distance(q.Rotate(bodyAlpha), alpha); d > 1e-13*size {
			t.Errorf("%s: alpha is off by %g", name, d)
		}
	})
}

func TestVectorRatesInvertTheRates(t *testing.T) {
	drawPhi(t, func(name string, phi, first, second Vec) {
		size := 1 + first.Norm()*first.Norm() + second.Norm()
		omega, alpha := OuterRates(phi, first, second)
		f, s := VectorRates(phi, omega, alpha)
		if d := distance(f, first) + distance(s, second); d > 1e-12*size {
			t.Errorf("%s: outer: off by %g", name, d)
		}
		omega, alpha = BodyRates(phi, first, second)
		f, s = VectorRatesFromBody(phi, omega, alpha)
		if d := distance(f, first) + distance(s, second); d > 1e-12*size {
			t.Errorf("%s: body: off by %g", name, d)
		}
		if d := distance(LeftJacobianInverse(phi, LeftJacobian(phi, first)), first); d > 1e-14*size {
			t.Errorf("%s: inverse Jacobian: off by %g", name, d)
		}
	})
}

// The left Jacobian integrates a rotation: the mean of exp(s phi) over s in [0, 1] is J(phi).
func TestLeftJacobianIsTheMeanOfTheRotation(t *testing.T) {
	drawPhi(t, func(name string, phi, v, _ Vec) {
		const n = 2000
		var mean Vec
		for i := range n {
			mean = mean.AddScaled(1./n, Exp(phi.Scale((float64(i)+0.5)/n)).Rotate(v))
		}
		if d := distance(mean, LeftJacobian(phi, v)); d > 2e-7*v.Norm()*(1+phi.Dot(phi)) {
			t.Errorf("%s: off by %g", name, d)
		}
	})
}

func TestNothingAllocates(t *testing.T) {
	a, b := Pose{R: Quat{1, 2, 3, 4}.Rotation()}, IdentityPose()
	var sum float64
	if n := testing.AllocsPerRun(100, func() {
		c := a.Times(&b)
		omega, alpha := OuterRates(c.R.Log(), Vec{1, 2, 3}, Vec{})
		sum += omega.Dot(alpha) + Exp(omega).W
	}); n != 0 {
		t.Errorf("%g allocations (%g)", n, sum)
	}
}

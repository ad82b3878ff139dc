package hierarchy

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func (a *symmetricBlock) dense() *mat.Dense {
	return mat.NewDense(3, 3, []float64{a.xx, a.yx, a.zx, a.yx, a.yy, a.zy, a.zx, a.zy, a.zz})
}

func (b *block) dense() *mat.Dense { return mat.NewDense(3, 3, append([]float64(nil), b[:]...)) }

func randomBlock(rng *rand.Rand) (b block) {
	for i := range b {
		b[i] = rng.NormFloat64()
	}
	return b
}

// randomSymmetric is b b^T of a random block.
func randomSymmetric(rng *rand.Rand) (a symmetricBlock) {
	b := randomBlock(rng)
	a.setSquares([]column{{b[0], b[3], b[6]}, {b[1], b[4], b[7]}, {b[2], b[5], b[8]}})
	return a
}

func near(t *testing.T, what string, got, want mat.Matrix, tolerance float64) {
	t.Helper()
	var d mat.Dense
	d.Sub(got, want)
	if miss := mat.Norm(&d, 2); !(miss <= tolerance*(1+mat.Norm(want, 2))) {
		t.Fatalf("%s is off by %g:\n%v\nexpected\n%v", what, miss, mat.Formatted(got), mat.Formatted(want))
	}
}

func TestBlocksCalculateAsMatricesDo(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 200 {
		b, x, y, a := randomBlock(rng), randomBlock(rng), randomBlock(rng), randomSymmetric(rng)
		var want, product mat.Dense
		product.Mul(x.dense(), y.dense().T())
		want.Sub(b.dense(), &product)
		got := b
		got.subtract(&x, &y)
		near(t, "b - x y^T", got.dense(), &want, 1e-14)
		want.Reset()
		product.Mul(x.dense(), y.dense())
		want.Sub(b.dense(), &product)
		got = b
		got.subtractPlain(&x, &y)
		near(t, "b - x y", got.dense(), &want, 1e-14)
		want.Reset()
		want.Mul(x.dense(), a.dense())
		got.setProduct(&x, &a)
		near(t, "x a", got.dense(), &want, 1e-14)
		var form mat.Dense
		form.Mul(a.dense(), x.dense())
		want.Mul(x.dense().T(), &form)
		if f := a.form(&x); math.Abs(f-mat.Trace(&want)) > 1e-13*(1+math.Abs(f)) {
			t.Fatalf("the trace of x^T a x is %g; expected %g", f, mat.Trace(&want))
		}
		less := a
		less.subtract(&x, &x)
		product.Mul(x.dense(), x.dense().T())
		want.Sub(a.dense(), &product)
		near(t, "a - x x^T", less.dense(), &want, 1e-14)
	}
}

func TestASymmetricBlockIsInvertedOrFoundWanting(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		a := randomSymmetric(rng)
		inverse := a
		var p pivots
		if !p.factor(&a) {
			t.Fatalf("%+v is positive definite", a)
		}
		inverse.invert(&p)
		var one mat.Dense
		one.Mul(a.dense(), inverse.dense())
		near(t, "a a^-1", &one, identity(3), 1e-15*mat.Norm(a.dense(), 2)*mat.Norm(inverse.dense(), 2))
	}
	for _, a := range []symmetricBlock{{}, {xx: 1, yy: -1, zz: 1}, {xx: 1, yx: 2, yy: 1, zz: 1}, {xx: 1, yy: 1, zz: math.NaN()},
		{xx: math.Inf(1), yy: 1, zz: 1}, {xx: 1, yy: 1, zz: -1}} {
		var p pivots
		if p.factor(&a) {
			t.Errorf("%+v passes", a)
		}
	}
}

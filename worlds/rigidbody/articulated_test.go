package rigidbody

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func randomVec(random *rand.Rand) spatial.Vec {
	return spatial.Vec{X: random.NormFloat64(), Y: random.NormFloat64(), Z: random.NormFloat64()}
}

func randomRotation(random *rand.Rand) mat3 {
	q := spatial.Quat{W: random.NormFloat64(), X: random.NormFloat64(), Y: random.NormFloat64(), Z: random.NormFloat64()}
	r := q.Rotation()
	return matOf(&r)
}

// randomArticulatedInertia is a symmetric positive definite 6 x 6 matrix.
func randomArticulatedInertia(random *rand.Rand) (x articulatedInertia, dense *mat.Dense) {
	var root, square mat.Dense
	numbers := make([]float64, 36)
	for i := range numbers {
		numbers[i] = random.NormFloat64()
	}
	root = *mat.NewDense(6, 6, numbers)
	square.Mul(&root, root.T())
	at := square.At
	x.a = sym3{at(0, 0), at(1, 1), at(2, 2), at(0, 1), at(0, 2), at(1, 2)}
	x.b = mat3{at(0, 3), at(0, 4), at(0, 5), at(1, 3), at(1, 4), at(1, 5), at(2, 3), at(2, 4), at(2, 5)}
	x.c = sym3{at(3, 3), at(4, 4), at(5, 5), at(3, 4), at(3, 5), at(4, 5)}
	return x, &square
}

// dense writes a spatial inertia out.
func (x *articulatedInertia) dense() *mat.Dense {
	a, b, c := &x.a, &x.b, &x.c
	return mat.NewDense(6, 6, []float64{
		a.xx, a.xy, a.xz, b.xx, b.xy, b.xz,
		a.xy, a.yy, a.yz, b.yx, b.yy, b.yz,
		a.xz, a.yz, a.zz, b.zx, b.zy, b.zz,
		b.xx, b.yx, b.zx, c.xx, c.xy, c.xz,
		b.xy, b.yy, b.zy, c.xy, c.yy, c.yz,
		b.xz, b.yz, b.zz, c.xz, c.yz, c.zz,
	})
}

func six(f, n spatial.Vec) *mat.VecDense {
	return mat.NewVecDense(6, []float64{f.X, f.Y, f.Z, n.X, n.Y, n.Z})
}

func requireClose(t *testing.T, what string, got, want mat.Matrix) {
	t.Helper()
	if !mat.EqualApprox(got, want, 1e-12*(1+mat.Max(want))) {
		t.Errorf("%s is\n%v\nexpected\n%v", what, mat.Formatted(got), mat.Formatted(want))
	}
}

func TestArticulatedInertiasYieldAndMoveAsSixBySixMatricesDo(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for range 50 {
		x, denseX := randomArticulatedInertia(random)
		y, denseY := randomArticulatedInertia(random)
		axis, r := six(randomVec(random), randomVec(random)), randomVec(random)

		// y - u u^T / d
		var u mat.VecDense
		u.MulVec(denseY, axis)
		d := mat.Dot(axis, &u)
		var yielded mat.Dense
		yielded.Outer(-1/d, &u, &u)
		yielded.Add(&yielded, denseY)
		f, n := spatial.Vec{X: u.AtVec(0), Y: u.AtVec(1), Z: u.AtVec(2)}, spatial.Vec{X: u.AtVec(3), Y: u.AtVec(4), Z: u.AtVec(5)}

		// Motion at a point r away: a' = a + dw x r.
		shift := mat.NewDense(6, 6, []float64{
			1, 0, 0, 0, r.Z, -r.Y,
			0, 1, 0, -r.Z, 0, r.X,
			0, 0, 1, r.Y, -r.X, 0,
			0, 0, 0, 1, 0, 0,
			0, 0, 0, 0, 1, 0,
			0, 0, 0, 0, 0, 1,
		})
		var want mat.Dense
		want.Product(shift.T(), &yielded, shift)
		want.Add(&want, denseX)
		x.addYielded(&y, f, n, 1/d, r)
		requireClose(t, "sum", x.dense(), &want)
		y.project(f, n, 1/d)
		requireClose(t, "projection", y.dense(), &yielded)
	}
}

func TestTheRootOfAnInertiaSolvesForAcceleration(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	for range 50 {
		x, dense := randomArticulatedInertia(random)
		f, n := randomVec(random), randomVec(random)
		var factor [6][6]float64
		if pivot := x.root(&factor); !(pivot > 0) {
			t.Fatalf("pivot %g", pivot)
		}
		var wrench mat.VecDense
		wrench.MulVec(dense, six(solveRoot(&factor, f, n)))
		if !mat.EqualApprox(&wrench, six(f, n), 1e-8) {
			t.Errorf("wrench %v; expected %v", wrench.RawVector().Data, six(f, n).RawVector().Data)
		}
	}
	for _, bad := range []float64{0, -1, math.NaN()} {
		x, _ := randomArticulatedInertia(random)
		x.a.zz = bad
		var factor [6][6]float64
		if pivot := x.root(&factor); pivot > 0 {
			t.Errorf("with a diagonal of %g the smallest pivot is %g; expected none above 0", bad, pivot)
		}
	}
}

func TestASecondMomentTurnsAndMovesWithItsPoints(t *testing.T) {
	// Of a cloud of points: turned, and taken about another point, it is the second moment of the
	// cloud moved.
	random := rand.New(rand.NewPCG(9, 9))
	for range 50 {
		rotation, r := randomRotation(random), randomVec(random)
		var own, moved, turned, about sym3
		var mass float64
		var first spatial.Vec
		for range 5 {
			m, p := random.Float64(), randomVec(random)
			q := rotation.mul(p)
			own.addPoint(m, p)
			turned.addPoint(m, q)
			about.addPoint(m, q.Add(r))
			mass, first = mass+m, first.AddScaled(m, q)
		}
		var got sym3
		got.addRotated(&rotation, &own)
		requireSym(t, "turned", got, turned)
		d := sway(mass, first, r)
		moved.addMovedDiagonal(&got, d, r)
		moved.addMovedRest(&got, d, r.Scale(-0.5))
		requireSym(t, "moved", moved, about)
	}
}

func requireSym(t *testing.T, what string, got, want sym3) {
	t.Helper()
	for _, pair := range [][2]float64{{got.xx, want.xx}, {got.yy, want.yy}, {got.zz, want.zz}, {got.xy, want.xy}, {got.xz, want.xz}, {got.yz, want.yz}} {
		if !(math.Abs(pair[0]-pair[1]) < 1e-12) {
			t.Errorf("%s: %+v; expected %+v", what, got, want)
			return
		}
	}
}

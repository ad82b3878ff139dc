package spatial

import (
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/internal/testkit"
)

func TestUnitVectorsDoNotOverflow(t *testing.T) {
	for _, v := range []Vec{{0, 0, 1e300}, {1e300, 1e300, 1e300}, {1e-320, 0, 0}, {-3, 4, 0}} {
		u := v.Unit()
		if length := math.Hypot(math.Hypot(u.X, u.Y), u.Z); math.Abs(length-1) > 1e-15 {
			t.Errorf("%v becomes %v of length %v", v, u, length)
		}
	}
	if got := (Vec{}).Unit(); got != (Vec{}) {
		t.Errorf("zero becomes %v", got)
	}
}

func TestSumWithCrossProductEqualsItsParts(t *testing.T) {
	random := testkit.Random(t)
	for range 1000 {
		a, b, c := randomVec(random), randomVec(random), randomVec(random)
		size := a.Norm() + b.Norm()*c.Norm()
		if got, want := a.AddCross(b, c), a.Add(b.Cross(c)); distance(got, want) > 1e-14*size {
			t.Fatalf("%v + %v x %v: %v; expected %v", a, b, c, got, want)
		}
	}
}

func TestCrossProductIsPerpendicularAndAnticommutes(t *testing.T) {
	random := testkit.Random(t)
	for range 1000 {
		a, b := randomVec(random), randomVec(random)
		c, size := a.Cross(b), a.Norm()*b.Norm()
		if math.Abs(c.Dot(a)) > 1e-14*size*a.Norm() || math.Abs(c.Dot(b)) > 1e-14*size*b.Norm() {
			t.Fatalf("%v x %v = %v is not perpendicular", a, b, c)
		}
		if c != b.Cross(a).Neg() {
			t.Fatalf("%v x %v = %v, swapped %v", a, b, c, b.Cross(a))
		}
		if lagrange := size*size - a.Dot(b)*a.Dot(b); math.Abs(c.Dot(c)-lagrange) > 1e-14*size*size {
			t.Fatalf("%v x %v has the square %g, want %g", a, b, c.Dot(c), lagrange)
		}
	}
}

func TestVectorsAndQuaternionsSurviveConversion(t *testing.T) {
	v, q := Vec{1, 2, 3}, Quat{1, 2, 3, 4}
	s := make([]float64, 4)
	if v.Put(s); VecAt(s) != v || VecOf(v.Array()) != v {
		t.Errorf("vector: %v, %v", VecAt(s), VecOf(v.Array()))
	}
	if q.Put(s); QuatAt(s) != q || QuatOf(q.Array()) != q {
		t.Errorf("quaternion: %v, %v", QuatAt(s), QuatOf(q.Array()))
	}
}

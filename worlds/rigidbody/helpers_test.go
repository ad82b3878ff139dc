package rigidbody_test

import (
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// compare fails unless got is want to a tolerance relative to the largest number of want, or to
// one.
func compare(t testing.TB, what string, got, want []float64, tolerance float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s has %d numbers; expected %d", what, len(got), len(want))
		return
	}
	size := largest(want)
	if size == 0 {
		size = 1
	}
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= tolerance*size) {
			t.Errorf("%s, number %d: %.17g; expected %.17g (off by %.2g of %.3g)", what, i, got[i], want[i], got[i]-want[i], size)
			return
		}
	}
}

func largest(xs []float64) float64 {
	size := 0.0
	for _, x := range xs {
		size = math.Max(size, math.Abs(x))
	}
	return size
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func six(m rigidbody.Motion) []float64 {
	return append(append([]float64(nil), m.Linear[:]...), m.Angular[:]...)
}

// times returns a row-major matrix times a vector.
func times(m, v []float64) []float64 {
	n := len(v)
	out := make([]float64, len(m)/n)
	for i := range out {
		for j, x := range v {
			out[i] += m[i*n+j] * x
		}
	}
	return out
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// compareWithin is compare, with the tolerance relative to size if that is larger than the largest
// number of want.
func compareWithin(t testing.TB, what string, got, want []float64, tolerance, size float64) {
	t.Helper()
	if own := largest(want); own > size {
		size = own
	} else if own > 0 {
		tolerance *= size / own
	}
	compare(t, what, got, want, tolerance)
}

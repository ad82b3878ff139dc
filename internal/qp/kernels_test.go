package qp

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// near compares vectors up to the rounding of sums of so many terms.
func near(t *testing.T, what string, got, want []float64) {
	t.Helper()
	for i, w := range want {
		if math.Abs(got[i]-w) > 1e-13*(1+math.Abs(w)) {
			t.Fatalf("%s: number %d is %g, want %g", what, i, got[i], w)
		}
	}
}

func TestTheKernelsOfThisMachineAgreeWithThePlainOnes(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	vector := func(n int) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = rng.NormFloat64()
		}
		return v
	}
	for n := 0; n <= 72; n += width {
		for k := 0; k <= 12; k += width {
			name := fmt.Sprintf("%d columns, %d rows", n, k)
			stride := n + rng.IntN(3)*width
			rows, x, t1 := vector((k+1)*stride), vector(n), vector(k)
			got, want := vector(k), make([]float64, k)
			mulRows(got, x, rows, stride)
			plainMulRows(want, x, rows, stride)
			near(t, "mulRows, "+name, got, want)

			y := vector(n)
			z := append([]float64(nil), y...)
			addRows(y, t1, rows, stride)
			plainAddRows(z, t1, rows, stride)
			near(t, "addRows, "+name, y, z)
		}
		stride := n + (1+rng.IntN(3))*width
		solved, wanted, lower := vector(width*stride), vector(width*stride), vector(width*stride)
		plainly := append([]float64(nil), solved...)
		reciprocal := []float64{0.5, 0.25, 0.3, 0.1}
		solveFour(solved, wanted, lower, stride, n, reciprocal)
		plainSolveFour(plainly, wanted, lower, stride, n, reciprocal)
		near(t, fmt.Sprintf("solveFour, %d columns", n), solved, plainly)

		x, y := vector(n), vector(n)
		near(t, "dot", []float64{dot(x, y)}, []float64{plainDot(x, y)})
		u, v := append([]float64(nil), x...), append([]float64(nil), y...)
		axpy(x, 0.3, y)
		plainAxpy(u, 0.3, v)
		near(t, "axpy", x, u)
		rotate(x, y, 0.8, 0.6)
		plainRotate(u, v, 0.8, 0.6)
		near(t, "rotate, first", x, u)
		near(t, "rotate, second", y, v)
	}
}

func TestKernelsLeaveWhatLiesBehindTheirVectorsAlone(t *testing.T) {
	const n = 12
	full := make([]float64, 2*n)
	for i := range full {
		full[i] = float64(i)
	}
	rows := make([]float64, 4*n)
	for i := range rows {
		rows[i] = 1
	}
	addRows(full[:n], []float64{1, 1, 1, 1}, rows, n)
	axpy(full[:n], 1, rows)
	mulRows(full[:width], rows[:n], rows, n)
	for i := n; i < 2*n; i++ {
		if full[i] != float64(i) {
			t.Errorf("number %d behind the vector became %g", i-n, full[i])
		}
	}
}

func BenchmarkKernels(b *testing.B) {
	for _, n := range []int{12, 32, 64} {
		x, y, rows := make([]float64, n), make([]float64, n), make([]float64, 4*n)
		for i := range x {
			x[i], y[i] = 1/float64(i+1), float64(i)
		}
		d := make([]float64, 4)
		four, wanted, reciprocal := make([]float64, 4*n), make([]float64, 4*n), []float64{1, 1, 1, 1}
		for name, run := range map[string]func(){
			"dot":       func() { d[0] = dot(x, y) },
			"axpy":      func() { axpy(y, 1e-9, x) },
			"mulRows":   func() { mulRows(d, x, rows, n) },
			"addRows":   func() { addRows(y, d, rows, n) },
			"rotate":    func() { rotate(x, y, 0.8, 0.6) },
			"solveFour": func() { solveFour(four, wanted, rows, n, n-width, reciprocal) },
		} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				for b.Loop() {
					run()
				}
			})
		}
	}
}

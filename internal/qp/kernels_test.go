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

func TestKernelsAgreeWithSumsWrittenOut(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	vector := func(n int) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = rng.NormFloat64()
		}
		return v
	}
	product := func(x, y []float64) (sum float64) {
		for i, a := range x {
			sum += a * y[i]
		}
		return sum
	}
	for n := 0; n <= 72; n += width {
		for k := 0; k <= 12; k += width {
			name := fmt.Sprintf("%d columns, %d rows", n, k)
			stride := n + rng.IntN(3)*width
			rows, x, factors := vector((k+1)*stride), vector(n), vector(k)
			got, want := vector(k), make([]float64, k)
			mulRows(got, x, rows, stride)
			y := vector(n)
			sum := append([]float64(nil), y...)
			addRows(y, factors, rows, stride)
			for r := range k {
				row := rows[r*stride:][:n]
				want[r] = product(x, row)
				for i, a := range row {
					sum[i] += factors[r] * a
				}
			}
			near(t, "mulRows, "+name, got, want)
			near(t, "addRows, "+name, y, sum)
		}
		x, y := vector(n), vector(n)
		near(t, "dot", []float64{dot(x, y)}, []float64{product(x, y)})
		sum, first, second := append([]float64(nil), x...), make([]float64, n), make([]float64, n)
		axpy(x, 0.3, y)
		for i, a := range y {
			sum[i] += 0.3 * a
			first[i], second[i] = 0.8*sum[i]+0.6*a, 0.8*a-0.6*sum[i]
		}
		near(t, "axpy", x, sum)
		rotate(x, y, 0.8, 0.6)
		near(t, "rotate, first", x, first)
		near(t, "rotate, second", y, second)
	}
}

func TestSolveFourGivesTheProductsThatAreWanted(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 6))
	for n := 0; n <= 72; n += width {
		stride := n + 2*width
		x, wanted, lower := make([]float64, width*stride), make([]float64, width*stride), make([]float64, width*stride)
		for i := range x {
			x[i], wanted[i], lower[i] = rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()
		}
		reciprocal := make([]float64, width)
		for r := range reciprocal {
			lower[r*stride+n+r] = 2 + rng.Float64()
			reciprocal[r] = 1 / lower[r*stride+n+r]
		}
		solveFour(x, wanted, lower, stride, n, reciprocal)
		for k := range width {
			for r := range width {
				sum := 0.0
				for i := range n + r + 1 {
					sum += x[k*stride+i] * lower[r*stride+i]
				}
				if w := wanted[k*stride+r]; math.Abs(sum-w) > 1e-11 {
					t.Fatalf("%d columns: the product of row %d with row %d of the triangle is %g, want %g", n, k, r, sum, w)
				}
			}
		}
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

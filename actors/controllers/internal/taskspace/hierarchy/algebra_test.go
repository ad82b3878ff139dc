package hierarchy

import (
	"math"
	"math/rand/v2"
	"testing"
)

// bare is a law of n velocities without levels, with a random mass matrix.
func bare(t *testing.T, n int, rng *rand.Rand) (l *Law, mass []float64) {
	t.Helper()
	l, err := New(Config{Velocities: n})
	must(t, err)
	half := make([]float64, n*n)
	for i := range half {
		half[i] = rng.NormFloat64()
	}
	mass = make([]float64, n*n)
	for i := range n {
		for j := range n {
			for k := range n {
				mass[i*n+j] += half[i*n+k] * half[j*n+k]
			}
		}
		mass[i*n+i] += 0.1
	}
	return l, mass
}

// All sizes, since tiles have gaps and vectors are padded to multiples of three and of four.
func TestWhitenedCoordinatesMakeTheMassMatrixTheIdentity(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	for n := 1; n <= 14; n++ {
		l, mass := bare(t, n, rng)
		if !l.factor(mass) {
			t.Fatalf("%d velocities: not positive definite", n)
		}
		a, x := make([]float64, n), make([]float64, 3*n)
		for i := range a {
			a[i] = rng.NormFloat64()
		}
		for i := range x {
			if i%n <= 2*n/3 { // joints behind the body do not move it
				x[i] = rng.NormFloat64()
			}
		}
		u := make([]float64, l.stride)
		l.turnIn(u, a)
		size := 1e-11 * (1 + greatest(mass)) * (1 + greatest(a))
		force, back := make([]float64, n), make([]float64, n)
		l.effort(force, u)
		if miss := greatest(difference(force, product(mass, a))); !(miss <= size) {
			t.Fatalf("%d velocities: the force of an acceleration is off by %g", n, miss)
		}
		l.back(back, u)
		if miss := greatest(difference(back, a)); !(miss <= size) {
			t.Fatalf("%d velocities: there and back is off by %g", n, miss)
		}
		factors := column{2, 3, 4}
		width := l.whiten(l.scratch, x[:n], x[n:2*n], x[2*n:], &factors)
		if want := (2*n/3)/3*3 + 3; width != want {
			t.Fatalf("%d velocities: a width of %d; expected %d", n, width, want)
		}
		tile := l.scratch[:min(width, n)]
		p, q, r := rowTimes(u, tile)
		for k, got := range []float64{p / 2, q / 3, r / 4} {
			if want := product(x[k*n:(k+1)*n], a)[0]; !(math.Abs(got-want) <= size) {
				t.Fatalf("%d velocities: row %d of an acceleration is %g; whitened %g", n, k, want, got)
			}
		}
	}
}

func TestAnInvalidMassMatrixIsDetectedInEveryPlace(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 2))
	for n := 1; n <= 8; n++ {
		for i := range n {
			for _, wrong := range []float64{-1, 0, math.NaN(), math.Inf(1)} {
				l, mass := bare(t, n, rng)
				kept := mass[i*n+i]
				if mass[i*n+i] = wrong; l.factor(mass) {
					t.Errorf("%d velocities: %g on the diagonal at %d passes", n, wrong, i)
				}
				if mass[i*n+i] = kept; !l.factor(mass) {
					t.Errorf("%d velocities: after %g at %d a good one does not pass", n, wrong, i)
				}
			}
		}
	}
}

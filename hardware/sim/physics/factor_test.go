package physics

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomTree returns parents of a random tree of n degrees of freedom.
func randomTree(random *rand.Rand, n int) []int {
	parent := make([]int, n)
	for i := range parent {
		parent[i] = random.IntN(i+1) - 1
	}
	return parent
}

// randomMass returns a matrix with the sparsity of the tree, positive definite: sum of rank-one
// matrices over the ways to the root plus a diagonal.
func randomMass(random *rand.Rand, parent []int) []float64 {
	n := len(parent)
	h := make([]float64, n*n)
	for leaf := range parent {
		row := make([]float64, n)
		for i := leaf; i >= 0; i = parent[i] {
			row[i] = random.NormFloat64()
		}
		scale := math.Exp(3 * random.NormFloat64())
		for i := range row {
			for j := range row {
				h[i*n+j] += scale * row[i] * row[j]
			}
		}
		h[leaf*n+leaf] += 1e-2
	}
	return h
}

func times(h, x []float64) []float64 {
	n := len(x)
	y := make([]float64, n)
	for i := range y {
		y[i] = dot(h[i*n:i*n+n], x)
	}
	return y
}

func TestTheFactorSolvesTreesOfEveryShape(t *testing.T) {
	const seed = 11
	random := rand.New(rand.NewPCG(seed, 0))
	for trial := range 200 {
		n := 1 + random.IntN(20)
		parent := randomTree(random, n)
		h := randomMass(random, parent)
		add, want := make([]float64, n), make([]float64, n)
		for i := range want {
			want[i], add[i] = random.NormFloat64(), random.Float64()
		}
		b := times(h, want)
		size := 0.0
		for i := range b {
			b[i] += add[i] * want[i]
			size = max(size, math.Abs(b[i]))
		}
		f := newFactor(parent)
		if !f.decompose(h, add) {
			t.Fatalf("seed %d, trial %d: not positive definite", seed, trial)
		}
		got := append([]float64(nil), b...)
		f.half(got)
		if energy, half := dot(b, want), dot(got, got); math.Abs(energy-half) > 1e-9*energy {
			t.Fatalf("seed %d, trial %d: b H^-1 b is %g, the half solution has %g", seed, trial, energy, half)
		}
		f.rest(got)
		back := times(h, got)
		for i := range back {
			if residual := math.Abs(back[i] + add[i]*got[i] - b[i]); residual > 1e-11*size {
				t.Fatalf("seed %d, trial %d: row %d has a residual of %g, right-hand sides up to %g", seed, trial, i, residual, size)
			}
		}
	}
}

func TestAHalfSolutionAlongAWayIsThatOfTheWholeVector(t *testing.T) {
	const seed = 12
	random := rand.New(rand.NewPCG(seed, 0))
	for trial := range 200 {
		n := 1 + random.IntN(20)
		parent := randomTree(random, n)
		f := newFactor(parent)
		if !f.decompose(randomMass(random, parent), make([]float64, n)) {
			t.Fatalf("seed %d, trial %d: not positive definite", seed, trial)
		}
		way := f.way(random.IntN(n))
		whole, along := make([]float64, n), make([]float64, len(way))
		for p, i := range way {
			along[p] = random.NormFloat64()
			whole[i] = along[p]
		}
		f.half(whole)
		f.halfAlong(way, along)
		for p, i := range way {
			if along[p] != whole[i] {
				t.Fatalf("seed %d, trial %d: entry %d is %g along its way, %g in the whole vector", seed, trial, i, along[p], whole[i])
			}
			whole[i] = 0
		}
		if slices.ContainsFunc(whole, func(x float64) bool { return x != 0 }) {
			t.Fatalf("seed %d, trial %d: the whole half solution is not zero off the way: %g", seed, trial, whole)
		}
	}
}

func TestTheFactorRefusesWhatIsNotPositiveDefinite(t *testing.T) {
	for name, h := range map[string][]float64{
		"negative": {1, 0, 0, -1},
		"singular": {1, 1, 1, 1},
		"NaN":      {1, 0, 0, math.NaN()},
		"infinite": {math.Inf(1), 0, 0, 1},
	} {
		if newFactor([]int{-1, 0}).decompose(h, []float64{0, 0}) {
			t.Errorf("%s passed", name)
		}
	}
}

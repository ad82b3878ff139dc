package qp

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// triangleOf draws a triangle of n rows, most of which begin with zeros.
func triangleOf(rng *rand.Rand, n int) triangle {
	t := newTriangle(n)
	for block := range t.first {
		t.first[block] = rng.IntN(block+1) * width
	}
	for i := range n {
		for j := t.first[i/width]; j < i; j++ {
			t.lower[i*t.stride+j] = rng.NormFloat64()
		}
		t.reciprocal[i] = 1 / (1 + rng.Float64())
	}
	return t
}

func TestSolvingForSeveralVectorsTogetherGivesEachWhatItGetsAlone(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 22))
		n := 1 + rng.IntN(40)
		tri := triangleOf(rng, n)
		var together, alone [][]float64
		var from []int
		for range 1 + rng.IntN(width) {
			v, zeros := vectorOf(rng, n), rng.IntN(n)
			clear(v[:zeros])
			together, alone, from = append(together, v), append(alone, slices.Clone(v)), append(from, zeros)
		}
		tri.forwardEach(together, from)
		for k, v := range alone {
			tri.forward(v, from[k])
			if !slices.Equal(together[k], v) {
				t.Fatalf("seed %d: vector %d of %d, zero before %d: %v together, %v alone", seed, k, len(alone), from[k], together[k], v)
			}
		}
	}
}

func TestWhatATriangleSolvedForMultipliesBack(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 23))
		n := 1 + rng.IntN(40)
		tri := triangleOf(rng, n)
		diagonal := make([]float64, tri.stride)
		for i, r := range tri.reciprocal {
			diagonal[i] = 1 / r
		}
		zeros := rng.IntN(n)
		v := vectorOf(rng, n)
		clear(v[:zeros])
		solved, back := slices.Clone(v), make([]float64, tri.stride)
		tri.forward(solved, zeros)
		tri.multiply(back, solved, diagonal)
		// Drawn triangles grow what they solve for: rounding is in proportion to that.
		largest := 1.0
		for _, x := range solved {
			largest = max(largest, x, -x)
		}
		for i := range v {
			back[i] = v[i] + (back[i]-v[i])/largest
		}
		near(t, "T T⁻¹v", back, v)
	}
}

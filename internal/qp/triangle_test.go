package qp

import (
	"fmt"
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

func TestSolvingForFourVectorsTogetherGivesEachWhatItGetsAlone(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 22))
		n := 1 + rng.IntN(40)
		tri := triangleOf(rng, n)
		var together []float64
		var alone [width][]float64
		from := n
		for k := range alone {
			zeros := rng.IntN(n)
			from = min(from, zeros)
			alone[k] = vectorOf(rng, n)
			clear(alone[k][:zeros])
			together = append(together, alone[k]...)
		}
		tri.forwardFour(together, from)
		for k, v := range alone {
			tri.forward(v, from)
			got := together[k*tri.stride:][:tri.stride]
			nearTheLargest(t, fmt.Sprintf("seed %d: vector %d", seed, k), got, v, v)
			for i, x := range got[n:] {
				if x != 0 {
					t.Fatalf("seed %d: vector %d: %g behind the last number, at %d", seed, k, x, n+i)
				}
			}
		}
	}
}

// nearTheLargest compares up to the rounding of the largest number of a vector: drawn triangles
// grow what they solve for.
func nearTheLargest(t *testing.T, what string, got, want, numbers []float64) {
	t.Helper()
	largest := 1.0
	for _, x := range numbers {
		largest = max(largest, x, -x)
	}
	scaled := make([]float64, len(want))
	for i, w := range want {
		scaled[i] = w + (got[i]-w)/largest
	}
	near(t, what, scaled, want)
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
		nearTheLargest(t, "T T⁻¹v", back, v, solved)
	}
}

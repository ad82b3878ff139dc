package qp_test

import (
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/internal/qp"
)

// Two rows that are the same except for a negative number leave a plane between them, like an
// equality. A level reaches what it wants there: what rounding leaves of the one less the other is
// no direction in which it is held.
func TestRowsThatHoldAPlaneBetweenThemHoldNothingElse(t *testing.T) {
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(4716, seed))
		n := 3 + rng.IntN(6)
		pairs := 1 + rng.IntN(n-2)
		c := qp.NewConstraints(n, 2*pairs)
		point := make([]float64, n)
		if rng.IntN(2) == 0 {
			normal(rng, point)
		}
		for i := range pairs {
			one, other, factor := c.Row(2*i), c.Row(2*i+1), -0.1-rng.Float64()
			normal(rng, one)
			for j, v := range one {
				other[j] = factor * v
			}
			c.AtMost(2*i, product(one, point))
			c.AtMost(2*i+1, product(other, point))
		}
		level := qp.NewTasks(n, 1+rng.IntN(n-pairs))
		for i := range level.Rows() {
			normal(rng, level.Row(i))
			level.Aim(i, rng.NormFloat64())
		}
		k := qp.NewCascade(c, level)
		for _, start := range []string{"cold", "warm"} {
			r := k.Solve()
			if r.Err() != nil {
				t.Fatalf("seed %d, %s: %v", seed, start, r.Err())
			}
			if miss := r.Levels[0].Residual; miss > 1e-7 {
				t.Fatalf("seed %d, %s: %d rows of %d variables miss by %g, between %d pairs of rows", seed, start, level.Rows(), n, miss, pairs)
			}
		}
	}
}

// A row that is wanted within limits may count a million times as much as one that wants a value.
// Where both can be had, both are.
func TestHeavyRowsWithinLimitsLeaveLightOnesWhatTheyDoNotNeed(t *testing.T) {
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(4717, seed))
		n := 3 + rng.IntN(6)
		c := qp.NewConstraints(n, 0)
		level := qp.NewTasks(n, 2+rng.IntN(n-2))
		for i := range level.Rows() {
			normal(rng, level.Row(i))
			at := rng.NormFloat64()
			if level.Aim(i, at); i == 0 {
				level.Within(i, at, at+rng.Float64())
				level.Weight[i] = 1e3
			} else {
				level.Weight[i] = 1e-3
			}
		}
		r := qp.NewCascade(c, level).Solve()
		if r.Err() != nil {
			t.Fatalf("seed %d: %v", seed, r.Err())
		}
		if miss := r.Levels[0].Residual; miss > 1e-6 {
			t.Fatalf("seed %d: %d rows of %d variables miss by %g", seed, level.Rows(), n, miss)
		}
	}
}

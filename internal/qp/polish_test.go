package qp_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/internal/qp"
)

// Joints that stand at a limit may move by next to nothing, while a level asks for ten thousand times what joints may do. What is left
// of the way from there is no reason to give up.
func TestLevelsThatAskForFarMoreThanBoundsAllowAreSolved(t *testing.T) {
	for seed := range uint64(10_000) {
		rng := rand.New(rand.NewPCG(4718, seed))
		n := 6 + rng.IntN(3)
		c := qp.NewConstraints(n, 0)
		for j := range n {
			lower, upper := -15.0, 15.0
			switch rng.IntN(3) {
			case 0:
				lower = 1e-9 * rng.NormFloat64()
			case 1:
				upper = 1e-9 * rng.NormFloat64()
			}
			c.Bound(j, lower, upper)
		}
		level := qp.NewTasks(n, 1+rng.IntN(4))
		for i := range level.Rows() {
			normal(rng, level.Row(i)[:3]) // a point of a link that the other joints do not move
			level.Aim(i, rng.NormFloat64()*math.Pow(10, 5*rng.Float64()))
		}
		r := qp.NewCascade(c, level).Solve()
		if r.Err() != nil {
			t.Fatalf("seed %d: %v", seed, r.Err())
		}
		if miss := feasible(c, r.X); miss > 1e-8 {
			t.Fatalf("seed %d: a bound is missed by %g", seed, miss)
		}
	}
}

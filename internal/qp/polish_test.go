package qp_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/internal/qp"
)

// Joints that are at a limit may move by next to nothing, while a level asks for ten thousand
// times what joints may do. What is left of the way from there is no reason to give up.
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

// A level whose rows are all but the same would go a million times as far as bounds allow, and
// moves three joints only: no solution follows its first. Bounds are kept to rounding of what they
// allow.
func TestBoundsAreKeptHoweverFarAwayALevelLooks(t *testing.T) {
	for seed := range uint64(5000) {
		rng := rand.New(rand.NewPCG(4720, seed))
		n := 4 + rng.IntN(5)
		c := qp.NewConstraints(n, 0)
		for j := range n {
			c.Bound(j, -rng.Float64(), rng.Float64())
		}
		level := qp.NewTasks(n, 3)
		share := math.Pow(10, -5-2*rng.Float64())
		for i := range level.Rows() {
			row := level.Row(i)[:3]
			normal(rng, row)
			if i > 0 {
				for j, v := range level.Row(0)[:3] {
					row[j] = v + share*row[j]
				}
			}
			level.Aim(i, 100*rng.NormFloat64())
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

package qp_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/internal/qp"
)

// randomProblem draws a problem: of any kind, feasible or not, with redundant rows, equalities,
// bounds and zeros.
func randomProblem(rng *rand.Rand) *qp.Problem {
	n := 1 + rng.IntN(10)
	m := rng.IntN(3*n + 1)
	p := qp.NewProblem(n, m)
	randomCost(rng, p)
	inside := make([]float64, n) // a point that most rows are made to allow
	for j := range inside {
		inside[j] = rng.NormFloat64()
	}
	generous := rng.Float64() < 0.7 // all rows allow it
	equalities := 0
	for i := range m {
		randomRow(rng, p, i)
		at := 0.0
		for j, v := range p.Row(i) {
			at += v * inside[j]
		}
		if !generous && rng.Float64() < 0.2 {
			at += rng.NormFloat64()
		}
		switch kind := rng.IntN(8); {
		case kind == 0 && equalities < n:
			p.Equal(i, at)
			equalities++
		case kind == 1:
			p.Free(i)
		case kind == 2:
			p.Between(i, at-rng.Float64(), at+rng.Float64())
		case kind < 5:
			p.AtMost(i, at+rng.ExpFloat64()*0.3)
		default:
			p.AtLeast(i, at-rng.ExpFloat64()*0.3)
		}
	}
	for j := range n {
		if rng.IntN(3) == 0 {
			p.Bound(j, inside[j]-rng.Float64(), inside[j]+rng.Float64())
		}
	}
	return p
}

// randomCost draws H = BᵀB + ridge and g.
func randomCost(rng *rand.Rand, p *qp.Problem) {
	n := p.Size()
	b := make([][]float64, n)
	scale := math.Exp(rng.NormFloat64())
	for i := range b {
		b[i] = make([]float64, n)
		for j := range b[i] {
			b[i][j] = scale * rng.NormFloat64()
		}
	}
	ridge := math.Pow(10, -3*rng.Float64()) * scale * scale
	for i := range n {
		row := p.HessianRow(i)
		for j := range i + 1 {
			for k := range n {
				row[j] += b[k][i] * b[k][j]
			}
		}
		row[i] += ridge
		for j := i + 1; j < n; j++ {
			row[j] = math.NaN() // never read
		}
		p.G[i] = scale * scale * rng.NormFloat64() * 3
	}
}

// randomRow draws a row: dense, sparse, zero, or a combination of earlier ones.
func randomRow(rng *rand.Rand, p *qp.Problem, i int) {
	row := p.Row(i)
	switch kind := rng.IntN(10); {
	case kind == 0 && i > 0:
		other, t := p.Row(rng.IntN(i)), rng.NormFloat64()
		for j, v := range other {
			row[j] = t * v
		}
	case kind == 1 && i > 1:
		one, two, t := p.Row(rng.IntN(i)), p.Row(rng.IntN(i)), rng.NormFloat64()
		for j := range row {
			row[j] = one[j] + t*two[j]
		}
	case kind == 2:
		from := rng.IntN(len(row))
		to := from + 1 + rng.IntN(len(row)-from)
		p.Columns(i, from, to)
		for j := from; j < to; j++ {
			row[j] = rng.NormFloat64()
		}
	case kind == 3 && rng.IntN(10) == 0:
		// stays zero
	default:
		scale := math.Exp(2 * rng.NormFloat64())
		for j := range row {
			row[j] = scale * rng.NormFloat64()
		}
	}
}

func TestRandomProblemsFulfilTheOptimalityConditionsOrAreProvedInfeasible(t *testing.T) {
	count := 100_000
	if testing.Short() {
		count = 5_000
	}
	const seed = 20260301
	t.Logf("seed %d", seed)
	var infeasible, iterations int
	worst := defects{}
	for i := range count {
		rng := rand.New(rand.NewPCG(seed, uint64(i)))
		p := randomProblem(rng)
		r := qp.NewSolver(p).Solve()
		iterations += r.Iterations
		switch r.Status {
		case qp.Optimal:
			d := optimality(p, r)
			worst = worst.max(d)
			if d.greatest() > 1e-8 {
				t.Fatalf("problem %d of seed %d: %+v", i, seed, d)
			}
		case qp.Infeasible:
			infeasible++
			if err := checkProof(p, r); err != nil {
				t.Fatalf("problem %d of seed %d: %v", i, seed, err)
			}
		default:
			t.Fatalf("problem %d of seed %d: %v", i, seed, r.Err())
		}
	}
	t.Logf("%d problems, %d infeasible, %.1f iterations each, worst %+v", count, infeasible, float64(iterations)/float64(count), worst)
	if infeasible < count/50 || infeasible > count/2 {
		t.Errorf("%d of %d problems are infeasible: the draw tests one side only", infeasible, count)
	}
}

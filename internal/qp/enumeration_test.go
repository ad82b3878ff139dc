package qp_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/robo-actors/robo-actors/internal/qp"
)

// A face is a set of rows that are held at one of their limits.
type face []qp.Active

// held solves min ½xᵀHx + gᵀx with the rows of a face held, by the linear system of its optimality
// conditions and an outside library. It returns nil where the rows depend on each other.
func (f face) held(p *qp.Problem) (x, multipliers []float64) {
	n, k := p.Size(), len(f)
	system, right := mat.NewDense(n+k, n+k, nil), mat.NewVecDense(n+k, nil)
	for i := range n {
		for j := range n {
			system.Set(i, j, p.HessianRow(max(i, j))[min(i, j)])
		}
		right.SetVec(i, -p.G[i])
	}
	for l, a := range f {
		for j := range n {
			v := coefficient(p, a.Row, j)
			system.Set(n+l, j, v)
			system.Set(j, n+l, -v)
		}
		lower, upper := limits(p, a.Row)
		right.SetVec(n+l, lower)
		if a.Side == qp.Upper {
			right.SetVec(n+l, upper)
		}
	}
	var lu mat.LU
	lu.Factorize(system)
	if lu.Cond() > 1e12 {
		return nil, nil
	}
	var solution mat.VecDense
	if err := lu.SolveVecTo(&solution, false, right); err != nil {
		return nil, nil
	}
	all := solution.RawVector().Data
	return all[:n], all[n:]
}

// enumerate finds the answer by trying every face; ok is false without one.
func enumerate(p *qp.Problem) (best []float64, ok bool) {
	var sides []qp.Active
	equalities := 0
	for i := range p.Rows() + p.Size() {
		lower, upper := limits(p, i)
		if lower == upper {
			sides = append(sides, qp.Active{Row: i, Side: qp.Lower})
			equalities++
			continue
		}
		if !math.IsInf(lower, -1) {
			sides = append(sides, qp.Active{Row: i, Side: qp.Lower})
		}
		if !math.IsInf(upper, 1) {
			sides = append(sides, qp.Active{Row: i, Side: qp.Upper})
		}
	}
	cheapest := math.Inf(1)
	for set := range 1 << len(sides) {
		var f face
		for l, a := range sides {
			if set>>l&1 == 1 {
				f = append(f, a)
			}
		}
		if len(f) > p.Size() {
			continue
		}
		x, _ := f.held(p)
		if x == nil || !allowed(p, x) {
			continue
		}
		if c := cost(p, x); c < cheapest {
			cheapest, best = c, append([]float64(nil), x...)
		}
	}
	return best, best != nil
}

// allowed reports whether x fulfils all rows, up to rounding.
func allowed(p *qp.Problem, x []float64) bool {
	for i := range p.Rows() + p.Size() {
		at := 0.0
		for j, v := range x {
			at += coefficient(p, i, j) * v
		}
		if lower, upper := limits(p, i); at < lower-1e-9 || at > upper+1e-9 {
			return false
		}
	}
	return true
}

// cost is ½xᵀHx + gᵀx.
func cost(p *qp.Problem, x []float64) float64 {
	sum := 0.0
	for i := range x {
		sum += p.G[i] * x[i]
		for j := range x {
			sum += 0.5 * x[i] * x[j] * p.HessianRow(max(i, j))[min(i, j)]
		}
	}
	return sum
}

func TestTinyProblemsHaveTheBestOfAllFaces(t *testing.T) {
	count := 400
	if testing.Short() {
		count = 100
	}
	const seed = 77
	infeasible := 0
	for i := range count {
		rng := rand.New(rand.NewPCG(seed, uint64(i)))
		n := 1 + rng.IntN(3)
		p := qp.NewProblem(n, 1+rng.IntN(4))
		randomCost(rng, p)
		for k := range p.Rows() {
			for j := range n {
				p.Row(k)[j] = rng.NormFloat64()
			}
			at := rng.NormFloat64()
			switch rng.IntN(4) {
			case 0:
				p.Between(k, at, at+rng.Float64())
			case 1:
				if k == 0 {
					p.Equal(k, at)
					break
				}
				fallthrough
			default:
				p.AtLeast(k, at)
			}
		}
		if rng.IntN(2) == 0 {
			p.Bound(0, -rng.Float64(), rng.Float64())
		}
		r := qp.NewSolver(p).Solve()
		want, ok := enumerate(p)
		if !ok {
			infeasible++
			if r.Status != qp.Infeasible {
				t.Fatalf("problem %d of seed %d has no face that is allowed; the answer is %v", i, seed, r.Status)
			}
			continue
		}
		if r.Err() != nil {
			t.Fatalf("problem %d of seed %d: %v, but %v is allowed", i, seed, r.Err(), want)
		}
		for j, v := range want {
			if math.Abs(r.X[j]-v) > 1e-8*(1+math.Abs(v)) {
				t.Fatalf("problem %d of seed %d: x = %v, the best face has %v", i, seed, r.X, want)
			}
		}
		if c := cost(p, want); math.Abs(c-r.Objective) > 1e-8*(1+math.Abs(c)) {
			t.Fatalf("problem %d of seed %d: objective %g, want %g", i, seed, r.Objective, c)
		}
	}
	if infeasible == 0 || infeasible > count/2 {
		t.Errorf("%d of %d problems are infeasible: the draw tests one side only", infeasible, count)
	}
}

package qp_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/internal/qp"
)

// inUnits is a problem whose rows, cost and variables are in other units: powers of two, so that
// not a digit changes.
func inUnits(p *qp.Problem, row, cost, variable int) *qp.Problem {
	n := p.Size()
	q := qp.NewProblem(n, p.Rows())
	for i := range n {
		for j := range i + 1 {
			q.HessianRow(i)[j] = math.Ldexp(p.HessianRow(i)[j], cost+2*variable)
		}
		q.G[i] = math.Ldexp(p.G[i], cost+variable)
		q.Bound(i, math.Ldexp(p.Min[i], -variable), math.Ldexp(p.Max[i], -variable))
	}
	for i := range p.Rows() {
		for j, v := range p.Row(i) {
			q.Row(i)[j] = math.Ldexp(v, row+variable)
		}
		q.Between(i, math.Ldexp(p.Lower[i], row), math.Ldexp(p.Upper[i], row))
	}
	return q
}

// Numbers of any size give the answer of those of common size, or are said to be of no use: they
// never give another answer.
func TestNumbersOfAnySizeGiveTheSameAnswerOrNone(t *testing.T) {
	for _, exponent := range []int{-1040, -1000, -700, -540, -520, -500, -470, -300, -100, 100, 300, 470, 500, 520, 540, 700, 1000} {
		for what := range 3 {
			units := [3]int{}
			units[what] = exponent
			if what == 2 {
				units[what] /= 2
			}
			t.Run(fmt.Sprint([]string{"rows", "cost", "variables"}[what], " times 2^", units[what]), func(t *testing.T) {
				answers := 0
				for seed := range uint64(150) {
					p := randomProblem(rand.New(rand.NewPCG(99, seed)))
					want, got := qp.NewSolver(p).Solve(), qp.NewSolver(inUnits(p, units[0], units[1], units[2])).Solve()
					if got.Status == qp.NotFinite {
						continue
					}
					answers++
					if got.Status != want.Status {
						t.Fatalf("seed %d: %v, in common units %v", seed, got.Err(), want.Status)
					}
					for j, x := range want.X {
						if want.Status == qp.Optimal && !(math.Abs(math.Ldexp(got.X[j], units[2])-x) <= 1e-7*(1+math.Abs(x))) {
							t.Fatalf("seed %d: x[%d] is %g, in common units %g", seed, j, math.Ldexp(got.X[j], units[2]), x)
						}
					}
				}
				if exponent >= -470 && exponent <= 470 && answers < 150 {
					t.Errorf("%d of 150 have an answer", answers)
				}
			})
		}
	}
}

// A row of a cascade is as good as a row of a problem.
func TestARowOfACascadeIsHeldOrNamedWhateverItsSize(t *testing.T) {
	for _, exponent := range []int{-1060, -700, -540, -470, 0, 470, 540, 1000} {
		for _, where := range []float64{3, 1} { // the row is in the way of the first level, or of the second alone
			c := qp.NewConstraints(2, 1)
			row, limit := c.Row(0), math.Ldexp(2, exponent)
			row[0], row[1] = math.Ldexp(1, exponent), math.Ldexp(1, exponent)
			c.AtMost(0, limit)
			first, second := qp.NewTasks(2, 1), qp.NewTasks(2, 1)
			first.Row(0)[0], second.Row(0)[1] = 1, 1
			first.Aim(0, where)
			second.Aim(0, 5)
			r := qp.NewCascade(c, first, second).Solve()
			if r.Status == qp.NotFinite && r.Where == qp.PartRow && r.Index == 0 && math.Abs(float64(exponent)) > 470 {
				continue
			}
			if r.Err() != nil || math.Abs(r.X[0]-where) > 1e-9 || math.Abs(r.X[0]+r.X[1]-2) > 1e-9 {
				t.Errorf("2^%d: %v, x = %v; want %g and %g", exponent, r.Err(), r.X, where, 2-where)
			}
		}
	}
}

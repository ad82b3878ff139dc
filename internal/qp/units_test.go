package qp_test

import (
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/internal/qp"
)

// inOtherUnits takes a problem of whole numbers into other units, by powers of two, so that nothing
// is rounded: variable j is counted in 2^-variables[j] of what it was, row i in 2^-rows[i], the
// cost in 2^-cost.
func inOtherUnits(p *qp.Problem, variables, rows []int, cost int) {
	for i, v := range variables {
		for j := range i + 1 {
			p.HessianRow(i)[j] = math.Ldexp(p.HessianRow(i)[j], cost-v-variables[j])
		}
		p.G[i] = math.Ldexp(p.G[i], cost-v)
		p.Bound(i, math.Ldexp(p.Min[i], v), math.Ldexp(p.Max[i], v))
	}
	for i, u := range rows {
		for j, v := range variables {
			p.Row(i)[j] = math.Ldexp(p.Row(i)[j], u-v)
		}
		p.Between(i, math.Ldexp(p.Lower[i], u), math.Ldexp(p.Upper[i], u))
	}
}

// clashing makes a problem of a lower triangle of H, a cost, and rows.
func clashing(h [][]float64, g []float64, rows ...[]float64) *qp.Problem {
	p := qp.NewProblem(len(g), len(rows))
	copy(p.G, g)
	for i, row := range h {
		copy(p.HessianRow(i), row)
	}
	for i, row := range rows {
		copy(p.Row(i), row)
	}
	return p
}

func TestParallelRowsThatClashAreFoundBesideLongRowsOfOtherUnits(t *testing.T) {
	p := clashing([][]float64{{6145}, {-3072, 6145}, {6144, 0, 8193}}, []float64{-1025, -3072, 2045}, []float64{-2, -3, 0}, []float64{4, 6, 0}, []float64{-3, 3, 2})
	p.Equal(0, -2)
	p.AtMost(1, 2) // and it is 4, by row 0
	p.Equal(2, -2)
	inOtherUnits(p, []int{8, 12, -12}, []int{-12, 6, -4}, 8)
	clashIs(t, p, 0, 1)
}

func TestParallelRowsThatClashAreFoundThoughAnotherVariableIsFarAway(t *testing.T) {
	p := clashing([][]float64{{16385}, {0, 16385}, {-12288, -4096, 10241}, {0, -16384, 4096, 16385}}, []float64{-8192, -14336, -16384, -2048},
		[]float64{-3, 0, -1, 3}, []float64{-3, 0, -1, 3})
	p.Between(0, 3, 8)
	p.Between(1, -3, -1)
	inOtherUnits(p, []int{-12, 11, -8, -10}, []int{-6, 4}, -1)
	clashIs(t, p, 0, 1)
}

// clashIs fails the test where the answer to a problem is not that two rows clash.
func clashIs(t *testing.T, p *qp.Problem, one, other int) {
	t.Helper()
	r := qp.NewSolver(p).Solve()
	if r.Status != qp.Infeasible {
		t.Fatalf("the answer is %v, x = %v; want %v", r.Status, r.X, qp.Infeasible)
	}
	if c := r.Clash; len(c) != 2 || c[0].Row != one || c[1].Row != other {
		t.Errorf("the proof has %v, want rows %d and %d", c, one, other)
	}
}

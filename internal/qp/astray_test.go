package qp_test

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"testing"

	"github.com/robo-actors/robo-actors/internal/qp"
)

// stored is a problem as a file has it: the lower triangle of H, the rows from their first number
// that is not zero, no limit as null.
type stored struct {
	N, M                   int
	H, Rows                [][]float64
	G                      []float64
	From                   []int
	Lower, Upper, Min, Max []*float64
	Reg                    float64
}

func (s *stored) problem() *qp.Problem {
	limit := func(v *float64, none int) float64 {
		if v == nil {
			return math.Inf(none)
		}
		return *v
	}
	p := qp.NewProblem(s.N, s.M)
	p.Regularisation = s.Reg
	copy(p.G, s.G)
	for i, row := range s.H {
		copy(p.HessianRow(i), row)
		p.Bound(i, limit(s.Min[i], -1), limit(s.Max[i], 1))
	}
	for i, row := range s.Rows {
		copy(p.Row(i)[s.From[i]:], row)
		p.Between(i, limit(s.Lower[i], -1), limit(s.Upper[i], 1))
	}
	return p
}

// A humanoid that has fallen over, with contacts declared at its soles: no force and no motion
// goes with that, and with rows that nearly depend on one another the search went away by a factor
// of 1.8 each time it exchanged two of them, until the numbers overflowed.
func TestASearchThatGoesAstrayIsNotBlamedOnTheNumbers(t *testing.T) {
	text, err := os.ReadFile("testdata/astray.json")
	if err != nil {
		t.Fatal(err)
	}
	var s stored
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	r := qp.NewSolver(s.problem()).Solve()
	if err := r.Err(); !errors.Is(err, qp.ErrInfeasible) && !errors.Is(err, qp.ErrIterationLimit) {
		t.Errorf("%v", err)
	}
	for j, x := range r.X {
		if !(math.Abs(x) < 1e6) {
			t.Errorf("x[%d] is %g", j, x)
		}
	}
}

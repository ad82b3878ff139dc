package qp_test

import (
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/internal/qp"
)

// missed is by how much x misses a row at worst, over the row's limit and terms: not over the
// length of x.
func missed(p *qp.Problem, x []float64) (worst float64) {
	for i := range p.Rows() + p.Size() {
		at, size := 0.0, 0.0
		for j, v := range x {
			t := coefficient(p, i, j) * v
			at, size = at+t, size+math.Abs(t)
		}
		lower, upper := limits(p, i)
		miss, limit := lower-at, lower
		if at-upper > miss {
			miss, limit = at-upper, upper
		}
		if miss > 0 {
			worst = max(worst, miss/(math.Abs(limit)+size+1))
		}
	}
	return worst
}

// A robot with contacts that demand more than its joints may do, by a little and by much: rows that
// nearly depend on one another drive the iterates away by twenty orders of magnitude. No answer
// counts missed rows as rounding because it lies so far away; those without one are proved.
func TestRowsThatNearlyDependDriveNoAnswerAway(t *testing.T) {
	for name, l := range map[string]*legged{"quadruped": quadruped(), "humanoid": humanoid()} {
		counts := map[qp.Status]int{}
		for i := range 120 {
			l.fill(0.05 * float64(i))
			demand := math.Pow(10, float64(i%7)) // 1 to 1e6
			for r := range l.contactRows {
				l.p.Equal(l.contactRow+r, demand*math.Sin(float64(r+i)))
			}
			for j := range l.joints {
				l.p.Bound(6+j, -3, 3)
			}
			solver := qp.NewSolver(l.p)
			r := solver.Solve()
			counts[r.Status]++
			switch r.Status {
			case qp.Optimal:
				if m := missed(l.p, r.X); m > 1e-6 {
					t.Fatalf("%s %d: an optimum at %.3g misses a row by %.3g of its terms", name, i, r.X[0], m)
				}
			case qp.Infeasible:
				if err := checkProof(l.p, r); err != nil {
					t.Errorf("%s %d: %v", name, i, err)
				}
			default:
				t.Errorf("%s %d: %v", name, i, r.Err())
			}
			task := qp.NewTasks(l.p.Size(), 2)
			task.Row(0)[0], task.Row(1)[7] = 1, 1
			c := qp.NewCascade(l.p.Constraints, task).Solve()
			if c.Status == qp.Optimal {
				if m := missed(l.p, c.X); m > 1e-6 {
					t.Fatalf("%s %d: the optimum of a cascade misses a row by %.3g of its terms", name, i, m)
				}
			}
			if (c.Status == qp.Infeasible) != (r.Status == qp.Infeasible) {
				t.Errorf("%s %d: %v by the solver, %v by the cascade", name, i, r.Status, c.Status)
			}
		}
		t.Logf("%s: %v", name, counts)
		if counts[qp.Infeasible] < 40 || counts[qp.Optimal] < 5 {
			t.Errorf("%s: %v: the draw tests one side only", name, counts)
		}
	}
}

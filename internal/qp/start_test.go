package qp_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/internal/qp"
)

// unit scales the rows of a dense problem to length one, so that a violation is a distance.
func unit(p *qp.Problem) *qp.Problem {
	for i := range p.Rows() {
		norm := 0.0
		for _, v := range p.Row(i) {
			norm = math.Hypot(norm, v)
		}
		for j := range p.Row(i) {
			p.Row(i)[j] /= norm
		}
		p.Upper[i] /= norm
	}
	return p
}

func TestAtTheIterationLimitTheLeastViolationSoFarIsReturned(t *testing.T) {
	p := unit(dense(rand.New(rand.NewPCG(4, 4)), 20, 50))
	s := qp.NewSolver(p)
	full := s.Solve().Iterations
	if full < 10 {
		t.Fatalf("%d iterations: too easy a problem", full)
	}
	last := math.Inf(1)
	for limit := range full {
		s.Forget()
		s.MaxIterations = limit
		r := s.Solve()
		if r.Status != qp.IterationLimit {
			t.Fatalf("limit %d of %d: %v", limit, full, r.Status)
		}
		worst, at := 0.0, -1
		for i := range p.Rows() {
			value := 0.0
			for j, x := range r.X {
				value += p.Row(i)[j] * x
			}
			if value-p.Upper[i] > worst {
				worst, at = value-p.Upper[i], i
			}
		}
		if at != r.Violated || math.Abs(worst-r.Violation) > 1e-10 {
			t.Errorf("limit %d: row %d is missed by %g, the result says row %d by %g", limit, at, worst, r.Violated, r.Violation)
		}
		if r.Violation > last*(1+1e-12) {
			t.Errorf("limit %d: violation %g, with fewer iterations %g", limit, r.Violation, last)
		}
		last = r.Violation
		// What is returned is the optimum of the rows that it names as active.
		if d := optimality(p, r); max(d.gradient, d.sign, d.slackness) > 1e-9 {
			t.Errorf("limit %d: %+v", limit, d)
		}
		if r.Err() == nil {
			t.Errorf("limit %d: no error", limit)
		}
	}
	s.Forget()
	s.MaxIterations = full
	if r := s.Solve(); r.Err() != nil {
		t.Errorf("with as many iterations as it needs: %v", r.Err())
	}
}

func TestAWarmStartOfTheSameProblemNeedsNoIteration(t *testing.T) {
	for seed := range uint64(50) {
		p := dense(rand.New(rand.NewPCG(seed, 8)), 12, 30)
		s := qp.NewSolver(p)
		r := s.Solve()
		if r.Err() != nil {
			continue
		}
		active := append([]qp.Active(nil), r.Active...)
		x := append([]float64(nil), r.X...)
		again := s.Solve()
		if again.Iterations != 0 || again.Kept != len(active) {
			t.Errorf("seed %d: %d iterations, %d of %d rows kept", seed, again.Iterations, again.Kept, len(active))
		}
		other := qp.NewSolver(p)
		other.Start(active)
		if r := other.Solve(); r.Iterations != 0 {
			t.Errorf("seed %d: another solver from the same active set needs %d iterations", seed, r.Iterations)
		}
		s.Forget()
		if r := s.Solve(); r.Iterations < len(active) {
			t.Errorf("seed %d: %d iterations to %d rows after Forget", seed, r.Iterations, len(active))
		}
		for j := range x {
			if math.Abs(x[j]-again.X[j]) > 1e-9*(1+math.Abs(x[j])) {
				t.Errorf("seed %d: x[%d] is %g, then %g", seed, j, x[j], again.X[j])
			}
		}
	}
}

func TestAnyActiveSetIsAStartThatLeadsToTheAnswer(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 9))
		p := randomProblem(rng)
		cold := qp.NewSolver(p).Solve()
		var set []qp.Active
		for range rng.IntN(2*p.Size() + 2) {
			side := qp.Lower
			if rng.IntN(2) == 0 {
				side = qp.Upper
			}
			set = append(set, qp.Active{Row: rng.IntN(p.Rows()+p.Size()+4) - 2, Side: side})
		}
		s := qp.NewSolver(p)
		s.Start(set)
		warm := s.Solve()
		if warm.Status != cold.Status {
			t.Fatalf("seed %d: %v from a start, %v without", seed, warm.Status, cold.Status)
		}
		if cold.Status != qp.Optimal {
			if err := checkProof(p, warm); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			continue
		}
		for j, x := range cold.X {
			if math.Abs(x-warm.X[j]) > 1e-7*(1+math.Abs(x)) {
				t.Fatalf("seed %d: x[%d] is %g from a start, %g without", seed, j, warm.X[j], x)
			}
		}
	}
}

func TestAWarmStartSavesHalfOfTheIterationsWhereDataVaryByOnePercent(t *testing.T) {
	for _, size := range sizes {
		rng := rand.New(rand.NewPCG(6, 6))
		p, q := dense(rng, size.variables, size.rows), qp.NewProblem(size.variables, size.rows)
		warm, cold := qp.NewSolver(q), qp.NewSolver(q)
		var withStart, without int
		for i := range 100 {
			vary(rng, q, p, 0.01)
			w := warm.Solve()
			cold.Forget()
			c := cold.Solve()
			if w.Err() != nil || c.Err() != nil {
				t.Fatalf("tick %d: %v, %v", i, w.Err(), c.Err())
			}
			if i > 0 {
				withStart += w.Iterations
				without += c.Iterations
			}
		}
		t.Logf("%d variables, %d rows: %d iterations warm, %d cold", size.variables, size.rows, withStart, without)
		if 2*withStart > without {
			t.Errorf("%d variables, %d rows: %d iterations warm, %d cold", size.variables, size.rows, withStart, without)
		}
	}
}

func TestSolvingAllocatesNothing(t *testing.T) {
	l := quadruped()
	l.fill(0)
	warm := qp.NewSolver(l.p)
	infeasible := box()
	infeasible.AtLeast(0, 10)
	spoilt := box()
	spoilt.G[0] = math.NaN()
	a := newArm(5, 30, 12, 6, 3, 10)
	a.fill(0.1)
	k := qp.NewCascade(a.c, a.levels...)
	soft := randomHierarchy(rand.New(rand.NewPCG(3, 3)), true)
	softly := qp.NewCascade(soft.c, soft.levels...)
	for name, solve := range map[string]func(){
		"warm":             func() { warm.Solve() },
		"cold":             func() { warm.Forget(); warm.Solve() },
		"infeasible":       func(s *qp.Solver) func() { return func() { s.Solve() } }(qp.NewSolver(infeasible)),
		"spoilt":           func(s *qp.Solver) func() { return func() { s.Solve() } }(qp.NewSolver(spoilt)),
		"cascade":          func() { k.Solve() },
		"cascade, cold":    func() { k.Forget(); k.Solve() },
		"cascade, slacked": func() { softly.Solve() },
	} {
		if n := testing.AllocsPerRun(100, solve); n != 0 {
			t.Errorf("%s: %g allocations", name, n)
		}
	}
}

func TestRowsWithPromisedColumnsGiveTheSameAnswerAsFullOnes(t *testing.T) {
	l := quadruped()
	l.fill(0.2)
	full := qp.NewProblem(l.p.Size(), l.p.Rows())
	replace(full, l.p)
	x, y := qp.NewSolver(l.p).Solve(), qp.NewSolver(full).Solve()
	if x.Err() != nil || y.Err() != nil {
		t.Fatal(x.Err(), y.Err())
	}
	for j := range x.X {
		if math.Abs(x.X[j]-y.X[j]) > 1e-9*(1+math.Abs(x.X[j])) {
			t.Errorf("x[%d] is %g and %g", j, x.X[j], y.X[j])
		}
	}
}

func TestAddedTasksAreTheirWeightedLeastSquares(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	const n, m = 9, 7
	p, tasks := qp.NewProblem(n, 0), qp.NewTasks(n, m)
	p.ClearCost()
	for i := range m {
		for j := 2; j < 8; j++ {
			tasks.Row(i)[j] = rng.NormFloat64()
		}
		tasks.Aim(i, rng.NormFloat64())
		tasks.Weight[i] = rng.Float64()
	}
	tasks.Within(3, 0, 1)
	if left := p.AddTasks(tasks, 2, 8); left != 1 {
		t.Errorf("%d rows were left out, want the one within limits", left)
	}
	for i := range n {
		g := 0.0
		for k := range m {
			if k != 3 {
				g -= tasks.Weight[k] * tasks.Row(k)[i] * tasks.Lower[k]
			}
		}
		if math.Abs(g-p.G[i]) > 1e-14 {
			t.Errorf("g[%d] = %g, want %g", i, p.G[i], g)
		}
		for j := range i + 1 {
			h := 0.0
			for k := range m {
				if k != 3 {
					h += tasks.Weight[k] * tasks.Row(k)[i] * tasks.Row(k)[j]
				}
			}
			if math.Abs(h-p.HessianRow(i)[j]) > 1e-14 {
				t.Errorf("H[%d][%d] = %g, want %g", i, j, p.HessianRow(i)[j], h)
			}
		}
	}
}

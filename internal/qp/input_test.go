package qp_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/internal/qp"
)

// box is a small problem that is in order: the point closest to (1, 2, 3) in a box, with one row
// that cuts a corner off.
func box() *qp.Problem {
	p := qp.NewProblem(3, 1)
	for i := range 3 {
		p.HessianRow(i)[i] = 1
		p.G[i] = -float64(i + 1)
		p.Bound(i, -2, 2)
	}
	copy(p.Row(0), []float64{1, 1, 1})
	p.AtMost(0, 4)
	p.Names[0] = "sum of all"
	p.Variables[2] = "lift"
	return p
}

func TestTheBoxIsSolvedByHand(t *testing.T) {
	// The closest point of the box is (1, 2, 2), whose sum is 5: the row takes ½ off each of the
	// first two.
	r := qp.NewSolver(box()).Solve()
	if r.Err() != nil {
		t.Fatal(r.Err())
	}
	for j, want := range []float64{0.5, 1.5, 2} {
		if math.Abs(r.X[j]-want) > 1e-14 {
			t.Errorf("x[%d] = %g, want %g", j, r.X[j], want)
		}
	}
	// The gradient is (-½, -½, -1): the row pulls by ½, the bound by the rest.
	for i, want := range []float64{-0.5, 0, 0, -0.5} {
		if math.Abs(r.Multiplier[i]-want) > 1e-14 {
			t.Errorf("multiplier %d = %g, want %g", i, r.Multiplier[i], want)
		}
	}
	if len(r.Active) != 2 || r.Violation != 0 || r.Violated != -1 {
		t.Errorf("active %v, violation %g of %d", r.Active, r.Violation, r.Violated)
	}
}

func TestInputThatIsNoNumberIsNamed(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for _, c := range []struct {
			name  string
			spoil func(p *qp.Problem)
			where qp.Part
			index int
			text  string
		}{
			{"H", func(p *qp.Problem) { p.HessianRow(2)[1] = bad }, qp.PartHessian, 2, "row 2 of the Hessian (lift)"},
			{"diagonal of H", func(p *qp.Problem) { p.HessianRow(0)[0] = bad }, qp.PartHessian, 0, "row 0 of the Hessian (variable 0)"},
			{"regularisation", func(p *qp.Problem) { p.Regularisation = bad }, qp.PartHessian, 0, "Hessian"},
			{"g", func(p *qp.Problem) { p.G[2] = bad }, qp.PartCost, 2, "the linear cost of lift"},
			{"row", func(p *qp.Problem) { p.Row(0)[1] = bad }, qp.PartRow, 0, "a coefficient of sum of all"},
			{"row of an equality", func(p *qp.Problem) { p.Equal(0, 1); p.Row(0)[1] = bad }, qp.PartRow, 0, "a coefficient of sum of all"},
			{"limit", func(p *qp.Problem) { p.Between(0, bad, bad) }, qp.PartLimit, 0, "a limit of sum of all"},
			{"bound", func(p *qp.Problem) { p.Bound(2, bad, bad) }, qp.PartLimit, 3, "a limit of bound of lift"},
		} {
			p := box()
			c.spoil(p)
			r := qp.NewSolver(p).Solve()
			if r.Status == qp.NotPositiveDefinite && math.IsInf(bad, 0) {
				t.Errorf("%s %g: %v", c.name, bad, r.Status)
			}
			if r.Status != qp.NotFinite || r.Where != c.where || r.Index != c.index {
				t.Errorf("%s %g: %v, part %d, index %d", c.name, bad, r.Status, r.Where, r.Index)
				continue
			}
			if err := r.Err(); !errors.Is(err, qp.ErrNotFinite) || !strings.Contains(err.Error(), c.text) {
				t.Errorf("%s %g: %q does not name %q", c.name, bad, err, c.text)
			}
			for j, x := range r.X {
				if x != 0 {
					t.Errorf("%s %g: x[%d] = %g", c.name, bad, j, x)
				}
			}
		}
	}
}

func TestASolverWorksAgainAfterBadInput(t *testing.T) {
	p := box()
	s := qp.NewSolver(p)
	want := append([]float64(nil), s.Solve().X...)
	for _, spoil := range []func(v float64){
		func(v float64) { p.HessianRow(1)[0] = v },
		func(v float64) { p.G[0] = v },
		func(v float64) { p.Row(0)[0] += v },
	} {
		spoil(math.NaN())
		if r := s.Solve(); r.Status != qp.NotFinite {
			t.Fatalf("the answer is %v", r.Status)
		}
		q := box()
		for i := range 3 {
			copy(p.HessianRow(i), q.HessianRow(i))
		}
		copy(p.G, q.G)
		copy(p.Row(0), q.Row(0))
		r := s.Solve()
		if r.Err() != nil {
			t.Fatal(r.Err())
		}
		for j, v := range want {
			if math.Abs(r.X[j]-v) > 1e-14 {
				t.Errorf("x[%d] = %g, want %g", j, r.X[j], v)
			}
		}
	}
}

func TestACoefficientOfARowWithoutLimitsIsNobodysBusiness(t *testing.T) {
	p := box()
	p.Free(0)
	p.Row(0)[1] = math.NaN()
	if r := qp.NewSolver(p).Solve(); r.Err() != nil {
		t.Error(r.Err())
	}
}

func TestACostWithoutCurvatureIsNamed(t *testing.T) {
	p := box()
	p.HessianRow(2)[2] = 0
	s := qp.NewSolver(p)
	r := s.Solve()
	if r.Status != qp.NotPositiveDefinite || r.Index != 2 {
		t.Fatalf("%v at %d", r.Status, r.Index)
	}
	if err := r.Err(); !errors.Is(err, qp.ErrNotPositiveDefinite) || !strings.Contains(err.Error(), "lift") || !strings.Contains(err.Error(), "regularisation") {
		t.Errorf("%q does not say where and what to do", err)
	}
	p.Regularisation = 1e-3
	if r := s.Solve(); r.Err() != nil {
		t.Error(r.Err())
	}
	p.HessianRow(2)[2] = -1
	if r := s.Solve(); r.Status != qp.NotPositiveDefinite {
		t.Errorf("negative curvature: %v", r.Status)
	}
}

func TestRowsThatClashAreNamedWithTheirLimits(t *testing.T) {
	p := qp.NewProblem(2, 3)
	for i := range 2 {
		p.HessianRow(i)[i] = 1
	}
	copy(p.Row(0), []float64{1, 1})
	copy(p.Row(1), []float64{1, -1})
	copy(p.Row(2), []float64{0, 1})
	p.Names = []string{"torque limit of elbow", "friction of left foot", "reach"}
	p.AtMost(0, 1)
	p.AtLeast(1, -5) // clashes with nobody
	p.AtLeast(2, 3)
	p.Variables[0] = "acceleration of shoulder"
	p.Bound(0, -1, 1)
	r := qp.NewSolver(p).Solve()
	if r.Status != qp.Infeasible {
		t.Fatalf("the answer is %v", r.Status)
	}
	if err := checkProof(p, r); err != nil {
		t.Fatal(err)
	}
	text := r.Err().Error()
	for _, name := range []string{"torque limit of elbow ≤ 1", "reach ≥ 3", "bound of acceleration of shoulder ≥ -1"} {
		if !strings.Contains(text, name) {
			t.Errorf("%q does not name %q", text, name)
		}
	}
	if strings.Contains(text, "foot") || len(r.Clash) != 3 {
		t.Errorf("%q names a row that has no part in it", text)
	}
	if !errors.Is(r.Err(), qp.ErrInfeasible) {
		t.Error("the error is of another kind")
	}
	if math.Abs(r.Gap-1) > 1e-12 {
		t.Errorf("the rows are short of %g, want 1", r.Gap)
	}
	if r.Violated < 0 || r.Violation <= 0 {
		t.Errorf("violation %g of row %d", r.Violation, r.Violated)
	}
}

func TestALimitBelowItsOtherSideClashesWithItself(t *testing.T) {
	p := box()
	p.Between(0, 2, 1)
	r := qp.NewSolver(p).Solve()
	if r.Status != qp.Infeasible {
		t.Fatalf("the answer is %v", r.Status)
	}
	if err := checkProof(p, r); err != nil {
		t.Error(err)
	}
}

func TestConsistentRowsThatDependOnOthersAreDropped(t *testing.T) {
	p := qp.NewProblem(3, 4)
	for i := range 3 {
		p.HessianRow(i)[i] = 1
	}
	copy(p.Row(0), []float64{1, 2, 3})
	copy(p.Row(1), []float64{0, 1, 1})
	copy(p.Row(2), []float64{2, 5, 7}) // twice the first and the second
	copy(p.Row(3), []float64{-1, -2, -3})
	p.Equal(0, 6)
	p.Equal(1, 2)
	p.Equal(2, 14)
	p.Equal(3, -6)
	s := qp.NewSolver(p)
	r := s.Solve()
	if r.Err() != nil {
		t.Fatal(r.Err())
	}
	if len(r.Redundant) != 2 || r.Redundant[0] != 2 || r.Redundant[1] != 3 {
		t.Errorf("the rows %v were dropped, want [2 3]", r.Redundant)
	}
	if d := optimality(p, r); d.greatest() > 1e-13 {
		t.Errorf("%+v", d)
	}
	p.Equal(2, 14.001)
	r = s.Solve()
	if r.Status != qp.Infeasible {
		t.Fatalf("a contradiction is answered by %v", r.Status)
	}
	if err := checkProof(p, r); err != nil {
		t.Error(err)
	}
	if len(r.Clash) != 3 {
		t.Errorf("clash %v, want rows 0, 1 and 2", r.Clash)
	}
}

func TestSizesThatMakeNoSenseAreRefused(t *testing.T) {
	for name, make := range map[string]func(){
		"no variable":        func() { qp.NewProblem(0, 1) },
		"negative rows":      func() { qp.NewProblem(1, -1) },
		"columns out of it":  func() { qp.NewProblem(2, 1).Columns(0, 1, 3) },
		"tasks of nothing":   func() { qp.NewTasks(0, 1) },
		"levels of two kind": func() { qp.NewCascade(qp.NewConstraints(2, 0), qp.NewTasks(3, 1)) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("it is accepted")
				}
			}()
			make()
		})
	}
}

func TestARowThatNoPointFulfilsContradictsItself(t *testing.T) {
	empty := qp.NewProblem(2, 1) // 0 x + 0 y >= 1
	copy(empty.HessianRow(0), []float64{1, 0})
	copy(empty.HessianRow(1), []float64{0, 1})
	empty.AtLeast(0, 1)
	crossed := qp.NewProblem(1, 1)
	crossed.HessianRow(0)[0] = 1
	crossed.Row(0)[0] = 1
	crossed.Between(0, 2, 1)
	for name, p := range map[string]*qp.Problem{"without coefficients": empty, "limits crossed": crossed} {
		r := qp.NewSolver(p).Solve()
		if r.Status != qp.Infeasible || !strings.Contains(r.Err().Error(), "row 0") || !strings.Contains(r.Err().Error(), "contradicts itself") {
			t.Errorf("%s: %v", name, r.Err())
		}
	}
	p := qp.NewProblem(1, 2)
	p.HessianRow(0)[0] = 1
	p.Row(0)[0], p.Row(1)[0] = 1, 1
	p.AtLeast(0, 2)
	p.AtMost(1, 1)
	if err := qp.NewSolver(p).Solve().Err(); err == nil || !strings.Contains(err.Error(), "contradict each other") {
		t.Errorf("two rows: %v", err)
	}
}

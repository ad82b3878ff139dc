package qp_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/robo-actors/robo-actors/internal/qp"
)

// golden is one case of the shared set: min ½ xᵀHx + gᵀx subject to CE x + ce = 0, CI x + ci ≥ 0.
type golden struct {
	Name   string      `json:"name"`
	H      [][]float64 `json:"H"`
	G      []float64   `json:"g"`
	CE     [][]float64 `json:"CE"`
	Ce     []float64   `json:"ce"`
	CI     [][]float64 `json:"CI"`
	Ci     []float64   `json:"ci"`
	X      []float64   `json:"x"`
	Status int         `json:"status"`
	Obj    float64     `json:"obj"`
}

// problem writes the case down in this package's form.
func (g golden) problem() *qp.Problem {
	p := qp.NewProblem(len(g.H), len(g.CE)+len(g.CI))
	for i, row := range g.H {
		copy(p.HessianRow(i), row)
	}
	copy(p.G, g.G)
	for i, row := range g.CE {
		copy(p.Row(i), row)
		p.Equal(i, -g.Ce[i])
	}
	for i, row := range g.CI {
		copy(p.Row(len(g.CE)+i), row)
		p.AtLeast(len(g.CE)+i, -g.Ci[i])
	}
	return p
}

// repository returns the folder of the module.
func repository(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("there is no go.mod above the test's folder")
		}
		dir = filepath.Dir(dir)
	}
}

// cases reads a set of problems with their answers.
func cases(t *testing.T, text []byte) []golden {
	t.Helper()
	var file struct {
		Cases []golden `json:"cases"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) < 10 {
		t.Fatalf("%d cases: the file holds more", len(file.Cases))
	}
	return file.Cases
}

func TestEverySharedProblemIsSolvedOrNamedInfeasible(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(repository(t), "..", "shared", "golden", "qp", "cases.json"))
	if err != nil {
		t.Skipf("the shared golden set is not beside this checkout (%v); the cases in testdata stand for it", err)
	}
	for _, g := range cases(t, text) {
		t.Run(g.Name, func(t *testing.T) { checkGolden(t, g) })
	}
}

func TestProblemsThatAnotherSolverAnsweredGetTheSameAnswers(t *testing.T) {
	text, err := os.ReadFile("testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range cases(t, text) {
		t.Run(g.Name, func(t *testing.T) { checkGolden(t, g) })
	}
}

// The other solver's words: an answer, a problem without one, and a refusal of equalities that
// depend on others, where the consistent problems have an answer and the contradictory ones none.
const (
	answered = 0
	without  = 2
	refused  = 4
)

// checkGolden solves a case cold and from its own active set.
func checkGolden(t *testing.T, g golden) {
	p := g.problem()
	s := qp.NewSolver(p)
	for range 2 {
		r := s.Solve()
		if g.Status == without && r.Status != qp.Infeasible {
			t.Fatalf("the answer is %v, want infeasible", r.Status)
		}
		if g.Status != answered && g.Status != without && g.Status != refused {
			t.Fatalf("the status %d of the other solver is unknown", g.Status)
		}
		if r.Status == qp.Infeasible && g.Status != answered { // either has to prove itself
			if err := checkProof(p, r); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if r.Err() != nil {
			t.Fatal(r.Err())
		}
		tolerance := 1e-7
		if g.Name == "ill_conditioned_1e14" {
			tolerance = 1e-4
		}
		for j, want := range g.X {
			if g.Status == refused {
				break // its x is no answer
			}
			if math.Abs(r.X[j]-want) > tolerance*(1+math.Abs(want)) {
				t.Errorf("x[%d] = %.12g, want %.12g", j, r.X[j], want)
			}
		}
		if d := optimality(p, r); d.greatest() > 1e-9 {
			t.Errorf("the optimality conditions are missed: %+v", d)
		}
	}
}

// Of dependent equalities, the consistent ones have an answer.
func TestRefusedEqualitiesAreSolvedWhereTheyAreConsistent(t *testing.T) {
	g := golden{Status: refused, H: [][]float64{{2, 0}, {0, 2}}, G: []float64{0, 0}, CE: [][]float64{{1, 1}, {2, 2}}, Ce: []float64{-1, -2}}
	checkGolden(t, g)
	if r := qp.NewSolver(g.problem()).Solve(); r.Err() != nil || math.Abs(r.X[0]-0.5) > 1e-12 || math.Abs(r.X[1]-0.5) > 1e-12 {
		t.Errorf("consistent: %v, x %v", r.Err(), r.X)
	}
	g.Ce[1] = -3
	checkGolden(t, g)
	if r := qp.NewSolver(g.problem()).Solve(); r.Status != qp.Infeasible {
		t.Errorf("contradictory: %v", r.Status)
	}
}

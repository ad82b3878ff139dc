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

// goldens reads the shared set, found beside the repository.
func goldens(t *testing.T) []golden {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("there is no go.mod above the test's folder")
		}
		dir = filepath.Dir(dir)
	}
	path := filepath.Join(dir, "..", "shared", "golden", "qp", "cases.json")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Skipf("the shared golden set is not beside this checkout (%v); the numbers in testdata stand for it", err)
	}
	var file struct {
		Cases []golden `json:"cases"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return file.Cases
}

func TestEverySharedProblemIsSolvedOrNamedInfeasible(t *testing.T) {
	for _, g := range goldens(t) {
		t.Run(g.Name, func(t *testing.T) { checkGolden(t, g) })
	}
}

func checkGolden(t *testing.T, g golden) {
	p := g.problem()
	r := qp.NewSolver(p).Solve()
	t.Logf("%v, %d iterations, stationarity %.1e", r.Status, r.Iterations, r.Stationarity)
	if r.Err() != nil {
		t.Log(r.Err())
	}
	if g.Status == 0 {
		tolerance := 1e-7
		if g.Name == "ill_conditioned_1e14" {
			tolerance = 1e-4
		}
		if r.Status != qp.Optimal {
			t.Fatalf("the answer is %v, want optimal", r.Status)
		}
		worst := 0.0
		for j, want := range g.X {
			e := math.Abs(r.X[j]-want) / (1 + math.Abs(want))
			worst = max(worst, e)
			if e > tolerance {
				t.Errorf("x[%d] = %.12g, want %.12g", j, r.X[j], want)
			}
		}
		t.Logf("error %.1e", worst)
	}
}

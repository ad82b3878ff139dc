package hierarchy

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

// goldenArm are numbers of Orocos KDL, and of the exact law and the ones it replaces computed from
// them elsewhere. Rows of J are linear first.
type goldenArm struct {
	URDF  string       `json:"urdf"`
	Tip   string       `json:"tip"`
	Cases []goldenCase `json:"cases"`
}

type goldenCase struct {
	Q           []float64   `json:"q"`
	QD          []float64   `json:"qd"`
	M           [][]float64 `json:"M"`
	CQD         []float64   `json:"Cqd"`
	G           []float64   `json:"g"`
	J           [][]float64 `json:"J"`
	JDotQD      []float64   `json:"Jdot_qd"`
	P           []float64   `json:"p"`
	Goal        []float64   `json:"x_des"`
	Lambda1     [][]float64 `json:"Lambda1"`
	Jbar1       [][]float64 `json:"Jbar1"`
	N1          [][]float64 `json:"N1"`
	QDDTwo      []float64   `json:"qdd_pos_posture"`
	TauTwo      []float64   `json:"tau_pos_posture"`
	QDDThree    []float64   `json:"qdd_pos_ori_posture"`
	TauThree    []float64   `json:"tau_pos_ori_posture"`
	TauClassic  []float64   `json:"tau_stanford_classic"`
	TauRecursed []float64   `json:"tau_stanford_recursive_sv1e-3"`
}

const (
	matrixTolerance = 1e-7
	torqueTolerance = 1e-5 // relative to the greatest torque
)

func readGolden(t testing.TB, path string) *goldenArm {
	t.Helper()
	data, err := os.ReadFile(path)
	must(t, err)
	var g goldenArm
	must(t, json.Unmarshal(data, &g))
	if len(g.Cases) == 0 {
		t.Fatalf("%s has no cases", path)
	}
	return &g
}

func goldenPaths(t testing.TB, folder string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*.json"))
	must(t, err)
	if len(paths) == 0 {
		t.Fatalf("no golden numbers in %s", folder)
	}
	return paths
}

func TestTheLawAgreesWithTheNumbersInTestdata(t *testing.T) {
	for _, path := range goldenPaths(t, "testdata") {
		g := readGolden(t, path)
		for i := range g.Cases {
			checkFromMatrices(t, path, i, &g.Cases[i])
		}
	}
}

func TestTheLawAgreesWithAllReferenceNumbers(t *testing.T) {
	for _, path := range goldenPaths(t, shared(t, "golden", "opspace")) {
		g := readGolden(t, path)
		for i := range g.Cases {
			checkFromMatrices(t, path, i, &g.Cases[i])
		}
	}
}

// levels returns the levels of a case, made of its matrices: position, orientation unless without,
// posture.
func (c *goldenCase) levels(without bool) []taskspace.Level {
	n := len(c.Q)
	speed := make([]float64, 6)
	for i, row := range c.J {
		for j, x := range row {
			speed[i] += x * c.QD[j]
		}
	}
	make3 := func(first int) taskspace.Level {
		l := plainLevel(3)
		for i := range 3 {
			l.Jacobian = append(l.Jacobian, c.J[first+i]...)
			l.Drift[i] = c.JDotQD[first+i]
			l.Acceleration[i] = -20 * speed[first+i]
			if first == 0 {
				l.Acceleration[i] += 100 * (c.Goal[i] - c.P[i])
			}
		}
		return l
	}
	posture := plainLevel(n)
	posture.Identity = true
	posture.Jacobian = make([]float64, n*n)
	for i := range n {
		posture.Jacobian[i*n+i] = 1
		posture.Acceleration[i] = -100*c.Q[i] - 20*c.QD[i]
	}
	if without {
		return []taskspace.Level{make3(0), posture}
	}
	return []taskspace.Level{make3(0), make3(3), posture}
}

// plainLevel is a level of rows with weight, activation and scale 1, with an empty Jacobian.
func plainLevel(rows int) taskspace.Level {
	l := taskspace.Level{Rows: rows, RowsMax: rows, Drift: make([]float64, rows), Acceleration: make([]float64, rows)}
	for range rows {
		l.Weight, l.Activation, l.Scale = append(l.Weight, 1), append(l.Activation, 1), append(l.Scale, 1)
	}
	return l
}

func flat(m [][]float64) (out []float64) {
	for _, row := range m {
		out = append(out, row...)
	}
	return out
}

func checkFromMatrices(t *testing.T, path string, i int, c *goldenCase) {
	t.Helper()
	n := len(c.Q)
	for _, without := range []bool{true, false} {
		levels := c.levels(without)
		law, err := New(ConfigFor(n, levels))
		must(t, err)
		out := law.NewOutput()
		in := &Input{MassMatrix: flat(c.M), Bias: make([]float64, n), Levels: levels}
		for k := range in.Bias {
			in.Bias[k] = c.CQD[k] + c.G[k]
		}
		must(t, law.Solve(in, out))
		qdd, tau := c.QDDThree, c.TauThree
		if without {
			qdd, tau = c.QDDTwo, c.TauTwo
		}
		if miss := greatest(difference(out.Torque, tau)); !(miss <= torqueTolerance*greatest(tau)) {
			t.Errorf("%s case %d, without orientation %v: torque is off by %.3g Nm of %.3g", path, i, without, miss, greatest(tau))
		}
		if miss := greatest(difference(out.Acceleration, qdd)); !(miss <= torqueTolerance*greatest(qdd)) {
			t.Errorf("%s case %d, without orientation %v: acceleration is off by %.3g of %.3g", path, i, without, miss, greatest(qdd))
		}
	}
}

func TestTasksAndDynamicsLeadToTheReferenceTorques(t *testing.T) {
	folder := shared(t, "golden", "opspace")
	for _, path := range goldenPaths(t, folder) {
		g := readGolden(t, path)
		d, err := urdf.Load(os.DirFS(folder), g.URDF, urdf.Options{AnyMeshURI: true})
		must(t, err)
		r := build(t, d, g.URDF, g.Tip, false)
		b := newBench(t, r,
			taskspace.Task{Name: "reach", Kind: taskspace.FramePosition, Frame: g.Tip},
			taskspace.Task{Name: "calm", Kind: taskspace.FrameOrientation, Frame: g.Tip, Level: 1,
				Gains: taskspace.Gains{Proportional: []float64{0}}},
			taskspace.Task{Name: "rest", Kind: taskspace.Posture, Level: 2, Goal: taskspace.Goal{Joints: make([]float64, r.model.NQ())}})
		s := r.newState()
		for i := range g.Cases {
			c := &g.Cases[i]
			copy(s.q, c.Q)
			copy(s.v, c.QD)
			must(t, s.w.SetState(s.q, s.v))
			must(t, b.e.Start(s.w, s.q))
			must(t, b.e.SetGoal(0, &taskspace.Goal{Position: [3]float64(c.Goal)}))
			b.tick(t, s)
			if miss := greatest(difference(b.in.MassMatrix, flat(c.M))); miss > matrixTolerance {
				t.Errorf("%s case %d: mass matrix off by %g", path, i, miss)
			}
			reach := b.in.Levels[0]
			if miss := greatest(difference(reach.Jacobian, flat(c.J[:3]))); miss > matrixTolerance {
				t.Errorf("%s case %d: Jacobian off by %g", path, i, miss)
			}
			if miss := greatest(difference(reach.Drift, c.JDotQD[:3])); miss > matrixTolerance {
				t.Errorf("%s case %d: drift off by %g", path, i, miss)
			}
			if miss := greatest(difference(b.out.Torque, c.TauThree)); !(miss <= torqueTolerance*greatest(c.TauThree)) {
				t.Errorf("%s case %d: torque off by %g Nm of %g; reports %+v", path, i, miss, greatest(c.TauThree), b.out.Levels)
			}
		}
	}
}

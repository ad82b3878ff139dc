package hierarchy

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
)

// oddTasks are levels of one to seven rows, so that tiles have gaps.
func oddTasks(r *robot) []taskspace.Task {
	tasks := armTasks(r)
	tasks[0].Axes = taskspace.X | taskspace.Z
	tasks[1].Axes = taskspace.RY
	tasks[2].Joints = []string{r.model.Body(2).JointName}
	tasks[2].Goal.Joints = []float64{0.2}
	last := tasks[2]
	last.Name, last.Level, last.Joints, last.Goal.Joints = "rest", 3, nil, make([]float64, r.model.NQ())
	return append(tasks, last)
}

// The products of rows and the rows themselves are two ways to the same moves.
func TestLevelsAreMetByProductsOfRowsAsByTheRows(t *testing.T) {
	r := onWheels(t)
	arm := ownArm(t)
	rng := rand.New(rand.NewPCG(12, 1))
	for _, b := range []*bench{newBench(t, arm, armTasks(arm)...), newBench(t, r, wheelTasks(r)...), newBench(t, arm, oddTasks(arm)...)} {
		s := b.r.newState()
		by := 0
		for i := range 500 {
			b.r.randomise(t, s, rng)
			must(t, b.e.Start(s.w, s.q))
			b.tick(t, s)
			if b.law.stack.tiles == 0 {
				continue
			}
			by++
			torque, levels := append([]float64(nil), b.out.Torque...), append([]LevelReport(nil), b.out.Levels...)
			rows, err := New(b.law.config)
			must(t, err)
			rows.steep = 0
			must(t, rows.Solve(&b.in, b.out))
			if rows.stack.tiles != 0 {
				t.Fatal("products were used")
			}
			condition := 1.0
			for k, l := range b.out.Levels {
				condition *= l.Condition
				for _, pair := range [][2]float64{{levels[k].Smallest, l.Smallest}, {levels[k].Largest, l.Largest}} {
					if math.Abs(pair[0]-pair[1]) > 1e-9*pair[1] {
						t.Fatalf("state %d level %d: %+v by products, %+v by rows", i, k, levels[k], l)
					}
				}
				if levels[k].Rank != l.Rank || levels[k].Lost != l.Lost {
					t.Fatalf("state %d level %d: %+v by products, %+v by rows", i, k, levels[k], l)
				}
			}
			if miss := greatest(difference(torque, b.out.Torque)); miss > 1e-12*condition*(1+greatest(torque)) {
				t.Fatalf("%s state %d: the torques differ by %g of %g, condition %g", b.r.name, i, miss, greatest(torque), condition)
			}
		}
		if by < 300 {
			t.Errorf("%s: only %d of 500 states were solved by products", b.r.name, by)
		}
	}
}

func TestRowsThatProductsTellTooLittleAboutAreOrthogonalised(t *testing.T) {
	r := ownArm(t)
	b := newBench(t, r, armTasks(r)...)
	law, err := New(Config{Velocities: r.model.NV(), Rows: []int{3, 3, 7}, SingularRegion: 1e-7})
	must(t, err)
	b.law = law
	s := r.newState()
	rng := rand.New(rand.NewPCG(12, 2))
	seen := 0
	for i := range 500 {
		r.stretched(t, s, 1e-3, rng)
		must(t, b.e.Start(s.w, s.q))
		b.tick(t, s)
		report := &b.out.Levels[0]
		if report.Condition*report.Condition < 2*steep || report.Damped > 0 {
			continue
		}
		seen++
		if law.stack.tiles != 0 {
			t.Fatalf("state %d: products were used: %+v", i, report)
		}
		l := &b.in.Levels[0]
		got := product(l.Jacobian, b.out.Acceleration)
		for row := range got {
			if miss := math.Abs(got[row] + l.Drift[row] - l.Acceleration[row]); !(miss <= 1e-13*report.Condition*(1+greatest(b.out.Acceleration))) {
				t.Fatalf("state %d row %d: off by %g; %+v", i, row, miss, report)
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d of 500 states were steep", seen)
	}
}

// Rows that fade in are never met by products; levels before them are, and have to stand as they
// were for those after.
func TestLevelsMetBothWaysInOneTickAreThoseOfTheRowsAlone(t *testing.T) {
	r := ownArm(t)
	tasks := armTasks(r)
	tasks[1].Level, tasks[2].Level = 2, 3
	limits := taskspace.Task{Name: "limits", Kind: taskspace.JointLimits, Level: 1, Margin: 0.3}
	b := newBench(t, r, tasks[0], limits, tasks[1], tasks[2])
	rows, err := New(b.law.config)
	must(t, err)
	rows.steep = 0
	s := r.newState()
	rng := rand.New(rand.NewPCG(12, 3))
	products, both := 0, 0
	for i := range 500 {
		r.randomise(t, s, rng)
		must(t, b.e.Start(s.w, s.q))
		b.tick(t, s)
		switch fading := b.in.Levels[1].Rows; {
		case b.law.stack.tiles > 0 && fading == 0:
			products++
		case b.law.directed > 0 && fading > 0:
			both++
		}
		torque, condition := append([]float64(nil), b.out.Torque...), 1.0
		nulls := [2][]float64{make([]float64, len(torque)*len(torque)), make([]float64, len(torque)*len(torque))}
		must(t, b.law.NullSpace(nulls[0], 2))
		must(t, rows.Solve(&b.in, b.out))
		must(t, rows.NullSpace(nulls[1], 2))
		for _, l := range b.out.Levels {
			condition *= l.Condition
		}
		if miss := greatest(difference(torque, b.out.Torque)); miss > 1e-11*condition*(1+greatest(torque)) {
			t.Fatalf("state %d: the torques differ by %g of %g, condition %g", i, miss, greatest(torque), condition)
		}
		if miss := greatest(difference(nulls[0], nulls[1])); miss > 1e-10*condition*(1+greatest(nulls[1])) {
			t.Fatalf("state %d: the null spaces differ by %g of %g, condition %g", i, miss, greatest(nulls[1]), condition)
		}
	}
	if products < 20 || both < 100 {
		t.Errorf("%d states were solved by products, %d both ways: the test tests little", products, both)
	}
}

package hierarchy

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
)

func TestConfigurationsThatCannotBeAreRefusedAtOnce(t *testing.T) {
	_, err := New(Config{Velocities: 0, Rows: []int{-1}, Unactuated: []int{3, 2}, ContactRows: -1, SingularRegion: 2, Damping: math.NaN()})
	if !errors.Is(err, ErrConfig) {
		t.Fatalf("error %v", err)
	}
	for _, part := range []string{"0 velocities", "level 0 of -1 rows", "[3 2]", "-1 rows of contacts", "region of 2", "damping of NaN"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q is missing in %v", part, err)
		}
	}
	if _, err := New(Config{Velocities: 7, ContactRows: 3}); err == nil || !strings.Contains(err.Error(), "make them a task of level 0") {
		t.Errorf("contacts without unactuated velocities: %v", err)
	}
}

func TestInputsThatCannotBeAreNamed(t *testing.T) {
	r := ownArm(t)
	for _, c := range []struct {
		says  string
		is    error
		spoil func(*Input)
	}{
		{"mass matrix 3", ErrShape, func(in *Input) { in.MassMatrix = in.MassMatrix[:3] }},
		{"1 levels", ErrShape, func(in *Input) { in.Levels = in.Levels[:1] }},
		{"level 0 of 9 rows (at most 3)", ErrShape, func(in *Input) { in.Levels[0].Rows = 9 }},
		{"contacts of 2 rows (at most 0)", ErrShape, func(in *Input) { in.Contacts.Rows = 2 }},
		{"not positive definite", ErrMassMatrix, func(in *Input) { in.MassMatrix[8] = -1 }},
		{"not positive definite", ErrMassMatrix, func(in *Input) { in.MassMatrix[0] = math.NaN() }},
		{"look for it in the levels", ErrNotFinite, func(in *Input) { in.Levels[0].Acceleration[1] = math.NaN() }},
		{"level 1, row 0: the Jacobian has +Inf for velocity 1", ErrNotFinite, func(in *Input) { in.Levels[1].Jacobian[1] = math.Inf(1) }},
		{"level 1, row 2: the Jacobian has NaN for velocity 0", ErrNotFinite, func(in *Input) { in.Levels[1].Jacobian[2*7] = math.NaN() }},
		{"level 0, row 1 has the scale +Inf", ErrNotFinite, func(in *Input) { in.Levels[0].Scale[1] = math.Inf(1) }},
		{"level 0, row 0 has the scale NaN", ErrNotFinite, func(in *Input) { in.Levels[0].Scale[0] = math.NaN() }},
		{"look for it in the levels", ErrNotFinite, func(in *Input) { in.Bias[1] = math.NaN() }},
	} {
		b := newBench(t, r, armTasks(r)...)
		s := r.newState()
		r.randomise(t, s, rand.New(rand.NewPCG(6, 6)))
		must(t, b.e.Start(s.w, s.q))
		b.tick(t, s)
		c.spoil(&b.in)
		err := b.law.Solve(&b.in, b.out)
		if !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("expected %v with %q; got %v", c.is, c.says, err)
		}
	}
}

// A row that adds no direction takes no part in the answer. That its numbers are not finite is
// reported nevertheless: alone in its level, and below a level that takes everything.
func TestARowWithoutADirectionIsNoPlaceForBadNumbers(t *testing.T) {
	const n = 4
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for _, order := range [][]int{{0}, {0, 1}, {1, 0}} {
			in := Input{MassMatrix: make([]float64, n*n), Bias: make([]float64, n)}
			c := Config{Velocities: n}
			for i := range n {
				in.MassMatrix[i*n+i] = 2
			}
			for _, which := range order {
				v := levelOf(n, []int{1, n}[which])
				if v.Identity = which == 1; which == 0 {
					v.Jacobian[2] = bad
				}
				in.Levels, c.Rows = append(in.Levels, v), append(c.Rows, v.Rows)
			}
			law, err := New(c)
			must(t, err)
			if err := law.Solve(&in, law.NewOutput()); !errors.Is(err, ErrNotFinite) || !strings.Contains(err.Error(), "the Jacobian has") {
				t.Errorf("%g in levels %v: %v", bad, order, err)
			}
		}
	}
}

// levelOf is a level whose rows want the first velocities to do nothing.
func levelOf(n, rows int) taskspace.Level {
	ones := func() []float64 {
		v := make([]float64, rows)
		for i := range v {
			v[i] = 1
		}
		return v
	}
	v := taskspace.Level{Rows: rows, RowsMax: rows, Jacobian: make([]float64, rows*n), Drift: make([]float64, rows), Acceleration: make([]float64, rows),
		Weight: ones(), Activation: ones(), Scale: ones()}
	for i := range min(rows, n) {
		v.Jacobian[i*n+i] = 1
	}
	return v
}

func TestALawRemembersNothing(t *testing.T) {
	r := ownArm(t)
	b := newBench(t, r, armTasks(r)...)
	s := r.newState()
	rng := rand.New(rand.NewPCG(16, 6))
	r.randomise(t, s, rng)
	must(t, b.e.Start(s.w, s.q))
	b.tick(t, s)
	want := append([]float64(nil), b.out.Torque...)
	keep := append([]float64(nil), s.q...)
	speed := append([]float64(nil), s.v...)
	for range 20 {
		r.stretched(t, s, 1e-3, rng)
		b.tick(t, s)
		b.in.Bias[0] = math.NaN()
		if err := b.law.Solve(&b.in, b.out); err == nil {
			t.Fatal("NaN passed")
		}
	}
	copy(s.q, keep)
	copy(s.v, speed)
	must(t, s.w.SetState(s.q, s.v))
	b.tick(t, s)
	if miss := greatest(difference(b.out.Torque, want)); miss > 1e-12*greatest(want) {
		t.Errorf("after other states the same one gives torques that differ by %g", miss)
	}
}

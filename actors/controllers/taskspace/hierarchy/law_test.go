package hierarchy

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
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
		{"look for it in the levels", ErrNotFinite, func(in *Input) { in.Levels[1].Jacobian[1] = math.Inf(1) }},
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

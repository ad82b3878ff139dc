package physics

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A wheel that is a part of its base moves as one whose contact is a condition beside the
// velocities, and the ground holds it with the same force.
func TestAWheelThatFollowsItsBaseMovesAsOneThatIsHeld(t *testing.T) {
	const seed = 21
	random := rand.New(rand.NewPCG(seed, 1))
	folded := 0
	for trial := range 1000 {
		s, v := randomStep(random)
		for i := range s.hold {
			s.hold[i] = min(s.hold[i], 1) // what dry friction holds firmly is not compared to the last digits
		}
		beside := solveBoth(t, s, v, 1e-6) // inertias differ by factors of 1e4
		for r := range s.rows {
			if s.rolls(&s.rows[r]) {
				folded++
			}
			near(t, "force", s.force[r], beside.force[r], 1e-6*(1+largest(beside.force)))
		}
		if t.Failed() {
			t.Fatalf("seed %d, trial %d", seed, trial)
		}
	}
	if folded < 100 {
		t.Errorf("only %d wheels were parts of their bases", folded)
	}
}

// solveBoth solves a step, and again without wheels that are parts of their bases, and compares.
func solveBoth(t *testing.T, s *drySolver, v []float64, tolerance float64) (beside *drySolver) {
	t.Helper()
	beside, same := unfolded(s), append([]float64(nil), v...)
	_, ok := s.solve(v)
	_, also := beside.solve(same)
	if !ok || !also {
		t.Fatalf("solved %t and %t", ok, also)
	}
	checkStep(t, "folded", s, v)
	for i := range v {
		near(t, "velocity", v[i], same[i], tolerance*(1+math.Abs(same[i])))
	}
	return beside
}

// unfolded is a copy of a solver in which no wheel is a part of its base.
func unfolded(s *drySolver) *drySolver {
	c := copied(s)
	for r := range c.rows {
		c.rows[r].roller = nil
	}
	return c
}

// The base may itself be carried: by two joints here, with an arm beside the wheels.
func TestABaseThatIsCarriedFoldsItsWheels(t *testing.T) {
	const seed = 22
	random := rand.New(rand.NewPCG(seed, 1))
	parent := []int{-1, 0, 1, 2, 3, 4, 4, 4, 7}
	for trial := range 200 {
		rows := []contactRow{
			{base: 2, slope: [3]float64{1, 0.2, -0.3}, wheel: 5, reach: 0.1, hold: math.Inf(1)},
			{base: 2, slope: [3]float64{-0.4, 1, 0.5}, wheel: 6, reach: -0.2, hold: math.Inf(1)},
		}
		s := newDrySolver(parent, rows)
		copy(s.mass, randomMass(random, parent))
		for i := range s.impulse {
			s.impulse[i], s.damping[i] = random.NormFloat64(), random.Float64()
		}
		if !s.rolls(&s.rows[0]) || !s.rolls(&s.rows[1]) {
			t.Fatal("the wheels are no parts of their base")
		}
		if solveBoth(t, s, make([]float64, s.n), 1e-8); t.Failed() {
			t.Fatalf("seed %d, trial %d", seed, trial)
		}
	}
}

// Only a wheel with one row that never slips, at the end of its branch, is a part of its base.
func TestWheelsThatSlipSteerOrCarryAreNoPartsOfTheirBase(t *testing.T) {
	parent := []int{-1, 0, 1, 2, 3, 2}
	never := math.Inf(1)
	for name, c := range map[string]struct {
		rows []contactRow
		want bool
	}{
		"one row at the end of a branch": {[]contactRow{{wheel: 5, reach: 0.1, hold: never}}, true},
		"it may slip":                    {[]contactRow{{wheel: 5, reach: 0.1, hold: 3}}, false},
		"it is held sideways":            {[]contactRow{{wheel: 5, hold: never}}, false},
		"two rows":                       {[]contactRow{{wheel: 5, reach: 0.1, hold: never}, {wheel: 5, hold: never}}, false},
		"it carries something":           {[]contactRow{{wheel: 3, reach: 0.1, hold: never}}, false},
		"something is between":           {[]contactRow{{wheel: 4, reach: 0.1, hold: never}}, false},
	} {
		s := newDrySolver(parent, c.rows)
		for r := range s.rows {
			if got := s.rolls(&s.rows[r]); got != c.want {
				t.Errorf("%s: row %d follows its base: %t; expected %t", name, r, got, c.want)
			}
		}
	}
	s := newDrySolver(parent, []contactRow{{wheel: 5, reach: 0.1, hold: never}})
	if s.hold[5] = 1; s.rolls(&s.rows[0]) {
		t.Error("a wheel that dry friction holds is a part of its base")
	}
	s.hold[5] = 0
	if s.constrain(1); s.rolls(&s.rows[0]) {
		t.Error("a wheel is a part of its base beside constraints")
	}
}

// The dry friction of a wheel's own joint is light beside the base: its wheel is a part of the base
// also while it stands, and gives it the same forces as a wheel beside the velocities. A brake
// holds too firmly for that.
func TestAWheelThatDryFrictionHoldsLightlyStaysAPartOfItsBase(t *testing.T) {
	const friction, brake, reach = 1.5e-4, 0.2, 0.1 // N m s, N m s, m
	parent := []int{-1, 0, 1, 2, 2, 2, 2}
	rows := make([]contactRow, 4)
	for i := range rows {
		side, end := float64(1-2*(i%2)), float64(1-i/2*2)
		rows[i] = contactRow{slope: [3]float64{1, side * end, -side * 0.5}, wheel: 3 + i, reach: -reach, hold: math.Inf(1)}
	}
	for push, moves := range map[float64]bool{1e-4: false, 0.5: true} { // N s
		s := newDrySolver(parent, rows)
		for i, m := range []float64{80, 80, 5, 0.01, 0.01, 0.01, 0.01} {
			s.mass[i*s.n+i] = m
		}
		for i := range rows {
			s.hold[3+i] = friction
		}
		s.impulse[0], s.impulse[1], s.impulse[2] = push, -0.7*push, 0.1*push
		v := make([]float64, s.n)
		beside := solveBoth(t, s, v, 1e-12)
		if len(s.folded) != len(rows) || len(beside.active) != len(rows) {
			t.Fatalf("%d wheels are parts of their base, and %d of those beside it hold; expected all", len(s.folded), len(beside.active))
		}
		if (s.stick[3] != 0) != moves {
			t.Errorf("pushed by %g N s the first wheel moves: %t", push, s.stick[3] != 0)
		}
		for r := range rows {
			near(t, "force", s.force[r], beside.force[r], 1e-9*push)
		}
		s.hold[3] = brake
		if s.stick[3] = 0; s.rolls(&s.rows[0]) {
			t.Error("a wheel that a brake holds is a part of its base")
		}
	}
}

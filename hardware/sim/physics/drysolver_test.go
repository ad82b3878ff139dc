package physics

import (
	"math"
	"math/rand/v2"
	"testing"
)

// randomStep returns a solver filled with a random robot: a planar base of three velocities, wheels
// on it, and arms.
func randomStep(random *rand.Rand) (s *drySolver, v []float64) {
	wheels, arm := random.IntN(5), random.IntN(8)
	n := 3 + wheels + arm
	parent := make([]int, n)
	for i := range parent {
		parent[i] = i - 1
		if i >= 3 && i < 3+wheels {
			parent[i] = 2
		} else if i == 3+wheels {
			parent[i] = 2
		}
	}
	var rows []contactRow
	for w := range wheels {
		row := contactRow{wheel: 3 + w, reach: 0.05 + 0.1*random.Float64(), hold: math.Inf(1)}
		for k := range row.slope {
			row.slope[k] = random.NormFloat64()
		}
		if random.IntN(2) == 0 {
			row.hold = math.Exp(random.NormFloat64())
		}
		rows = append(rows, row)
	}
	s = newDrySolver(parent, rows)
	copy(s.mass, randomMass(random, parent))
	v = make([]float64, n)
	for i := range n {
		s.impulse[i] = 3 * random.NormFloat64()
		if random.IntN(3) > 0 {
			s.hold[i] = math.Exp(2 * random.NormFloat64())
		}
		if random.IntN(3) == 0 {
			s.damping[i] = random.Float64()
		}
		if random.IntN(2) == 0 {
			v[i] = random.NormFloat64()
		}
	}
	return s, v
}

// checkStep tests the conditions under which v is the one solution, from the physics alone:
// Newton's law holds with friction that opposes motion and never exceeds its bound, and contacts
// that hold do not move.
func checkStep(t *testing.T, where string, s *drySolver, v []float64) {
	t.Helper()
	momentum := times(s.mass, v)
	scale := 1.0
	for i := range v {
		momentum[i] += s.damping[i]*v[i] - s.impulse[i]
		scale = max(scale, math.Abs(s.impulse[i]))
	}
	for r := range s.rows {
		row := &s.rows[r]
		row.addTo(momentum, -s.force[r])
		speed := row.along(v)
		switch {
		case math.IsInf(row.hold, 1):
			if limit := 1e-10 * (1 + reaction(s, row)*math.Abs(s.force[r])); math.Abs(speed) > limit {
				t.Fatalf("%s: contact %d never slips, but moves at %g m/s, more than %g", where, r, speed, limit)
			}
		case math.Abs(s.force[r]) > row.hold*(1+1e-9):
			t.Fatalf("%s: contact %d gives %g N s, more than its %g", where, r, s.force[r], row.hold)
		case math.Abs(speed) > 1.01*CreepVelocity && math.Abs(s.force[r]+math.Copysign(row.hold, speed)) > 1e-9*row.hold:
			t.Fatalf("%s: contact %d slips at %g m/s with %g N s instead of %g against it", where, r, speed, s.force[r], row.hold)
		}
	}
	// What is left of the momentum is the friction of the joints.
	for i, friction := range momentum {
		tolerance := 1e-9 * scale
		switch {
		case math.Abs(friction) > s.hold[i]+tolerance:
			t.Fatalf("%s: velocity %d feels a friction of %g, bound %g", where, i, friction, s.hold[i])
		case math.Abs(v[i]) > 1.01*CreepVelocity && math.Abs(friction+math.Copysign(s.hold[i], v[i])) > tolerance:
			t.Fatalf("%s: velocity %d is %g with a friction of %g, bound %g", where, i, v[i], friction, s.hold[i])
		case math.Copysign(1, v[i])*friction > tolerance:
			t.Fatalf("%s: friction %g drives velocity %d of %g", where, friction, i, v[i])
		}
	}
}

// reaction is by how much a contact's velocity changes with its own impulse where no friction
// holds, m/s per N s.
func reaction(s *drySolver, row *contactRow) float64 {
	f := newFactor(parents(s))
	if !f.decompose(s.mass, s.damping) {
		return math.NaN()
	}
	half := make([]float64, s.n)
	row.addTo(half, 1)
	f.half(half)
	return dot(half, half)
}

// parents reads the tree back from the solver's factor.
func parents(s *drySolver) []int {
	parent := make([]int, s.n)
	for i := range parent {
		parent[i] = -1
		if last := s.factor.row[i+1] - 2; last >= s.factor.row[i] {
			parent[i] = int(s.factor.path[last])
		}
	}
	return parent
}

func TestEveryStepObeysNewtonsLawWithDryFriction(t *testing.T) {
	const seed = 5
	random := rand.New(rand.NewPCG(seed, 1))
	total, most := 0, 0
	const trials = 3000
	for trial := range trials {
		s, v := randomStep(random)
		iterations, ok := s.solve(v)
		if !ok {
			t.Fatalf("seed %d, trial %d: no solution after %d Newton steps", seed, trial, iterations)
		}
		checkStep(t, "seed 5", s, v)
		total += iterations
		most = max(most, iterations)
	}
	t.Logf("Newton steps: %.2f on average, %d at most", float64(total)/trials, most)
}

// A minimum is one, and the search finds it from everywhere; a guess can only be quicker.
func TestGuessesEndWhereTheSearchEnds(t *testing.T) {
	const seed = 9
	random := rand.New(rand.NewPCG(seed, 1))
	for trial := range 2000 {
		s, guessed := randomStep(random)
		searched := make([]float64, s.n) // at rest nothing moves against a contact
		if _, ok := s.search(searched, 1); !ok {
			t.Fatalf("seed %d, trial %d: the search found nothing", seed, trial)
		}
		if _, ok := s.solve(guessed); !ok {
			t.Fatalf("seed %d, trial %d: no solution", seed, trial)
		}
		for i := range guessed {
			if math.Abs(guessed[i]-searched[i]) > 1e-7*(1+math.Abs(searched[i])) {
				t.Fatalf("seed %d, trial %d: velocity %d is %g guessed and %g searched for", seed, trial, i, guessed[i], searched[i])
			}
		}
	}
}

func TestASolvedStepNeedsOneNewtonStepToBeSolvedAgain(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 1))
	for trial := range 300 {
		s, v := randomStep(random)
		if _, ok := s.solve(v); !ok {
			t.Fatalf("trial %d: no solution", trial)
		}
		again := append([]float64(nil), v...)
		if iterations, ok := s.solve(again); !ok || iterations != 1 {
			t.Errorf("trial %d: solved again after %d Newton steps (ok %v), want 1", trial, iterations, ok)
		}
		for i := range v {
			if v[i] != again[i] {
				t.Errorf("trial %d: velocity %d changed from %g to %g", trial, i, v[i], again[i])
			}
		}
	}
}

func TestTwoWheelsOnOneAxleShareTheirSidewaysForce(t *testing.T) {
	sideways := contactRow{slope: [3]float64{0, 1, 0}, wheel: 3, hold: math.Inf(1)}
	other := sideways
	other.wheel = 4
	s := newDrySolver([]int{-1, 0, 1, 2, 2}, []contactRow{sideways, other})
	for i, m := range []float64{40, 40, 2, 0.01, 0.01} {
		s.mass[i*5+i] = m
	}
	s.impulse[0], s.impulse[1] = 40, 6
	v := make([]float64, 5)
	if _, ok := s.solve(v); !ok {
		t.Fatal("no solution")
	}
	if math.Abs(v[0]-1) > 1e-12 || math.Abs(v[1]) > 1e-11 {
		t.Errorf("velocity %g, %g m/s; want 1 and 0", v[0], v[1])
	}
	for r, force := range s.force {
		if math.Abs(force+3) > 1e-3 {
			t.Errorf("contact %d gives %g N s, want -3: half of it", r, force)
		}
	}
}

func TestABlockOnABeltSticksUpToItsFrictionAndThenSlips(t *testing.T) {
	for _, c := range []struct{ push, want float64 }{{0.9, 0}, {-1, 0}, {1.5, 0.5}, {-3, -2}} {
		s := newDrySolver([]int{-1}, nil)
		s.mass[0], s.hold[0], s.impulse[0] = 1, 1, c.push
		v := []float64{0}
		if _, ok := s.solve(v); !ok || math.Abs(v[0]-c.want) > 1.01*CreepVelocity {
			t.Errorf("pushed with %g N s against 1 N s of friction, 1 kg moves at %g m/s, want %g", c.push, v[0], c.want)
		}
	}
}

// A joint whose velocity is that at which it begins to slip is at the corner of two pieces, and
// rounding says now the one, now the other.
func TestAJointThatJustBeginsToSlipIsSolved(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 15))
	for run := range 5000 {
		s, v := randomStep(random)
		s.rows = s.rows[:0]
		s.stick, s.next = s.stick[:s.n], s.next[:s.n]
		end := make([]float64, s.n)
		for i := range end {
			end[i] = random.NormFloat64()
			if random.IntN(2) == 0 {
				end[i] = math.Copysign(CreepVelocity, end[i]) * (1 + float64(random.IntN(3)-1)*1e-6)
			}
		}
		copy(s.impulse, times(s.mass, end))
		for i, speed := range end {
			s.impulse[i] += s.damping[i]*speed + s.hold[i]*grip(speed)
		}
		if n, ok := s.solve(v); !ok {
			t.Fatalf("run %d ends after %d steps without a solution", run, n)
		}
		for i := range v {
			if math.Abs(v[i]-end[i]) > 1e-8*(1+math.Abs(end[i])) {
				t.Fatalf("run %d: velocity %d is %g, expected %g", run, i, v[i], end[i])
			}
		}
	}
}

func TestNumbersThatAreNotFiniteGiveNoSolution(t *testing.T) {
	s := newDrySolver([]int{-1}, nil)
	s.mass[0] = math.NaN()
	if _, ok := s.solve([]float64{0}); ok {
		t.Error("a mass of NaN was solved")
	}
}

func TestSolvingAllocatesNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 1))
	s, v := randomStep(random)
	start := append([]float64(nil), v...)
	if n := testing.AllocsPerRun(50, func() {
		copy(v, start)
		s.solve(v)
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

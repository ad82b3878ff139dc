package physics

import (
	"math"
	"math/rand/v2"
	"testing"
)

// randomMechanism is a random step of a robot whose wheels never slip, and whose joints tremble:
// velocities and impulses that leave it open what dry friction does.
func randomMechanism(random *rand.Rand) (s *drySolver, v []float64) {
	s, v = randomStep(random)
	for r := range s.rows {
		s.rows[r].hold = math.Inf(1)
	}
	s = newDrySolver(parents(s), s.rows)
	copy(s.mass, randomMass(random, parents(s)))
	for i, most := 0, largest(s.mass); i < s.n; i++ { // badly conditioned ones differ in more than rounding
		s.mass[i*s.n+i] += 1e-3 * most
	}
	size := 1e-3 * math.Exp(random.NormFloat64()) // of the impulses of a millisecond
	for i := range v {
		s.hold[i] = size * math.Exp(random.NormFloat64()) * float64(min(1, random.IntN(4)))
		s.impulse[i] = size * random.NormFloat64()
		v[i] = size * random.NormFloat64() * float64(random.IntN(2))
	}
	return s, v
}

// copied is a solver of the same step.
func copied(s *drySolver) *drySolver {
	c := newDrySolver(parents(s), append([]contactRow(nil), s.rows...))
	copy(c.mass, s.mass)
	copy(c.damping, s.damping)
	copy(c.impulse, s.impulse)
	copy(c.hold, s.hold)
	return c
}

// An answer that was amended is that of a Newton step done anew, for velocities and for the forces
// of the ground.
func TestAnAmendedStepEndsWhereNewStepsEnd(t *testing.T) {
	const seed, trials = 31, 3000
	random := rand.New(rand.NewPCG(seed, 1))
	amended, saved := 0, 0
	for trial := range trials {
		s, v := randomMechanism(random)
		plain, want := copied(s), append([]float64(nil), v...)
		s.amends = true
		steps, ok := plain.solve(want)
		fewer, also := s.solve(v)
		if !ok || !also {
			t.Fatalf("seed %d, trial %d: solved %t and %t", seed, trial, ok, also)
		}
		if len(s.amendment.dofs) > 0 && fewer == 1 && steps > 1 {
			amended++
			saved += steps - fewer
		}
		checkStep(t, "plain", plain, want)
		checkStep(t, "amended", s, v)
		size := largest(want)
		for i := range v {
			near(t, "velocity", v[i], want[i], 1e-6*CreepVelocity+1e-9*size)
		}
		for r := range s.force {
			near(t, "force", s.force[r], plain.force[r], 1e-5*largest(plain.force))
		}
		if t.Failed() {
			t.Fatalf("seed %d, trial %d", seed, trial)
		}
	}
	if amended < trials/4 {
		t.Errorf("only %d of %d steps were amended", amended, trials)
	}
	t.Logf("%d of %d steps were amended, which saved %d Newton steps", amended, trials, saved)
}

// A joint with a closed brake that is torn loose leaves a small difference of large numbers; such a
// step is done anew.
func TestAJointThatIsTornLooseFromABrakeIsNotAmended(t *testing.T) {
	const inertia, push = 1.5, 3.0 // kg m^2, N m s
	for hold, amended := range map[float64]bool{0.5e-3: true, 0.2: false} {
		s := newDrySolver([]int{-1}, nil)
		s.amends = true
		s.mass[0], s.hold[0], s.impulse[0] = inertia, hold, push
		v := []float64{0}
		steps, ok := s.solve(v)
		if !ok {
			t.Fatalf("held with %g N m s: no solution", hold)
		}
		near(t, "velocity", v[0], (push-hold)/inertia, 1e-11)
		if (steps == 1) != amended {
			t.Errorf("held with %g N m s: solved by %d Newton steps; amended expected: %t", hold, steps, amended)
		}
	}
}

// Beside a wheel that may slip nothing is amended.
func TestStepsWithWheelsThatMaySlipAreDoneAnew(t *testing.T) {
	random := rand.New(rand.NewPCG(32, 1))
	several := 0
	for trial := range 300 {
		s, v := randomStep(random)
		bounded := s.bounded
		s.amends = true
		steps, ok := s.solve(v)
		if !ok {
			t.Fatalf("trial %d: no solution", trial)
		}
		checkStep(t, "wheels that may slip", s, v)
		if bounded && steps > 1 {
			several++
		}
		if bounded && len(s.amendment.dofs) > 0 {
			t.Fatalf("trial %d: amended beside a wheel that may slip", trial)
		}
	}
	if several == 0 {
		t.Error("no step with a wheel that may slip needed more than one Newton step")
	}
}

func TestAmendingAllocatesNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(33, 1))
	s, v := randomMechanism(random)
	for s.amends = true; ; s, v = randomMechanism(random) {
		s.amends = true
		start := append([]float64(nil), v...)
		if _, ok := s.solve(v); !ok || len(s.amendment.dofs) < 3 {
			continue
		}
		if n := testing.AllocsPerRun(50, func() {
			copy(v, start)
			s.solve(v)
		}); n != 0 {
			t.Errorf("%g allocations", n)
		}
		return
	}
}

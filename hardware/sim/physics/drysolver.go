package physics

import (
	"math"
	"slices"
)

const (
	// CreepVelocity is how fast a joint (rad/s or m/s) or a wheel's contact (m/s) creeps at most
	// while dry friction holds it. It makes the problem of one step strictly convex, and is far
	// below what any encoder of a drive resolves.
	CreepVelocity = 1e-6
	// rollingCompliance, relative to the inverse inertia that a contact feels, lets contacts that
	// say the same twice (the sideways ones of two wheels on one axle) share their force evenly.
	// What remains of their velocity is below 1e-11 of the velocity that the force changes in a
	// step.
	rollingCompliance = 1e-12
	// mostGuesses is how often the next piece is guessed before it is searched for. Of a thousand
	// steps of a mobile manipulator that stops and starts, one needs more.
	mostGuesses = 4
	// mostIterations is never reached in tests with random robots; they need four on average.
	mostIterations = mostGuesses + 40
)

// drySolver finds the velocities at the end of one step, given all that acts during it: inertia,
// forces, dry friction in the joints, and contacts that hold what they touch along one direction
// with a bounded or unbounded force. It is implicit in the friction, so that what is at rest
// stays where it is.
//
// With mass matrix M, linear damping D, impulses b = M v + dt (forces) and contacts of directions
// J, the velocities minimise the strictly convex function
//
//	f(v) = v (M + D) v / 2 - b v + sum_i huber(v_i; p_i) + sum_r huber((J v)_r; p_r)
//	over J v = 0 for unbounded contacts
//
// where huber(s; p) is the work that dry friction of the impulse p takes: p s^2 / (2 c) for |s|
// below the creep velocity c, and p (|s| - c/2) beyond. Its gradient is friction as one knows it:
// up to p it holds, then it slips. The minimum is found by Newton's method with exact line search,
// which ends after finitely many steps on functions that are quadratic in pieces (Madsen and
// Nielsen, Finite algorithms for robust linear regression, BIT 30, 1990). From one step of the
// plant to the next the pieces seldom change; then one Newton step is exact. Where they do, a few
// good guesses of the piece come before the search: a minimum of a piece that lies in that piece is
// the minimum, however it was found.
type drySolver struct {
	n      int
	factor *factor

	// Inputs, which the caller fills before each solve.
	mass    []float64 // n x n row-major, kg, kg m, kg m^2
	damping []float64 // n: what is added to the diagonal of mass, >= 0
	impulse []float64 // n: b, N s or N m s
	hold    []float64 // n: p_i, impulse of dry friction of each degree of freedom, >= 0
	rows    []contactRow
	// amends corrects the result of a Newton step that assumed a wrong piece, instead of repeating
	// the step.
	amends bool
	// stands reports that mass has not changed since the last solve, so that its factor is reused.
	stands bool

	force []float64 // one a contact: the impulse it gave in the last solve, N s

	// constraints are those that may act in the step, beside friction and rows; see constraint. The
	// caller fills them.
	constraints []*constraint
	stiff       []float64 // n x n: mass and what the constraints add; its lower triangle is used
	pulls       []float64 // n: what the constraints add to the impulses
	gradient    []float64 // n: imbalance of impulses
	residual    residual
	slipping    []*constraint // those whose normal impulse is an unknown of the next Newton step
	unmoved     []float64     // n: the velocities at the begin of a solve with constraints
	minimum     []float64     // n: the last minimum for some bounds of drag
	short       int           // how many Newton steps in a row were short
	unbounded   bool          // some row holds with any force
	bounded     bool          // some row may slip

	amendment amendment

	stick, next []int8 // one a dof, then one a contact: 0 held, +1 or -1 slipping that way
	diagonal    []float64
	kept        []float64 // the diagonal of the present factor
	keptFolded  []int     // and its wheels that follow their bases
	target      []float64
	direction   []float64
	right       []float64
	product     []float64
	halves      []float64 // one row of n a contact
	shared      []int     // contacts x contacts: how much of the way from the root two wheels share
	gram        []float64 // contacts x contacts
	lambda      []float64
	active      []int // contacts that hold in the next Newton step, beside the velocities
	folded      []int // those of wheels that follow their bases in it
}

func newDrySolver(parent []int, rows []contactRow) *drySolver {
	n, m := len(parent), len(rows)
	vector := func() []float64 { return make([]float64, n) }
	s := &drySolver{
		n: n, factor: newFactor(parent), rows: rows,
		mass: make([]float64, n*n), damping: vector(), impulse: vector(), hold: vector(), force: make([]float64, m),
		stick: make([]int8, n+m), next: make([]int8, n+m), diagonal: vector(), target: vector(), direction: vector(),
		right: vector(), product: vector(), halves: make([]float64, n*m), gram: make([]float64, m*m),
		lambda: make([]float64, m), active: make([]int, 0, m), folded: make([]int, 0, m),
		kept: make([]float64, 0, n), keptFolded: make([]int, 0, m),
	}
	s.shared = make([]int, m*m)
	for r := range rows {
		way := s.factor.way(rows[r].wheel)
		rows[r].place = slices.Index(way, int32(rows[r].base))
		for other := range rows {
			s.shared[r*m+other] = sharedLength(way, s.factor.way(rows[other].wheel))
		}
		s.unbounded = s.unbounded || math.IsInf(rows[r].hold, 1)
		s.bounded = s.bounded || !math.IsInf(rows[r].hold, 1)
	}
	s.findRollers()
	s.amendment = newAmendment(s)
	return s
}

// solve replaces the velocities v of the step's begin by those of its end. It returns the number of
// Newton steps, and false where the numbers given were not finite or not positive definite, or the
// steps ran out; v is then the best found.
func (s *drySolver) solve(v []float64) (iterations int, ok bool) {
	if len(s.constraints) > 0 {
		return s.solveConstrained(v)
	}
	s.slipping = s.slipping[:0] // of a step in which something touched
	s.classify(v, s.stick)
	for iterations = 1; iterations <= mostGuesses; iterations++ {
		if !s.newton() {
			return iterations, false
		}
		if s.classify(s.target, s.next); same(s.stick, s.next) {
			copy(v, s.target)
			return iterations, true
		}
		if !s.amends {
			s.guess()
		} else if s.amend() {
			copy(v, s.target)
			return iterations, true
		}
	}
	copy(v, s.target) // also onto J v = 0, where f is defined
	return s.search(v, iterations)
}

// guess names the piece to try next: the one where the last minimum lies, but what would slip the
// other way sticks. Dry friction stops things far more often than it lets them turn round within
// one step, and guessing that they turn leads back to the piece of before.
func (s *drySolver) guess() {
	for i, next := range s.next {
		if s.stick[i]*next < 0 {
			next = 0
		}
		s.stick[i] = next
	}
}

// classify writes which joints and contacts slip at the velocities v, and which way.
func (s *drySolver) classify(v []float64, stick []int8) {
	for i, hold := range s.hold {
		stick[i] = 0
		if hold != 0 {
			stick[i] = slips(v[i])
		}
	}
	if !s.bounded {
		return // they hold for good
	}
	for r := range s.rows {
		stick[s.n+r] = 0
		if !math.IsInf(s.rows[r].hold, 1) {
			stick[s.n+r] = slips(s.rows[r].along(v))
		}
	}
}

func slips(speed float64) int8 {
	switch {
	case speed > CreepVelocity:
		return 1
	case speed < -CreepVelocity:
		return -1
	}
	return 0
}

func same(a, b []int8) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

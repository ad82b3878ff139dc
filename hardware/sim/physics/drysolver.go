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

	// What the caller fills before each solve.
	mass    []float64 // n x n row-major, kg, kg m, kg m^2
	damping []float64 // n: what is added to the diagonal of mass, >= 0
	impulse []float64 // n: b, N s or N m s
	hold    []float64 // n: p_i, impulse of dry friction of each degree of freedom, >= 0
	rows    []contactRow
	// amends has the answer of a Newton step changed where it was made for a wrong piece, rather
	// than the step done anew.
	amends bool
	// stands says that mass is that of the last solve, so that its factor may serve again.
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

// contactRow is the velocity of a contact along the direction in which it holds: three numbers at
// the velocities of a planar joint, one at that of a wheel which that joint carries.
type contactRow struct {
	base  int        // the first of three velocities
	slope [3]float64 // m, m, m per their unit
	wheel int        // a velocity
	reach float64    // m per rad
	// hold is the largest impulse, N s; infinite for a contact that never slips.
	hold float64
	// place is where the base stands among the velocities on the way from the root to the wheel.
	place int
	// roller is how the wheel follows its base; nil where the row is a condition beside the
	// velocities.
	roller *roller
}

func (r *contactRow) along(v []float64) float64 {
	b := v[r.base : r.base+3]
	return r.slope[0]*b[0] + r.slope[1]*b[1] + r.slope[2]*b[2] + r.reach*v[r.wheel]
}

func (r *contactRow) addTo(v []float64, scale float64) {
	b := v[r.base : r.base+3]
	b[0] += scale * r.slope[0]
	b[1] += scale * r.slope[1]
	b[2] += scale * r.slope[2]
	v[r.wheel] += scale * r.reach
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

// sharedLength is how many entries two lists share at their beginnings.
func sharedLength(a, b []int32) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// solve replaces the velocities v of the step's begin by those of its end. It returns the number of
// Newton steps, and false where the numbers given were not finite or not positive definite, or the
// steps ran out; v is then the best found.
func (s *drySolver) solve(v []float64) (iterations int, ok bool) {
	if len(s.constraints) > 0 {
		return s.solveConstrained(v)
	}
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

// search finds the minimum from velocities v with J v = 0, however far away it is.
func (s *drySolver) search(v []float64, iterations int) (int, bool) {
	s.classify(v, s.stick)
	for ; iterations <= mostIterations; iterations++ {
		if !s.newton() {
			return iterations, false
		}
		if s.classify(s.target, s.next); same(s.stick, s.next) {
			copy(v, s.target)
			return iterations, true
		}
		if s.closeTo(v) { // at a corner, rounding decides between two pieces that share their minimum
			return iterations, true
		}
		if step := s.lineSearch(v); step == 1 {
			copy(v, s.target)
		} else {
			for i := range v {
				v[i] += step * (s.target[i] - v[i])
			}
		}
		s.classify(v, s.stick)
	}
	return iterations, false
}

// closeTo reports whether the minimum of the piece is where v is already, to a thousandth of the
// velocity of creep.
func (s *drySolver) closeTo(v []float64) bool {
	for i := range v {
		if !(math.Abs(s.target[i]-v[i]) <= 1e-3*CreepVelocity) {
			return false
		}
	}
	return true
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

// newton writes to target the minimum of the quadratic piece that stick names.
func (s *drySolver) newton() bool {
	s.pieces()
	matrix := s.mass
	if len(s.constraints) > 0 {
		matrix = s.stiff
		for i, x := range s.pulls {
			s.right[i] += x
		}
	}
	if !s.factored() {
		s.kept = s.kept[:0]
		s.factor.load(matrix, s.diagonal)
		for _, r := range s.folded {
			s.rows[r].fold(s.factor)
		}
		if !s.factor.eliminate() {
			return false
		}
		s.kept = append(s.kept, s.diagonal...)
		s.keptFolded = append(s.keptFolded[:0], s.folded...)
	}
	for _, r := range s.folded {
		s.rows[r].foldImpulse(s.right)
	}
	s.factor.half(s.right)
	if len(s.slipping) > 0 {
		if !s.holdCoupled() {
			return false
		}
	} else if !s.holdContacts() {
		return false
	}
	copy(s.target, s.right)
	s.factor.rest(s.target)
	for _, r := range s.folded {
		s.force[r] = s.rows[r].unfold(s.factor, s.target)
	}
	return true
}

// factored reports whether the factor is that of the next Newton step already.
func (s *drySolver) factored() bool {
	if !s.stands || len(s.constraints) > 0 || !slices.Equal(s.folded, s.keptFolded) {
		return false
	}
	return slices.Equal(s.diagonal, s.kept)
}

// momentum is that of one velocity's row, N m s or N s.
func (s *drySolver) momentum(i int, v []float64) float64 { return dot(s.mass[i*s.n:i*s.n+s.n], v) }

// pieces fills diagonal and right side of the next Newton step with what stick says, and sorts the
// contacts: those that hold, those that slip, and those of wheels that are folded.
func (s *drySolver) pieces() {
	copy(s.right, s.impulse)
	for i, hold := range s.hold {
		s.diagonal[i] = s.damping[i]
		if s.stick[i] == 0 {
			s.diagonal[i] += hold * (1 / CreepVelocity)
		} else {
			s.right[i] -= hold * float64(s.stick[i])
		}
	}
	s.active, s.folded = s.active[:0], s.folded[:0]
	for r := range s.rows {
		row, way := &s.rows[r], s.stick[s.n+r]
		switch {
		case s.rolls(row):
			s.folded = append(s.folded, r)
		case way == 0:
			s.active = append(s.active, r)
		default:
			s.force[r] = -row.hold * float64(way)
			row.addTo(s.right, s.force[r])
		}
	}
}

// holdContacts adds to right, which is half solved, the forces of the contacts that hold: (J H^-1
// J^T + E) lambda =
// -J H^-1 b, with the compliance E of a held contact. A contact moves only
// what lies on the way from
// the root to
// its wheel, so its half solution is packed over that way, and two of them meet in the part that
// their ways share.
func (s *drySolver) holdContacts() bool {
	m := len(s.active)
	for a, r := range s.active {
		row := &s.rows[r]
		way := s.factor.way(row.wheel)
		half := s.half(a)[:len(way)]
		clear(half)
		copy(half[row.place:], row.slope[:])
		half[len(way)-1] = row.reach
		s.factor.halfAlong(way, half)
		along := 0.0
		for p, y := range half {
			along += y * s.right[way[p]]
		}
		s.lambda[a] = -along
		for b, other := range s.active[:a+1] {
			shared := s.shared[r*len(s.rows)+other]
			s.gram[a*m+b] = dot(half[:shared], s.half(b)[:shared])
		}
		s.gram[a*m+a] += rollingCompliance*s.gram[a*m+a] + CreepVelocity/row.hold
	}
	if !solveSymmetric(s.gram[:m*m], s.lambda[:m]) {
		return false
	}
	for a, r := range s.active {
		s.force[r] = s.lambda[a]
		way := s.factor.way(s.rows[r].wheel)
		for p, y := range s.half(a)[:len(way)] {
			s.right[way[p]] += s.lambda[a] * y
		}
	}
	return true
}

func (s *drySolver) half(a int) []float64 { return s.halves[a*s.n : a*s.n+s.n] }

// lineSearch returns where between v (0) and target (1) f is least. The slope of f along the way is
// continuous, grows, and is straight between the places where a joint or contact begins or ceases
// to slip.
func (s *drySolver) lineSearch(v []float64) float64 {
	for i := range v {
		s.direction[i] = s.target[i] - v[i]
	}
	slope, bend := 0.0, 0.0 // of the smooth part: slope at 0 and its growth
	for i := range v {
		row := s.mass[i*s.n : i*s.n+s.n]
		slope += s.direction[i] * (dot(row, v) + s.damping[i]*v[i] - s.impulse[i])
		bend += s.direction[i] * (dot(row, s.direction) + s.damping[i]*s.direction[i])
	}
	at := func(t float64) float64 {
		g := slope + t*bend
		for i, hold := range s.hold {
			if hold != 0 {
				g += hold * s.direction[i] * grip(v[i]+t*s.direction[i])
			}
		}
		for r := range s.rows {
			row := &s.rows[r]
			if !math.IsInf(row.hold, 1) {
				d := row.along(s.direction)
				g += row.hold * d * grip(row.along(v)+t*d)
			}
		}
		return g
	}
	if at(1) <= 0 {
		return 1
	}
	// Bisection ends at neighbouring numbers or an exact zero; the few more evaluations than a walk
	// over the corners would take do not matter, because a line search is rare.
	low, high := 0.0, 1.0
	for range 60 {
		middle := (low + high) / 2
		switch g := at(middle); {
		case g == 0:
			return middle
		case g < 0:
			low = middle
		default:
			high = middle
		}
	}
	return high
}

// grip is the share of its force with which friction acts at a speed.
func grip(speed float64) float64 { return max(-1, min(1, speed/CreepVelocity)) }

func same(a, b []int8) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func dot(a, b []float64) float64 {
	b = b[:len(a)]
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// solveSymmetric solves the m x m system whose lower triangle is a, row-major, in place of b, by
// Cholesky's method.
func solveSymmetric(a, b []float64) bool {
	m := len(b)
	for i := range m {
		for j := 0; j <= i; j++ {
			x := a[i*m+j] - dot(a[i*m:i*m+j], a[j*m:j*m+j])
			if j < i {
				a[i*m+j] = x * a[j*m+j]
				continue
			}
			if !(x > 0) || math.IsInf(x, 1) {
				return false
			}
			a[i*m+i] = 1 / math.Sqrt(x)
		}
		b[i] = (b[i] - dot(a[i*m:i*m+i], b[:i])) * a[i*m+i]
	}
	for i := m - 1; i >= 0; i-- {
		x := b[i] * a[i*m+i]
		b[i] = x
		for j := range i {
			b[j] -= a[i*m+j] * x
		}
	}
	return true
}

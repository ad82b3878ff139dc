package physics

import (
	"math"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/contact"
)

const (
	// mostConstrained bounds the Newton steps of a step of the plant whose coupled steps did not
	// converge, mostSearched those after which it has no minimum at all yet.
	mostConstrained, mostSearched = 60, 300
	// mostWhole is how often the bounds of drag follow the loads all the way. Bounds that go to and
	// fro with them settle by halves.
	mostWhole = 5
	// mostShort is how many Newton steps in a row may lead less than shortStep of their way before
	// slips are taken as round.
	mostShort, shortStep = 3, 1e-2
	// balanced is the imbalance of impulses that counts as none: its square over the inertia, as a
	// share of the kinetic energy and of the energy of restSpeed.
	balanced = 1e-18
	// nearly is the same of what is left where the steps ran out, below which it counts more than
	// the last minimum.
	nearly = 1e-6
	// Below restSpeed, a contact is at rest, m/s.
	restSpeed = 1e-1
	// loadTolerance is how exactly the bound of drag has to follow the load of a contact, as a
	// share of it.
	loadTolerance = 1e-7
)

// residual is how exactly the last step was solved.
type residual struct {
	iterations int
	// imbalance is that of the impulses, over the inertia, root of the sum of squares, N
	// s/sqrt(kg); load is by how much the drag of a contact disagrees with its load, as a share.
	// Both are zero where coupled steps converged.
	imbalance, load float64
}

// constrain makes room for that many constraints.
func (s *drySolver) constrain(most int) {
	for r := range s.rows {
		s.rows[r].roller = nil // constraints meet the wheels as velocities
	}
	m := len(s.rows) + min(most, mostSlipping)
	s.constraints = make([]*constraint, 0, most)
	s.slipping = make([]*constraint, 0, min(most, mostSlipping))
	s.unmoved = make([]float64, 0, s.n)
	s.minimum = make([]float64, s.n)
	s.stiff, s.pulls, s.gradient = make([]float64, s.n*s.n), make([]float64, s.n), make([]float64, s.n)
	s.halves, s.gram, s.lambda = make([]float64, 2*m*s.n), make([]float64, m*m), make([]float64, m)
}

// solveConstrained is solve for a step with constraints. It begins at the velocities v. Where
// coupled steps do not converge, as in the impacts of many points, it finds the bounds of drag one
// after the other: while they stand, the velocities minimise f and the convex functions of the
// constraints, by Newton's method with line search, which converges from anywhere; then each bound
// follows the load. Where that does not end, the impulses are as the laws have them, and momentum
// is exact, but points may enter surfaces by the velocities that they have.
func (s *drySolver) solveConstrained(v []float64) (iterations int, ok bool) {
	s.residual, s.short = residual{}, 0
	s.unmoved = append(s.unmoved[:0], v...)
	if s.solveCoupled(v) {
		return s.residual.iterations, true
	}
	copy(v, s.unmoved)
	return s.solveLagged(v)
}

// solveLagged finds the bounds of drag one after the other. Where it runs out of steps far from a
// minimum, the last one that it found counts: impulses on the way to one may be any number of times
// too large.
func (s *drySolver) solveLagged(v []float64) (iterations int, ok bool) {
	s.classify(v, s.stick)
	s.slipping = s.slipping[:0]
	for _, c := range s.constraints {
		c.dual = -1
		if c.law != rollLaw {
			c.bound = c.cone.Friction * c.impulse[0]
		}
		c.evaluate(v)
	}
	found := 0
	for iterations = 1; iterations <= mostConstrained || found == 0 && iterations <= mostSearched; iterations++ {
		s.residual.iterations++
		s.assemble()
		if !s.newton() {
			return iterations, false
		}
		solved, finite := s.accept(v, iterations)
		if !finite {
			return iterations, false
		}
		if !solved {
			continue
		}
		follows := 1.0
		if found++; found > mostWhole {
			follows = 0.5
		}
		if s.residual.load = s.load(follows); s.residual.load <= loadTolerance {
			return s.residual.iterations, s.balance(v)
		}
		copy(s.minimum, v)
		for _, c := range s.constraints {
			c.evaluate(v)
		}
	}
	if square, energy := s.imbalanceAt(v); found > 0 && square > nearly*energy {
		copy(v, s.minimum)
		s.moveTo(v)
		copy(s.stick, s.next)
	}
	return s.residual.iterations, s.balance(v)
}

// load lets the bounds of drag follow the loads by a share of the way, and returns by how much they
// were wrong, as a share of the largest.
func (s *drySolver) load(share float64) float64 {
	wrong, most := 0.0, math.SmallestNonzeroFloat64
	for _, c := range s.constraints {
		if c.law != coneLaw {
			continue
		}
		bound := c.cone.Friction * c.impulse[0]
		most = max(most, bound)
		// A contact that sticks tolerates a wrong bound as long as it would stick with the right
		// one.
		if c.region == contact.Slips || math.Hypot(c.impulse[1], c.impulse[2]) > bound {
			wrong = max(wrong, math.Abs(bound-c.bound))
		}
		c.bound = bound - (1-share)*(bound-c.bound)
	}
	return wrong / most
}

// assemble makes the matrix and the impulses of the next Newton step: those of the step, and what
// constraints add. Newton steps that stay short go to and fro across the place where some slip
// would turn round: then one step takes slips as round.
func (s *drySolver) assemble() {
	copy(s.stiff, s.mass)
	clear(s.pulls)
	round := s.short >= mostShort
	if round {
		s.short = 0
	}
	for _, c := range s.constraints {
		c.stiffen(s.stiff, s.pulls, s.n, round)
	}
}

// accept moves v to the target of a Newton step, or part of the way. Solved reports that v is the
// minimum.
func (s *drySolver) accept(v []float64, iterations int) (solved, finite bool) {
	for i := range v {
		s.direction[i] = s.target[i] - v[i]
	}
	for _, c := range s.constraints {
		c.mark(v, s.direction)
	}
	begin := s.slopeAt(v, 0)
	exact := s.moveTo(s.target)
	if exact || s.balances(s.target) {
		copy(v, s.target)
		copy(s.stick, s.next)
		return true, true
	}
	if !allFinite(begin) {
		return false, false
	}
	step := 1.0
	if iterations > 1 || !s.unbounded { // the first step leads onto the rows that hold with any force
		step = s.searchAlong(v, begin)
	}
	if s.short++; step >= shortStep {
		s.short = 0
	}
	if step == 1 {
		copy(v, s.target)
	} else {
		for i := range v {
			v[i] += step * s.direction[i]
		}
		s.moveTo(v)
	}
	copy(s.stick, s.next)
	return false, true
}

// moveTo evaluates everything at v. It reports whether the pieces stayed that the last Newton step
// was made for, and all of them are quadratic: then that step was exact.
func (s *drySolver) moveTo(v []float64) (exact bool) {
	s.classify(v, s.next)
	exact = same(s.stick, s.next)
	for _, c := range s.constraints {
		stayed := c.evaluate(v)
		exact = exact && stayed && c.region != contact.Slips
	}
	return exact
}

// balances reports whether the impulses at v balance.
func (s *drySolver) balances(v []float64) bool {
	square, energy := s.imbalanceAt(v)
	return square <= balanced*energy
}

// imbalanceAt is the square of the imbalance at v over the inertia, and the energy that it is
// compared with, J.
func (s *drySolver) imbalanceAt(v []float64) (square, energy float64) {
	g := s.gradient
	for i := range v {
		momentum := dot(s.mass[i*s.n:i*s.n+s.n], v)
		energy += momentum*v[i] + s.mass[i*s.n+i]*restSpeed*restSpeed
		g[i] = momentum + s.damping[i]*v[i] - s.impulse[i]
		if s.hold[i] != 0 {
			g[i] += s.hold[i] * grip(v[i])
		}
	}
	for r := range s.rows {
		row := &s.rows[r]
		force := s.force[r]
		if !math.IsInf(row.hold, 1) {
			force = -row.hold * grip(row.along(v))
		}
		row.addTo(g, -force)
	}
	for _, c := range s.constraints {
		var minus [6]float64
		for d := range c.dims {
			minus[d] = -c.impulse[d]
		}
		c.addTo(g, &minus)
	}
	for i := range v {
		square += g[i] * g[i] / s.mass[i*s.n+i]
	}
	s.residual.imbalance = math.Sqrt(square)
	return square, energy
}

// slopeAt is the slope of f at a share t of the way along direction from v; the constraints are
// marked.
func (s *drySolver) slopeAt(v []float64, t float64) float64 {
	for i := range v {
		s.product[i] = v[i] + t*s.direction[i]
	}
	g := 0.0
	for i := range v {
		x := dot(s.mass[i*s.n:i*s.n+s.n], s.product) + s.damping[i]*s.product[i] - s.impulse[i]
		if s.hold[i] != 0 {
			x += s.hold[i] * grip(s.product[i])
		}
		g += s.direction[i] * x
	}
	for r := range s.rows {
		row := &s.rows[r]
		if !math.IsInf(row.hold, 1) {
			g += row.hold * row.along(s.direction) * grip(row.along(s.product))
		}
	}
	for _, c := range s.constraints {
		g += c.against(t)
	}
	return g
}

// searchAlong finds a share of the way from v to the target where f still falls, but hardly:
// between a tenth of the slope at the begin and none. The slope grows along the way. Where it falls
// to the end, that is 1.
func (s *drySolver) searchAlong(v []float64, begin float64) float64 {
	end := s.slopeAt(v, 1)
	if end <= -1e-3*begin {
		return 1
	}
	low, high, atLow, atHigh := 0.0, 1.0, begin, end
	for k := range 40 {
		t := low + (high-low)*atLow/(atLow-atHigh) // the secant
		if k%3 == 2 || !(t > low && t < high) {
			t = (low + high) / 2
		}
		g := s.slopeAt(v, t)
		if g > 0 {
			high, atHigh = t, g
			continue
		}
		low, atLow = t, g
		if g >= 0.1*begin {
			break
		}
	}
	if low == 0 {
		return high
	}
	return low
}

// balance ends a step: it clips the impulses of contacts to their cones, and lets the motion follow
// from the impulses, so that both law and momentum are exact.
func (s *drySolver) balance(v []float64) bool {
	copy(s.stiff, s.mass)
	clear(s.pulls)
	for _, c := range s.constraints {
		if c.law == coneLaw {
			clipped := c.cone.Clip(contact.Vec{c.impulse[0], c.impulse[1], c.impulse[2]})
			copy(c.impulse[:3], clipped[:])
			if c.impulse[0] == 0 {
				c.region = contact.Apart
			}
		}
		c.addTo(s.pulls, &c.impulse)
	}
	if !s.newton() {
		return false
	}
	copy(v, s.target)
	for _, c := range s.constraints {
		c.along(v, &c.speed)
	}
	return true
}

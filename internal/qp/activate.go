package qp

import "math"

// activate sets up equalities and the kept active set in one go, drops the rows whose multipliers
// have the wrong sign, and sets x to the optimum with the rest held. It returns false for a result
// that is final.
func (s *Solver) activate() bool {
	kept := s.bestSet[:len(s.set)]
	copy(kept, s.set)
	s.set, s.queue = s.set[:0], s.queue[:0]
	for i, m := range s.marks {
		if m == equality {
			s.queue = append(s.queue, Active{i, Lower})
		}
	}
	if !s.each(s.hold) {
		return false
	}
	s.equal, s.implied = len(s.set), len(s.result.Redundant)
	s.queue = s.queue[:0]
	for _, a := range kept {
		if a.Row < len(s.marks) && s.marks[a.Row] == idle && !math.IsInf(s.p.limit(a.Row, a.Side), 0) {
			s.queue = append(s.queue, a)
		}
	}
	s.each(s.keep)
	if len(s.set) == 0 {
		return true
	}
	s.result.Kept = len(s.set) - s.equal
	before := s.result.Iterations
	if !s.restore() {
		return s.overflow()
	}
	s.result.Kept -= s.result.Iterations - before
	return true
}

// restore moves x, the optimum without any rows, to the optimum with the active rows held, and
// drops those whose multipliers have the wrong sign. It returns false where x overflows.
func (s *Solver) restore() bool {
	// With y the coordinates along Q of the displacement: Rᵀy is what the rows miss, and R⁻¹y are
	// the multipliers.
	y := s.along
	for j, a := range s.set {
		y[j] = s.missing(a)
	}
	clear(y[len(s.set):])
	s.basis.solveTransposed(y)
	for {
		copy(s.lambda, y)
		s.basis.solve(s.lambda)
		worst, at := 0.0, -1
		for j := s.equal; j < len(s.set); j++ {
			if l := s.lambda[j] * s.norms[s.set[j].Row]; l < worst {
				worst, at = l, j
			}
		}
		if at < 0 {
			break
		}
		s.release(at, y)
	}
	clear(s.step)
	s.basis.combine(s.step, y)
	s.outward(s.step)
	for j, v := range s.step {
		s.x[j] += v
	}
	return s.length()
}

// each takes the rows of the queue, one after the other, until take says no. The normal of a row
// stands inward in normal when it is taken, and is zero before from.
func (s *Solver) each(take func(a Active, from int) bool) bool {
	own, rows := s.normal, s.queue
	for len(rows) >= width && s.root == nil {
		from := s.inwardFour(rows[:width])
		for k, a := range rows[:width] {
			s.normal = s.ahead[k*s.basis.stride:][:s.basis.stride]
			taken := take(a, from)
			if s.normal = own; !taken {
				return false
			}
		}
		rows = rows[width:]
	}
	for _, a := range rows {
		from := s.load(s.normal, a)
		if !take(a, s.inward(s.normal, from)) {
			return false
		}
	}
	return true
}

// inwardFour takes the normals of four rows inward, into ahead, and returns before which column all
// are zero there.
func (s *Solver) inwardFour(rows []Active) (from int) {
	from = s.n
	for k, a := range rows {
		from = min(from, s.load(s.ahead[k*s.basis.stride:][:s.basis.stride], a))
	}
	s.factor.forwardFour(s.ahead, from)
	return from
}

// hold adds an equality, whose normal is zero before from, to the basis. It returns false where it
// contradicts those that are there.
func (s *Solver) hold(a Active, from int) bool {
	before, rest := s.basis.project(s.normal, s.along, from)
	if !(before <= math.MaxFloat64) {
		return s.overflow()
	}
	if s.doubtful(before, rest) && s.dependent(a, &rest) {
		return s.consistent(a)
	}
	s.enter(a, rest, 0)
	return true
}

// keep adds a row of the kept active set, whose normal is zero before from, to the basis, unless it
// depends on those that are there. There is no row that it ends with.
func (s *Solver) keep(a Active, from int) bool {
	before, rest := s.basis.project(s.normal, s.along, from)
	if s.marks[a.Row] == idle && before <= math.MaxFloat64 && !s.doubtful(before, rest) {
		s.enter(a, rest, 0)
	}
	return true
}

// consistent decides about an equality that depends on others: it follows from them, or contradicts
// them.
func (s *Solver) consistent(a Active) bool {
	gap, scale := s.limitOf(a), math.Abs(s.limitOf(a))
	for j, b := range s.set {
		gap -= s.ratio[j] * s.limitOf(b)
		scale += math.Abs(s.ratio[j] * s.limitOf(b))
	}
	scale *= feasibility
	if math.Abs(gap) > scale && math.Abs(gap) > scale+dependence*s.ratioScale(a)*s.equalReach() {
		if gap < 0 { // turn the sum of the proof around
			a.Side = -a.Side
			for j := range s.set {
				s.ratio[j] = -s.ratio[j]
			}
		}
		s.prove(a, math.Abs(gap))
		return false
	}
	s.mark(a.Row, dropped)
	s.result.Redundant = append(s.result.Redundant, a.Row)
	return true
}

// equalReach is how far away equalities are, and the optimum without them: what limits that are
// zero were computed from.
func (s *Solver) equalReach() float64 {
	far := max(s.first, s.scale)
	for i := range s.marks {
		if lower, upper := s.p.limits(i); lower == upper && s.norms[i] > 0 {
			far = max(far, math.Abs(lower)/s.norms[i])
		}
	}
	return far
}

// limitOf returns the limit of a row as oriented by its side.
func (s *Solver) limitOf(a Active) float64 { return float64(a.Side) * s.p.limit(a.Row, a.Side) }

// enter appends the row whose projection is in normal and along to the active set.
func (s *Solver) enter(a Active, rest, multiplier float64) {
	s.basis.add(s.along, s.normal, math.Sqrt(rest))
	s.lambda[len(s.set)] = multiplier
	s.set = append(s.set, a)
	s.mark(a.Row, held)
	s.corrected = 0
}

// release drops the row at a column from the active set, and turns coordinates along the basis
// accordingly. The direction that the basis loses is left in step, and its coordinate returned.
func (s *Solver) release(at int, along []float64) (lost float64) {
	s.basis.remove(at, s.step, along)
	s.mark(s.set[at].Row, idle)
	s.set = append(s.set[:at], s.set[at+1:]...)
	last := len(s.set)
	copy(s.lambda[at:], s.lambda[at+1:last+1])
	s.result.Iterations++
	s.reconsider()
	lost, along[last] = along[last], 0
	return lost
}

// reconsider takes inequalities up again that were dropped because they followed from rows of which
// one is released.
func (s *Solver) reconsider() {
	r := &s.result
	for i := len(r.Redundant) - 1; i >= s.implied; i-- {
		s.mark(r.Redundant[i], idle)
	}
	r.Redundant = r.Redundant[:min(s.implied, len(r.Redundant))]
}

// overflow ends a solution in which numbers grew out of all bounds, and looks for one that came in
// so.
func (s *Solver) overflow() bool {
	for i := range s.m {
		for _, v := range s.p.Row(i)[min(s.p.from[i], s.n):min(s.p.to[i], s.n)] {
			if !finite(v) && s.marks[i] != absent {
				return s.fail(NotFinite, PartRow, i)
			}
		}
	}
	return s.fail(NotFinite, PartMagnitude, 0)
}

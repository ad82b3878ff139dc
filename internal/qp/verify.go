package qp

import "math"

// Where no point fulfils all rows, and rows are dependent except for a little, the iterates may run
// away before the rows that contradict each other are all found. What counts as rounding grows with
// them, until rows that are missed by much count as fulfilled. So an answer is looked at once more,
// row by row; where it does not stand that, the problem is solved again with the rounding of a
// point as near as the limits are. That ends in a contradiction, in an answer nearby, or in the
// limit of iterations.

// plausible is the share of what is compared by which a row of an answer may be missed.
const plausible = 1e-8

// honest reports whether x fulfils each row except for the rounding of its own terms, and of a
// hundredth of x and a little of how far away the limits are: a row that is short against others
// was computed with them.
func (s *Solver) honest() bool {
	near := max(s.scale, 1e-2*math.Sqrt(dot(s.x, s.x)))
	reach := math.Inf(-1) // most answers stand without it
	for i, m := range s.marks {
		if m == absent {
			continue
		}
		v := 0.0
		if i < s.m {
			v = s.values[i]
		} else {
			v = s.x[i-s.m]
		}
		lower, upper := s.p.limits(i)
		miss, limit := missOf(v, lower, upper)
		if miss <= plausible*(math.Abs(limit)+s.norms[i]*near) {
			continue
		}
		if reach < 0 {
			reach = max(near, 1e-5*s.reach())
		}
		if miss > plausible*(math.Abs(limit)+s.terms(i)+s.norms[i]*reach) {
			return false
		}
	}
	return true
}

// missOf is by how much a value misses the limit that it misses more, below zero where it is inside
// of both, and that limit.
func missOf(v, lower, upper float64) (miss, limit float64) {
	if v-upper > lower-v {
		return v - upper, upper
	}
	return lower - v, lower
}

// astray reports that usable numbers overflowed: with rows that hardly differ,
// rounding can lead the search further and further away from where no point is.
func (s *Solver) astray() bool {
	r := &s.result
	return r.Status == NotFinite && r.Where == PartMagnitude && !(dot(s.x, s.x) <= fit*fit) && s.best <= fit && s.reach() <= fit
}

// fit is how far away a search may begin and end: one that came from nearer and overflows beyond
// has gone astray.
const fit = 1e50

// withdraw takes back an answer that is not honest, or that a search did not find, and solves the
// problem again.
func (s *Solver) withdraw() {
	s.Forget()
	s.near = true
	s.attempt()
	s.near = false
	if s.result.Status == Optimal && !s.honest() || s.astray() {
		s.result.Status, s.result.Active = IterationLimit, s.result.Active[:0]
		s.finish()
	}
}

// reach is how far away the optimum without any rows, the limits, and what the limits were computed
// from are.
func (s *Solver) reach() float64 {
	far := max(s.first, s.scale)
	for i, m := range s.marks {
		if m == absent || s.norms[i] == 0 {
			continue
		}
		lower, upper := s.p.limits(i)
		for _, l := range [...]float64{lower, upper} {
			if d := math.Abs(l) / s.norms[i]; d > far && d <= math.MaxFloat64 {
				far = d
			}
		}
	}
	return far
}

// terms is the sum of the sizes of a row's terms at x.
func (s *Solver) terms(i int) (sum float64) {
	if i >= s.m {
		return math.Abs(s.x[i-s.m])
	}
	from, to := s.p.from[i], s.p.to[i]
	for j, a := range s.p.a[i*s.p.stride:][from:to] {
		sum += math.Abs(a * s.x[from+j])
	}
	return sum
}

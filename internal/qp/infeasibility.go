package qp

import (
	"math"
	"slices"
)

// doubtful reports whether a normal, by the squares of its lengths before and after projection, may
// depend on the active rows.
func (s *Solver) doubtful(before, after float64) bool {
	return !(after > suspicious*before) || len(s.set) == s.n
}

// dependent decides in the caller's coordinates whether the entering row depends on the active
// ones, whose factors it leaves in ratio. Where it does not, the rest of its normal is computed
// anew, free of cancellation, with its square.
func (s *Solver) dependent(a Active, rest *float64) bool {
	s.ratios()
	var size, scale float64
	for pass := 0; ; pass++ {
		last := size
		size, scale = s.difference(a)
		if size <= dependence*scale {
			s.tidy(scale)
			return true
		}
		if pass >= corrections && (size > 0.5*last || pass == mostCorrections) {
			break
		}
		// What is left of the row may be the rounding of the factors: correct them by it.
		copy(s.normal, s.residual)
		s.inward(s.normal, 0)
		s.basis.project(s.normal, s.step, 0)
		for j := range s.set {
			s.along[j] += s.step[j]
		}
		s.ratios()
	}
	if len(s.set) == s.n {
		s.tidy(scale)
		return true // n independent rows leave nothing
	}
	*rest = dot(s.normal, s.normal)
	return !(*rest > 0)
}

// The factors of a row that may depend on others are corrected this often, and more often while
// each time half of what was left of the row goes: in units that differ much, a correction takes
// only a part of the rounding away.
const corrections, mostCorrections = 2, 20

// dependence is the length of a combination of rows, over the sum of theirs, that counts as zero.
const dependence = 1e-13

// tidy takes factors that are rounding of a combination for what they are: nothing of their rows is
// in it.
func (s *Solver) tidy(scale float64) {
	for j, b := range s.set {
		if math.Abs(s.ratio[j])*s.norms[b.Row] <= weightless*scale {
			s.ratio[j] = 0
		}
	}
}

// difference writes the entering row less the active ones by their factors into residual, and
// returns its length and the sum of the lengths of its parts.
func (s *Solver) difference(a Active) (size, scale float64) {
	s.load(s.residual, a)
	scale = s.norms[a.Row]
	for j, b := range s.set {
		t := s.ratio[j]
		scale += math.Abs(t) * s.norms[b.Row]
		s.subtract(s.residual, t, b)
	}
	return math.Sqrt(dot(s.residual, s.residual)), scale
}

// subtract takes t times an oriented row from v.
func (s *Solver) subtract(v []float64, t float64, b Active) {
	t *= float64(b.Side)
	if b.Row >= s.m {
		v[b.Row-s.m] -= t
		return
	}
	from, to := s.p.from[b.Row], s.p.to[b.Row]
	axpy(v[from:to], -t, s.p.a[b.Row*s.p.stride+from:])
}

// contradiction ends the solution at a row that is missed, and that no combination of the active
// rows lets go. Where the proof is short of no more than rounding, the row is dropped and the
// solution goes on, until one of these rows is released.
//
// Large factors make much of what x misses the active rows by, so it is first brought back onto
// them as closely as it goes; and long ways that it came do not count then.
func (s *Solver) contradiction(a Active) bool {
	if s.corrected < refinements {
		if s.correct() {
			s.corrected++
			return true // look again
		}
		s.settle(0)
	}
	gap, scale := s.limitOf(a), s.rounding(a)
	for j, b := range s.set {
		gap -= s.ratio[j] * s.limitOf(b)
		scale += proven * math.Abs(s.ratio[j]) * s.rounding(b)
	}
	if gap <= scale {
		s.mark(a.Row, dropped)
		s.result.Redundant = append(s.result.Redundant, a.Row)
		return true
	}
	s.prove(a, gap)
	return false
}

// proven is the part of its rounding that each of the active rows may add to the gap of a proof.
const proven = 0.1

// prove writes down the proof, in the order of the rows, that the row a, less the active rows by
// their factors, has no solution.
func (s *Solver) prove(a Active, gap float64) {
	r := &s.result
	r.Status, r.Gap = Infeasible, gap
	r.Clash = append(r.Clash[:0], Clash{a.Row, a.Side, 1})
	scale := s.norms[a.Row]
	for j, b := range s.set {
		scale = max(scale, math.Abs(s.ratio[j])*s.norms[b.Row])
	}
	for j, b := range s.set {
		w := -s.ratio[j]
		switch {
		case w == 0 || math.Abs(w)*s.norms[b.Row] <= weightless*scale:
		case w > 0:
			r.Clash = append(r.Clash, Clash{b.Row, b.Side, w})
		default: // of an equality both sides serve
			r.Clash = append(r.Clash, Clash{b.Row, -b.Side, -w})
		}
	}
	slices.SortStableFunc(r.Clash, func(x, y Clash) int { return x.Row - y.Row })
}

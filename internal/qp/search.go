package qp

import "math"

// suspicious is the square of the length that remains of a normal, over the square of the whole,
// below which its dependence on others is decided in the caller's coordinates.
const suspicious = 1e-14

// search adds violated rows until no row is violated.
func (s *Solver) search() {
	refined := 0
	for {
		a, distance, ok := s.mostViolated()
		if !ok {
			s.overflow()
			return
		}
		if distance < s.best {
			s.remember(distance)
		}
		if distance == 0 {
			switch {
			case s.rough:
				return
			case refined == refinements:
				s.result.Stationarity = s.stationarity() // of what the last refinement has moved
				return
			case !s.refine():
				return
			}
			refined++
			continue
		}
		if s.result.Iterations >= s.MaxIterations {
			s.result.Status = IterationLimit
			return
		}
		if !s.add(a) {
			return
		}
		refined = 0 // another row, another solution
	}
}

// mostViolated returns the row that is farthest from fulfilled, by the distance of x from where it
// is, which is 0 where none is missed by more than rounding. It returns false where values are not
// finite.
func (s *Solver) mostViolated() (worst Active, distance float64, ok bool) {
	s.evaluate()
	p, m := s.p, s.m
	at, distance, odd := farthest(s.values[:m], p.Lower, p.Upper, s.weights[:m])
	if len(s.weights) > m {
		if bound, beyond, _ := farthest(s.x[:s.n], p.Min, p.Max, s.weights[m:]); beyond > distance {
			at, distance = m+bound, beyond
		}
	}
	if odd && !s.finiteRows() {
		return worst, 0, false
	}
	if at < 0 {
		return worst, 0, true
	}
	worst = s.sided(at)
	if s.missing(worst) > s.tolerance(worst) {
		return worst, distance, true
	}
	worst, distance = s.beyondRounding()
	return worst, distance, true
}

// farthest returns which value misses its limits by the most, times its weight, and by how much; -1
// and 0 where none does. It reports whether a value is odd: not finite. The loop has no branch that
// depends on data except for new records.
func farthest(values, lower, upper, weights []float64) (at int, most float64, odd bool) {
	n := len(values)
	lower, upper, weights = lower[:n], upper[:n], weights[:n]
	at = -1
	check := 0.0
	for i, v := range values {
		check += v - v
		if d := max(lower[i]-v, v-upper[i]) * weights[i]; d > most {
			at, most = i, d
		}
	}
	return at, most, check != 0
}

// finiteRows reports whether all rows that are looked at have finite values.
func (s *Solver) finiteRows() bool {
	for i, v := range s.values[:s.m] {
		if s.marks[i] == idle && !finite(v) {
			return false
		}
	}
	return true
}

// sided names the side of a row that x misses the most, or is the closest to.
func (s *Solver) sided(index int) Active {
	v := s.value(index, s.x)
	lower, upper := s.p.limits(index)
	if v-upper > lower-v {
		return Active{index, Upper}
	}
	return Active{index, Lower}
}

// beyondRounding returns the row that is farthest from fulfilled among those that are missed by
// more than their rounding.
func (s *Solver) beyondRounding() (worst Active, distance float64) {
	for i, mk := range s.marks {
		if mk != idle {
			continue
		}
		a := s.sided(i)
		miss := s.missing(a)
		if d := miss * s.weights[i]; d > distance && miss > s.rounding(a) {
			worst, distance = a, d
		}
	}
	return worst, distance
}

// rounding is tolerance, looked at closely: a row may be long, and x far away, along variables that
// do not meet.
func (s *Solver) rounding(a Active) float64 {
	return feasibility*(math.Abs(s.p.limit(a.Row, a.Side))+s.terms(a.Row)) + accurate*s.norms[a.Row]*s.extent
}

// evaluate computes A x.
func (s *Solver) evaluate() {
	stride := s.p.stride
	for i := 0; i < s.m; i += width {
		end := min(i+width, s.m)
		from, to := s.p.from[i], s.p.to[i]
		for l := i + 1; l < end; l++ {
			from, to = min(from, s.p.from[l]), max(to, s.p.to[l])
		}
		mulRows(s.values[i:i+width], s.x[from:to], s.p.a[i*stride+from:], stride)
	}
}

// remember keeps the iterate as the best so far.
func (s *Solver) remember(distance float64) {
	s.best = distance
	copy(s.bestX, s.x)
	s.bestSet = append(s.bestSet[:0], s.set...)
	copy(s.bestLambda, s.lambda[:len(s.set)])
}

// add brings a violated row into the active set, and drops those that are in its way. It returns
// false where no point fulfils the row together with those.
func (s *Solver) add(a Active) bool {
	from := s.load(s.normal, a)
	from = s.inward(s.normal, from)
	before, rest := s.basis.project(s.normal, s.along, from)
	if !(before <= math.MaxFloat64) {
		return s.overflow()
	}
	multiplier := 0.0
	for {
		dependent := s.doubtful(before, rest) && s.dependent(a, &rest)
		if !dependent {
			s.ratios()
		}
		partial, blocking := s.blocking(a, dependent)
		miss := s.missing(a)
		if dependent && blocking < 0 {
			return s.contradiction(a)
		}
		full := max(miss, 0) / rest
		if dependent {
			full = math.Inf(1)
		}
		length := min(partial, full)
		if !finite(length) {
			return s.overflow()
		}
		if !dependent {
			copy(s.step, s.normal)
			s.outward(s.step)
			for j, v := range s.step {
				s.x[j] += length * v
			}
		}
		for j := range s.set {
			s.lambda[j] -= length * s.ratio[j]
			if j >= s.equal {
				s.lambda[j] = max(s.lambda[j], 0)
			}
		}
		multiplier += length
		if !s.length() {
			return s.overflow()
		}
		if full <= partial {
			s.enter(a, rest, multiplier)
			s.result.Iterations++
			return true
		}
		rest = s.unblock(blocking)
	}
}

// ratios computes how fast the multipliers of the active rows fall as that of the entering row
// grows.
func (s *Solver) ratios() {
	copy(s.ratio[:padded(len(s.set))], s.along)
	s.basis.solve(s.ratio)
}

// blocking returns the inequality whose multiplier is the first to reach zero, and the growth of
// the entering multiplier until then.
func (s *Solver) blocking(a Active, dependent bool) (length float64, at int) {
	length, at = math.Inf(1), -1
	scale := 0.0
	for j := s.equal; j < len(s.set); j++ {
		r := s.ratio[j]
		if !(s.lambda[j] < length*r) {
			continue
		}
		// What is rounding of the ratios blocks nothing.
		size := r * s.norms[s.set[j].Row]
		if dependent || size <= 1e-6*s.norms[a.Row] {
			if scale == 0 {
				scale = s.ratioScale(a)
			}
			if size <= 1e-12*scale {
				continue
			}
		}
		length, at = s.lambda[j]/r, j
	}
	return length, at
}

// ratioScale returns the sum of the lengths of the entering row and of the active ones by their
// ratios.
func (s *Solver) ratioScale(a Active) float64 {
	scale := s.norms[a.Row]
	for j, b := range s.set {
		scale += math.Abs(s.ratio[j]) * s.norms[b.Row]
	}
	return scale
}

// unblock drops a row from the active set, and gives the direction that it leaves free to the rest
// of the entering normal, whose new square is returned.
func (s *Solver) unblock(at int) float64 {
	lost := s.release(at, s.along)
	axpy(s.normal, lost, s.step)
	return dot(s.normal, s.normal)
}

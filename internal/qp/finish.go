package qp

import "math"

const (
	// accurate is the error in the optimality conditions, over the sizes of their terms, that is
	// not worth a refinement.
	accurate = 1e-12
	// refinements limits how often one solution is refined.
	refinements = 3
)

// stationarity writes Hx + g - Aᵀλ into residual, H x into step, and returns the length of the
// former over the sum of the lengths of its terms.
func (s *Solver) stationarity() float64 {
	s.hessian()
	scale := math.Sqrt(dot(s.step, s.step))
	gg := 0.0
	for j, g := range s.p.G {
		s.residual[j] = s.step[j] + g
		gg += g * g
	}
	clear(s.residual[s.n:])
	scale += math.Sqrt(gg)
	for j, a := range s.set {
		s.subtract(s.residual, s.lambda[j], a)
		scale += math.Abs(s.lambda[j]) * s.norms[a.Row]
	}
	if scale == 0 {
		return 0
	}
	return math.Sqrt(dot(s.residual, s.residual)) / scale
}

// misses writes what x misses the active rows by into y, and returns the greatest over the sizes of
// what is compared.
func (s *Solver) misses(y []float64) float64 {
	worst := 0.0
	length := max(s.scale, math.Sqrt(dot(s.x, s.x)))
	for j, a := range s.set {
		y[j] = s.missing(a)
		if miss := math.Abs(y[j]); miss > worst*(math.Abs(s.p.limit(a.Row, a.Side))+s.norms[a.Row]*length) {
			worst = miss / (math.Abs(s.p.limit(a.Row, a.Side)) + s.norms[a.Row]*length)
		}
	}
	clear(y[len(s.set):])
	return worst
}

// refine looks at the optimality conditions in the caller's data and corrects x and the multipliers
// where they are missed. It returns whether it moved x, or took back a tolerance that was due to
// long steps, so that the rows have to be looked at again.
//
// The correction solves the same conditions for what they are missed by: with c = L⁻¹(what the
// gradient misses) and y = R⁻ᵀ(what the rows miss) - Qᵀc, the multipliers move by R⁻¹y and x by
// L⁻ᵀ(c + Qy).
func (s *Solver) refine() bool {
	s.result.Stationarity = s.stationarity()
	if s.misses(s.along) <= accurate && s.result.Stationarity <= accurate {
		far := s.extent
		s.settle(0)
		return far > 2*s.extent
	}
	c, y := s.residual, s.along
	for j, v := range c {
		c[j] = -v
	}
	s.inward(c, 0)
	s.basis.solveTransposed(y)
	s.basis.coordinates(s.ratio, c)
	for j := range s.set {
		y[j] -= s.ratio[j]
	}
	s.basis.combine(c, y)
	s.outward(c)
	s.basis.solve(y)
	for j := range s.set {
		s.lambda[j] += y[j]
		if j >= s.equal {
			s.lambda[j] = max(s.lambda[j], 0)
		}
	}
	for j, v := range c {
		s.x[j] += v
	}
	s.settle(math.Sqrt(dot(c, c)))
	return true
}

// correct moves x back onto the active rows where steps have drifted away from them. It returns
// whether it moved x.
func (s *Solver) correct() bool {
	y, step := s.residual, s.step
	if s.misses(y) <= 4*epsilon {
		return false
	}
	s.basis.solveTransposed(y)
	clear(step)
	s.basis.combine(step, y)
	s.outward(step)
	s.basis.solve(y)
	for j := range s.set {
		s.lambda[j] += y[j]
		if j >= s.equal {
			s.lambda[j] = max(s.lambda[j], 0)
		}
	}
	for j, v := range step {
		s.x[j] += v
	}
	return true
}

// finish fills in the result.
func (s *Solver) finish() {
	r := &s.result
	clear(r.Multiplier)
	set, lambda := s.set, s.lambda
	switch r.Status {
	case NotFinite, NotPositiveDefinite:
		r.clear()
		return
	case Infeasible, IterationLimit:
		s.fallBack()
		set, lambda = s.bestSet, s.bestLambda
	}
	copy(r.X, s.x)
	r.Objective = 0
	sum := r.Stationarity + r.Violation + r.Gap
	for j, g := range s.p.G {
		r.Objective += r.X[j] * (0.5*s.step[j] + g)
	}
	for j, a := range set {
		l := lambda[j] * float64(a.Side)
		r.Multiplier[a.Row] = l
		sum += l
		if l < 0 {
			a.Side = Upper
		} else if l > 0 {
			a.Side = Lower
		}
		r.Active = append(r.Active, a)
	}
	for _, c := range r.Clash {
		sum += c.Weight
	}
	if !finite(sum + r.Objective) {
		s.fail(NotFinite, PartMagnitude, 0)
		r.clear()
	}
}

// clear removes the numbers of a result without a solution, since they may not be finite.
func (r *Result) clear() {
	clear(r.X)
	clear(r.Multiplier)
	r.Active, r.Clash, r.Redundant = r.Active[:0], r.Clash[:0], r.Redundant[:0]
	r.Objective, r.Stationarity, r.Violation, r.Gap, r.Violated = 0, 0, 0, 0, -1
}

// fallBack goes back to the iterate that misses its rows the least, and measures by how much.
func (s *Solver) fallBack() {
	r := &s.result
	if s.best <= math.MaxFloat64 {
		copy(s.x, s.bestX)
	} else {
		s.bestSet = s.bestSet[:0]
	}
	s.hessian()
	distance := 0.0
	for i := range s.marks {
		v := s.value(i, s.x)
		lower, upper := s.p.limits(i)
		miss := max(lower-v, v-upper)
		if d := miss / s.norms[i]; miss > 0 && (d > distance || s.norms[i] == 0) {
			distance, r.Violation, r.Violated = d, miss, i
		}
	}
}

package qp

import "math"

// suspicious is the square of the length that remains of a normal, over the square of the whole, below which its
// dependence on others is decided in the caller's coordinates.
const suspicious = 1e-12

// search adds violated rows until there are none.
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
			if refined < refinements && s.refine() {
				refined++
				continue
			}
			return
		}
		if s.result.Iterations >= s.MaxIterations {
			s.result.Status = IterationLimit
			return
		}
		if !s.add(a) {
			return
		}
	}
}

// mostViolated returns the row that is farthest from fulfilled, by the distance of x from where it is. It returns false
// where values are not finite.
func (s *Solver) mostViolated() (worst Active, distance float64, ok bool) {
	s.evaluate()
	worst.Row = -1
	for i, mk := range s.marks {
		if mk != idle {
			continue
		}
		var v, lower, upper float64
		if i < s.m {
			v, lower, upper = s.values[i], s.p.Lower[i], s.p.Upper[i]
		} else {
			v, lower, upper = s.x[i-s.m], s.p.Min[i-s.m], s.p.Max[i-s.m]
		}
		side, miss := Lower, lower-v
		if over := v - upper; over > miss {
			side, miss = Upper, over
		}
		if miss <= 0 {
			continue
		}
		if !(miss <= math.MaxFloat64) {
			return worst, 0, false
		}
		a := Active{i, side}
		if d := miss / s.norm(i); d > distance && miss > s.tolerance(a) {
			worst, distance = a, d
		}
	}
	return worst, distance, true
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
		s.values[i], s.values[i+1], s.values[i+2], s.values[i+3] = dot4(s.x[from:to], s.p.a[i*stride+from:], stride)
	}
}

// remember keeps the iterate as the best so far.
func (s *Solver) remember(distance float64) {
	s.best = distance
	copy(s.bestX, s.x)
	s.bestSet = append(s.bestSet[:0], s.set...)
	copy(s.bestLambda, s.lambda[:len(s.set)])
}

// add brings a violated row into the active set, and drops those that stand in its way. It returns false where no point
// fulfils the row together with those.
func (s *Solver) add(a Active) bool {
	from := s.load(s.normal, a)
	s.factor.forward(s.normal, from)
	before, rest := s.basis.project(s.normal, s.along, from)
	if !(before <= math.MaxFloat64) {
		return s.overflow()
	}
	multiplier := 0.0
	for {
		dependent := rest <= suspicious*before && s.dependent(a, &rest)
		if !dependent {
			s.ratios()
		}
		partial, blocking := s.blocking(a)
		miss := s.missing(a)
		if dependent && blocking < 0 {
			return s.contradiction(a, miss)
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
			s.factor.backward(s.step)
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
		rest = s.unblock(blocking, rest)
	}
}

// ratios computes how fast the multipliers of the active rows fall as that of the entering row grows.
func (s *Solver) ratios() {
	copy(s.ratio[:padded(len(s.set))], s.along)
	s.basis.solve(s.ratio)
}

// blocking returns the inequality whose multiplier is the first to reach zero, and the growth of the entering multiplier
// until then.
func (s *Solver) blocking(a Active) (length float64, at int) {
	scale := s.norm(a.Row)
	for j, b := range s.set {
		scale += math.Abs(s.ratio[j]) * s.norm(b.Row)
	}
	length, at = math.Inf(1), -1
	for j := s.equal; j < len(s.set); j++ {
		r := s.ratio[j]
		if r*s.norm(s.set[j].Row) <= 1e-12*scale {
			continue
		}
		if l := s.lambda[j] / r; l < length {
			length, at = l, j
		}
	}
	return length, at
}

// unblock drops a row from the active set, and gives the direction that it leaves free to the rest of the entering normal,
// whose new square is returned.
func (s *Solver) unblock(at int, rest float64) float64 {
	s.release(at, s.along)
	last := len(s.set)
	t := s.along[last]
	s.along[last] = 0
	axpy(s.normal, t, s.step)
	return dot(s.normal, s.normal)
}

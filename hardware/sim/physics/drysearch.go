package physics

import "math"

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

package physics

import "slices"

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

// holdContacts adds to right, which is half solved, the forces of the contacts that hold:
//
//	(J H^-1 J^T + E) lambda = -J H^-1 b
//
// with the compliance E of a held contact. A contact moves only what is on the way from the root to
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

package physics

import "math"

// amendment changes the answer of a Newton step to that of another piece, where a few joints do
// something else than the step assumed: a joint that trembles about standstill turns round in every
// other step of the plant. The factor stays. With the velocities u of the step, the change A of
// velocities by impulses on those joints, and the impulses d that make up for what their friction
// does otherwise,
//
//	v = u + A d    d_i = shift_i + slope_i v_i
//
// (M. A. Woodbury, Inverting modified matrices, 1950). Both answers differ by rounding.
type amendment struct {
	rollers []*roller   // one a dof: as which it follows its base, nil for no wheel
	ways    [][]int32   // one a dof: the way from the root to it, or to its base
	halves  [][]float64 // the half solution of a unit of its impulse, packed over that way
	shared  []int       // dofs x dofs: how much of their ways two of them share
	assumed []int8      // what the step assumed; see stick

	dofs         []int     // those that may do something else
	change       []float64 // A, dofs x dofs
	free         []float64 // u
	shift, slope []float64
	system       []float64
	speed        []float64 // v
}

const (
	// mostAmended bounds how many joints of a Newton step may do something else, and mostAmendments
	// how often it is amended.
	mostAmended, mostAmendments = 6, 8
	// amendedTo is how exactly friction has to be amended, as a share of what it can hold.
	amendedTo = 1e-9
)

// newAmendment makes room for the joints of a solver, of which the rollers are known.
func newAmendment(s *drySolver) amendment {
	n := s.n
	vector := func() []float64 { return make([]float64, mostAmended) }
	square := func() []float64 { return make([]float64, mostAmended*mostAmended) }
	m := amendment{
		rollers: make([]*roller, n), ways: make([][]int32, n), halves: make([][]float64, n), shared: make([]int, n*n),
		assumed: make([]int8, n), dofs: make([]int, 0, mostAmended), change: square(), free: vector(), shift: vector(),
		slope: vector(), system: square(), speed: vector(),
	}
	for r := range s.rows {
		m.rollers[s.rows[r].wheel] = s.rows[r].roller
	}
	for i, roller := range m.rollers {
		m.ways[i] = s.factor.way(i)
		if roller != nil {
			m.ways[i] = m.ways[i][:roller.place+3]
		}
		m.halves[i] = make([]float64, len(m.ways[i]))
		for j := range i + 1 {
			m.shared[i*n+j] = sharedLength(m.ways[i], m.ways[j])
			m.shared[j*n+i] = m.shared[i*n+j]
		}
	}
	return m
}

// amend goes from the last Newton step, whose target lies in the piece next, to the minimum, and
// reports whether it found it; else stick is what to try next. Beside contacts that hold or slip by
// themselves it finds none.
func (s *drySolver) amend() bool {
	m := &s.amendment
	m.dofs = m.dofs[:0]
	copy(m.assumed, s.stick)
	fits := len(s.folded) == len(s.rows)
	for turn := 0; ; turn++ {
		s.guess()
		if !fits || turn == mostAmendments || !s.enlist() || !m.solve(s) {
			return false
		}
		s.follow()
		if s.classify(s.target, s.next); same(s.stick, s.next) {
			break
		}
	}
	if !m.exact(s) {
		return false
	}
	m.tell(s)
	for _, r := range s.folded {
		s.force[r] = s.rows[r].unfold(s.factor, s.target)
	}
	return true
}

// enlist adds the joints that do something else than was assumed. It reports whether there is room
// for them, and what is left of their inertia where they cease to stick.
func (s *drySolver) enlist() bool {
	m := &s.amendment
	for i, assumed := range m.assumed {
		if s.stick[i] == assumed || contains(m.dofs, i) {
			continue
		}
		if len(m.dofs) == mostAmended {
			return false
		}
		if len(m.dofs) == 0 {
			copy(s.product, s.target) // the step's own
		}
		stuck := m.respond(s, i) * s.hold[i] * (1 / CreepVelocity)
		if assumed == 0 && 1-stuck < 1/firmest {
			return false
		}
	}
	return true
}

func contains(list []int, x int) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}

// respond adds a joint, with what an impulse on it does to those before it and to itself, which it
// returns.
func (m *amendment) respond(s *drySolver, i int) (own float64) {
	a := len(m.dofs)
	m.dofs = append(m.dofs, i)
	m.free[a] = s.product[i]
	half := m.halves[i]
	clear(half)
	if roller := m.rollers[i]; roller != nil {
		copy(half[roller.place:], roller.share[:])
	} else {
		half[len(half)-1] = 1
	}
	s.factor.halfAlong(m.ways[i], half)
	for b, j := range m.dofs {
		shared := m.shared[i*s.n+j]
		own = dot(half[:shared], m.halves[j])
		m.change[a*mostAmended+b], m.change[b*mostAmended+a] = own, own
	}
	return own
}

// solve finds the velocities of the listed joints while they do what stick says.
func (m *amendment) solve(s *drySolver) bool {
	k := len(m.dofs)
	for a, i := range m.dofs {
		hold, assumed, now := s.hold[i], m.assumed[i], s.stick[i]
		m.shift[a], m.slope[a] = hold*float64(assumed-now), 0
		switch {
		case assumed == now:
		case assumed == 0:
			m.slope[a] = hold * (1 / CreepVelocity)
		case now == 0:
			m.slope[a] = -hold * (1 / CreepVelocity)
		}
	}
	for a := range k {
		v := m.free[a]
		row := m.change[a*mostAmended:][:k]
		for b, x := range row {
			v += x * m.shift[b]
			m.system[a*k+b] = -x * m.slope[b]
		}
		m.system[a*k+a]++
		m.speed[a] = v
	}
	return solveGeneral(m.system[:k*k], m.speed[:k])
}

// follow writes to target the velocities of all joints, given those of the listed ones.
func (s *drySolver) follow() {
	m := &s.amendment
	copy(s.target, s.right)
	for a, i := range m.dofs {
		d := m.shift[a] + m.slope[a]*m.speed[a]
		way := m.ways[i]
		for p, y := range m.halves[i][:len(way)] {
			s.target[way[p]] += d * y
		}
	}
	s.factor.rest(s.target)
	for _, r := range s.folded {
		row := &s.rows[r]
		base, share := s.target[row.base:][:3], &row.roller.share
		s.target[row.wheel] = share[0]*base[0] + share[1]*base[1] + share[2]*base[2]
	}
}

// exact reports whether the friction that makes up for another at the velocities of the listed
// joints does so at those that followed from it, to a tiny share of what dry friction can hold.
// What is stiff, or badly conditioned, it is not.
func (m *amendment) exact(s *drySolver) bool {
	for a, i := range m.dofs {
		if off := m.slope[a] * (s.target[i] - m.speed[a]); !(math.Abs(off) <= amendedTo*s.hold[i]) {
			return false
		}
	}
	return true
}

// tell lets the rollers know of the impulses on their wheels.
func (m *amendment) tell(s *drySolver) {
	for a, i := range m.dofs {
		if roller := m.rollers[i]; roller != nil {
			roller.impulse += m.shift[a] + m.slope[a]*m.speed[a]
		}
	}
}

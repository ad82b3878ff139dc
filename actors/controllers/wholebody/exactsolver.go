package wholebody

import (
	"math"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace/hierarchy"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// exactSolver is the exact hierarchy of one task set. Axes that nobody moves, virtual joints of a
// world that is gone, are a level above all others, which keeps them where they are.
type exactSolver struct {
	law  *hierarchy.Law
	in   hierarchy.Input
	out  *hierarchy.Output
	lock *taskspace.Level // the first of in.Levels; nil where no axis is virtual
	// inertia is what each axis moves; nil where no axis is virtual.
	inertia  []float64
	contacts *contacts
	// reduced are the dynamics and forces of the joints that mimic none, where some do.
	followers rigidbody.Followers
	reduced   dynamics
	forces    []float64
}

// newExact makes the solver of a set with these levels.
func newExact(l *Law, levels []taskspace.Level) (*exactSolver, error) {
	n := l.n
	s := &exactSolver{inertia: l.inertia, contacts: l.contacts, followers: l.followers}
	if len(l.followers) > 0 {
		s.reduced, s.forces = newDynamics(n), make([]float64, n)
	}
	config := hierarchy.ConfigFor(n, levels)
	config.Unactuated, config.ContactRows, config.SingularRegion = l.unactuated, l.contacts.rows(), l.options.inertiaRegion()
	if s.inertia != nil {
		config.Rows = append([]int{n}, config.Rows...)
		s.in.Levels = append(s.in.Levels, taskspace.Level{RowsMax: n, Jacobian: make([]float64, n*n), Drift: make([]float64, n),
			Acceleration: make([]float64, n), Weight: make([]float64, n), Activation: make([]float64, n), Scale: make([]float64, n)})
	}
	s.in.Levels = append(s.in.Levels, levels...)
	if s.inertia != nil {
		s.lock = &s.in.Levels[0]
	}
	var err error
	if s.law, err = hierarchy.New(config); err != nil {
		return nil, err
	}
	s.out = s.law.NewOutput()
	return s, nil
}

func (s *exactSolver) begin() {}

func (s *exactSolver) release() { s.in.MassMatrix, s.in.Bias = nil, nil }

func (s *exactSolver) solve(p *problem) (decision, error) {
	if s.lock != nil {
		s.keep(p.moved)
	}
	copy(s.in.Levels[len(s.in.Levels)-len(p.levels):], p.levels)
	d, forces := s.reduce(p)
	s.in.MassMatrix, s.in.Bias, s.in.Forces = d.mass, d.bias, forces
	if err := s.contacts.fill(&s.in.Contacts, p); err != nil {
		return decision{}, err
	}
	err := s.law.Solve(&s.in, s.out)
	return decision{effort: s.out.Torque, acceleration: s.out.Acceleration}, err
}

// reduce returns the dynamics and the forces of a problem in the coordinates of the joints that
// mimic none.
func (s *exactSolver) reduce(p *problem) (*dynamics, []float64) {
	if len(s.followers) == 0 {
		return p.dynamics, p.forces
	}
	copy(s.reduced.mass, p.dynamics.mass)
	copy(s.reduced.bias, p.dynamics.bias)
	s.reduced.reduce(s.followers)
	copy(s.forces, p.forces) // leaders have theirs of followers already
	s.followers.Clear(s.forces)
	return &s.reduced, s.forces
}

// keep fills the level that keeps axes where they are: a row of the identity matrix for each.
func (s *exactSolver) keep(moved []bool) {
	l, n := s.lock, len(moved)
	rows := 0
	l.Jacobian = l.Jacobian[:n*n]
	l.Drift, l.Acceleration, l.Weight, l.Activation, l.Scale = l.Drift[:n], l.Acceleration[:n], l.Weight[:n], l.Activation[:n], l.Scale[:n]
	for i, m := range moved {
		if m {
			continue
		}
		row := l.Jacobian[rows*n : (rows+1)*n]
		clear(row)
		row[i] = 1
		l.Drift[rows], l.Acceleration[rows], l.Weight[rows], l.Activation[rows] = 0, 0, 1, 1
		l.Scale[rows] = 1 / math.Sqrt(s.inertia[i])
		rows++
	}
	l.Rows = rows
	l.Jacobian = l.Jacobian[:rows*n]
	l.Drift, l.Acceleration, l.Weight, l.Activation, l.Scale = l.Drift[:rows], l.Acceleration[:rows], l.Weight[:rows], l.Activation[:rows], l.Scale[:rows]
}

func (s *exactSolver) damped() (count int) {
	for i := range s.out.Levels {
		count += s.out.Levels[i].Damped + s.out.Levels[i].Lost
	}
	return count
}

func (s *exactSolver) lost() lostDirection {
	first := 0
	if s.lock != nil {
		first = 1
	}
	for i := first; i < len(s.out.Levels); i++ {
		if r := &s.out.Levels[i]; r.Damped > 0 && !s.in.Levels[i].Gradual {
			return lostDirection{level: i - first, directions: r.Damped, inertia: 1 / (r.Smallest * r.Smallest)}
		}
	}
	return lostDirection{}
}

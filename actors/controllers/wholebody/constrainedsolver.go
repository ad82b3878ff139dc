package wholebody

import (
	"errors"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace/constrained"
)

// limitedSolver is the constrained law of one task set.
type limitedSolver struct {
	law        *constrained.Law
	in         constrained.Input
	out        *constrained.Output
	held       []bool
	velocities bool
}

// newLimited makes the solver of a set with these levels.
func newLimited(l *Law, levels []taskspace.Level) (*limitedSolver, error) {
	c := l.constraints
	c.Rows = constrained.RowsOf(levels)
	s := &limitedSolver{held: make([]bool, l.n), velocities: l.velocities}
	var err error
	if l.velocities {
		s.law, err = constrained.NewVelocityLaw(c)
	} else {
		s.law, err = constrained.NewTorqueLaw(c)
	}
	if err != nil {
		return nil, err
	}
	s.out = s.law.NewOutput()
	return s, nil
}

func (s *limitedSolver) begin() { s.law.Forget() }

func (s *limitedSolver) release() { s.in.MassMatrix, s.in.Bias = nil, nil }

func (s *limitedSolver) solve(p *problem) (decision, error) {
	for i, m := range p.moved {
		s.held[i] = !m
	}
	in := &s.in
	in.Workspace, in.Measured, in.Position, in.Velocity = p.at, p.measured, p.position, p.velocity
	in.Levels, in.Forces, in.Touching, in.Held = p.levels, p.forces, p.touching, s.held
	in.MassMatrix, in.Bias = p.dynamics.mass, p.dynamics.bias
	if s.velocities {
		in.Velocity, in.Forces = p.commanded, nil
	}
	err := s.law.Solve(in, s.out)
	return decision{effort: s.out.Torque, acceleration: s.out.Acceleration, velocity: s.out.Velocity}, err
}

// damped counts the directions of levels that were damped, that those above have taken, or that
// conflict.
func (s *limitedSolver) damped() (count int) {
	for i := range s.out.Levels {
		if level := &s.out.Levels[i]; level.Rank > 0 {
			count += level.Rows - level.Rank + level.Damped
		}
	}
	return count
}

func (s *limitedSolver) lost() lostDirection {
	for i := range s.out.Levels {
		if n := s.out.Levels[i].Damped; n > 0 {
			return lostDirection{level: i, directions: n}
		}
	}
	return lostDirection{}
}

// unsolvable reports whether an error means that constraints clash, that their problem took too
// long, or that a gaze has nowhere to look: states from which the degraded law, or another goal,
// leads out.
func unsolvable(err error) bool {
	return errors.Is(err, constrained.ErrInfeasible) || errors.Is(err, constrained.ErrUnsolved) || errors.Is(err, taskspace.ErrSight)
}

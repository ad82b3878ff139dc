package operationalspace

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/actors/controllers/taskspace"
	"github.com/robo-actors/robo-actors/actors/controllers/taskspace/hierarchy"
)

// dynamics are mass matrix, bias and gravity, all of one state.
type dynamics struct {
	mass, bias, gravity []float64
}

func newDynamics(n int) dynamics {
	return dynamics{make([]float64, n*n), make([]float64, n), make([]float64, n)}
}

// multiply writes M x + y.
func (d *dynamics) multiply(out, x, y []float64) {
	n := len(x)
	for i := range out {
		sum := y[i]
		for j, m := range d.mass[i*n : (i+1)*n] {
			sum += m * x[j]
		}
		out[i] = sum
	}
}

// solver is the exact hierarchy of one task set. Axes that nobody moves, virtual joints of a world that is gone, are a
// level above all others, which keeps them where they are.
type solver struct {
	law  *hierarchy.Law
	in   hierarchy.Input
	out  *hierarchy.Output
	lock *taskspace.Level // the first of in.Levels; nil where no axis is virtual
}

// newSolver makes the solver of a set with these levels. Inertia has, for each axis that may have to be kept, the inertia
// that it moves; none for a world without virtual axes.
func newSolver(n int, levels []taskspace.Level, inertia []float64) (*solver, error) {
	s := &solver{}
	config := hierarchy.ConfigFor(n, levels)
	if len(inertia) > 0 {
		config.Rows = append([]int{n}, config.Rows...)
		s.in.Levels = append(s.in.Levels, taskspace.Level{RowsMax: n, Jacobian: make([]float64, n*n), Drift: make([]float64, n),
			Acceleration: make([]float64, n), Weight: make([]float64, n), Activation: make([]float64, n), Scale: make([]float64, n)})
	}
	s.in.Levels = append(s.in.Levels, levels...)
	if len(inertia) > 0 {
		s.lock = &s.in.Levels[0]
	}
	var err error
	if s.law, err = hierarchy.New(config); err != nil {
		return nil, err
	}
	s.out = s.law.NewOutput()
	return s, nil
}

// solve finds accelerations and efforts. Moved says whom the accelerations may move.
func (s *solver) solve(levels []taskspace.Level, d *dynamics, forces []float64, moved []bool, inertia []float64) error {
	if s.lock != nil {
		s.keep(moved, inertia)
	}
	copy(s.in.Levels[len(s.in.Levels)-len(levels):], levels)
	s.in.MassMatrix, s.in.Bias, s.in.Forces = d.mass, d.bias, forces
	return s.law.Solve(&s.in, s.out)
}

// keep fills the level that keeps axes where they are: a row of the identity matrix for each.
func (s *solver) keep(moved []bool, inertia []float64) {
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
		l.Scale[rows] = 1 / math.Sqrt(inertia[i])
		rows++
	}
	l.Rows = rows
	l.Jacobian = l.Jacobian[:rows*n]
	l.Drift, l.Acceleration, l.Weight, l.Activation, l.Scale = l.Drift[:rows], l.Acceleration[:rows], l.Weight[:rows], l.Activation[:rows], l.Scale[:rows]
}

// damped counts the directions in which a level was damped or lost.
func (s *solver) damped() (count int) {
	for i := range s.out.Levels {
		count += s.out.Levels[i].Damped + s.out.Levels[i].Lost
	}
	return count
}

// inertias gives the diagonal of a mass matrix, which must be that of a robot.
func inertias(mass []float64, names []string) ([]float64, error) {
	n := len(names)
	out := make([]float64, n)
	for i, name := range names {
		if out[i] = mass[i*n+i]; !(out[i] > 0) {
			return nil, fmt.Errorf("joint %q moves the inertia %g; expected one above zero: give its bodies masses", name, out[i])
		}
	}
	return out, nil
}

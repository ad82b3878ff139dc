package kinematics

import (
	"errors"
	"fmt"
	"strings"
)

// Solver finds configurations of one manipulator that reach targets. It belongs to one goroutine,
// and Solve allocates nothing.
type Solver interface {
	// Manipulator returns the manipulator.
	Manipulator() *Manipulator
	// Name returns the name of the method, as in NewSolver, and for an analytic one its family.
	Name() string
	// Solve finds configurations that reach a target. The result is valid until the next call.
	Solve(t *Target, q *Query) *Result
}

// Options are the options of solvers. The zero value of a field means its default.
type Options struct {
	// Tolerance is the greatest error of a numeric solution, m and rad; default 1e-6.
	Tolerance float64
	// Starts is the number of configurations from which a numeric search starts at most; default
	// 100.
	Starts int
	// Iterations limits the iterations of one start; default 60.
	Iterations int
	// MaxSolutions limits the solutions of a result; default 64.
	MaxSolutions int
	// Same is how far each joint of two numeric solutions may differ, rad or m, for the two to
	// count as one; default 0.01. Analytic solvers of arms without a free joint tell solutions
	// apart by 1e-6.
	Same float64
}

// mostOption limits counts, so that a wrong number neither fills the memory nor takes forever.
const mostOption = 1 << 20

func (o Options) check() error {
	var problems []string
	for _, f := range []struct {
		name  string
		value float64
	}{{"Tolerance", o.Tolerance}, {"Starts", float64(o.Starts)}, {"Iterations", float64(o.Iterations)}, {"MaxSolutions", float64(o.MaxSolutions)},
		{"Same", o.Same}} {
		if !(f.value >= 0 && f.value <= mostOption) {
			problems = append(problems, fmt.Sprintf("Options.%s is %g, expected 0 to %d, zero for the default", f.name, f.value, mostOption))
		}
	}
	if len(problems) > 0 {
		return errors.New(strings.Join(problems, "; "))
	}
	return nil
}

func (o Options) withDefaults() Options {
	if o.Tolerance == 0 {
		o.Tolerance = 1e-6
	}
	if o.Starts == 0 {
		o.Starts = 100
	}
	if o.Iterations == 0 {
		o.Iterations = 60
	}
	if o.MaxSolutions == 0 {
		o.MaxSolutions = 64
	}
	if o.Same == 0 {
		o.Same = 0.01
	}
	return o
}

// SolverNames returns the names that NewSolver takes.
func SolverNames() []string { return []string{"numeric", "analytic"} }

// NewSolver returns a solver by its name. "numeric" solves every kind of target for every
// manipulator. "analytic" solves full poses to 1e-9 m and rad for arms of four families, and
// returns an error with the reasons for others:
//
//   - 6 joints with a spherical wrist, whose axes 2 and 3 are parallel or whose axes 1 and 2 meet
//   - 6 joints with the axes 2, 3 and 4 parallel, whose axes 5 and 6 meet
//   - 7 joints with a spherical shoulder and a spherical wrist; the arm angle is free
//   - 7 joints with a spherical shoulder, whose axes 5 and 6 meet; the last joint is free
//
// With 6 joints it finds all solutions. With 7 it finds all solutions of each value of the free
// parameter that it samples: first that at Query.Near, then others in steps of 1/64 of the range,
// and finer ones where these have no solution.
func NewSolver(name string, m *Manipulator, o Options) (Solver, error) {
	if m == nil {
		return nil, fmt.Errorf("inverse kinematics %q: the manipulator is nil", name)
	}
	if err := o.check(); err != nil {
		return nil, fmt.Errorf("inverse kinematics %q of manipulator %q: %w", name, m.name, err)
	}
	o = o.withDefaults()
	switch name {
	case "numeric":
		return newNumeric(m, o), nil
	case "analytic":
		s, err := newAnalytic(m, o)
		if err != nil {
			return nil, err
		}
		return s, nil
	}
	return nil, fmt.Errorf("inverse kinematics %q of manipulator %q is unknown; known: %s", name, m.name, strings.Join(SolverNames(), ", "))
}

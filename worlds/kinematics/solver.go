package kinematics

import (
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

func (o Options) check() error {
	var problems []string
	for _, f := range []struct {
		name  string
		value float64
	}{{"Tolerance", o.Tolerance}, {"Starts", float64(o.Starts)}, {"Iterations", float64(o.Iterations)}, {"MaxSolutions", float64(o.MaxSolutions)},
		{"Same", o.Same}} {
		if !finite(f.value) || f.value < 0 {
			problems = append(problems, fmt.Sprintf("Options.%s is %g, expected a finite number, zero for the default", f.name, f.value))
		}
	}
	if len(problems) > 0 {
		return fmt.Errorf("%s", strings.Join(problems, "; "))
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
func SolverNames() []string { return []string{"numeric"} }

// NewSolver returns a solver by its name: "numeric" solves every kind of target for every
// manipulator.
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
	}
	return nil, fmt.Errorf("inverse kinematics %q of manipulator %q is unknown; known: %s", name, m.name, strings.Join(SolverNames(), ", "))
}

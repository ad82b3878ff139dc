package qp

import (
	"errors"
	"fmt"
	"strings"
)

// Status reports what a result is.
type Status uint8

// The states of a result.
const (
	// Optimal: X is the solution.
	Optimal Status = iota
	// Infeasible: no x fulfils all rows. Clash proves it. X is the iterate that misses its rows the
	// least.
	Infeasible
	// IterationLimit: the solver ran into its limit, or rows differ by so little that rounding
	// keeps it from fulfilling them. X is the optimum of a part of the rows: of all such iterates
	// the one that misses the other rows the least, by Violation. It is no feasible point.
	IterationLimit
	// NotPositiveDefinite: H has a direction, found at variable Index, without positive curvature.
	// X is zero.
	NotPositiveDefinite
	// Inexact: X fulfils all rows, but the numbers are so ill-conditioned that it misses the
	// optimum by more than rounding, by Stationarity.
	Inexact
	// NotFinite: the input holds a NaN or an infinity, or numbers so large or so small that they or
	// their squares overflow or vanish; Where and Index say where. X is zero.
	NotFinite
)

// String returns the name of the status in words.
func (s Status) String() string {
	names := [...]string{"optimal", "infeasible", "iteration limit", "not positive definite", "inexact", "not finite"}
	if int(s) < len(names) {
		return names[s]
	}
	return fmt.Sprintf("status %d", uint8(s))
}

// The errors that Result.Err wraps, one for each status that is not Optimal.
var (
	ErrInfeasible          = errors.New("no point fulfils all rows")
	ErrIterationLimit      = errors.New("the iterations ended without a solution")
	ErrNotPositiveDefinite = errors.New("the cost has no positive curvature in some direction")
	ErrInexact             = errors.New("the problem is too ill-conditioned for its optimum to be met")
	ErrNotFinite           = errors.New("a number cannot be used")
)

// Side is one of the two limits of a row.
type Side int8

// The sides of a row: the solution is pressed against the lower or the upper limit.
const (
	Lower Side = 1
	Upper Side = -1
)

// String returns "lower" or "upper".
func (s Side) String() string {
	if s == Upper {
		return "upper"
	}
	return "lower"
}

// Active is a row that holds with equality, by the side that holds it. An equality is named by the
// side that its multiplier presses against.
type Active struct {
	Row  int
	Side Side
}

// Clash is one row of a proof of infeasibility. Read each row as side·a·x ≥ side·limit; the sum of
// all rows, each times its Weight, reads 0·x ≥ Gap with Gap > 0.
type Clash struct {
	Row    int
	Side   Side
	Weight float64 // > 0
}

// Part names a part of the input.
type Part uint8

// The parts of the input.
const (
	PartHessian   Part = iota // row Index of H
	PartCost                  // number Index of G
	PartRow                   // the coefficients of row Index
	PartLimit                 // a limit of the row or bound Index
	PartMagnitude             // no single number: products of them overflow
)

// Result is the answer of a solver, which owns it and overwrites it with the next answer.
type Result struct {
	// Status says what X is.
	Status Status
	// X has one number a variable. All are finite, always.
	X []float64
	// Multiplier has one number for each row, then one for each bound: H x + g = Aᵀλ + μ. It is
	// positive where a lower limit presses, negative where an upper one does, zero elsewhere.
	Multiplier []float64
	// Active lists the rows that hold X, equalities first.
	Active []Active
	// Redundant lists rows that were left out because they follow from others.
	Redundant []int
	// Objective is ½ xᵀHx + gᵀx, with the regularisation.
	Objective float64
	// Iterations counts rows that were added or dropped, rows dropped from the kept active set
	// among them.
	Iterations int
	// Kept counts rows that were taken from the previous active set without an iteration.
	Kept int
	// Violation is how far X misses the limit of row Violated, in that row's unit; 0 and -1 where X
	// misses none beyond the rounding of its numbers.
	Violation float64
	Violated  int
	// Stationarity is the length of H x + g - Aᵀλ - μ over the sum of the lengths of its terms,
	// where X is a solution.
	Stationarity float64
	// Clash is the proof of infeasibility, Gap what it is short of; empty and 0 otherwise.
	Clash []Clash
	Gap   float64
	// Where and Index say where input is not finite, or (Index) at which variable H is not positive
	// definite.
	Where Part
	Index int

	problem *Constraints
}

// Err returns nil for an optimal result, and an error that names rows and says what to do
// otherwise. It allocates.
func (r *Result) Err() error {
	p := r.problem
	switch r.Status {
	case Optimal:
		return nil
	case Infeasible:
		if r.alone() {
			return fmt.Errorf("%w: %s contradicts itself by %.3g; relax one of its limits", ErrInfeasible, r.clashText(), r.Gap)
		}
		return fmt.Errorf("%w: %s contradict each other by %.3g; relax one of them", ErrInfeasible, r.clashText(), r.Gap)
	case IterationLimit:
		return fmt.Errorf("%w, after %d: the answer misses %s by %.3g", ErrIterationLimit, r.Iterations, p.Name(r.Violated), r.Violation)
	case NotPositiveDefinite:
		return fmt.Errorf("%w: found at %s; add a task or a regularisation that covers it", ErrNotPositiveDefinite, p.variable(r.Index))
	case Inexact:
		return fmt.Errorf("%w: the gradient is missed by %.2g of its terms; scale the variables, or regularise", ErrInexact, r.Stationarity)
	default:
		return fmt.Errorf("%w: %s", ErrNotFinite, r.whereText())
	}
}

// alone reports whether one row has no solution whatever the others are: its lower limit is above
// its upper one, or it has no coefficients.
func (r *Result) alone() bool {
	for _, c := range r.Clash {
		if c.Row != r.Clash[0].Row {
			return false
		}
	}
	return true
}

// clashText lists the rows of the proof with their limits.
func (r *Result) clashText() string {
	var b strings.Builder
	for i, c := range r.Clash {
		if i > 0 {
			b.WriteString(", ")
		}
		word := "≥"
		if c.Side == Upper {
			word = "≤"
		}
		fmt.Fprintf(&b, "%s %s %.6g", r.problem.Name(c.Row), word, r.problem.limit(c.Row, c.Side))
	}
	return b.String()
}

// whereText reports which part of the input is not finite.
func (r *Result) whereText() string {
	switch p := r.problem; r.Where {
	case PartHessian:
		return fmt.Sprintf("row %d of the Hessian (%s)", r.Index, p.variable(r.Index))
	case PartCost:
		return fmt.Sprintf("the linear cost of %s", p.variable(r.Index))
	case PartRow:
		return fmt.Sprintf("a coefficient of %s", p.Name(r.Index))
	case PartLimit:
		return fmt.Sprintf("a limit of %s: a limit is a number, or -Inf below, or +Inf above", p.Name(r.Index))
	default:
		return "products of the problem's numbers overflow; choose other units"
	}
}

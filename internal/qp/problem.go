package qp

import (
	"fmt"
	"math"
)

// Constraints are what every answer has to fulfil: rows with limits, and bounds of variables. The
// caller writes into them in place; solvers read them.
type Constraints struct {
	// Lower and Upper limit the rows: Lower ≤ A x ≤ Upper. Fresh rows have none (-Inf, +Inf).
	Lower, Upper []float64
	// Min and Max bound the variables. Fresh variables have no bounds (-Inf, +Inf).
	Min, Max []float64
	// Names are what errors call the rows; an empty name reads "row i".
	Names []string
	// Variables are what errors call the variables; an empty name reads "variable j".
	Variables []string

	n, m, stride int
	a            []float64 // rows of stride numbers; what lies behind the n-th is zero
	from, to     []int     // row i is zero outside [from, to), which are multiples of the width of the kernels
}

// NewConstraints returns constraints of the given numbers of variables and rows, with A zero and no
// limits.
func NewConstraints(variables, rows int) *Constraints {
	if variables < 1 || rows < 0 {
		panic(fmt.Sprintf("qp: %d variables and %d rows; there is at least one variable, and no negative number of rows", variables, rows))
	}
	stride := padded(variables)
	p := &Constraints{
		Lower: make([]float64, rows), Upper: make([]float64, rows),
		Min: make([]float64, variables), Max: make([]float64, variables),
		Names: make([]string, rows), Variables: make([]string, variables),
		n: variables, m: rows, stride: stride,
		a:    make([]float64, (rows+width)*stride),
		from: make([]int, rows), to: make([]int, rows),
	}
	for i := range rows {
		p.Free(i)
		p.to[i] = stride
	}
	for j := range variables {
		p.Bound(j, math.Inf(-1), math.Inf(1))
	}
	return p
}

// Problem is the data of one quadratic programme of fixed size. The caller writes into it in place;
// a solver reads it.
type Problem struct {
	*Constraints
	// G is the linear cost, one number a variable.
	G []float64
	// Regularisation is added to the diagonal of H, in the units of H; zero for none.
	Regularisation float64

	h []float64 // stride rows of stride numbers; those behind the last are zero
}

// NewProblem returns a problem of the given numbers of variables and rows, with H, A and g zero and
// no limits.
func NewProblem(variables, rows int) *Problem { return NewCost(NewConstraints(variables, rows)) }

// NewCost returns a problem under the given constraints, which it shares with others, with H and g
// zero.
func NewCost(c *Constraints) *Problem {
	return &Problem{Constraints: c, G: make([]float64, c.n), h: make([]float64, c.stride*c.stride)}
}

// HessianRow returns row i of H, to write into. Only its first i+1 numbers are read: H is
// symmetric.
func (p *Problem) HessianRow(i int) []float64 { return p.h[i*p.stride:][:p.n:p.n] }

// Size returns the number of variables.
func (p *Constraints) Size() int { return p.n }

// Rows returns the number of rows of A.
func (p *Constraints) Rows() int { return p.m }

// Row returns row i of A, to write into.
func (p *Constraints) Row(i int) []float64 { return p.a[i*p.stride:][:p.n:p.n] }

// Columns promises that row i of A is zero outside the columns [from, to); numbers found there may
// be used or not. Rows with few columns are cheap.
func (p *Constraints) Columns(i, from, to int) {
	if from < 0 || from > to || to > p.n {
		panic(fmt.Sprintf("qp: %s: columns [%d, %d) of a problem of %d variables", p.Name(i), from, to, p.n))
	}
	p.from[i], p.to[i] = from/width*width, padded(to)
}

// Between limits row i on both sides.
func (p *Constraints) Between(i int, lower, upper float64) { p.Lower[i], p.Upper[i] = lower, upper }

// AtLeast limits row i from below only.
func (p *Constraints) AtLeast(i int, lower float64) { p.Lower[i], p.Upper[i] = lower, math.Inf(1) }

// AtMost limits row i from above only.
func (p *Constraints) AtMost(i int, upper float64) { p.Lower[i], p.Upper[i] = math.Inf(-1), upper }

// Equal makes row i an equality.
func (p *Constraints) Equal(i int, value float64) { p.Lower[i], p.Upper[i] = value, value }

// Free takes the limits of row i away.
func (p *Constraints) Free(i int) { p.Lower[i], p.Upper[i] = math.Inf(-1), math.Inf(1) }

// Bound limits variable j.
func (p *Constraints) Bound(j int, lowest, highest float64) { p.Min[j], p.Max[j] = lowest, highest }

// Name returns what errors call the row or bound of the given index.
func (p *Constraints) Name(index int) string {
	switch {
	case index < 0 || index >= p.m+p.n:
		return fmt.Sprintf("no row (%d)", index)
	case index < p.m && p.Names[index] != "":
		return p.Names[index]
	case index < p.m:
		return fmt.Sprintf("row %d", index)
	case p.Variables[index-p.m] != "":
		return "bound of " + p.Variables[index-p.m]
	default:
		return fmt.Sprintf("bound of variable %d", index-p.m)
	}
}

// variable returns what errors call variable j.
func (p *Constraints) variable(j int) string {
	if p.Variables[j] != "" {
		return p.Variables[j]
	}
	return fmt.Sprintf("variable %d", j)
}

// limits returns both limits of the row or bound of the given index.
func (p *Constraints) limits(index int) (lower, upper float64) {
	if index < p.m {
		return p.Lower[index], p.Upper[index]
	}
	return p.Min[index-p.m], p.Max[index-p.m]
}

// limit returns the limit of one side.
func (p *Constraints) limit(index int, side Side) float64 {
	lower, upper := p.limits(index)
	if side == Upper {
		return upper
	}
	return lower
}

package qp

import "math"

// mark reports how the solver treats a row at the moment.
type mark uint8

const (
	idle     mark = iota // fulfilled, or not looked at yet
	held                 // in the active set
	dropped              // follows from others
	absent               // has no limit
	equality             // an equality that is not yet in the active set
)

// Solver solves one problem again and again. It keeps the active set between solutions, as the
// start of the next one. A solver allocates nothing after NewSolver, and is for one goroutine at a
// time.
type Solver struct {
	// MaxIterations limits the rows added and dropped in one solution. NewSolver sets 10 times the
	// number of rows and variables.
	MaxIterations int

	p        *Problem
	n, m     int
	factor   cholesky
	root     *root // where the cost is given by its root, and not by H; the lengths of the rows are then given too
	rough    bool  // leave refinements to a solution that follows
	basis    basis
	result   Result
	marks    []mark    // by index
	norms    []float64 // by index: length of the row
	weights  []float64 // by index: reciprocal of the length of an idle row, zero for others
	set      []Active  // by column of the basis; the first few are equalities
	equal    int       // number of equalities in set
	lambda   []float64 // by column: multipliers of the rows as oriented by their sides; not negative behind the equalities
	x        []float64
	extent   float64   // what the rounding of x is in proportion to
	scale    float64   // least extent: the length of what limits were computed from, where the caller is a cascade
	normal   []float64 // of the entering row: its rest, orthogonal to the basis
	along    []float64 // its coordinates along the basis
	ratio    []float64 // what the entering multiplier takes from the others
	step     []float64
	residual []float64
	values   []float64 // A x
	queue    []Active  // rows that enter at the start of a solution
	ahead    []float64 // the normals of four rows of the queue, one behind the other
	implied  int       // how many rows were dropped as equalities that follow from others
	// corrected counts how often x was brought back onto the active rows in this solution.
	corrected int
	// near measures rounding by how far away the limits are, and not by how far away x is.
	near  bool
	first float64 // length of x at the optimum without any rows

	best       float64 // least violation of an iterate so far, as a distance
	bestX      []float64
	bestSet    []Active
	bestLambda []float64
}

// NewSolver returns a solver of p.
func NewSolver(p *Problem) *Solver {
	n, m := p.n, p.m
	vector := func() []float64 { return make([]float64, p.stride) }
	s := &Solver{
		MaxIterations: 10 * (n + m),
		p:             p, n: n, m: m,
		factor: newCholesky(n), basis: newBasis(n),
		result: Result{
			X: make([]float64, n), Multiplier: make([]float64, m+n), Active: make([]Active, 0, n), Redundant: make([]int, 0, m+n),
			Clash: make([]Clash, 0, n+1), problem: p.Constraints,
		},
		marks: make([]mark, m+n), norms: make([]float64, m+n), weights: make([]float64, m+n), set: make([]Active, 0, n), lambda: vector(),
		queue: make([]Active, 0, m+n), ahead: make([]float64, width*p.stride),
		x: vector(), normal: vector(), along: vector(), ratio: vector(), step: vector(), residual: vector(),
		values: make([]float64, padded(m)), bestX: vector(), bestSet: make([]Active, 0, n), bestLambda: vector(),
	}
	for i := range s.norms {
		s.norms[i] = 1 // of bounds, always
	}
	return s
}

// Forget empties the kept active set: the next solution starts cold.
func (s *Solver) Forget() { s.set = s.set[:0] }

// Start replaces the kept active set, say by the one of another solver. Rows that it names twice,
// or that the problem has not, are left out.
func (s *Solver) Start(set []Active) {
	s.set = s.set[:0]
	for _, a := range set {
		if len(s.set) < s.n && a.Row >= 0 && a.Row < len(s.marks) && (a.Side == Lower || a.Side == Upper) {
			s.set = append(s.set, a)
		}
	}
}

// Solve solves the problem as it stands, starting from the kept active set. The result is
// overwritten by the next call.
func (s *Solver) Solve() *Result {
	warm := len(s.set) > 0
	s.attempt()
	if r := &s.result; r.Status == Optimal && r.Stationarity > exact {
		if warm { // the start may have led into rows that hardly differ
			s.Forget()
			s.attempt()
		}
	}
	if s.rough && s.result.Status == Optimal && !s.honest() {
		s.polish()
	}
	if s.result.Status == Optimal && !s.honest() || s.astray() {
		s.withdraw()
	}
	s.judge()
	return &s.result
}

// polish makes up for the refinements that were left to a solution that follows: without them, x
// may miss rows by what is left of a long way.
func (s *Solver) polish() {
	s.rough, s.best = false, math.Inf(1)
	s.result.Active = s.result.Active[:0]
	s.search()
	s.finish()
}

// judge takes the word optimal back where the gradient is missed.
func (s *Solver) judge() {
	if s.result.Status == Optimal && s.result.Stationarity > exact {
		s.result.Status = Inexact
	}
}

// exact is the share of its terms by which the gradient of an optimum may be missed.
const exact = 1e-8

// attempt solves the problem from the kept active set.
func (s *Solver) attempt() {
	r := &s.result
	*r = Result{X: r.X, Multiplier: r.Multiplier, Active: r.Active[:0], Redundant: r.Redundant[:0], Clash: r.Clash[:0], Violated: -1, problem: s.p.Constraints}
	if s.begin() && s.activate() {
		s.search()
	}
	s.finish()
}

// inward takes the normal of a row, which is zero before from, into the coordinates in which the
// cost is a sphere, and returns before which column it is zero there.
func (s *Solver) inward(v []float64, from int) int {
	if s.root != nil {
		s.root.backward(v)
		return 0
	}
	s.factor.forward(v, from)
	return from
}

// outward takes a step from those coordinates into the caller's.
func (s *Solver) outward(v []float64) {
	if s.root != nil {
		s.root.forward(v, 0)
		return
	}
	s.factor.backward(v)
}

// hessian writes H x into step.
func (s *Solver) hessian() {
	if s.root != nil {
		s.root.multiply(s.residual, s.x, s.root.diagonal)
		s.root.multiplyTransposed(s.step, s.residual, s.root.diagonal)
		return
	}
	s.factor.symmetric(s.step, s.p.h, s.x, s.p.Regularisation)
}

// fail ends a solution with input that cannot be used.
func (s *Solver) fail(status Status, where Part, index int) bool {
	s.result.Status, s.result.Where, s.result.Index = status, where, index
	return false
}

// begin looks at the limits, factors H, and sets x to the optimum without any rows.
func (s *Solver) begin() bool {
	s.best = math.Inf(1)
	s.extent, s.corrected = s.scale, 0
	clear(s.x)
	s.basis.clear()
	if !s.classify() {
		return false
	}
	if s.root != nil {
		copy(s.x, s.root.goal)
		s.outward(s.x)
	} else {
		if j := s.factor.factor(s.p.h, s.p.Regularisation); j >= 0 {
			return s.blame(j)
		}
		for j, g := range s.p.G {
			s.x[j] = -g
		}
		s.inward(s.x, 0)
		s.outward(s.x)
	}
	s.first = math.Sqrt(dot(s.x, s.x))
	if s.near {
		s.extent = s.reach()
	}
	if s.length() {
		return true
	}
	for j, g := range s.p.G {
		if !finite(g) {
			return s.fail(NotFinite, PartCost, j)
		}
	}
	return s.fail(NotFinite, PartMagnitude, 0)
}

// mark notes how a row is treated.
func (s *Solver) mark(i int, m mark) {
	s.marks[i] = m
	s.weights[i] = 0
	if m == idle {
		s.weights[i] = 1 / s.norms[i]
	}
}

// measure computes the lengths of the rows.
func (s *Solver) measure() {
	for i := range s.m {
		row := s.p.a[i*s.p.stride:][s.p.from[i]:s.p.to[i]]
		s.norms[i] = math.Sqrt(dot(row, row))
	}
}

// shortest is the length below which squares of a row's numbers lose digits, or vanish.
const shortest = 1e-145

// unusable reports whether a row of such a length is so long, or so short and not zero, that
// squares of its numbers say nothing.
func (s *Solver) unusable(i int) bool {
	if i >= s.m || s.root != nil {
		return false
	}
	for _, c := range s.p.a[i*s.p.stride:][s.p.from[i]:s.p.to[i]] {
		if c != 0 {
			return true
		}
	}
	return false
}

// classify marks the rows by their limits.
func (s *Solver) classify() bool {
	if s.root == nil {
		s.measure()
	}
	for i := range s.marks {
		lower, upper := s.p.limits(i)
		switch {
		case lower < upper:
			s.mark(i, idle)
			if math.IsInf(lower, -1) && math.IsInf(upper, 1) {
				s.mark(i, absent)
			}
		case lower == upper && finite(lower):
			s.mark(i, equality)
		case lower > upper && !math.IsInf(lower, 1) && !math.IsInf(upper, -1):
			s.result.Status, s.result.Gap = Infeasible, lower-upper
			s.result.Clash = append(s.result.Clash[:0], Clash{i, Lower, 1}, Clash{i, Upper, 1})
			return false
		default:
			return s.fail(NotFinite, PartLimit, i)
		}
		if l := s.norms[i]; !(l >= shortest && l <= math.MaxFloat64) && s.marks[i] != absent && s.unusable(i) {
			return s.fail(NotFinite, PartRow, i)
		}
	}
	return true
}

// blame reports what keeps H, which failed at variable j, from being factored.
func (s *Solver) blame(j int) bool {
	if !finite(s.p.Regularisation) {
		return s.fail(NotFinite, PartHessian, j)
	}
	for i := range s.n {
		for _, v := range s.p.HessianRow(i)[:i+1] {
			if !finite(v) {
				return s.fail(NotFinite, PartHessian, i)
			}
		}
	}
	return s.fail(NotPositiveDefinite, PartHessian, j)
}

// length notes how long x is, and reports whether it is finite.
func (s *Solver) length() bool {
	l := math.Sqrt(dot(s.x, s.x))
	if !s.near {
		s.extent = max(s.extent, l)
	}
	return l <= math.MaxFloat64
}

// settle takes the extent back after a refinement: what long steps left of rounding is gone, but
// not their own. Where x is zero, the way from the optimum without rows consists of what
// refinements leave, and no row is missed by it.
func (s *Solver) settle(moved float64) {
	if s.near {
		return
	}
	s.extent = max(s.scale, math.Sqrt(dot(s.x, s.x)), 1e-3*moved, accurate*s.first)
}

// finite tells a number from NaN and the infinities.
func finite(v float64) bool { return math.Abs(v) <= math.MaxFloat64 }

// load writes the normal of a row, as oriented by its side, into v, and returns before which column
// it is zero.
func (s *Solver) load(v []float64, a Active) (from int) {
	clear(v)
	sign := float64(a.Side)
	if a.Row >= s.m {
		v[a.Row-s.m] = sign
		return (a.Row - s.m) / width * width
	}
	from, to := s.p.from[a.Row], s.p.to[a.Row]
	row := s.p.a[a.Row*s.p.stride:][from:to]
	normal := v[from:][:len(row)]
	for j, c := range row {
		normal[j] = sign * c
	}
	return from
}

// value returns the product of a row with v.
func (s *Solver) value(index int, v []float64) float64 {
	if index >= s.m {
		return v[index-s.m]
	}
	from, to := s.p.from[index], s.p.to[index]
	return dot(v[from:to], s.p.a[index*s.p.stride+from:])
}

// missing returns how far x misses a row on one side: negative where there is room.
func (s *Solver) missing(a Active) float64 {
	return float64(a.Side) * (s.p.limit(a.Row, a.Side) - s.value(a.Row, s.x))
}

// tolerance is what counts as rounding of a row's value.
func (s *Solver) tolerance(a Active) float64 {
	return feasibility * (math.Abs(s.p.limit(a.Row, a.Side)) + s.norms[a.Row]*s.extent)
}

// feasibility is the violation, over the sizes of what is compared, that counts as none. It leaves
// room for the rounding of a few hundred steps, and is a hundredth of what the optimality
// conditions are held to.
const feasibility = 1e-10

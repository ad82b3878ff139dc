package qp

import "math"

// root is a cost given by its root: ½|T x - goal|² with T lower triangular, for problems whose size
// changes from one to the next. Where least squares are what is to be minimised, this keeps the
// accuracy that H = TᵀT would lose.
type root struct {
	triangle
	diagonal []float64
	goal     []float64
}

// newRootSolver returns a solver of problems with up to the given numbers of variables and rows, no
// bounds, and a cost that is given by its root.
func newRootSolver(variables, rows int) *Solver {
	p := NewProblem(variables, rows)
	p.h = nil
	s := NewSolver(p)
	s.factor = cholesky{}
	s.root = &root{newTriangle(variables), make([]float64, p.stride), make([]float64, p.stride)}
	return s
}

// resize prepares the solver for a problem of n variables and m rows, whose root is zero and whose
// diagonal is one.
func (s *Solver) resize(n, m int) {
	p, cols := s.p, padded(n)
	p.n, p.m = n, m
	p.Lower, p.Upper, p.from, p.to = p.Lower[:m], p.Upper[:m], p.from[:m], p.to[:m]
	for i := range m {
		p.to[i] = cols
	}
	p.G = p.G[:n]
	s.n, s.m = n, m
	s.marks, s.norms, s.weights = s.marks[:m], s.norms[:m], s.weights[:m]
	s.values = s.values[:padded(m)]
	s.result.X, s.result.Multiplier = s.result.X[:n], s.result.Multiplier[:m]
	for _, v := range []*[]float64{&s.x, &s.normal, &s.along, &s.ratio, &s.step, &s.residual, &s.bestX, &s.lambda, &s.bestLambda, &s.root.diagonal, &s.root.goal} {
		*v = (*v)[:cols]
		clear(*v)
	}
	s.basis.resize(cols)
	s.root.resize(cols)
	clear(s.root.lower[:cols*cols])
	for i := range cols {
		s.root.diagonal[i], s.root.reciprocal[i] = 1, 1
	}
}

// resize lays the triangle out for vectors of the given length. What it held is lost.
func (t *triangle) resize(cols int) {
	t.stride = cols
	t.first = t.first[:cols/width]
}

// resize lays the basis out for vectors of the given length. What it held is lost.
func (b *basis) resize(cols int) {
	b.clear()
	b.stride = cols
	b.r.resize(cols)
}

// set writes row i of the root.
func (r *root) set(i int, row []float64, diagonal float64) {
	copy(r.lower[i*r.stride:][:i], row)
	r.diagonal[i], r.reciprocal[i] = diagonal, 1/diagonal
}

// resume solves the problem again after the goal, and nothing else, has changed: factors and active
// set stand.
func (s *Solver) resume() *Result {
	r := &s.result
	s.rough = false
	s.reconsider()
	r.Active = r.Active[:0]
	s.best, s.extent, s.corrected = math.Inf(1), s.scale, 0
	copy(s.x, s.root.goal)
	s.outward(s.x)
	if !s.length() || len(s.set) > 0 && !s.restore() {
		s.overflow()
	} else {
		s.search()
	}
	s.finish()
	s.judge()
	return r
}

// gradient writes the linear cost that belongs to the goal into g.
func (r *root) gradient(g, scratch []float64) {
	r.multiplyTransposed(scratch, r.goal, r.diagonal)
	for j := range g {
		g[j] = -scratch[j]
	}
}

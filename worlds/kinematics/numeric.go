package kinematics

import (
	"math"
	"math/rand/v2"

	"github.com/robo-actors/robo-actors/internal/qp"
)

// numeric is damped least squares within the limits of the joints, from many starts: each iteration
// solves the quadratic programme
//
//	minimise |J dq - e|² + damping |dq|²  subject to  lower <= q + dq <= upper, |dq| <= stride
//
// whose damping follows the square of the error (T. Sugihara, Solvability-Unconcerned Inverse
// Kinematics by the Levenberg-Marquardt Method, IEEE Transactions on Robotics 27(5), 2011).
type numeric struct {
	m       *Manipulator
	options Options
	residual
	collector
	problem *qp.Problem
	qp      *qp.Solver
	random  rand.PCG
	q, best []float64
}

const (
	stride     = 1.0   // greatest change of a joint in one iteration, rad or m
	damping    = 0.02  // per square of the error
	leastDamp  = 1e-12 // keeps the programme strictly convex
	patience   = 8     // iterations within which the error has to fall by progress
	progress   = 0.7
	smallError = 1e-4 // m and rad, from which an iteration converges by itself
)

func newNumeric(m *Manipulator, o Options) *numeric {
	n := len(m.joints)
	s := &numeric{m: m, options: o, residual: newResidual(m), collector: newCollector(m, o.MaxSolutions, o.Same), problem: qp.NewProblem(n, 0),
		q: make([]float64, n), best: make([]float64, n)}
	s.qp = qp.NewSolver(s.problem)
	return s
}

func (s *numeric) Manipulator() *Manipulator { return s.m }
func (s *numeric) Name() string              { return "numeric" }

func (s *numeric) Solve(t *Target, query *Query) *Result {
	if !s.begin(t, query) {
		return s.finish(Invalid)
	}
	s.aim(t)
	s.random.Seed(query.Seed, 0x9e3779b97f4a7c15)
	nearest := math.Inf(1)
	for start := range s.options.Starts {
		s.startAt(start)
		s.result.Starts++
		reached := s.descend()
		if reached && s.offer(s.q, s.position(), s.rotation()) {
			break
		}
		if e := norm(s.error[:s.rows]); len(s.sorted) == 0 && e < nearest {
			nearest, s.result.PositionError, s.result.RotationError = e, s.position(), s.rotation()
		}
	}
	return s.finish(NotFound)
}

// startAt sets the configuration of a start: the query's first, then random ones.
func (s *numeric) startAt(start int) {
	for i := range s.q {
		if start == 0 {
			s.q[i] = min(max(s.near[i], s.m.lower[i]), s.m.upper[i])
			continue
		}
		lower, upper := s.m.interval(i)
		s.q[i] = lower + (upper-lower)*float64(s.random.Uint64()>>11)/(1<<53)
	}
}

// descend iterates from the present configuration, and reports whether it reached the target. The
// error is that of the last configuration.
func (s *numeric) descend() bool {
	mark, marked := math.Inf(1), 0
	for iteration := 0; ; iteration++ {
		s.compute(s.q, true)
		if s.position() < s.options.Tolerance && s.rotation() < s.options.Tolerance {
			return true
		}
		e := norm(s.error[:s.rows])
		if e < progress*mark {
			mark, marked = e, iteration
		}
		if iteration == s.options.Iterations || iteration > marked+patience || !s.step(e*e) {
			return false
		}
		s.result.Iterations++
	}
}

// step moves the configuration by one iteration.
func (s *numeric) step(square float64) bool {
	n := len(s.q)
	for i := range n {
		row := s.problem.HessianRow(i)
		for j := range i + 1 {
			sum := 0.0
			for k := range s.rows {
				sum += s.matrix[k*n+i] * s.matrix[k*n+j]
			}
			row[j] = sum
		}
		row[i] += damping*square + leastDamp
		gradient := 0.0
		for k := range s.rows {
			gradient += s.matrix[k*n+i] * s.error[k]
		}
		s.problem.G[i] = -gradient
		s.problem.Bound(i, max(s.m.lower[i]-s.q[i], -stride), min(s.m.upper[i]-s.q[i], stride))
	}
	r := s.qp.Solve()
	if r.Status != qp.Optimal && r.Status != qp.Inexact {
		return false
	}
	for i := range n {
		s.q[i] = min(max(s.q[i]+r.X[i], s.m.lower[i]), s.m.upper[i])
	}
	return true
}

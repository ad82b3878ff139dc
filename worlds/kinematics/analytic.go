package kinematics

import (
	"fmt"
	"math"
	"strings"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// family is a kind of arm with a closed-form solution. Candidates go to analytic.candidate.
type family interface {
	title() string
	// freedom returns the range of the parameter that a pose leaves free; a full turn for an angle
	// that wraps. An empty range means that there is none.
	freedom() (lower, upper float64)
	// freeAt returns the free parameter at a configuration, angles in the order of the chain.
	freeAt(q []float64) float64
	// solve passes the candidates for a pose of the tool and a value of the free parameter to the
	// solver. It returns false where no value of the parameter would give one.
	solve(a *analytic, pose *spatial.Pose, free float64) (possible bool)
}

// analytic solves full poses in closed form. Candidates are polished by Newton's method, which
// takes away what the description's numbers deviate from the exact geometry, and are checked by
// forward kinematics.
type analytic struct {
	m *Manipulator
	residual
	collector
	family family
	column []int     // place in the chain -> joint
	near   []float64 // in the order of the chain
	angles []float64 // of a candidate, in the order of the chain
	q      []float64

	done bool
}

const (
	accuracy  = 1e-9 // m and rad, of every solution
	polishing = 4    // steps of Newton's method at most
	samples   = 64   // of the free parameter, in the first round
	rounds    = 6    // each but the first doubles the samples, while nothing is found
)

func newAnalytic(m *Manipulator, o Options) (*analytic, error) {
	s, reason := newScrews(m)
	if reason != "" {
		return nil, fmt.Errorf("inverse kinematics \"analytic\" of manipulator %q: %s; use \"numeric\"", m.name, reason)
	}
	f, reasons := fit(s)
	if f == nil {
		return nil, fmt.Errorf("inverse kinematics \"analytic\" of manipulator %q: its axes fit no known arm (%s); use \"numeric\"", m.name, strings.Join(reasons, "; "))
	}
	same := 1e-6
	if lower, upper := f.freedom(); lower < upper {
		same = o.Same
	}
	n := len(m.joints)
	a := &analytic{m: m, residual: newResidual(m), collector: newCollector(m, o.MaxSolutions, same), family: f,
		near: make([]float64, n), angles: make([]float64, n), q: make([]float64, n)}
	for i := range m.chain {
		a.column = append(a.column, m.chain[i].column)
	}
	return a, nil
}

func (a *analytic) Manipulator() *Manipulator { return a.m }
func (a *analytic) Name() string              { return "analytic: " + a.family.title() }

func (a *analytic) Solve(t *Target, query *Query) *Result {
	if !a.begin(t, query) {
		return a.finish(Invalid)
	}
	if t.Kind != Pose {
		a.result.Problem = "an analytic solver takes full poses"
		return a.finish(Unsupported)
	}
	a.aim(t)
	a.done = false
	for i, column := range a.column {
		a.near[i] = a.collector.near[column]
	}
	lower, upper := a.family.freedom()
	if lower == upper {
		a.family.solve(a, &t.Pose, 0)
		return a.finish(Unreachable)
	}
	possible := a.search(&t.Pose, lower, upper)
	if !possible {
		return a.finish(Unreachable)
	}
	return a.finish(NotFound)
}

// search tries values of the free parameter, from the one at Near outwards. It ends after the first
// round that has a solution.
func (a *analytic) search(pose *spatial.Pose, lower, upper float64) (possible bool) {
	span := upper - lower
	wraps := span == 2*math.Pi
	center := a.family.freeAt(a.near)
	if !wraps {
		center = min(max(center, lower), upper)
	}
	step := span / samples
	for round := range rounds {
		for k := range samples << max(round-1, 0) {
			offset := float64(k) * step
			if round > 0 {
				offset = (float64(k) + 0.5) * step
			}
			sides := [2]float64{center + offset, center - offset}
			for i, free := range sides {
				if i == 1 && offset == 0 || wraps && offset > span/2 || !wraps && (free < lower || free > upper) {
					continue
				}
				a.result.Samples++
				if !a.family.solve(a, pose, free) {
					return false
				}
				if a.done {
					return true
				}
			}
		}
		if len(a.sorted) > 0 {
			return true
		}
		if round > 0 {
			step /= 2
		}
	}
	return true
}

// candidate takes the angles of a configuration in a.angles.
func (a *analytic) candidate() {
	if a.done {
		return
	}
	for i, column := range a.column {
		a.q[column] = a.angles[i]
	}
	if !finite(a.q...) {
		return
	}
	// Configurations that are far outside need no check.
	copy(a.wrapped, a.q)
	if !a.wrap(a.wrapped) && !a.nearlyWithin(a.wrapped) {
		a.result.OutsideLimits++
		return
	}
	if !a.polish() {
		return
	}
	a.done = a.offer(a.q, a.position(), a.rotation())
}

// nearlyWithin reports whether a configuration is so near to the limits that polishing may bring it
// within them.
func (a *analytic) nearlyWithin(q []float64) bool {
	const margin = 1e-6
	for i, v := range q {
		if v < a.m.lower[i]-margin || v > a.m.upper[i]+margin {
			return false
		}
	}
	return true
}

// polish moves a.q to the target by Newton's method with the least change of the joints, and
// reports whether it reaches it.
func (a *analytic) polish() bool {
	const enough = accuracy / 100
	best := math.Inf(1)
	for range polishing {
		a.compute(a.q, true)
		e := max(a.position(), a.rotation())
		if e < enough || e >= best || e > 0.1 {
			break
		}
		best = e
		if !a.newton() {
			break
		}
	}
	a.compute(a.q, false)
	return a.position() < accuracy && a.rotation() < accuracy
}

// newton adds J^T (J J^T)^-1 e to a.q, J J^T damped by rounding.
func (a *analytic) newton() bool {
	n := len(a.q)
	var s [6][7]float64 // J J^T, and the error
	for i := range 6 {
		for j := range 6 {
			for k := range n {
				s[i][j] += a.matrix[i*n+k] * a.matrix[j*n+k]
			}
		}
		s[i][i] += 1e-15
		s[i][6] = a.error[i]
	}
	for i := range 6 { // symmetric and positive definite: no pivots
		if !(s[i][i] > 0) {
			return false
		}
		for k := i + 1; k < 6; k++ {
			f := s[k][i] / s[i][i]
			for j := i; j < 7; j++ {
				s[k][j] -= f * s[i][j]
			}
		}
	}
	var x [6]float64
	for i := 5; i >= 0; i-- {
		x[i] = s[i][6]
		for j := i + 1; j < 6; j++ {
			x[i] -= s[i][j] * x[j]
		}
		x[i] /= s[i][i]
	}
	for k := range n {
		for i := range 6 {
			a.q[k] += a.matrix[i*n+k] * x[i]
		}
	}
	return finite(a.q...)
}

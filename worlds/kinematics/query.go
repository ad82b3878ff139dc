package kinematics

import (
	"fmt"
	"math"
)

// Want says which solutions a query returns.
type Want uint8

const (
	// First returns the first solution found, from a search that begins at Query.Near.
	First Want = iota
	// Nearest returns, of the solutions that the whole search finds, the nearest to Query.Near.
	Nearest
	// All returns all solutions found, the nearest to Query.Near first.
	All
)

// String returns the name of the wanted solutions.
func (w Want) String() string {
	switch w {
	case First:
		return "first"
	case Nearest:
		return "nearest"
	case All:
		return "all"
	}
	return fmt.Sprintf("Want(%d)", uint8(w))
}

// Query says which solutions of a target count. The zero value wants the first solution.
type Query struct {
	// Near is the configuration (length Dim) where a search begins and from which distances count.
	// Nil for the middle of the limits. It may be outside the limits.
	Near []float64
	// Want says which solutions are returned.
	Want Want
	// Accept filters solutions, for example by collisions; nil accepts all. It is called with
	// configurations within the limits, in an order that depends on the arguments alone, and does
	// not keep or change the slice.
	Accept func(q []float64) bool
	// Seed chooses the random numbers of a numeric search.
	Seed uint64
}

// Status says whether a target has a solution, and if not, why.
type Status uint8

const (
	// Invalid: the target or the query is unusable; Result.Problem says why.
	Invalid Status = iota
	// Solved: Solutions has at least one configuration.
	Solved
	// Unreachable: no configuration reaches the target, whatever the limits are.
	Unreachable
	// NotFound: the search ended without a configuration that reaches the target. There may be one.
	NotFound
	// OutsideLimits: the target is reached only beyond the limits of the joints.
	OutsideLimits
	// Rejected: Query.Accept rejected every configuration that reaches the target.
	Rejected
	// Unsupported: the solver has no method for this kind of target.
	Unsupported
)

var statusNames = [...]string{"invalid", "solved", "unreachable", "not found", "outside the limits", "rejected by the filter", "unsupported"}

// String returns the name of the status.
func (s Status) String() string {
	if int(s) < len(statusNames) {
		return statusNames[s]
	}
	return fmt.Sprintf("Status(%d)", uint8(s))
}

// Result is the answer to a query. It is the solver's, and valid until its next call of Solve.
type Result struct {
	Status Status
	// Problem describes the target or query of an Invalid or Unsupported result.
	Problem string
	// Solutions are the configurations found, nearest to Query.Near first. Revolute joints are
	// turned by whole turns to where they are nearest to Query.Near within the limits; other
	// configurations that differ by whole turns are not listed.
	Solutions [][]float64
	// PositionError (m) and RotationError (rad) are those of the first solution; without one, of
	// the attempt that a numeric search got nearest to the target by.
	PositionError, RotationError float64
	// Rejected counts configurations that Query.Accept rejected, OutsideLimits those beyond the
	// limits.
	Rejected, OutsideLimits int
	// Starts and Iterations count the work of a numeric search. Samples counts the values of the
	// free joint or arm angle that an analytic search tried.
	Starts, Iterations, Samples int
}

// String describes the result in a line.
func (r *Result) String() string {
	switch {
	case r.Status == Solved:
		return fmt.Sprintf("solved: %d solutions, error %.2g m, %.2g rad", len(r.Solutions), r.PositionError, r.RotationError)
	case r.Problem != "":
		return fmt.Sprintf("%v: %s", r.Status, r.Problem)
	case r.Starts > 0:
		return fmt.Sprintf("%v: the nearest of %d attempts misses by %.2g m, %.2g rad", r.Status, r.Starts, r.PositionError, r.RotationError)
	}
	return r.Status.String()
}

// collector takes the solutions of a query.
type collector struct {
	m        *Manipulator
	turns    []bool // joint -> whether a whole turn changes nothing
	same     float64
	near     []float64
	query    *Query
	result   Result
	flat     []float64 // room for all solutions
	sorted   [][]float64
	distance []float64 // of the sorted solutions
	wrapped  []float64
}

func newCollector(m *Manipulator, most int, same float64) collector {
	n := len(m.joints)
	c := collector{m: m, turns: make([]bool, n), same: same, near: make([]float64, n), flat: make([]float64, n*most),
		sorted: make([][]float64, 0, most), distance: make([]float64, 0, most), wrapped: make([]float64, n)}
	for i := range c.turns {
		c.turns[i] = !m.prismatic[i]
	}
	for i := range m.chain {
		s := &m.chain[i]
		c.turns[s.column] = c.turns[s.column] && !s.prismatic && s.multiplier == math.Trunc(s.multiplier)
	}
	return c
}

// begin resets the collector for a query, and reports whether target and query are usable.
func (c *collector) begin(t *Target, query *Query) bool {
	c.query, c.result, c.sorted, c.distance = query, Result{}, c.sorted[:0], c.distance[:0]
	for i := range c.near {
		lower, upper := c.m.interval(i)
		c.near[i] = lower + (upper-lower)/2
	}
	switch {
	case query.Near != nil && len(query.Near) != len(c.near):
		c.result.Problem = "Query.Near has a wrong length"
	case query.Near != nil && !finite(query.Near...):
		c.result.Problem = "Query.Near is not finite"
	case query.Want > All:
		c.result.Problem = "Query.Want is unknown"
	default:
		c.result.Problem = t.problem()
	}
	if query.Near != nil && c.result.Problem == "" {
		copy(c.near, query.Near)
	}
	return c.result.Problem == ""
}

// wrap turns joints by whole turns to where they are nearest to near within the limits, and reports
// whether all are within them.
func (c *collector) wrap(q []float64) bool {
	inside := true
	for i, v := range q {
		if c.turns[i] {
			const turn = 2 * math.Pi
			near := min(max(c.near[i], c.m.lower[i]), c.m.upper[i]) // so that a far one costs no accuracy
			v = near + math.Remainder(v-near, turn)
			if v < c.m.lower[i] {
				v += turn
			} else if v > c.m.upper[i] {
				v -= turn
			}
		}
		const rounding = 1e-12 // rad: a solution on the limit itself
		if v < c.m.lower[i] && v > c.m.lower[i]-rounding {
			v = c.m.lower[i]
		}
		if v > c.m.upper[i] && v < c.m.upper[i]+rounding {
			v = c.m.upper[i]
		}
		q[i] = v
		inside = inside && v >= c.m.lower[i] && v <= c.m.upper[i]
	}
	return inside
}

// offer takes a configuration that reaches the target, with its errors. It reports whether the
// search can end.
func (c *collector) offer(q []float64, position, rotation float64) (done bool) {
	copy(c.wrapped, q)
	if !c.wrap(c.wrapped) {
		c.result.OutsideLimits++
		return false
	}
	if c.known(c.wrapped) {
		return false
	}
	at, d := c.place(c.wrapped)
	if c.query.Want != All && at > 0 {
		return false // a nearer one is there
	}
	if c.query.Accept != nil && !c.query.Accept(c.wrapped) {
		c.result.Rejected++
		return false
	}
	if at == cap(c.sorted) {
		return false
	}
	c.insert(at, d)
	if at == 0 {
		c.result.PositionError, c.result.RotationError = position, rotation
	}
	return c.query.Want == First
}

// known reports whether a solution is as good as the same as one that was found.
func (c *collector) known(q []float64) bool {
	for _, s := range c.sorted {
		most := 0.0
		for i := range s {
			d := s[i] - q[i]
			if c.turns[i] {
				d = math.Remainder(d, 2*math.Pi)
			}
			most = max(most, math.Abs(d))
		}
		if most < c.same {
			return true
		}
	}
	return false
}

// place returns where a solution belongs among the sorted ones, and its distance.
func (c *collector) place(q []float64) (at int, distance float64) {
	for i := range q {
		distance += (q[i] - c.near[i]) * (q[i] - c.near[i])
	}
	for at < len(c.distance) && c.distance[at] <= distance {
		at++
	}
	return at, distance
}

// insert puts the wrapped configuration among the sorted ones. The farthest is dropped where there
// is no room, and all others where one is wanted.
func (c *collector) insert(at int, distance float64) {
	n, most := len(c.near), cap(c.sorted)
	if c.query.Want != All {
		most = 1
	}
	if len(c.sorted) < most {
		k := len(c.sorted)
		c.sorted = append(c.sorted, c.flat[k*n:(k+1)*n])
		c.distance = append(c.distance, 0)
	}
	last := c.sorted[len(c.sorted)-1]
	copy(c.sorted[at+1:], c.sorted[at:])
	copy(c.distance[at+1:], c.distance[at:])
	c.sorted[at], c.distance[at] = last, distance
	copy(last, c.wrapped)
}

// finish returns the result. otherwise is the status if no configuration reaches the target.
func (c *collector) finish(otherwise Status) *Result {
	c.result.Solutions = c.sorted
	switch {
	case len(c.sorted) > 0:
		c.result.Status = Solved
	case c.result.Rejected > 0:
		c.result.Status = Rejected
	case c.result.OutsideLimits > 0:
		c.result.Status = OutsideLimits
	default:
		c.result.Status = otherwise
	}
	return &c.result
}

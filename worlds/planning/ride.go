package planning

import (
	"errors"
	"math"
)

// follow returns the motion of a follower after a period, s: it goes to a parameter and stops
// there, within a pace.
func (m Motion) follow(to float64, p pace, period float64) Motion {
	m.At += period * (m.Rate + m.Push*period/2)
	m.Rate += m.Push * period
	wanted := math.Copysign(min(p.rate, slowing(math.Abs(to-m.At), 0, p.acceleration, period)), to-m.At)
	most := p.acceleration
	if wanted*m.Rate < 0 || math.Abs(wanted) < math.Abs(m.Rate) {
		most = max(p.braking, most)
	}
	m.Push = clamp((wanted-m.Rate)/period, most)
	return m
}

// pace bounds the motion of a follower.
type pace struct {
	rate         float64 // 1/s
	acceleration float64 // 1/s^2, for the whole plan
	braking      float64 // 1/s^2, here, where it has to slow down sooner than it knew
}

// slowing returns the fastest rate from which a follower slows down to another one over a rest, if
// it keeps its rate for one more period: rate^2/(2 acceleration) + rate period <= rest + to^2/(2
// acceleration).
func slowing(rest, to, acceleration, period float64) float64 {
	rest = max(rest+to*to/(2*acceleration), 0)
	return acceleration * (math.Sqrt(period*period+2*rest/acceleration) - period)
}

// Ride is an elastic plan with its follower from one deformation to the next. It never changes:
// Next and Coast return the ride of a period later. Its zero value is of no use; see NewRide.
type Ride struct {
	// Plan is the plan of this period.
	Plan *Elastic
	// Motion is the follower's at the begin of the period.
	Motion Motion
	// Stop has the follower come to rest where it can.
	Stop bool

	limits Limits
}

// NewRide begins a ride on a path; see NewElastic. The limits of velocity and acceleration are
// those of the way along the plan: what deformations add is bounded by the options.
func NewRide(path Path, velocity []float64, o ElasticOptions, limits Limits) (*Ride, error) {
	e, err := NewElastic(path, velocity, o)
	if err != nil {
		return nil, err
	}
	dim := len(path[0])
	if err := errors.Join(checkLimits("velocity", limits.Velocity, dim, false), checkLimits("acceleration", limits.Acceleration, dim, false)); err != nil {
		return nil, err
	}
	return &Ride{Plan: e, limits: limits}, nil
}

// State writes the position, velocity and acceleration of the follower at a time of the period, s;
// all slices have the length of a configuration.
func (r *Ride) State(after float64, position, velocity, acceleration []float64) {
	m := r.Motion
	m.At += after * (m.Rate + m.Push*after/2)
	m.Rate += m.Push * after
	r.Plan.State(m, after, position, velocity, acceleration)
}

// Next returns the ride of the next period, s, in fields that do not know the future: obstacles
// are where they were seen last. The error reports misuse.
func (r *Ride) Next(fields []Field, period float64) (*Ride, error) {
	m := r.Motion
	plan, err := r.Plan.Deform(fields, m.At+period*(m.Rate+m.Push*period/2), period)
	if err != nil {
		return nil, err
	}
	return r.follow(plan, period), nil
}

// Coast returns the ride of the next period, s, without a look at the obstacles: the nodes of the
// plan come to rest, and the follower goes on to where the plan was free.
func (r *Ride) Coast(period float64) *Ride { return r.follow(r.Plan.Coast(period), period) }

// follow moves the follower by a period, onto the plan of the next one.
func (r *Ride) follow(plan *Elastic, period float64) *Ride {
	next := *r
	next.Plan = plan
	p := r.pace(plan, period)
	if r.Stop {
		p.rate = 0
	}
	next.Motion = r.Motion.follow(plan.free, p, period)
	return &next
}

// Arrived reports whether the follower is at the goal, up to a millionth of the spacing.
func (r *Ride) Arrived() bool { return r.Motion.At > r.Plan.End()-0.01 }

// Progress returns the part of the plan that the follower has done, 0 to 1.
func (r *Ride) Progress() float64 { return min(r.Motion.At/r.Plan.End(), 1) }

// pace returns the pace of the follower that keeps the limits here and on the way ahead. Speeding
// up and turning take half of the accelerations each, braking all of them.
func (r *Ride) pace(plan *Elastic, period float64) pace {
	at := r.Motion.At + period*(r.Motion.Rate+r.Motion.Push*period/2)
	first, last := min(max(int(at), 0), len(plan.nodes)), plan.End()
	p := pace{rate: math.Inf(1), acceleration: math.Inf(1), braking: math.Inf(1)}
	for i := range plan.nodes[1:] {
		p.acceleration = min(p.acceleration, r.along(plan, i+1)/2)
	}
	if math.IsInf(p.acceleration, 1) {
		return pace{1, 1, 1} // the plan goes nowhere
	}
	for k := range 3 { // the differences that a piece is made of
		p.braking = min(p.braking, r.along(plan, max(plan.node(first+k+1), 1)))
	}
	if plan.free < at {
		for k := range first + 1 {
			p.rate = min(p.rate, r.fastest(plan, k)) // on the way back
		}
		return p
	}
	for k := first; float64(k) < last; k++ { // a piece of the spline
		rest := max(float64(k)-at, 0)
		if slowing(rest, 0, p.acceleration, period) > p.rate {
			break // further pieces are far enough away to slow down before them
		}
		p.rate = min(p.rate, slowing(rest, r.fastest(plan, k), p.acceleration, period))
	}
	return p
}

// along returns the acceleration of a follower, 1/s^2, that has the joints at their limits of
// acceleration between a node and the one before.
func (r *Ride) along(plan *Elastic, node int) float64 {
	most := math.Inf(1)
	for j, a := range r.limits.Acceleration {
		if d := math.Abs(plan.nodes[node][j] - plan.nodes[node-1][j]); d > 0 {
			most = min(most, a/d)
		}
	}
	return most
}

// fastest returns the rate that keeps the limits on a piece of the spline. The first derivative of
// a piece lies between differences of nodes, the second between second differences.
func (r *Ride) fastest(plan *Elastic, piece int) float64 {
	rate := math.Inf(1)
	for j, v := range r.limits.Velocity {
		var node [4]float64
		for k := range node {
			node[k] = plan.nodes[plan.node(piece+k)][j]
		}
		first := max(math.Abs(node[1]-node[0]), math.Abs(node[2]-node[1]), math.Abs(node[3]-node[2]))
		second := max(math.Abs(node[2]-2*node[1]+node[0]), math.Abs(node[3]-2*node[2]+node[1]))
		if first > 0 {
			rate = min(rate, v/first)
		}
		if second > 0 {
			rate = min(rate, math.Sqrt(r.limits.Acceleration[j]/(2*second)))
		}
	}
	return rate
}

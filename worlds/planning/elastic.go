package planning

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Clearance measures how far a configuration is from obstacles.
type Clearance interface {
	// Dim returns the number of degrees of freedom.
	Dim() int
	// Clearance returns the distance to the nearest obstacle, negative inside of one, m, and writes
	// into gradient (length Dim) how it changes with each degree of freedom: the direction away from
	// the obstacle.
	Clearance(q, gradient []float64) float64
}

// ElasticOptions are the parameters of an Elastic.
type ElasticOptions struct {
	// Spacing is the distance between nodes, rad or m.
	Spacing float64
	// Bound is the clearance that the plan keeps, m: a part with less is blocked.
	Bound float64
	// Influence is the clearance below which obstacles push the plan away, m; larger than Bound.
	Influence float64
	// Speed bounds the speed of a node, rad/s or m/s in each degree of freedom.
	Speed float64
	// Step bounds the step of acceleration that a deformation adds in each degree of freedom,
	// rad/s^2 or m/s^2.
	Step float64
	// Patience is how long the part ahead may be blocked before the plan breaks, s; 0 means 0.5 s.
	Patience float64
	// Stretch is the length, as a multiple of the first one, at which the plan breaks; 0 means 3.
	Stretch float64
}

// Elastic is a plan that deforms around obstacles: an elastic band (Quinlan and Khatib, Elastic
// bands: connecting path planning and control, ICRA 1993). An inner force contracts it, obstacles
// push it away, and its end stays at the goal. It never changes: Deform returns the next one.
//
// The plan is a cubic B-spline with nodes that move with bounded accelerations. The weights of a
// B-spline are positive and their sum is 1, so that the acceleration of a point is at most that of
// its nodes: what a deformation changes is bounded, and positions and velocities are continuous.
type Elastic struct {
	options ElasticOptions
	nodes   Path
	rates   Path    // velocities of the nodes
	pushes  Path    // accelerations of the nodes until the next deformation
	length  float64 // at the begin
	blocked float64 // how long the part ahead has been blocked, s
	broken  string
}

// NewElastic returns the plan for a path. Velocity is that of the first configuration, nil for
// rest. The plan leaves corners of the path by up to a sixth of the spacing.
func NewElastic(path Path, velocity []float64, o ElasticOptions) (*Elastic, error) {
	if o.Patience == 0 {
		o.Patience = 0.5
	}
	if o.Stretch == 0 {
		o.Stretch = 3
	}
	if err := o.check(path, velocity); err != nil {
		return nil, err
	}
	e := &Elastic{options: o, length: path.Length()}
	e.nodes = Path{slices.Clone(path[0])}
	for i := 1; i < len(path); i++ {
		n := Parts(path[i-1], path[i], o.Spacing)
		for k := 1; k <= n; k++ {
			q := make([]float64, len(path[i]))
			Between(q, path[i-1], path[i], float64(k)/float64(n))
			e.nodes = append(e.nodes, q)
		}
	}
	e.rates, e.pushes = e.still(), e.still()
	if velocity != nil && len(path) > 1 {
		copy(e.rates[0], velocity)
	}
	return e, nil
}

// still returns a zero for each number of the nodes.
func (e *Elastic) still() Path {
	p := make(Path, len(e.nodes))
	for i := range p {
		p[i] = make([]float64, len(e.nodes[0]))
	}
	return p
}

func (o *ElasticOptions) check(path Path, velocity []float64) error {
	if len(path) == 0 || len(path[0]) == 0 {
		return errors.New("planning: an elastic plan needs a path of at least one configuration")
	}
	var all []error
	for i, q := range path {
		all = append(all, checkConfiguration(fmt.Sprintf("configuration %d of the path", i), q, len(path[0])))
	}
	if velocity != nil {
		all = append(all, checkConfiguration("the velocity", velocity, len(path[0])))
	}
	for _, v := range []struct {
		name  string
		value float64
	}{{"spacing", o.Spacing}, {"speed", o.Speed}, {"step", o.Step}, {"patience", o.Patience}, {"stretch", o.Stretch - 1}, {"influence", o.Influence - o.Bound}} {
		if !(v.value > 0) || math.IsInf(v.value, 1) {
			all = append(all, fmt.Errorf("planning: the %s of the elastic plan is out of range; expected positive numbers, a stretch above 1, and an influence above the bound", v.name))
		}
	}
	return errors.Join(all...)
}

// End returns the parameter of the goal; that of the start is 0. One node is one unit.
func (e *Elastic) End() float64 { return float64(len(e.nodes) + 1) }

// Broken returns why the plan broke, empty while it holds. A broken plan does not deform any more
// in a useful way: ask a planner for a new path from where the motion stops.
func (e *Elastic) Broken() string { return e.broken }

// Goal returns a copy of the configuration at the end, which no deformation changes.
func (e *Elastic) Goal() []float64 { return slices.Clone(e.nodes[len(e.nodes)-1]) }

// weights are those of the four nodes of a uniform cubic B-spline and their first two derivatives.
func weights(u float64) (w, first, second [4]float64) {
	v := 1 - u
	w = [4]float64{v * v * v / 6, (3*u*u*u - 6*u*u + 4) / 6, (3*v*v*v - 6*v*v + 4) / 6, u * u * u / 6}
	first = [4]float64{-v * v / 2, (3*u*u - 4*u) / 2, -(3*v*v - 4*v) / 2, u * u / 2}
	second = [4]float64{v, 3*u - 2, 3*v - 2, u}
	return w, first, second
}

// node returns the index of a control point of the spline: both ends count three times.
func (e *Elastic) node(i int) int { return min(max(i-2, 0), len(e.nodes)-1) }

// Motion is where a follower is on an elastic plan.
type Motion struct {
	// At is the parameter of the plan, 0 to End; Rate and Push are its derivatives, 1/s and 1/s^2.
	At, Rate, Push float64
}

// State writes the position, velocity and acceleration of a follower at a time after the last
// deformation, s; all slices have length Dim.
func (e *Elastic) State(m Motion, after float64, position, velocity, acceleration []float64) {
	at := min(max(m.At, 0), e.End())
	first := min(int(at), len(e.nodes))
	w, d, dd := weights(at - float64(first))
	clear(position)
	clear(velocity)
	clear(acceleration)
	for k := range w {
		i := e.node(first + k)
		for j := range position {
			rate := e.rates[i][j] + e.pushes[i][j]*after
			place := e.nodes[i][j] + after*(e.rates[i][j]+e.pushes[i][j]*after/2)
			position[j] += w[k] * place
			velocity[j] += w[k]*rate + d[k]*m.Rate*place
			acceleration[j] += w[k]*e.pushes[i][j] + 2*d[k]*m.Rate*rate + (d[k]*m.Push+dd[k]*m.Rate*m.Rate)*place
		}
	}
}

// FreeUntil returns the parameter up to which the plan keeps its bound, from a parameter on,
// checked at a number of points between nodes; End where everything is free.
func (e *Elastic) FreeUntil(field Clearance, from float64) float64 {
	const perNode = 2
	q, gradient := make([]float64, field.Dim()), make([]float64, field.Dim())
	velocity, acceleration := make([]float64, field.Dim()), make([]float64, field.Dim())
	for k := math.Ceil(from * perNode); k <= e.End()*perNode; k++ {
		e.State(Motion{At: k / perNode}, 0, q, velocity, acceleration)
		if field.Clearance(q, gradient) < e.options.Bound {
			return max((k-1)/perNode, from)
		}
	}
	return e.End()
}

// Deform returns the plan of a time later, the period since the last deformation, with the motion
// of its nodes for the next period, s. From is the parameter of the follower: whether the plan
// breaks depends on the part ahead of it.
func (e *Elastic) Deform(field Clearance, from, period float64) (*Elastic, error) {
	if field.Dim() != len(e.nodes[0]) || !(period > 0) || math.IsInf(period, 1) {
		return nil, fmt.Errorf("planning: an elastic plan of %d degrees of freedom deforms in a space of %d, for %g s; expected equal numbers and a positive time", len(e.nodes[0]), field.Dim(), period)
	}
	next := *e
	next.advance(e, period)
	next.pushes = next.still()
	gradient, wanted := make([]float64, field.Dim()), make([]float64, field.Dim())
	for i := range len(next.nodes) - 1 { // the goal stays
		next.pull(field, i, wanted, gradient)
		for j, w := range wanted {
			next.pushes[i][j] = clamp((clamp(w, e.options.Speed)-next.rates[i][j])/period, e.options.Step/2)
		}
	}
	next.judge(field, from, period)
	return &next, nil
}

func clamp(v, most float64) float64 { return min(max(v, -most), most) }

// advance moves the nodes of a plan over a period.
func (e *Elastic) advance(from *Elastic, period float64) {
	e.nodes, e.rates = from.nodes.Clone(), from.rates.Clone()
	for i, push := range from.pushes {
		for j, a := range push {
			e.nodes[i][j] += period * (from.rates[i][j] + a*period/2)
			e.rates[i][j] += a * period
		}
	}
}

// The velocity of a node follows its displacement from where the forces balance, by these rates,
// 1/s.
const (
	contraction = 6
	repulsion   = 8
)

// pull writes the velocity that the forces on a node demand.
func (e *Elastic) pull(field Clearance, i int, wanted, gradient []float64) {
	for j := range wanted {
		wanted[j] = 0
		if i > 0 {
			wanted[j] = contraction * ((e.nodes[i-1][j]+e.nodes[i+1][j])/2 - e.nodes[i][j])
		}
	}
	clearance := field.Clearance(e.nodes[i], gradient)
	short := e.options.Influence - clearance
	steep := 0.0
	for _, g := range gradient {
		steep += g * g
	}
	if short <= 0 || steep == 0 {
		return
	}
	for j, g := range gradient { // the step along the gradient that restores the clearance
		wanted[j] += repulsion * short * g / steep
	}
}

// judge finds out whether the plan is broken.
func (e *Elastic) judge(field Clearance, from, period float64) {
	if e.broken != "" {
		return
	}
	until := e.FreeUntil(field, from)
	e.blocked += period
	if until >= e.End() {
		e.blocked = 0
	}
	switch length := e.nodes.Length(); {
	case e.blocked > e.options.Patience:
		e.broken = fmt.Sprintf("the plan is blocked at %.4g of %g for more than %g s", until, e.End(), e.options.Patience)
	case length > e.options.Stretch*e.length+e.options.Spacing:
		e.broken = fmt.Sprintf("the plan grew from a length of %.4g to %.4g", e.length, length)
	}
}

// Follow returns the motion of a follower after a period, s: it speeds up to a rate (1/s) with an
// acceleration (1/s^2) and stops before a parameter, which is the smaller one of End and what
// FreeUntil returns.
func (m Motion) Follow(until, rate, acceleration, period float64) Motion {
	m.At += period * (m.Rate + m.Push*period/2)
	m.Rate = max(m.Rate+m.Push*period, 0)
	// The fastest rate from which the follower can stop before the end, if it keeps the rate for one
	// more period: rate^2/(2 acceleration) + rate period <= rest.
	rest := max(until-m.At, 0)
	safe := acceleration * (math.Sqrt(period*period+2*rest/acceleration) - period)
	m.Push = clamp((min(rate, safe)-m.Rate)/period, acceleration)
	m.Push = max(m.Push, -m.Rate/period)
	return m
}

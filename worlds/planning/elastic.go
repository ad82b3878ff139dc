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
	// the obstacle. A nil gradient is not written.
	Clearance(q, gradient []float64) float64
}

// Field is a clearance that an elastic plan keeps. The obstacles of a plan may be several fields:
// each pushes the plan by itself, so that one that is near hides no other.
type Field struct {
	Clearance
	// Bound is the clearance that the plan keeps, m: a part with less is blocked.
	Bound float64
	// Reserve is added to Bound where the follower may go, m: what obstacles that move come nearer
	// while it stops and gives way. 0 is enough for those that stay.
	Reserve float64
	// Influence is the clearance below which obstacles push the plan away, m; larger than Bound and
	// Reserve together.
	Influence float64
}

// ElasticOptions are the parameters of an Elastic.
type ElasticOptions struct {
	// Spacing is the distance between nodes, rad or m.
	Spacing float64
	// Speed bounds the speed of a node, rad/s or m/s in each degree of freedom.
	Speed float64
	// Step bounds the step of acceleration that a deformation adds in each degree of freedom,
	// rad/s^2 or m/s^2.
	Step float64
	// Patience is how long the part ahead may be blocked before the plan breaks, s; 0 means 0.5 s.
	Patience float64
	// Stretch is the length, as a multiple of the first one, at which the plan breaks; 0 means 1.5.
	Stretch float64
	// Lower and Upper are positions that obstacles do not push a node beyond, rad or m, one for each
	// degree of freedom; nil for none.
	Lower, Upper []float64
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
	free    float64 // see Free
	blocked float64 // how long the part ahead has been blocked, s
	broken  string
}

// NewElastic returns the plan for a path, with nodes at equal distances along it. Velocity is that
// of the first configuration, nil for rest. The plan leaves corners of the path by less than the
// spacing.
func NewElastic(path Path, velocity []float64, o ElasticOptions) (*Elastic, error) {
	if o.Patience == 0 {
		o.Patience = 0.5
	}
	if o.Stretch == 0 {
		o.Stretch = 1.5
	}
	if err := o.check(path, velocity); err != nil {
		return nil, err
	}
	e := &Elastic{options: o, length: path.Length(), nodes: path.spaced(o.Spacing)}
	e.rates, e.pushes = e.still(), e.still()
	if velocity != nil && len(path) > 1 {
		copy(e.rates[0], velocity)
	}
	return e, nil
}

// spaced returns configurations at equal distances along the path, at most as far apart as given,
// with both ends of the path.
func (p Path) spaced(spacing float64) Path {
	if len(p) == 1 {
		return p.Clone()
	}
	length := p.Length()
	n := min(max(math.Ceil(length/spacing-1e-9), 1), maxParts)
	nodes := Path{slices.Clone(p[0])}
	i, passed, part := 1, 0.0, Distance(p[0], p[1]) // the node is on the way to configuration i
	for k := 1.0; k < n; k++ {
		at := length * k / n
		for at > passed+part && i < len(p)-1 {
			passed += part
			i++
			part = Distance(p[i-1], p[i])
		}
		q := make([]float64, len(p[0]))
		Between(q, p[i-1], p[i], min((at-passed)/part, 1))
		nodes = append(nodes, q)
	}
	return append(nodes, slices.Clone(p[len(p)-1]))
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
	}{{"spacing", o.Spacing}, {"speed", o.Speed}, {"step", o.Step}, {"patience", o.Patience}, {"stretch", o.Stretch - 1}} {
		if !(v.value > 0) || math.IsInf(v.value, 1) {
			all = append(all, fmt.Errorf("planning: the %s of the elastic plan is out of range; expected positive numbers, and a stretch above 1", v.name))
		}
	}
	if o.Lower != nil {
		all = append(all, checkConfiguration("the list of lower limits", o.Lower, len(path[0])))
	}
	if o.Upper != nil {
		all = append(all, checkConfiguration("the list of upper limits", o.Upper, len(path[0])))
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

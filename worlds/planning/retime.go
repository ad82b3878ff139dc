package planning

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
)

// Limits are the limits of each joint, all positive: rad/s, rad/s^2, rad/s^3, or with m.
type Limits struct {
	Velocity, Acceleration []float64
	// Jerk may be nil or have infinite entries: no limit.
	Jerk []float64
}

// RetimeOptions are the parameters of Retime.
type RetimeOptions struct {
	// Blend is the largest distance from a corner of the path where its rounding begins, rad or m.
	// With 0 the motion stops at each corner.
	Blend float64
	// Space checks the rounded corners: where one is not free, its radius shrinks, and where nothing
	// helps the motion stops at the corner. Nil: no check.
	Space Space
}

// Trajectory is a motion as a function of time, from rest to rest. It never changes.
type Trajectory struct {
	dim    int
	legs   []leg
	length float64 // s
	first  []float64
	last   []float64
}

// leg is a motion from one stop to the next.
type leg struct {
	begin   float64 // s
	curve   *curve
	profile *profile
}

// Dim returns the number of degrees of freedom.
func (t *Trajectory) Dim() int { return t.dim }

// Duration returns the time of the whole motion, s.
func (t *Trajectory) Duration() float64 { return t.length }

// Stops returns the times at which the motion stops on the way, s.
func (t *Trajectory) Stops() (times []float64) {
	for _, l := range t.legs[min(1, len(t.legs)):] {
		times = append(times, l.begin)
	}
	return times
}

// At writes the position, and the velocity and acceleration where their slices are not nil, at a
// time after the begin, s. Before the begin and after the end the motion rests. The slices have
// length Dim.
func (t *Trajectory) At(time float64, position, velocity, acceleration []float64) {
	clear(velocity)
	clear(acceleration)
	switch {
	case !(time > 0) || len(t.legs) == 0:
		copy(position, t.first)
		return
	case time >= t.length:
		copy(position, t.last)
		return
	}
	l := &t.legs[sort.Search(len(t.legs), func(i int) bool { return t.legs[i].begin > time })-1]
	p := l.profile.at(time - l.begin)
	part, share := l.curve.find(p.s)
	for j := range position {
		at, first, second, _ := part.joint(j, share)
		position[j] = at
		if velocity != nil {
			velocity[j] = first * p.v
		}
		if acceleration != nil {
			acceleration[j] = first*p.a + second*p.v*p.v
		}
	}
}

// Retime returns a fast motion along a path within limits. The path's first and last configurations
// are at rest.
//
// Between two stops without a corner the motion is time-optimal, in up to seven segments of
// constant jerk. Through rounded corners it is time-optimal where no joint has a limit of jerk, up
// to the distance of the points that are computed. With limits of jerk the motion along the path
// keeps its speed in each rounded corner, the largest one that the limits permit, and is
// time-optimal between them.
func Retime(path Path, limits Limits, options RetimeOptions) (*Trajectory, error) {
	if err := limits.check(path, options); err != nil {
		return nil, err
	}
	path = slices.CompactFunc(path.Clone(), func(a, b []float64) bool { return squared(a, b) == 0 })
	t := &Trajectory{dim: len(path[0]), first: path[0], last: path[len(path)-1]}
	radii := blendRadii(path, options)
	for from := 0; from < len(path)-1; {
		to := from + 1
		for to < len(path)-1 && radii[to] > 0 {
			to++
		}
		t.addLeg(path[from:to+1], radii[from:to+1], &limits)
		from = to
	}
	return t, nil
}

// addLeg adds the motion along a path, whose inner configurations have blends.
func (t *Trajectory) addLeg(path Path, radii []float64, l *Limits) {
	stops := make([]leg, 0, len(path)-1) // a stop at each corner
	total := 0.0
	for i := 1; i < len(path); i++ {
		c := newCurve(path[i-1:i+1], nil)
		f := &profile{}
		l.along(c, 0).append(f, c.end, 0, 0)
		stops = append(stops, leg{total, c, f})
		total += f.end
	}
	if len(path) > 2 {
		c := newCurve(path, radii)
		if f := fastest(c, l); f.end < total {
			stops, total = []leg{{0, c, f}}, f.end
		}
	}
	for _, s := range stops {
		s.begin += t.length
		t.legs = append(t.legs, s)
	}
	t.length += total
}

// blendRadii returns the radius at each configuration, 0 for a stop. Blends of neighbouring
// corners do not meet.
func blendRadii(path Path, o RetimeOptions) []float64 {
	radii := make([]float64, len(path))
	for i := 1; i < len(path)-1; i++ {
		before, after := Distance(path[i-1], path[i]), Distance(path[i], path[i+1])
		radius := min(o.Blend, before/2, after/2)
		for try := 0; radius > 0; try++ {
			if o.Space == nil || freeBlend(o.Space, blend(path[i-1], path[i], path[i+1], radius)) {
				radii[i] = radius
				break
			}
			if radius /= 2; try == 5 {
				break
			}
		}
	}
	return radii
}

// freeBlend checks a blend as a list of short motions.
func freeBlend(space Space, points [][]float64) bool {
	const motions = 16
	from, to := slices.Clone(points[0]), make([]float64, len(points[0]))
	if !space.Free(from) {
		return false
	}
	for k := 1; k <= motions; k++ {
		for j := range to {
			to[j] = bezier([]float64{points[0][j], points[1][j], points[2][j], points[3][j], points[4][j], points[5][j]}, float64(k)/motions)
		}
		if !space.FreeEdge(from, to) {
			return false
		}
		copy(from, to)
	}
	return true
}

// stationsPerPart is the number of steps of the time-optimal profile in each part of a curve.
const stationsPerPart = 40

// fastest returns a profile along a curve within the limits.
func fastest(c *curve, l *Limits) *profile {
	f, points := through(c, l), 200
	if !slices.ContainsFunc(l.Jerk, func(j float64) bool { return !math.IsInf(j, 1) }) {
		t := newTopp(c, l, stationsPerPart)
		if optimal, ok := t.profile(t.solve()); ok {
			f, points = optimal, 5
		}
	}
	f.stretch(max(l.excess(c, f, points), 1) * (1 + margin))
	return f
}

// margin covers what lies between the points at which the limits are checked.
const margin = 1e-3

// excess returns the factor by which a profile must be slower to keep the limits, checked at a
// number of points in each piece. It is below 1 where the profile keeps them with a margin.
func (l *Limits) excess(c *curve, f *profile, points int) (factor float64) {
	d := newDerivatives(c.dim)
	for _, p := range f.pieces {
		for k := range points {
			at := p.after(p.duration * float64(k) / float64(points-1))
			c.at(at.s, d)
			for j := range c.dim {
				factor = max(factor, l.excessOf(j, d, at))
			}
		}
	}
	return factor
}

func (l *Limits) excessOf(j int, d *derivatives, p piece) float64 {
	velocity := d[1][j] * p.v
	acceleration := d[1][j]*p.a + d[2][j]*p.v*p.v
	factor := max(math.Abs(velocity)/l.Velocity[j], math.Sqrt(math.Abs(acceleration)/l.Acceleration[j]))
	if l.Jerk != nil && !math.IsInf(l.Jerk[j], 1) {
		jerk := d[1][j]*p.j + 3*d[2][j]*p.v*p.a + d[3][j]*p.v*p.v*p.v
		factor = max(factor, math.Cbrt(math.Abs(jerk)/l.Jerk[j]))
	}
	return factor
}

// check returns the errors of misuse, and completes the limits of jerk.
func (l *Limits) check(path Path, o RetimeOptions) error {
	if len(path) == 0 || len(path[0]) == 0 {
		return errors.New("planning: retime needs a path of at least one configuration")
	}
	dim := len(path[0])
	var all []error
	for i, q := range path {
		all = append(all, checkConfiguration(fmt.Sprintf("configuration %d of the path", i), q, dim))
	}
	if l.Jerk == nil {
		l.Jerk = slices.Repeat([]float64{infinity}, dim)
	}
	all = append(all, checkLimits("velocity", l.Velocity, dim, false), checkLimits("acceleration", l.Acceleration, dim, false), checkLimits("jerk", l.Jerk, dim, true))
	if !(o.Blend >= 0) || math.IsInf(o.Blend, 0) {
		all = append(all, fmt.Errorf("planning: the blend is %g; expected a finite number, at least 0", o.Blend))
	}
	if o.Space != nil && o.Space.Dim() != dim {
		all = append(all, fmt.Errorf("planning: the space has %d degrees of freedom, the path has %d", o.Space.Dim(), dim))
	}
	return errors.Join(all...)
}

func checkLimits(name string, limits []float64, dim int, infinite bool) error {
	if len(limits) != dim {
		return fmt.Errorf("planning: %d limits of %s; expected %d", len(limits), name, dim)
	}
	for j, v := range limits {
		if !(v > 0) || math.IsInf(v, 1) && !infinite {
			return fmt.Errorf("planning: the limit of %s of degree of freedom %d is %g; expected a positive number", name, j, v)
		}
	}
	return nil
}

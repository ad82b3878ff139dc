package trajectory

import (
	"errors"
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Waypoint is a pose that a Pose trajectory passes at a time.
type Waypoint struct {
	TimeS       float64    // s; strictly increasing from waypoint to waypoint
	Position    [3]float64 // of the body's point in the room, m
	Orientation [4]float64 // of the body in the room, w, x, y, z, unit to 1e-3; it is normalised
}

// Shape is the kind of curve between the waypoints of a Pose trajectory.
type Shape uint8

// The shapes. The zero value is Spline.
const (
	Spline Shape = iota // passes the waypoints without stopping
	Lines               // straight from rest to rest
)

// String returns the shape's name.
func (s Shape) String() string {
	switch s {
	case Spline:
		return "spline"
	case Lines:
		return "lines"
	}
	return fmt.Sprintf("shape %d", uint8(s))
}

// PoseConfig configures a Pose trajectory. The zero value of a field means the default that
// its comment states.
type PoseConfig struct {
	Shape Shape
	// RampShare makes the speed on Lines a trapezoid: it rises over this share of each line's time,
	// in (0, 0.5], is constant, and falls over the same share; the acceleration has steps. 0 means
	// a quintic in time instead, which has none.
	RampShare float64
	// SpeedMaxMPerS and the others bound the norms of velocity and acceleration. 0 means no bound.
	SpeedMaxMPerS, AccelerationMaxMPerS2                   float64
	AngularSpeedMaxRadPerS, AngularAccelerationMaxRadPerS2 float64
}

// PoseSample is the state that a Pose trajectory has at a time.
type PoseSample struct {
	Position     [3]float64 // m, in the room
	Orientation  [4]float64 // unit quaternion w, x, y, z, body to room
	Twist        [6]float64 // linear then angular, in the axes of the room, m/s and rad/s
	Acceleration [6]float64 // its derivative, m/s^2 and rad/s^2
}

// segment is a piece of a Pose trajectory: p(s) and orientation start * exp(phi(s)), s in [0, 1].
type segment struct {
	position, phi [3]quintic
	start         spatial.Quat
}

// Pose is a trajectory of a body's pose in the room. It is constant.
type Pose struct {
	times     []float64 // of the waypoints; strictly increasing, two at least
	segments  []segment
	rampShare float64 // of Lines with a trapezoid; 0 elsewhere
}

// greatestTurn is the turn between two waypoints from which on the shorter way is no longer clear.
const greatestTurn = 175 * math.Pi / 180

// NewPose makes a trajectory from its waypoints and checks it against the bounds of c. Between two
// waypoints the body turns the shorter way. Errors are ErrWaypoints, ErrConfig and ErrLimits and
// name waypoint and time.
func NewPose(points []Waypoint, c PoseConfig) (*Pose, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if err := checkWaypoints(points); err != nil {
		return nil, err
	}
	p := &Pose{}
	turns := make([]spatial.Quat, len(points))
	for k, w := range points {
		p.times = append(p.times, w.TimeS)
		turns[k] = spatial.QuatOf(w.Orientation).Unit()
	}
	phis := make([]spatial.Vec, len(points)-1)
	for k := range phis {
		phis[k] = turns[k].Conj().Times(turns[k+1]).Log()
		if phis[k].Norm() > greatestTurn {
			return nil, fmt.Errorf("%w: the body turns by %.4g degrees from waypoint %d to %d: above 175 degrees the shorter way is not clear, add a waypoint between",
				ErrWaypoints, phis[k].Norm()*180/math.Pi, k, k+1)
		}
	}
	p.segments = make([]segment, len(phis))
	if c.Shape == Lines {
		p.makeLines(points, turns, phis, c.RampShare)
	} else {
		p.makeSpline(points, turns, phis)
	}
	if err := p.checkFinite(); err != nil {
		return nil, err
	}
	if err := p.checkBounds(&c); err != nil {
		return nil, err
	}
	return p, nil
}

func (c *PoseConfig) check() error {
	if c.Shape != Spline && c.Shape != Lines {
		return fmt.Errorf("%w: %s is unknown; known are spline and lines", ErrConfig, c.Shape)
	}
	if !(c.RampShare >= 0 && c.RampShare <= 0.5) || (c.RampShare > 0 && c.Shape != Lines) {
		return fmt.Errorf("%w: RampShare is %g with shape %s: it is for lines, and at most 0.5", ErrConfig, c.RampShare, c.Shape)
	}
	for _, v := range [...]float64{c.SpeedMaxMPerS, c.AccelerationMaxMPerS2, c.AngularSpeedMaxRadPerS, c.AngularAccelerationMaxRadPerS2} {
		if !(v >= 0) {
			return fmt.Errorf("%w: the bounds %+v must be at least 0", ErrConfig, *c)
		}
	}
	return nil
}

func checkWaypoints(points []Waypoint) error {
	times := make([]float64, len(points))
	for k, p := range points {
		times[k] = p.TimeS
	}
	if err := checkTimes(times); err != nil {
		return err
	}
	var errs []error
	for k, p := range points {
		for _, v := range p.Position {
			if !finite(v) {
				errs = append(errs, fmt.Errorf("%w: waypoint %d is at %v m", ErrWaypoints, k, p.Position))
				break
			}
		}
		if norm := spatial.QuatOf(p.Orientation).Norm(); !(math.Abs(norm-1) <= 1e-3) {
			errs = append(errs, fmt.Errorf("%w: orientation of waypoint %d is %v with norm %g: expected a unit quaternion w, x, y, z", ErrWaypoints, k, p.Orientation, norm))
		}
	}
	return errors.Join(errs...)
}

// makeLines sets all segments to lines from rest to rest. With a trapezoid the polynomials are
// linear in s, and sampling bends s.
func (p *Pose) makeLines(points []Waypoint, turns []spatial.Quat, phis []spatial.Vec, rampShare float64) {
	p.rampShare = rampShare
	for k := range p.segments {
		p.segments[k].start = turns[k]
		for i, phi := range phis[k].Array() {
			from, to := points[k].Position[i], points[k+1].Position[i]
			if rampShare > 0 {
				p.segments[k].position[i] = quintic{from, to - from}
				p.segments[k].phi[i] = quintic{0, phi}
				continue
			}
			p.segments[k].position[i] = hermiteQuintic(1, from, 0, 0, to, 0, 0)
			p.segments[k].phi[i] = hermiteQuintic(1, 0, 0, 0, phi, 0, 0)
		}
	}
}

// makeSpline sets the position to a quintic spline and the orientation to quintic curves of the
// rotation vector from each waypoint (after Kim, Kim and Shin, "A general construction scheme for
// unit quaternion curves with simple high order derivatives", SIGGRAPH 1995), which agree in
// angular velocity where they meet and have no angular acceleration there. The angular velocity at
// a waypoint is that of a parabola through it and its neighbours: the mean of the rates on both
// sides, each weighted by the time on the other.
func (p *Pose) makeSpline(points []Waypoint, turns []spatial.Quat, phis []spatial.Vec) {
	m := len(points)
	h := make([]float64, m-1)
	for k := range h {
		h[k] = p.times[k+1] - p.times[k]
	}
	x, v, a := make([]float64, m), make([]float64, m), make([]float64, m)
	for i := range 3 {
		clear(v)
		clear(a)
		for k := range points {
			x[k] = points[k].Position[i]
		}
		quinticRates(h, x, v, a)
		for k := range h {
			p.segments[k].position[i] = hermiteQuintic(h[k], x[k], v[k], a[k], x[k+1], v[k+1], a[k+1])
		}
	}
	omega := make([]spatial.Vec, m) // at the waypoints, in the axes of the body there; a rotation about phi leaves phi as it is
	for k := 1; k < m-1; k++ {
		before, after := phis[k-1].Scale(1/h[k-1]), phis[k].Scale(1/h[k])
		omega[k] = before.Scale(h[k]).AddScaled(h[k-1], after).Scale(1 / (h[k-1] + h[k]))
	}
	for k := range p.segments {
		p.segments[k].start = turns[k]
		velocity, acceleration := spatial.VectorRatesFromBody(phis[k], omega[k+1], spatial.Vec{})
		begin, end, v, a := omega[k].Array(), phis[k].Array(), velocity.Array(), acceleration.Array()
		for i := range 3 {
			p.segments[k].phi[i] = hermiteQuintic(h[k], 0, begin[i], 0, end[i], v[i], a[i])
		}
	}
}

// StartS returns the time of the first waypoint, s.
func (p *Pose) StartS() float64 { return p.times[0] }

// EndS returns the time of the last waypoint, s.
func (p *Pose) EndS() float64 { return p.times[len(p.times)-1] }

// Sample returns the state at time t, in s. Before the start and from the end on it is the first
// and the last waypoint at rest. A time that is not a number counts as before the start.
func (p *Pose) Sample(t float64, out *PoseSample) {
	k, s, h, inside := locate(p.times, t)
	g := &p.segments[k]
	rate, bend := 1.0, 0.0 // of s, times h and h^2
	if p.rampShare > 0 {
		s, rate, bend = trapezoid(s, p.rampShare)
	}
	var phi, velocity, acceleration [3]float64
	for i := range 3 {
		x, v, a := g.position[i].at(s, h)
		out.Position[i], out.Twist[i], out.Acceleration[i] = x, rate*v, rate*rate*a+bend/h*v
		phi[i], v, a = g.phi[i].at(s, h)
		velocity[i], acceleration[i] = rate*v, rate*rate*a+bend/h*v
	}
	turned := g.start.Times(spatial.Exp(spatial.VecOf(phi)))
	out.Orientation = turned.Array()
	if !inside {
		out.Twist, out.Acceleration = [6]float64{}, [6]float64{}
		return
	}
	omega, alpha := spatial.BodyRates(spatial.VecOf(phi), spatial.VecOf(velocity), spatial.VecOf(acceleration))
	turned.Rotate(omega).Put(out.Twist[3:])
	turned.Rotate(alpha).Put(out.Acceleration[3:])
}

// trapezoid returns a way from 0 to 1 with trapezoidal speed, its rate and the rate's rate, at s in
// [0, 1].
func trapezoid(s, ramp float64) (way, rate, bend float64) {
	peak := 1 / (1 - ramp)
	switch {
	case s < ramp:
		return peak * s * s / (2 * ramp), peak * s / ramp, peak / ramp
	case s > 1-ramp:
		left := 1 - s
		return 1 - peak*left*left/(2*ramp), peak * left / ramp, -peak / ramp
	}
	return peak * (s - ramp/2), peak, 0
}

func (p *Pose) checkFinite() error {
	for k := range p.segments {
		for i := range 3 {
			for c := range 6 {
				if !finite(p.segments[k].position[i][c]) || !finite(p.segments[k].phi[i][c]) {
					return fmt.Errorf("%w: the polynomials after waypoint %d overflow: times or positions are too large", ErrWaypoints, k)
				}
			}
		}
	}
	return nil
}

// checksPerSegment is at how many instants of each segment the bounds are checked. The norms are
// smooth between; a polynomial of this degree that peaks between two of the instants exceeds them
// by less than one part in ten thousand.
const checksPerSegment = 512

func (p *Pose) checkBounds(c *PoseConfig) error {
	type peak struct {
		what, unit string
		order      float64
		first      int // of the three entries in twist or acceleration
		limit      float64
		value, at  float64
	}
	peaks := [...]peak{
		{what: "speed", unit: "m/s", order: 1, limit: c.SpeedMaxMPerS},
		{what: "acceleration", unit: "m/s^2", order: 2, limit: c.AccelerationMaxMPerS2},
		{what: "angular speed", unit: "rad/s", order: 1, first: 3, limit: c.AngularSpeedMaxRadPerS},
		{what: "angular acceleration", unit: "rad/s^2", order: 2, first: 3, limit: c.AngularAccelerationMaxRadPerS2},
	}
	bounded := false
	for _, q := range peaks {
		bounded = bounded || q.limit > 0
	}
	if !bounded {
		return nil
	}
	var sample PoseSample
	for k := range p.segments {
		h := p.times[k+1] - p.times[k]
		for n := range checksPerSegment {
			at := p.times[k] + h*float64(n)/checksPerSegment
			p.Sample(at, &sample)
			for i := range peaks {
				q := &peaks[i]
				values := sample.Twist[q.first : q.first+3]
				if q.order == 2 {
					values = sample.Acceleration[q.first : q.first+3]
				}
				if norm := spatial.VecAt(values).Norm(); norm > q.value {
					q.value, q.at = norm, at
				}
			}
		}
	}
	var errs []error
	for _, q := range peaks {
		if q.limit > 0 && q.value > q.limit*(1+1e-9) {
			factor := math.Ceil(1000*math.Pow(q.value/q.limit, 1/q.order)) / 1000
			errs = append(errs, fmt.Errorf("%w: the %s reaches %.4g %s at %.4g s, the limit is %g %s; all times %.3g times as long would do",
				ErrLimits, q.what, q.value, q.unit, q.at, q.limit, q.unit, factor))
		}
	}
	return errors.Join(errs...)
}

package trajectory

import (
	"errors"
	"fmt"
	"math"
	"sort"
)

// Errors of this package, for errors.Is.
var (
	// ErrWaypoints marks waypoints that make no trajectory.
	ErrWaypoints = errors.New("trajectory: waypoints")
	// ErrLimits marks a trajectory that leaves the limits of a joint or of the body.
	ErrLimits = errors.New("trajectory: beyond the limits")
	// ErrConfig marks a configuration that cannot be.
	ErrConfig = errors.New("trajectory: configuration")
	// ErrNotFinite marks an input that holds NaN or an infinity where none may be. Nothing was
	// changed.
	ErrNotFinite = errors.New("trajectory: not a finite number")
	// ErrShape marks slices whose lengths do not fit.
	ErrShape = errors.New("trajectory: wrong shape")
	// ErrStart marks a measured state too far from where the trajectory starts.
	ErrStart = errors.New("trajectory: far from its start")
)

// Interpolation is the kind of curve between the waypoints of a Joint trajectory.
type Interpolation uint8

// The interpolations. The zero value is Quintic, the smoother one.
const (
	Quintic Interpolation = iota
	Cubic
)

// String returns the interpolation's name.
func (i Interpolation) String() string {
	switch i {
	case Quintic:
		return "quintic"
	case Cubic:
		return "cubic"
	}
	return fmt.Sprintf("interpolation %d", uint8(i))
}

// JointPoint is a waypoint of a Joint trajectory. Slices have one entry a joint.
type JointPoint struct {
	TimeS    float64   // s; strictly increasing from waypoint to waypoint
	Position []float64 // rad or m
	// Velocity and Acceleration are nil where the spline is to choose them. All waypoints of a
	// trajectory carry the same: positions only; or velocities too; or, for Quintic, velocities and
	// accelerations. The last waypoint's must be zero. The first waypoint alone may carry them: the
	// trajectory then takes over from a motion, and the spline chooses the others.
	Velocity     []float64 // rad/s or m/s
	Acceleration []float64 // rad/s^2 or m/s^2
}

// JointLimits bound a Joint trajectory. Slices have one entry a joint; a nil slice bounds nothing,
// an infinite entry does not bound that joint.
type JointLimits struct {
	PositionMin, PositionMax, VelocityMax, AccelerationMax []float64
}

// JointSample is the state that a Joint trajectory has at a time. Make it with NewSample.
type JointSample struct {
	Position     []float64 // rad or m
	Velocity     []float64 // rad/s or m/s
	Acceleration []float64 // rad/s^2 or m/s^2
}

// Joint is a trajectory of several joints. It is constant.
type Joint struct {
	names  []string
	times  []float64 // of the waypoints; strictly increasing, two at least
	pieces []quintic // of waypoint k to k+1, joint j at k*len(names)+j
}

// NewJoint makes a trajectory of the named joints from its waypoints and checks it against limits,
// which may be nil. The errors are ErrWaypoints and ErrLimits, all of them at once; they name
// joint, waypoint and time. The first waypoint may have a velocity: such a trajectory takes over
// from a motion.
func NewJoint(names []string, points []JointPoint, kind Interpolation, limits *JointLimits) (*Joint, error) {
	if err := checkPoints(names, points, kind); err != nil {
		return nil, err
	}
	j := &Joint{names: append([]string(nil), names...)}
	for _, p := range points {
		j.times = append(j.times, p.TimeS)
	}
	j.interpolate(points, kind)
	for _, piece := range j.pieces {
		for _, c := range piece {
			if !finite(c) {
				return nil, fmt.Errorf("%w: the polynomials overflow: times or positions are too large", ErrWaypoints)
			}
		}
	}
	if limits != nil {
		if err := j.CheckLimits(limits); err != nil {
			return nil, err
		}
	}
	return j, nil
}

func finite(v float64) bool { return v-v == 0 }

func checkPoints(names []string, points []JointPoint, kind Interpolation) error {
	if len(names) == 0 {
		return fmt.Errorf("%w: no joints are named", ErrWaypoints)
	}
	if kind != Quintic && kind != Cubic {
		return fmt.Errorf("%w: %s is unknown; known are quintic and cubic", ErrWaypoints, kind)
	}
	times := make([]float64, len(points))
	for k, p := range points {
		times[k] = p.TimeS
	}
	if err := checkTimes(times); err != nil {
		return err
	}
	var errs []error
	for k := range points {
		errs = append(errs, checkPoint(names, points, k, kind))
	}
	return errors.Join(errs...)
}

// checkTimes checks the times of waypoints.
func checkTimes(times []float64) error {
	if len(times) < 2 {
		return fmt.Errorf("%w: there are %d, a trajectory needs 2 at least: the start and the goal", ErrWaypoints, len(times))
	}
	var errs []error
	for k, t := range times {
		if !finite(t) {
			errs = append(errs, fmt.Errorf("%w: waypoint %d is at %g s, times must be finite", ErrWaypoints, k, t))
		} else if k > 0 && t <= times[k-1] {
			errs = append(errs, fmt.Errorf("%w: waypoint %d is at %g s and waypoint %d at %g s, times must strictly increase",
				ErrWaypoints, k-1, times[k-1], k, t))
		}
	}
	return errors.Join(errs...)
}

func checkPoint(names []string, points []JointPoint, k int, kind Interpolation) error {
	p, first := &points[k], &points[0]
	if len(p.Position) != len(names) {
		return fmt.Errorf("%w: waypoint %d has %d positions for %d joints", ErrWaypoints, k, len(p.Position), len(names))
	}
	if takesOver := k > 0 && points[1].Velocity == nil && points[1].Acceleration == nil; takesOver {
		first = &points[1]
	}
	if (p.Velocity == nil) != (first.Velocity == nil) || (p.Acceleration == nil) != (first.Acceleration == nil) {
		return fmt.Errorf("%w: waypoint %d and waypoint 0 differ in whether they carry velocities and accelerations: give them to all or to none", ErrWaypoints, k)
	}
	if p.Acceleration != nil && (p.Velocity == nil || kind == Cubic) {
		return fmt.Errorf("%w: waypoint %d has accelerations; they need velocities too, and quintic interpolation", ErrWaypoints, k)
	}
	if p.Velocity != nil && p.Acceleration == nil && kind == Quintic {
		return fmt.Errorf("%w: waypoint %d has velocities without accelerations: add them, or use cubic interpolation", ErrWaypoints, k)
	}
	for _, s := range [...]struct {
		name string
		v    []float64
		rest bool // must be zero at the last waypoint
	}{{"position", p.Position, false}, {"velocity", p.Velocity, true}, {"acceleration", p.Acceleration, true}} {
		if s.v != nil && len(s.v) != len(names) {
			return fmt.Errorf("%w: waypoint %d has %d entries of %s for %d joints", ErrWaypoints, k, len(s.v), s.name, len(names))
		}
		for j, v := range s.v {
			if !finite(v) {
				return fmt.Errorf("%w: %s of joint %q at waypoint %d is %g", ErrWaypoints, s.name, names[j], k, v)
			}
			if s.rest && k == len(points)-1 && v != 0 {
				return fmt.Errorf("%w: joint %q ends with %s %g: a trajectory ends at rest", ErrWaypoints, names[j], s.name, v)
			}
		}
	}
	return nil
}

func (j *Joint) interpolate(points []JointPoint, kind Interpolation) {
	m, joints := len(points), len(j.names)
	h := make([]float64, m-1)
	for k := range h {
		h[k] = points[k+1].TimeS - points[k].TimeS
	}
	j.pieces = make([]quintic, (m-1)*joints)
	p, v, a := make([]float64, m), make([]float64, m), make([]float64, m)
	for i := range joints {
		clear(v)
		clear(a)
		for k := range points {
			p[k] = points[k].Position[i]
			if points[k].Velocity != nil {
				v[k] = points[k].Velocity[i]
			}
			if points[k].Acceleration != nil {
				a[k] = points[k].Acceleration[i]
			}
		}
		free := points[1].Velocity == nil
		switch {
		case free && kind == Cubic:
			cubicVelocities(h, p, v)
		case free:
			quinticRates(h, p, v, a)
		}
		for k := range h {
			if kind == Cubic {
				j.pieces[k*joints+i] = hermiteCubic(h[k], p[k], v[k], p[k+1], v[k+1])
			} else {
				j.pieces[k*joints+i] = hermiteQuintic(h[k], p[k], v[k], a[k], p[k+1], v[k+1], a[k+1])
			}
		}
	}
}

// Joints returns the number of joints.
func (j *Joint) Joints() int { return len(j.names) }

// Name returns the name of joint i.
func (j *Joint) Name(i int) string { return j.names[i] }

// StartS returns the time of the first waypoint, s.
func (j *Joint) StartS() float64 { return j.times[0] }

// EndS returns the time of the last waypoint, s.
func (j *Joint) EndS() float64 { return j.times[len(j.times)-1] }

// NewSample returns a sample with room for all joints.
func (j *Joint) NewSample() *JointSample {
	n := len(j.names)
	return &JointSample{Position: make([]float64, n), Velocity: make([]float64, n), Acceleration: make([]float64, n)}
}

// Sample returns the state at time t, in s. Before the start and from the end on it is the first
// and the last waypoint at rest. A time that is not a number counts as before the start.
func (j *Joint) Sample(t float64, out *JointSample) {
	k, s, h, inside := locate(j.times, t)
	n := len(j.names)
	for i := range n {
		p, v, a := j.pieces[k*n+i].at(s, h)
		if !inside {
			v, a = 0, 0
		}
		out.Position[i], out.Velocity[i], out.Acceleration[i] = p, v, a
	}
}

// locate returns the piece that holds time t, where in it, s in [0, 1], its duration, and whether t
// is before the end and not before the start.
func locate(times []float64, t float64) (piece int, s, h float64, inside bool) {
	last := len(times) - 2
	switch {
	case !(t >= times[0]):
		return 0, 0, times[1] - times[0], false
	case t >= times[last+1]:
		return last, 1, times[last+1] - times[last], false
	}
	piece = sort.SearchFloat64s(times, t) // first waypoint at or after t
	if piece > 0 && times[piece] > t {
		piece--
	}
	piece = min(piece, last)
	h = times[piece+1] - times[piece]
	return piece, math.Min((t-times[piece])/h, 1), h, true
}

// CheckLimits returns, for each joint, where the trajectory leaves the limits farthest, or nil.
// Extremes are found exactly, from the zeros of the polynomials' derivatives. Errors are ErrLimits.
func (j *Joint) CheckLimits(limits *JointLimits) error {
	for _, s := range [...]struct {
		name string
		v    []float64
	}{
		{"PositionMin", limits.PositionMin}, {"PositionMax", limits.PositionMax},
		{"VelocityMax", limits.VelocityMax}, {"AccelerationMax", limits.AccelerationMax},
	} {
		if s.v != nil && len(s.v) != len(j.names) {
			return fmt.Errorf("%w: %s has %d entries for %d joints", ErrShape, s.name, len(s.v), len(j.names))
		}
	}
	var errs []error
	for i, name := range j.names {
		errs = append(errs, j.checkJoint(i, name, limits))
	}
	return errors.Join(errs...)
}

func (j *Joint) checkJoint(i int, name string, limits *JointLimits) error {
	var errs []error
	pick := func(s []float64, none float64) float64 {
		if s == nil {
			return none
		}
		return s[i]
	}
	bounds := [...]struct {
		what      string
		order     int // of the derivative
		low, high float64
	}{
		{"position", 0, pick(limits.PositionMin, math.Inf(-1)), pick(limits.PositionMax, math.Inf(1))},
		{"velocity", 1, -pick(limits.VelocityMax, math.Inf(1)), pick(limits.VelocityMax, math.Inf(1))},
		{"acceleration", 2, -pick(limits.AccelerationMax, math.Inf(1)), pick(limits.AccelerationMax, math.Inf(1))},
	}
	for _, b := range bounds {
		low, high, atLow, atHigh := j.extremes(i, b.order)
		advice := ""
		if b.order > 0 {
			factor := math.Pow(math.Max(high/b.high, low/b.low), 1/float64(b.order))
			advice = fmt.Sprintf("; all times %.3g times as long would do", math.Ceil(factor*1000)/1000)
		}
		// The negated comparisons refuse limits that are not numbers.
		if rounding := 1e-9 * math.Max(1, math.Abs(b.high)); !(high <= b.high+rounding) {
			errs = append(errs, fmt.Errorf("%w: %s of joint %q reaches %g at %.4g s, the limit is %g%s", ErrLimits, b.what, name, high, atHigh, b.high, advice))
		}
		if rounding := 1e-9 * math.Max(1, math.Abs(b.low)); !(low >= b.low-rounding) {
			errs = append(errs, fmt.Errorf("%w: %s of joint %q reaches %g at %.4g s, the limit is %g%s", ErrLimits, b.what, name, low, atLow, b.low, advice))
		}
	}
	return errors.Join(errs...)
}

// extremes returns the least and greatest value of a derivative of joint i over the whole
// trajectory, and their times.
func (j *Joint) extremes(i, order int) (low, high, atLow, atHigh float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for k := range len(j.times) - 1 {
		h := j.times[k+1] - j.times[k]
		c := j.pieces[k*len(j.names)+i][:]
		scale := 1.0
		for range order {
			c = derivative(c)
			scale /= h
		}
		l, g, sl, sg := extremes(c)
		if l*scale < low {
			low, atLow = l*scale, j.times[k]+sl*h
		}
		if g*scale > high {
			high, atHigh = g*scale, j.times[k]+sg*h
		}
	}
	return low, high, atLow, atHigh
}

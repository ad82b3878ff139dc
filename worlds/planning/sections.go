package planning

import (
	"math"
	"slices"
)

// scalar holds limits of the motion along a straight part: those of the parameter that follow from
// the limits of the joints.
type scalar struct{ velocity, acceleration, jerk float64 }

// along returns the limits of the parameter along a straight part of a curve.
func (l *Limits) along(c *curve, part int) scalar {
	p := &c.parts[part]
	least := func(limits []float64) float64 {
		all := infinity
		for j, limit := range limits {
			if d := math.Abs(p.points[1][j] - p.points[0][j]); d > 0 {
				all = min(all, limit*p.length/d)
			}
		}
		return all
	}
	return scalar{least(l.Velocity), least(l.Acceleration), least(l.Jerk)}
}

// rise returns how long a change of velocity takes, without acceleration at both ends, and how
// long its acceleration ramps up, s.
func (s scalar) rise(change float64) (time, ramp float64) {
	change = math.Abs(change)
	if change*s.jerk >= s.acceleration*s.acceleration { // also without a limit of jerk
		ramp = s.acceleration / s.jerk
		return change/s.acceleration + ramp, ramp
	}
	ramp = math.Sqrt(change / s.jerk)
	return 2 * ramp, ramp
}

// distance returns the distance of a change of velocity.
func (s scalar) distance(from, to float64) float64 {
	time, _ := s.rise(to - from)
	return (from + to) / 2 * time
}

// reachable returns the largest velocity, at most a bound, that can be reached over a distance.
func (s scalar) reachable(from, distance, bound float64) float64 {
	if bound <= from {
		return bound
	}
	return from + largest(bound-from, func(more float64) bool { return s.distance(from, from+more) <= distance })
}

// append continues a profile by the fastest motion over a distance between two velocities, without
// acceleration at both ends: up to seven segments of constant jerk (Biagiotti and Melchiorri,
// Trajectory planning for automatic machines and robots, 2008, section 3.4).
func (s scalar) append(f *profile, distance, from, to float64) {
	least := max(from, to)
	top := least + largest(s.velocity-least, func(more float64) bool {
		return s.distance(from, least+more)+s.distance(least+more, to) <= distance
	})
	s.change(f, top-from)
	if rest := distance - s.distance(from, top) - s.distance(top, to); top > 0 {
		f.append(rest/top, 0, 0)
	}
	s.change(f, to-top)
}

// change appends a change of velocity.
func (s scalar) change(f *profile, change float64) {
	time, ramp := s.rise(change)
	if time <= 0 {
		return
	}
	if ramp == 0 {
		f.append(time, change/time, 0)
		f.jump = -change / time
		return
	}
	jerk := change / (ramp * (time - ramp))
	f.append(ramp, 0, jerk)
	f.append(time-2*ramp, 0, 0)
	f.append(ramp, 0, -jerk)
}

// through returns a motion along a curve that keeps its speed in each blend.
func through(c *curve, l *Limits) *profile {
	speeds := slices.Repeat([]float64{infinity}, len(c.parts)+1) // at the ends of parts
	speeds[0], speeds[len(c.parts)] = 0, 0
	for i := range c.parts {
		if !c.straight(i) {
			v := l.blendSpeed(c, i)
			speeds[i], speeds[i+1] = min(speeds[i], v), min(speeds[i+1], v)
		}
	}
	for i := range c.parts { // forwards: what can be reached
		speeds[i+1] = min(speeds[i+1], l.passes(c, i, speeds[i], speeds[i+1]))
	}
	for i := len(c.parts) - 1; i >= 0; i-- { // backwards: what can be stopped
		speeds[i] = min(speeds[i], l.passes(c, i, speeds[i+1], speeds[i]))
	}
	f := &profile{}
	for i, p := range c.parts {
		if c.straight(i) {
			l.along(c, i).append(f, p.length, speeds[i], speeds[i+1])
		} else {
			f.append(p.length/speeds[i], 0, 0)
		}
	}
	return f
}

func (c *curve) straight(part int) bool { return len(c.parts[part].points) == 2 }

// passes returns the largest speed at one end of a part with a speed at the other end.
func (l *Limits) passes(c *curve, part int, from, bound float64) float64 {
	if !c.straight(part) {
		return from
	}
	return l.along(c, part).reachable(from, c.parts[part].length, bound)
}

// blendSpeed returns the largest speed of the parameter in a blend within the limits: velocities
// grow with the speed, accelerations with its square, jerks with its cube.
func (l *Limits) blendSpeed(c *curve, part int) float64 {
	const points = 64
	d := newDerivatives(c.dim)
	speed := infinity
	for k := range points + 1 {
		c.parts[part].at(float64(k)/points, d)
		for j := range c.dim {
			speed = min(speed, l.Velocity[j]/math.Abs(d[1][j]), math.Sqrt(l.Acceleration[j]/math.Abs(d[2][j])), math.Cbrt(l.Jerk[j]/math.Abs(d[3][j])))
		}
	}
	return speed
}

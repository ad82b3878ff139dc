package wholebody

import "math"

// interval is what one axis is allowed to do in this step.
type interval struct {
	low, high           float64 // rad/s or m/s; low <= high, both finite or the acceleration limit is infinite
	lowCause, highCause Bound   // what set each end
}

// axisInterval builds the interval of an axis from its limits in the order of the package documentation: velocity,
// position, acceleration. Where the acceleration window does not meet what the first two leave, the result is the end
// of the window that comes closest.
//
// braking is the acceleration that the position bound plans with, gain its k.
func axisInterval(position, previous, low, high, velocityMax, accelerationMax, braking, gain, dt float64) interval {
	i := interval{low: -velocityMax, high: velocityMax, lowCause: VelocityBound, highCause: VelocityBound}
	if v := approachSpeed(high-position, gain, braking, dt); v < i.high {
		i.high, i.highCause = math.Max(v, -velocityMax), PositionBound
	}
	if v := -approachSpeed(position-low, gain, braking, dt); v > i.low {
		i.low, i.lowCause = math.Min(v, velocityMax), PositionBound
	}
	if i.low > i.high { // outside by more than the range on either side cannot be; rounding at a range of zero can
		i.low = i.high
	}
	return i.within(previous, accelerationMax*dt)
}

// within narrows i to what lies at most step from previous; where that is nothing, to the nearest end of the window.
func (i interval) within(previous, step float64) interval {
	down, up := previous-step, previous+step
	switch {
	case up <= i.low:
		return interval{low: up, high: up, lowCause: AccelerationBound, highCause: AccelerationBound}
	case down >= i.high:
		return interval{low: down, high: down, lowCause: AccelerationBound, highCause: AccelerationBound}
	}
	if down > i.low {
		i.low, i.lowCause = down, AccelerationBound
	}
	if up < i.high {
		i.high, i.highCause = up, AccelerationBound
	}
	return i
}

// approachSpeed gives the greatest speed toward a limit at the given distance from which an axis that holds each speed
// for dt can still stop before the limit without braking harder than braking.
//
// Close to the limit the speed is gain times the distance, an exponential approach whose braking is gain times the
// speed. Farther away the speed v satisfies v^2/(2 braking) + v dt/2 + d0 = distance: the stopping distance of a
// staircase of speeds, moved by d0. After one step of full braking the same equation holds again, so the bound can
// always be kept. d0 is such that this curve touches the straight line, at v = braking (1/gain - dt/2), and lies below it
// elsewhere: passing from one to the other never asks for more braking either. Beyond the limit the speed is negative:
// back, at gain times the distance.
func approachSpeed(distance, gain, braking, dt float64) float64 {
	if math.IsInf(distance, 1) || math.IsInf(braking, 1) {
		return math.Min(gain, 1/dt) * distance
	}
	gain = math.Min(gain, 1/dt)
	touch := 1/gain - dt/2 // times braking: the speed where the laws meet
	if distance <= braking*touch/gain {
		return gain * distance
	}
	half := braking * dt / 2
	return math.Sqrt(half*half+2*braking*distance-braking*braking*touch*touch) - half
}

// rampToZero gives the velocity that follows previous on the way to rest.
func rampToZero(previous, step float64) float64 {
	if math.Abs(previous) <= step {
		return 0
	}
	return previous - math.Copysign(step, previous)
}

// clip gives v inside the interval, and the bound that v stands on to rounding.
func (i interval) clip(v float64) (float64, Bound) {
	const rounding = 1e-12
	inside := math.Min(math.Max(v, i.low), i.high)
	switch {
	case v >= i.high-rounding*(1+math.Abs(i.high)):
		return inside, i.highCause
	case v <= i.low+rounding*(1+math.Abs(i.low)):
		return inside, i.lowCause
	}
	return inside, Unbounded
}

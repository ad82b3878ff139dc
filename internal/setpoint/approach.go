package setpoint

import "math"

// Slew returns from moved towards to by at most the given step, exactly to where it is within reach.
func Slew(from, to, step float64) float64 {
	switch {
	case to-from > step:
		return from + step
	case from-to > step:
		return from - step
	}
	return to
}

// Within returns x brought into [-bound, bound].
func Within(x, bound float64) float64 { return max(-bound, min(bound, x)) }

// Bound bounds the motion of a set-point. Infinity is no bound.
type Bound struct {
	Velocity     float64 // rad/s or m/s, above 0
	Acceleration float64 // rad/s^2 or m/s^2, above 0
}

// Approach returns the velocity with which a set-point that moved at velocity goes through the next dt seconds, in order
// to arrive at a target without overshoot, and whether it has arrived: gap is how far the target will be from the present
// set-point at the end of the step, and targetVelocity its velocity then.
//
// The velocity changes by at most bound.Acceleration*dt, and its absolute value does not grow beyond bound.Velocity; a
// greater one falls. Arrived means that the step ends on the target, with no greater difference to the target's velocity
// than one step of acceleration takes away.
//
// It is the discrete time-optimal law for a double integrator relative to the target. With a relative velocity of n
// steps of acceleration, n = m+f with m whole, coming to rest takes, this step included,
//
//	n + (n-1) + ... + f = m(m+1)/2 + (m+1) f
//
// times acceleration*dt^2, and so the law inverts that sum for n (compare Zanasi, Guarino Lo Bianco, Tonielli,
// "Nonlinear filters for the generation of smooth trajectories", Automatica 36, 2000).
func Approach(gap, targetVelocity, velocity float64, bound Bound, dt float64) (next float64, arrived bool) {
	land := gap / dt
	wanted := land
	step := bound.Acceleration * dt // of velocity
	if step > 0 && !math.IsInf(step, 1) {
		excess := gap - targetVelocity*dt
		if steps := math.Abs(excess) / (step * dt); steps > 1 {
			wanted = targetVelocity + math.Copysign(step*brakingSteps(steps), excess)
		}
	}
	next = Slew(velocity, Within(wanted, bound.Velocity), step)
	return next, next == land && math.Abs(next-targetVelocity) <= step
}

// manySteps is a sum so large that the parts of a whole step are below the resolution of a float64.
const manySteps = 1e32

// brakingSteps returns the n whose sum n + (n-1) + ... + f is the given one. It is finite where the sum is: bounds of
// positions may be as far as the largest number there is.
func brakingSteps(sum float64) float64 {
	if sum > manySteps {
		return math.Sqrt2 * math.Sqrt(sum)
	}
	m := math.Floor((math.Sqrt(1+8*sum) - 1) / 2)
	return m + (sum-m*(m+1)/2)/(m+1)
}

// BrakingSpeed returns the greatest speed of this step from which constant deceleration comes to rest within distance,
// the step itself included. It is 0 for a distance of zero or less.
func BrakingSpeed(distance, deceleration, dt float64) float64 {
	step := deceleration * dt
	switch {
	case distance <= 0:
		return 0
	case math.IsInf(distance, 1) || math.IsInf(step*dt, 1):
		return distance / dt
	case step*dt == 0:
		return 0 // so little that it never comes to rest
	}
	return step * brakingSteps(distance/(step*dt))
}

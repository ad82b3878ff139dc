package setpoint

import "math"

// Slew returns from, moved towards to by at most step. It returns to exactly if that is within
// reach.
func Slew(from, to, step float64) float64 {
	switch {
	case to-from > step:
		return from + step
	case from-to > step:
		return from - step
	}
	return to
}

// Within returns x, clamped to [-bound, bound].
func Within(x, bound float64) float64 { return max(-bound, min(bound, x)) }

// Bound limits the motion of a set-point. Infinity means no limit.
type Bound struct {
	Velocity     float64 // rad/s or m/s, above 0
	Acceleration float64 // rad/s^2 or m/s^2, above 0
}

// Approach returns the velocity of a set-point for the next dt seconds, so that it reaches a
// target without overshoot, and whether the step ends on the target. Velocity is the set-point's
// present velocity. Gap is the distance from the set-point to where the target will be at the end
// of the step, and targetVelocity the target's velocity then.
//
// The velocity changes by at most bound.Acceleration*dt, and its absolute value does not grow
// beyond bound.Velocity; a larger one decreases. Arrived also means that one step of acceleration
// covers the difference to the target's velocity.
//
// This is the discrete time-optimal law for a double integrator relative to the target. From a
// relative velocity of n steps of acceleration, n = m+f with m whole, stopping takes, this step
// included,
//
//	n + (n-1) + ... + f = m(m+1)/2 + (m+1) f
//
// times acceleration*dt^2, and the law inverts that sum for n (compare Zanasi, Guarino Lo Bianco,
// Tonielli, "Nonlinear filters for the generation of smooth trajectories", Automatica 36, 2000).
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

// manySteps is a sum at which fractions of a step are below the resolution of a float64.
const manySteps = 1e32

// brakingSteps returns the n for which n + (n-1) + ... + f is the given sum. It is finite for
// every finite sum.
func brakingSteps(sum float64) float64 {
	if sum > manySteps {
		return math.Sqrt2 * math.Sqrt(sum)
	}
	m := math.Floor((math.Sqrt(1+8*sum) - 1) / 2)
	return m + (sum-m*(m+1)/2)/(m+1)
}

// BrakingSpeed returns the highest speed of this step from which constant deceleration stops
// within distance, including the step itself. It is 0 for a distance of zero or less.
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

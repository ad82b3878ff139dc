package constrained

import "math"

// axis is one degree of freedom with limits, infinite where it has no limit.
type axis struct {
	min, max, velocity, acceleration float64
}

// accelerations returns the accelerations, constant over a time step dt, after which the axis at
// position q and velocity v is within its limits and can stay there. Beyond a limit it
// brakes as hard as it may and goes no farther; beyond then is true.
func (x axis) accelerations(q, v, dt float64) (lower, upper float64, beyond bool) {
	upper = x.upper(q, v, dt)
	lower = -axis{min: -x.max, max: -x.min, velocity: x.velocity, acceleration: x.acceleration}.upper(-q, -v, dt)
	beyond = x.outside(q, v)
	if lower > upper { // no acceleration does both: the one that brakes decides
		beyond = true
		if brake := -v / dt; brake < lower || brake > upper {
			lower = max(-x.acceleration, min(x.acceleration, brake))
		} else {
			lower = brake
		}
		upper = lower
	}
	return lower, upper, beyond
}

// outside reports whether the axis is outside of a limit, by more than the rounding of one that
// rests there.
func (x axis) outside(q, v float64) bool {
	const slack = 1e-9
	return q < x.min-slack*(1+math.Abs(x.min)) || q > x.max+slack*(1+math.Abs(x.max)) || math.Abs(v) > x.velocity*(1+slack)
}

// upper is the greatest acceleration that the upper limits of position and velocity allow, within
// the limit of acceleration on both sides.
func (x axis) upper(q, v, dt float64) float64 {
	u := min(x.acceleration, (x.velocity-v)/dt)
	if !math.IsInf(x.max, 1) {
		u = min(u, x.stoppable(q, v, dt))
	}
	return max(u, -x.acceleration)
}

// stoppable is the greatest a for which the axis does not pass max in this step, and can be stopped
// there afterwards with the limit of acceleration A:
//
//	q + v dt + a dt^2/2 + (v + a dt)^2/(2 A) <= max - A dt^2/8
//
// The last term is what a stop at the end of a step, and not within it, needs more of the way.
// Where no a does that without turning the axis round, it is stopped in this step, and where that
// is too late too, turned round at max. Beyond max it is what takes no more speed away from it.
func (x axis) stoppable(q, v, dt float64) float64 {
	room := x.max - q
	if room <= 0 && v > 0 {
		return math.Inf(-1)
	}
	if a := x.onward(room-v*dt, v, dt); v+a*dt >= 0 {
		return a
	}
	if v*dt/2 <= room || v <= 0 {
		return -v / dt
	}
	return -v * v / (2 * room)
}

// onward is the greatest a of the inequality; room is what the present velocity leaves of the way
// to max.
func (x axis) onward(room, v, dt float64) float64 {
	if math.IsInf(x.acceleration, 1) {
		return 2 * room / (dt * dt)
	}
	room -= x.acceleration * dt * dt / 8
	// a dt = w: w^2/(2A) + w (dt/2 + v/A) + v^2/(2A) - room <= 0
	b := dt/2 + v/x.acceleration
	square := b*b - (v*v/x.acceleration-2*room)/x.acceleration
	if square < 0 {
		return math.Inf(-1)
	}
	return x.acceleration * (-b + math.Sqrt(square)) / dt
}

// velocities returns the velocities for the next time step after which the axis at position q, now
// commanded with velocity v, is within its limits and can brake in time.
func (x axis) velocities(q, v, dt float64) (lower, upper float64, beyond bool) {
	upper = x.upperVelocity(q, v, dt)
	lower = -axis{min: -x.max, max: -x.min, velocity: x.velocity, acceleration: x.acceleration}.upperVelocity(-q, -v, dt)
	beyond = x.outside(q, v)
	if lower > upper {
		beyond = true
		lower = max(v-x.acceleration*dt, min(v+x.acceleration*dt, 0))
		upper = lower
	}
	return lower, upper, beyond
}

// upperVelocity is the greatest velocity that the upper limits allow. Moving with w for dt and then
// braking with A stops the axis at q + w dt + w^2/(2 A).
func (x axis) upperVelocity(q, v, dt float64) float64 {
	u := x.velocity
	if !math.IsInf(x.max, 1) {
		room := max(0, x.max-q)
		if math.IsInf(x.acceleration, 1) {
			u = min(u, room/dt)
		} else {
			s := x.acceleration * dt
			u = min(u, math.Sqrt(s*s+2*x.acceleration*room)-s)
		}
	}
	return max(min(u, v+x.acceleration*dt), v-x.acceleration*dt)
}

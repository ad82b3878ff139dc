package gate

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds"
)

// motion is what the gate last let through for one degree of freedom.
type motion struct{ position, velocity, effort float64 }

// shapeVelocity returns the velocity nearest to the wanted one that the acceleration limit allows after dt seconds, and
// from which the joint can still brake before its position bound. position is the measured one.
//
// Where the two contradict, braking wins: a bound of position is hard.
func shapeVelocity(m motion, wanted, position float64, l *worlds.Limit, dt float64) float64 {
	v := clamp(wanted, -l.Velocity, l.Velocity)
	if !math.IsInf(l.Acceleration, 1) {
		v = clamp(v, m.velocity-l.Acceleration*dt, m.velocity+l.Acceleration*dt)
	}
	return clamp(v, -brakable(position-l.Lower, l, dt), brakable(l.Upper-position, l, dt))
}

// brakable is the greatest speed toward a bound at that distance from which constant deceleration still stops before
// it, when the joint keeps the speed for one more period: v dt + v^2 / 2a = distance.
func brakable(distance float64, l *worlds.Limit, dt float64) float64 {
	if math.IsInf(distance, 1) {
		return math.Inf(1)
	}
	if distance <= 0 {
		return 0
	}
	if math.IsInf(l.Acceleration, 1) {
		return distance / dt
	}
	a := l.Acceleration
	return -a*dt + math.Sqrt(a*a*dt*dt+2*a*distance)
}

// shapePosition moves the set-point toward the wanted position with at most the limits of velocity and acceleration,
// braking in time to arrive at standstill.
func shapePosition(m motion, wanted float64, l *worlds.Limit, dt float64) motion {
	wanted = clamp(wanted, l.Lower, l.Upper)
	distance := wanted - m.position
	speed := min(brakable(math.Abs(distance), l, dt), math.Abs(distance)/dt, l.Velocity)
	v := math.Copysign(speed, distance)
	if !math.IsInf(l.Acceleration, 1) {
		v = clamp(v, m.velocity-l.Acceleration*dt, m.velocity+l.Acceleration*dt)
	}
	return motion{position: clamp(m.position+v*dt, l.Lower, l.Upper), velocity: v, effort: m.effort}
}

// effortRise is the time in which an effort may rise from nothing to its limit.
const effortRise = 0.05

// shapeEffort moves the effort toward the wanted one, so that arming and faults make no step of torque.
func shapeEffort(m motion, wanted float64, l *worlds.Limit, dt float64) float64 {
	e := clamp(wanted, -l.Effort, l.Effort)
	if math.IsInf(l.Effort, 1) {
		return e
	}
	return clamp(e, m.effort-l.Effort*dt/effortRise, m.effort+l.Effort*dt/effortRise)
}

func clamp(v, lower, upper float64) float64 { return min(max(v, lower), upper) }

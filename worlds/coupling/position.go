package coupling

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/internal/setpoint"
	"github.com/robo-actors/robo-actors/messages"
)

// setPoint is the motion of the published position. Twists are in the axes of the body, with one
// entry for each degree of freedom.
type setPoint struct {
	shape setpoint.Shape
	// back means that the set-point returns to the newest value after an interruption. Otherwise
	// it follows within the velocity limit.
	back bool
	// rate is the velocity of the set-point, rad/s or m/s.
	rate [6]float64
}

// shapeOf returns the shape of a joint with the given numbers of positions and velocities.
func shapeOf(positions, velocities int) (setpoint.Shape, error) {
	for _, s := range [...]setpoint.Shape{setpoint.Scalar, setpoint.Planar, setpoint.Floating} {
		if s.Positions() == positions && s.Velocities() == velocities {
			return s, nil
		}
	}
	return setpoint.Scalar, fmt.Errorf("the joint has %d positions and %d degrees of freedom; expected 1 and 1, 3 and 3 for a planar joint, or 7 and 6 for a floating joint", positions, velocities)
}

// unitTolerance is the permitted deviation of a quaternion from unit length.
const unitTolerance = 1e-6

// checkOrientation rejects an orientation that is not a unit quaternion.
func (r *Receiver) checkOrientation(position []float64) error {
	if r.moves.shape != setpoint.Floating || !r.config.Control.Has(messages.ControlPosition) {
		return nil
	}
	length := math.Hypot(math.Hypot(position[3], position[4]), math.Hypot(position[5], position[6]))
	if math.Abs(length-1) > unitTolerance {
		return fmt.Errorf("the orientation is a quaternion of length %g; expected 1", length)
	}
	return nil
}

// movePosition advances the set-point by one cycle: to rest while the newest value is stale, then
// back to the value, and from there along with it.
func (r *Receiver) movePosition(now messages.Instant, dt, share float64, fresh bool) {
	switch {
	case !fresh:
		r.rest(dt)
	case r.moves.back:
		r.comeBack(now, dt, share)
	default:
		r.follow(dt, share)
	}
}

// rest decelerates. A velocity sent with the position is already on its way to zero.
func (r *Receiver) rest(dt float64) {
	m := &r.moves
	for i := range r.n {
		if m.rate[i] = setpoint.Slew(m.rate[i], 0, r.config.Acceleration[i]*dt); r.config.Control.Has(messages.ControlVelocity) {
			m.rate[i] = r.out.velocity[i]
		}
	}
	m.back, r.have = true, 0 // no way leads from a position of before the interruption to one of after it
	m.shape.Advance(r.out.position, m.rate[:], dt)
}

// comeBack approaches the value within the limits of velocity and acceleration. The velocity sent
// with the position is that of the set-point.
func (r *Receiver) comeBack(now messages.Instant, dt, share float64) {
	m := &r.moves
	var goal [7]float64
	var way, rate [6]float64
	r.goal(goal[:], share)
	r.goalRate(rate[:], share)
	if r.config.Resample == Hold { // between two values that are repeated, the sender goes on
		m.shape.Advance(goal[:], rate[:], min(max(now.Sub(r.newest.at), 0), r.config.SourcePeriod).Seconds())
	}
	m.shape.Difference(way[:], r.out.position, goal[:])
	m.back = false
	for i := range r.n {
		var here bool
		m.rate[i], here = setpoint.Approach(way[i], rate[i], m.rate[i], setpoint.Bound{Velocity: r.config.Velocity[i], Acceleration: r.config.Acceleration[i]}, dt)
		m.back = m.back || !here
		if r.config.Control.Has(messages.ControlVelocity) {
			r.out.velocity[i] = m.rate[i]
		}
	}
	m.shape.Advance(r.out.position, m.rate[:], dt)
}

// follow moves to the value within the velocity limit. With Hold, the step to a new value is not a
// motion that continues, unless the set-point has not arrived yet.
func (r *Receiver) follow(dt, share float64) {
	m := &r.moves
	var goal [7]float64
	var way [6]float64
	r.goal(goal[:], share)
	m.shape.Difference(way[:], r.out.position, goal[:])
	here := true
	for i := range r.n {
		most := r.config.Velocity[i] * dt
		here = here && math.Abs(way[i]) <= most
		way[i] = setpoint.Within(way[i], most)
	}
	clear(m.rate[:])
	if dt > 0 && (!here || r.config.Resample != Hold) {
		for i := range r.n {
			m.rate[i] = way[i] / dt
		}
	}
	if here {
		copy(r.out.position, goal[:])
		return
	}
	m.shape.Advance(r.out.position, way[:], 1)
}

// goal computes the resampled position of the sender now.
func (r *Receiver) goal(goal []float64, share float64) {
	if share == 1 {
		copy(goal, r.newest.position)
		return
	}
	var way [6]float64
	r.moves.shape.Difference(way[:], r.old.position, r.newest.position)
	copy(goal, r.old.position)
	r.moves.shape.Advance(goal, way[:], share)
}

// goalRate computes the velocity of that position: the velocity in the command, or else the rate
// of the last two values. A resampled position that has reached the newest value is at rest.
func (r *Receiver) goalRate(rate []float64, share float64) {
	if r.config.Control.Has(messages.ControlVelocity) {
		for i := range r.n {
			rate[i] = mix(r.old.velocity[i], r.newest.velocity[i], share)
		}
		return
	}
	between := max(r.newest.at.Sub(r.old.at), r.config.SourcePeriod).Seconds()
	if r.have < 2 || between <= 0 || r.config.Resample != Hold && share == 1 {
		return
	}
	r.moves.shape.Difference(rate, r.old.position, r.newest.position)
	for i := range r.n {
		rate[i] = setpoint.Within(rate[i]/between, r.config.Velocity[i])
	}
}

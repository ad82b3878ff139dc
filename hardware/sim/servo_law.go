package sim

import (
	"math"

	"github.com/robo-actors/robo-actors/messages"
)

// reference is the moving set-point that a drive makes for itself: in velocity control the integral of the velocity,
// which makes the stiffness an integral gain, and in the modes that come to rest the ramp.
type reference struct {
	position, velocity float64 // rad or m, rad/s or m/s
	effort             float64 // N m or N, the load that ramp and hold have taken over
}

// follow takes new set-points. Velocity control begins from the motion there is.
func (s *servo) follow(target setPoints) {
	if byVelocity(target.control) && !byVelocity(s.target.control) {
		s.reference = reference{position: s.encoder.position, velocity: s.encoder.velocity}
	}
	s.target = target
}

func byVelocity(control messages.ControlMode) bool {
	return control.Has(messages.ControlVelocity) && !control.Has(messages.ControlPosition)
}

// track is the effort of the modes run and limited.
func (s *servo) track() float64 {
	limit := s.info.Limits.Velocity * (1 - s.disturbance.SpeedLoss)
	if s.mode == messages.ModeLimited {
		limit *= s.limitedSpeed
	}
	effort, control := 0.0, s.target.control
	if control.Has(messages.ControlEffort) {
		effort = s.target.effort
	}
	switch {
	case control.Has(messages.ControlPosition):
		position, velocity := s.target.position, 0.0
		if !s.disturbance.Unlimited {
			position = within(position, s.info.Limits.Lower, s.info.Limits.Upper)
		}
		if control.Has(messages.ControlVelocity) {
			velocity = s.target.velocity
		}
		return effort + s.bear(position, velocity, limit)
	case control.Has(messages.ControlVelocity):
		s.advance(within(s.target.velocity, -limit, limit), s.info.Limits.Acceleration)
		if p := within(s.reference.position, s.info.Limits.Lower, s.info.Limits.Upper); p != s.reference.position {
			s.reference.position, s.reference.velocity = p, 0
		}
		return effort + s.bear(s.reference.position, s.reference.velocity, limit)
	}
	return effort
}

// hold is the effort of a ramp to standstill and of what comes after it.
func (s *servo) hold() float64 {
	r := &s.reference
	if r.velocity != 0 {
		s.advance(0, s.stopDeceleration)
		if r.velocity == 0 { // hold where the joint came to rest: going back to where the ramp ended would be motion
			r.position = s.encoder.position
		}
	}
	// The lag of a ramp is inertia, not load: only what remains at its end is taken over.
	if e := r.position - s.encoder.position; r.velocity == 0 && math.Abs(e) > 2*s.encoder.resolution {
		r.effort += s.holdRate * s.stiffness * e * s.dt
		r.effort = within(r.effort, -s.info.Limits.Effort, s.info.Limits.Effort)
	}
	return r.effort + s.pull(r.position, r.velocity, s.info.Limits.Velocity)
}

// beginRamp starts a ramp from the motion and the load there are, so that the effort does not jump.
func (s *servo) beginRamp() {
	s.reference = reference{position: s.encoder.position, velocity: s.encoder.velocity, effort: s.load}
}

// rests tells whether a ramp has ended and the joint with it.
func (s *servo) rests() bool {
	return s.reference.velocity == 0 && math.Abs(s.encoder.velocity) < 0.01*s.info.Limits.Velocity
}

// advance moves the reference by one step, its velocity towards a goal. The reference never runs away from the joint by more
// than the spring can make use of.
func (s *servo) advance(goal, acceleration float64) {
	r, most := &s.reference, acceleration*s.dt
	r.velocity += within(goal-r.velocity, -most, most)
	r.position += r.velocity * s.dt
	r.position = within(r.position, s.encoder.position-s.slip, s.encoder.position+s.slip)
}

// pull is the spring and damper that draws the joint to a position and velocity, never faster than limit. What linear friction
// takes of that velocity is added.
func (s *servo) pull(position, velocity, limit float64) float64 {
	wanted := within(velocity+s.corner*(position-s.encoder.position), -limit, limit)
	return s.damping*(wanted-s.encoder.velocity) + s.viscous*wanted
}

// derated takes an effort back that would accelerate the joint beyond its velocity limit: all of it at 5 % above.
func (s *servo) derated(effort float64) float64 {
	speed, limit := math.Abs(s.encoder.velocity), s.info.Limits.Velocity
	if speed <= limit || effort*s.encoder.velocity <= 0 {
		return effort
	}
	return effort * max(0, 1-20*(speed/limit-1))
}

// within is x, or the bound that it exceeds. Unlike max and min it leaves signs of zero alone, and takes a third of the time.
func within(x, low, high float64) float64 {
	if x < low {
		return low
	}
	if x > high {
		return high
	}
	return x
}

package servo

import (
	"math"

	"github.com/robo-actors/robo-actors/messages"
)

// reference is the moving set-point that a drive makes for itself: in velocity control the integral
// of the velocity, which makes the stiffness an integral gain, and in the modes that come to rest
// the ramp.
type reference struct {
	position, velocity float64 // rad or m, rad/s or m/s
	effort             float64 // N m or N, the load that ramp and hold have taken over
}

// follow takes new set-points. Velocity control begins from the motion there is.
func (s *Servo) follow(target SetPoints) {
	if byVelocity(target.Control) && !byVelocity(s.target.Control) {
		s.reference = reference{position: s.encoder.position, velocity: s.encoder.velocity}
	}
	s.target = target
}

func byVelocity(control messages.ControlMode) bool {
	return control.Has(messages.ControlVelocity) && !control.Has(messages.ControlPosition)
}

// track is the effort of the modes run and limited.
func (s *Servo) track() float64 {
	limit := s.info.Limits.Velocity * (1 - s.disturbance.SpeedLoss)
	if s.mode == messages.ModeLimited {
		limit *= s.limitedSpeed
	}
	effort, control := 0.0, s.target.Control
	if control.Has(messages.ControlEffort) {
		effort = s.target.Effort
	}
	switch {
	case control.Has(messages.ControlPosition):
		position, velocity := s.target.Position, 0.0
		if !s.disturbance.Unlimited {
			position = bounded(position, s.info.Limits.Lower, s.info.Limits.Upper)
		}
		if control.Has(messages.ControlVelocity) {
			velocity = s.target.Velocity
		}
		return effort + s.bear(position, velocity, limit)
	case control.Has(messages.ControlVelocity):
		s.advance(bounded(s.target.Velocity, -limit, limit), s.info.Limits.Acceleration)
		if p := bounded(s.reference.position, s.info.Limits.Lower, s.info.Limits.Upper); p != s.reference.position {
			s.reference.position, s.reference.velocity = p, 0
		}
		return effort + s.bear(s.reference.position, s.reference.velocity, limit)
	}
	return effort
}

// hold is the effort of a ramp to standstill and of what comes after it.
func (s *Servo) hold() float64 {
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
		r.effort = bounded(r.effort, -s.info.Limits.Effort, s.info.Limits.Effort)
	}
	return r.effort + s.pull(r.position, r.velocity, s.info.Limits.Velocity)
}

// beginRamp starts a ramp from the motion and the load there are, so that the effort does not jump.
func (s *Servo) beginRamp() {
	s.reference = reference{position: s.encoder.position, velocity: s.encoder.velocity, effort: s.load}
}

// rests reports whether a ramp has ended and the joint with it.
func (s *Servo) rests() bool {
	return s.reference.velocity == 0 && math.Abs(s.encoder.velocity) < 0.01*s.info.Limits.Velocity
}

// advance moves the reference by one step, its velocity towards a goal. The reference never runs
// away from the joint by more than the spring can make use of.
func (s *Servo) advance(goal, acceleration float64) {
	r, most := &s.reference, acceleration*s.dt
	r.velocity += bounded(goal-r.velocity, -most, most)
	r.position += r.velocity * s.dt
	r.position = bounded(r.position, s.encoder.position-s.slip, s.encoder.position+s.slip)
}

// pull is the spring and damper that draws the joint to a position and velocity, never faster than
// limit. What linear friction takes of that velocity is added.
func (s *Servo) pull(position, velocity, limit float64) float64 {
	wanted := bounded(velocity+s.corner*(position-s.encoder.position), -limit, limit)
	return s.damping*(wanted-s.encoder.velocity) + s.viscous*wanted
}

// derated takes an effort back that would accelerate the joint beyond its velocity limit: all of it
// at 5 % above.
func (s *Servo) derated(effort float64) float64 {
	speed, limit := math.Abs(s.encoder.velocity), s.info.Limits.Velocity
	if speed <= limit || effort*s.encoder.velocity <= 0 {
		return effort
	}
	return effort * max(0, 1-20*(speed/limit-1))
}

// bounded is x, or the bound that it exceeds. Unlike max and min it leaves signs of zero alone, and
// takes a third of the time.
func bounded(x, low, high float64) float64 {
	if x < low {
		return low
	}
	if x > high {
		return high
	}
	return x
}

// borne is the share of what a servo pulls with at its velocity limit that may hang on its joint.
// Beside more than that the joint would move at less than half of the limit, and beside all of it
// sink.
const borne = 0.5

// bear is pull for a joint with more weight than the loop pulls with below the velocity limit:
// while it is pulled with all of that, it takes over what is missing, as the integral part of a
// velocity loop does. The rate is the one at which position loop and velocity loop are both
// critically damped.
func (s *Servo) bear(position, velocity, limit float64) float64 {
	if t := &s.target.Tuning; t.Softer != 0 || t.Looser != 0 {
		return s.tuned(position, velocity, limit)
	}
	if !s.takes {
		return s.pull(position, velocity, limit)
	}
	asked := velocity + s.corner*(position-s.encoder.position)
	if wanted := bounded(asked, -limit, limit); asked != wanted {
		most := s.info.Limits.Effort
		s.taken = bounded(s.taken+s.corner*s.damping*(wanted-s.encoder.velocity)*s.dt, -most, most)
	}
	return s.pull(position, velocity, limit) + s.taken
}

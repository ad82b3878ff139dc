package wheelbalancer

import (
	"math"

	"github.com/robo-actors/robo-actors/messages"
)

// Config configures the law.
type Config struct {
	// The gains of the forward motion: what a pitch (rad), a pitch rate (rad/s), a distance (m) and
	// an excess of speed (m/s) add to the acceleration of the wheels over the ground, m/s^2.
	PitchStiffness, PitchDamping, PositionStiffness, PositionDamping float64
	// YawStiffness turns an error of heading (rad) into a yaw velocity, 1/s.
	YawStiffness float64
	// FallPitch is the pitch beyond which the law gives up, rad.
	FallPitch float64
	// MaxVelocity (m/s) and MaxYawVelocity (rad/s) bound targets and commands. MaxAcceleration
	// (m/s^2) and MaxYawAcceleration (rad/s^2) bound changes of targets.
	MaxVelocity, MaxYawVelocity, MaxAcceleration, MaxYawAcceleration float64
	// VelocityLead bounds the commanded velocity against the measured one, m/s.
	VelocityLead float64
}

// Bounds of the law's memory, and how fast a robot in the air forgets its velocity.
const (
	maxDistance     = 1.0 // m, from the target
	maxHeading      = 0.3 // rad, from the target
	airReturnPeriod = 1.0 // s
)

// Input is what is known of the robot.
type Input struct {
	Pitch, PitchRate, YawRate float64 // rad, rad/s: forward, forward, to the left
	Velocity                  float64 // of the robot over the ground, m/s, forward
	Rolling                   float64 // of the wheels, m/s: what they would roll forward
	Contact                   bool    // the robot stands on the ground
	Target                    messages.GroundTarget
}

// Law is the balancer with its state.
type Law struct {
	Config
	velocity          float64               // commanded, m/s
	distance, heading float64               // measured less wanted, m and rad
	target            messages.GroundTarget // after the bounds on its changes
	fallen            bool
}

// Begin starts the law from a robot that rolls forward with that velocity, m/s.
func (l *Law) Begin(velocity float64) { *l = Law{Config: l.Config, velocity: velocity} }

// Upright reports whether the law balances a robot with that pitch, rad. Beyond FallPitch it gives
// up, until the pitch is within half of FallPitch.
func (l *Law) Upright(pitch float64) bool {
	lean := math.Abs(pitch)
	l.fallen = lean > l.FallPitch || l.fallen && lean > l.FallPitch/2
	return !l.fallen
}

// Step returns the velocities of the wheels' middle that balance the robot for the next h seconds,
// or false where it has fallen.
func (l *Law) Step(h float64, in *Input) (command messages.GroundTarget, ok bool) {
	fell := l.fallen
	if !l.Upright(in.Pitch) {
		return messages.GroundTarget{}, false
	}
	if fell {
		l.Begin(in.Rolling)
	}
	before := l.target.Velocity
	l.aim(h, in.Target)
	if in.Contact {
		l.ground(h, in)
	} else {
		l.air(h, in, l.target.Velocity-before)
	}
	l.velocity = bounded(l.velocity, in.Rolling-l.VelocityLead, in.Rolling+l.VelocityLead)
	l.velocity = bounded(l.velocity, -l.MaxVelocity, l.MaxVelocity)
	yaw := l.target.YawVelocity - l.YawStiffness*l.heading
	return messages.GroundTarget{Velocity: l.velocity, YawVelocity: bounded(yaw, -l.MaxYawVelocity, l.MaxYawVelocity)}, true
}

// aim moves the target towards the wanted one, within the bounds.
func (l *Law) aim(h float64, wanted messages.GroundTarget) {
	l.target.Velocity = towards(l.target.Velocity, bounded(wanted.Velocity, -l.MaxVelocity, l.MaxVelocity), l.MaxAcceleration*h)
	l.target.YawVelocity = towards(l.target.YawVelocity, bounded(wanted.YawVelocity, -l.MaxYawVelocity, l.MaxYawVelocity), l.MaxYawAcceleration*h)
}

// ground advances the commanded velocity by the acceleration of the feedback: wheels drive to where
// the robot leans, and first away from where it shall go, so that it leans there.
func (l *Law) ground(h float64, in *Input) {
	excess := in.Velocity - l.target.Velocity
	l.distance = bounded(l.distance+excess*h, -maxDistance, maxDistance)
	l.heading = bounded(l.heading+(in.YawRate-l.target.YawVelocity)*h, -maxHeading, maxHeading)
	l.velocity += h * (l.PitchStiffness*in.Pitch + l.PitchDamping*in.PitchRate + l.PositionStiffness*l.distance + l.PositionDamping*excess)
}

// air lets the command go to rest. It still answers the pitch rate, and a change of the target's
// velocity. Where no contact is seen although the robot is on the ground, it tips over or is to
// drive, and the motion of its wheels shows the ground.
func (l *Law) air(h float64, in *Input, change float64) {
	rest := min(h/airReturnPeriod, 1)
	l.velocity += h*l.PitchDamping*in.PitchRate - rest*l.velocity - change
	l.distance -= rest * l.distance
	l.heading = 0
}

// towards moves x to a goal by at most a step.
func towards(x, goal, step float64) float64 { return x + bounded(goal-x, -step, step) }

// bounded returns x, or the bound that it exceeds.
func bounded(x, low, high float64) float64 { return max(low, min(high, x)) }

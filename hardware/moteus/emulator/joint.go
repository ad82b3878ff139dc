package emulator

import (
	"math"
	"time"
)

// Joint is the mechanism at the output of a servo.
type Joint interface {
	// Advance moves the joint for a time by a torque in N m.
	Advance(torque float64, dt time.Duration)
	// Motion returns the position in rev and the velocity in rev/s.
	Motion() (position, velocity float64)
}

// Rotor is a joint with an inertia and viscous friction.
type Rotor struct {
	// Inertia is about the output, kg m^2; it is positive. Friction is in N m s/rad.
	Inertia, Friction float64
	// Position and Velocity are the present ones, rev and rev/s.
	Position, Velocity float64
}

// Advance implements Joint. The friction is implicit, so that no step makes it unstable.
func (r *Rotor) Advance(torque float64, dt time.Duration) {
	h := dt.Seconds()
	omega := (r.Velocity*2*math.Pi + h*torque/r.Inertia) / (1 + h*r.Friction/r.Inertia)
	r.Velocity = omega / (2 * math.Pi)
	r.Position += h * r.Velocity
}

// Motion implements Joint.
func (r *Rotor) Motion() (position, velocity float64) { return r.Position, r.Velocity }

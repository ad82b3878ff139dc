package servo

import (
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

// Info describes the drive as its bus does.
func (s *Servo) Info() hardware.DriveInfo { return s.info }

// Model returns the constants of the drive.
func (s *Servo) Model() hardware.DriveModel {
	return hardware.DriveModel{DriveInfo: s.info, StopDeceleration: s.stopDeceleration, Lag: s.damping / s.stiffness, Stiffness: s.stiffness, Damping: s.damping, BrakeCloses: s.brake.closes}
}

// Truth fills in the true state of the drive, whose joint has that true position and velocity.
func (s *Servo) Truth(t *hardware.Truth, position, velocity float64) {
	t.Position, t.Velocity = position, velocity
	t.Effort = s.Delivered()
	t.Mode, t.Arm, t.Fault = s.mode, s.arm, s.fault
	t.Torque, t.BrakeClosed, t.Starting = s.starting || s.mode != messages.ModeOff && !s.released, s.brake.holds(), s.starting
	t.Disturbed = s.ailing || s.disturbed
	t.Control, t.TargetPosition, t.TargetVelocity, t.TargetEffort = s.target.Control, s.target.Position, s.target.Velocity, s.target.Effort
}

// Disturbance returns the disturbance that acts on the drive, injected faults included.
func (s *Servo) Disturbance() Disturbance { return s.disturbance }

// Place makes the encoder read a position and velocity as if it had read them for long.
func (s *Servo) Place(position, velocity float64) { s.encoder.reset(position, velocity) }

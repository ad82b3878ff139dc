package emulator

import (
	"math"

	"github.com/robo-actors/robo-actors/hardware/moteus"
	"github.com/robo-actors/robo-actors/hardware/moteus/internal/multiplex"
)

// lawRegister returns the value of a register that says what the law of the servo does, or what its
// encoders read. The servo has one encoder.
func (s *Servo) lawRegister(r multiplex.Register) (float64, bool) {
	position, velocity := s.motion()
	follows := s.mode == moteus.ServoPosition && s.control == s.control
	switch r {
	case multiplex.ProportionalTorque:
		return s.proportional, true
	case multiplex.DerivativeTorque:
		return s.derivative, true
	case multiplex.FeedForwardTorque:
		return s.command.feedForward, true
	case multiplex.TotalTorque, multiplex.ControlTorque:
		return s.torque, true
	case multiplex.ControlPosition:
		return s.control, true
	case multiplex.ControlVelocity:
		if !follows {
			return math.NaN(), true
		}
		return s.command.velocity, true
	case multiplex.PositionError:
		if !follows {
			return 0, true
		}
		return position - s.control, true
	case multiplex.VelocityError:
		if !follows {
			return 0, true
		}
		return velocity - s.command.velocity, true
	case multiplex.Encoder0Position:
		return position - math.Floor(position), true
	case multiplex.Encoder0Velocity:
		return velocity, true
	case multiplex.EncoderValidity:
		return 3, true // position and velocity of the first encoder
	case multiplex.IntegralTorque, multiplex.TorqueError, 0x052, 0x053, 0x054, 0x055:
		return 0, true
	}
	return 0, false
}

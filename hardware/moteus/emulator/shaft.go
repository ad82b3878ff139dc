package emulator

import (
	"math"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/moteus"
	"github.com/robo-actors/robo-actors/messages"
)

// Shaft connects a servo of a bus to a joint of a plant: it is the Joint of the servo, and the
// hardware.Actuator of the plant. The plant steps the servo, at the begin of each of its own steps.
//
// In real time the thread of the plant and that of the bus meet at the servo. The lock of the bus
// keeps them apart: each holds it for one step of a servo or for one frame.
type Shaft struct {
	bus      *Bus
	servo    *Servo
	drive    moteus.Servo
	timeout  moteus.TimeoutMode
	model    hardware.DriveModel
	friction float64 // dry friction of the joint, N m or N
	fastest  float64 // velocity limit of the joint, rad/s or m/s

	position, velocity float64 // of the joint
	read               reading // of the encoder
	jumped             bool    // the newest reading was a jump
	effort             float64 // that reaches the joint in this step
	struck             bool    // a fault that acts once, in this step
}

var _ hardware.Actuator = (*Shaft)(nil)

// perTorque is the joint's effort for one N m at the output.
func (s *Shaft) perTorque() float64 { return 2 * math.Pi / s.drive.PerRevolution }

// Motion implements Joint.
func (s *Shaft) Motion() (position, velocity float64) {
	return (s.read.position - s.drive.Offset) / s.drive.PerRevolution, s.read.velocity / s.drive.PerRevolution
}

// Advance implements Joint. The plant moves the joint.
func (s *Shaft) Advance(float64, time.Duration) {}

// Load implements hardware.Actuator.
func (s *Shaft) Load(now messages.Instant, step time.Duration) hardware.ActuatorLoad {
	s.bus.mu.Lock()
	defer s.bus.mu.Unlock()
	s.bus.deliver(now)
	s.servo.ail(now)
	s.misread()
	s.servo.step(step)
	s.struck = false
	a := &s.servo.ailment
	if a.free {
		s.effort = 0
		return hardware.ActuatorLoad{Friction: a.jam}
	}
	s.effort = s.servo.torque * s.perTorque() * (1 - a.loss)
	if a.speed > 0 && math.Abs(s.velocity) > a.speed*s.fastest && s.effort*s.velocity > 0 {
		s.effort = 0 // the supply gives no more speed
	}
	return hardware.ActuatorLoad{Effort: s.effort, Friction: s.friction + a.jam}
}

// Sample implements hardware.Actuator.
func (s *Shaft) Sample(position, velocity float64) {
	s.bus.mu.Lock()
	defer s.bus.mu.Unlock()
	s.position, s.velocity = position, velocity
	if len(s.servo.faults) == 0 { // otherwise the encoder reads it at the beginning of the next step
		s.read = reading{position, velocity}
	}
}

// Place implements hardware.Actuator. The servo counts its revolutions from zero, as the joint
// does.
func (s *Shaft) Place(position, velocity float64) {
	s.bus.mu.Lock()
	defer s.bus.mu.Unlock()
	s.position, s.velocity, s.effort, s.read = position, velocity, 0, reading{position, velocity}
	s.servo.turns, s.servo.control = 0, math.NaN()
}

// Model implements hardware.Actuator.
func (s *Shaft) Model() hardware.DriveModel { return s.model }

// Truth implements hardware.Actuator. What a servo follows is what its host meant.
func (s *Shaft) Truth(t *hardware.Truth) {
	s.bus.mu.Lock()
	defer s.bus.mu.Unlock()
	v := s.servo
	*t = hardware.Truth{Position: s.position, Lost: v.turns * s.drive.PerRevolution, Velocity: s.velocity, Effort: s.effort, Mode: s.mode(), Arm: v.intent.Arm, Fault: v.fault,
		Torque: s.mode() != messages.ModeOff, Starting: v.mode.Starts(), Disturbed: len(v.faults) > 0 || len(s.bus.faults) > 0 || s.struck || v.Failure != 0,
		Control: v.intent.Control, TargetPosition: v.intent.Position, TargetVelocity: v.intent.Velocity, TargetEffort: v.intent.Effort}
}

// mode returns the mode of this module that the servo's own mode amounts to.
func (s *Shaft) mode() messages.Mode {
	switch m := s.servo.mode; {
	case m == moteus.ServoStopped || m == moteus.ServoFault || m.Starts():
		return messages.ModeOff
	case m == moteus.ServoTimeout:
		return s.timeout.Safe()
	case m == moteus.ServoZeroVelocity || m == moteus.ServoBrake:
		return messages.ModeDamp
	case m == moteus.ServoPosition && (s.servo.intent.Mode.Passes() || s.servo.intent.Mode == messages.ModeRampHold):
		return s.servo.intent.Mode
	}
	return messages.ModeRun
}

package sim

import (
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

var _ hardware.GroundTruth = (*Plant)(nil)

// DriveModel implements hardware.GroundTruth.
func (p *Plant) DriveModel(joint string) (hardware.DriveModel, func(*hardware.Truth), error) {
	s, err := p.servo(joint)
	if err != nil {
		return hardware.DriveModel{}, nil, err
	}
	model := hardware.DriveModel{DriveInfo: s.info, StopDeceleration: s.stopDeceleration, Lag: s.damping / s.stiffness, BrakeCloses: s.brake.closes}
	return model, func(t *hardware.Truth) { s.tell(t, p.position[s.positionAt], p.velocity[s.velocityAt]) }, nil
}

// tell writes what is true of the drive whose joint stands and moves like that.
func (s *servo) tell(t *hardware.Truth, position, velocity float64) {
	t.Position, t.Velocity = position, velocity
	t.Effort = s.delivered()
	t.Mode, t.Arm, t.Fault = s.mode, s.arm, s.fault
	t.Torque, t.BrakeClosed, t.Starting = s.starting || s.mode != messages.ModeOff && !s.released, s.brake.holds(), s.starting
	t.Disturbed = s.ailing || s.disturbed
	t.Control, t.TargetPosition, t.TargetVelocity, t.TargetEffort = s.target.control, s.target.position, s.target.velocity, s.target.effort
}

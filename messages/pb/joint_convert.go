package pb

import (
	"errors"

	"github.com/robo-actors/robo-actors/messages"
)

// JointStateToPB converts a joint state to the generated message.
func JointStateToPB(v *messages.JointState) *JointState {
	return &JointState{Position: copyOf(v.Position), Velocity: copyOf(v.Velocity), Effort: copyOf(v.Effort)}
}

// JointStateFromPB fills a joint state from the generated message. It takes every message.
func JointStateFromPB(m *JointState, v *messages.JointState) error {
	v.Position = append(v.Position[:0], m.GetPosition()...)
	v.Velocity = append(v.Velocity[:0], m.GetVelocity()...)
	v.Effort = append(v.Effort[:0], m.GetEffort()...)
	return nil
}

// JointCommandToPB converts a joint command to the generated message.
func JointCommandToPB(v *messages.JointCommand) *JointCommand {
	return &JointCommand{
		Control:  controlsToPB(v.Control),
		Position: copyOf(v.Position), Velocity: copyOf(v.Velocity), Effort: copyOf(v.Effort),
	}
}

// JointCommandFromPB fills a joint command from the generated message, and refuses unknown control modes.
func JointCommandFromPB(m *JointCommand, v *messages.JointCommand) (err error) {
	v.Control, err = controlsFromPB(v.Control, jointCommandName, 1, m.GetControl())
	v.Position = append(v.Position[:0], m.GetPosition()...)
	v.Velocity = append(v.Velocity[:0], m.GetVelocity()...)
	v.Effort = append(v.Effort[:0], m.GetEffort()...)
	return err
}

// DriveCommandToPB converts a drive command to the generated message.
func DriveCommandToPB(v *messages.DriveCommand) *DriveCommand {
	return &DriveCommand{
		Mode: modesToPB(v.Mode), Control: controlsToPB(v.Control),
		Position: copyOf(v.Position), Velocity: copyOf(v.Velocity), Effort: copyOf(v.Effort), Arm: copyOf(v.Arm),
	}
}

// DriveCommandFromPB fills a drive command from the generated message, and refuses unknown modes and control modes.
func DriveCommandFromPB(m *DriveCommand, v *messages.DriveCommand) error {
	var badMode, badControl error
	v.Mode, badMode = modesFromPB(v.Mode, driveCommandName, 1, m.GetMode())
	v.Control, badControl = controlsFromPB(v.Control, driveCommandName, 2, m.GetControl())
	v.Position = append(v.Position[:0], m.GetPosition()...)
	v.Velocity = append(v.Velocity[:0], m.GetVelocity()...)
	v.Effort = append(v.Effort[:0], m.GetEffort()...)
	v.Arm = append(v.Arm[:0], m.GetArm()...)
	return errors.Join(badMode, badControl)
}

// DriveStateToPB converts a drive state to the generated message.
func DriveStateToPB(v *messages.DriveState) *DriveState {
	return &DriveState{
		Position: copyOf(v.Position), Velocity: copyOf(v.Velocity), Effort: copyOf(v.Effort),
		Mode: modesToPB(v.Mode), Fault: faultsToPB(v.Fault), Answered: copyOf(v.Answered), Arm: copyOf(v.Arm),
	}
}

// DriveStateFromPB fills a drive state from the generated message, and refuses unknown modes and fault codes of more
// than 16 bits.
func DriveStateFromPB(m *DriveState, v *messages.DriveState) error {
	var badMode, badFault error
	v.Position = append(v.Position[:0], m.GetPosition()...)
	v.Velocity = append(v.Velocity[:0], m.GetVelocity()...)
	v.Effort = append(v.Effort[:0], m.GetEffort()...)
	v.Mode, badMode = modesFromPB(v.Mode, driveStateName, 4, m.GetMode())
	v.Fault, badFault = faultsFromPB(v.Fault, driveStateName, 5, m.GetFault())
	v.Answered = append(v.Answered[:0], m.GetAnswered()...)
	v.Arm = append(v.Arm[:0], m.GetArm()...)
	return errors.Join(badMode, badFault)
}

// SnapshotToPB converts a snapshot to the generated message.
func SnapshotToPB(v *messages.Snapshot) *Snapshot {
	return &Snapshot{
		Position: copyOf(v.Position), Velocity: copyOf(v.Velocity), Effort: copyOf(v.Effort),
		Mode: modesToPB(v.Mode), Valid: copyOf(v.Valid), TimeNs: instantsToPB(v.Time),
	}
}

// SnapshotFromPB fills a snapshot from the generated message, and refuses unknown modes.
func SnapshotFromPB(m *Snapshot, v *messages.Snapshot) (err error) {
	v.Position = append(v.Position[:0], m.GetPosition()...)
	v.Velocity = append(v.Velocity[:0], m.GetVelocity()...)
	v.Effort = append(v.Effort[:0], m.GetEffort()...)
	v.Mode, err = modesFromPB(v.Mode, snapshotName, 4, m.GetMode())
	v.Valid = append(v.Valid[:0], m.GetValid()...)
	v.Time = instantsFromPB(v.Time, m.GetTimeNs())
	return err
}

// VirtualStateToPB converts the state of a virtual joint to the generated message.
func VirtualStateToPB(v *messages.VirtualState) *VirtualState {
	return &VirtualState{
		Position: copyOf(v.Position), Velocity: copyOf(v.Velocity), Mode: Mode(modeNumber(v.Mode)),
	}
}

// VirtualStateFromPB fills the state of a virtual joint from the generated message, and refuses unknown modes.
func VirtualStateFromPB(m *VirtualState, v *messages.VirtualState) error {
	v.Position = append(v.Position[:0], m.GetPosition()...)
	v.Velocity = append(v.Velocity[:0], m.GetVelocity()...)
	return virtualMode(int32(m.GetMode()), v)
}

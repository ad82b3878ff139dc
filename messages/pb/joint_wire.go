package pb

import "github.com/robo-actors/robo-actors/messages"

const (
	jointStateName   = "robo_actors.v1.JointState"
	jointCommandName = "robo_actors.v1.JointCommand"
	driveCommandName = "robo_actors.v1.DriveCommand"
	driveStateName   = "robo_actors.v1.DriveState"
	snapshotName     = "robo_actors.v1.Snapshot"
	virtualStateName = "robo_actors.v1.VirtualState"
)

func appendJointState(dst []byte, v *messages.JointState) []byte {
	dst = appendDoubles(dst, 1, v.Position)
	dst = appendDoubles(dst, 2, v.Velocity)
	return appendDoubles(dst, 3, v.Effort)
}

func decodeJointState(data []byte, v *messages.JointState) error {
	f := walk(jointStateName, data)
	*v = messages.JointState{Position: v.Position[:0], Velocity: v.Velocity[:0], Effort: v.Effort[:0]}
	for f.next() {
		switch f.number {
		case 1:
			v.Position = f.doubles(v.Position)
		case 2:
			v.Velocity = f.doubles(v.Velocity)
		case 3:
			v.Effort = f.doubles(v.Effort)
		default:
			f.otherField()
		}
	}
	return f.err
}

func appendJointCommand(dst []byte, v *messages.JointCommand) []byte {
	dst = appendControls(dst, 1, v.Control)
	dst = appendDoubles(dst, 2, v.Position)
	dst = appendDoubles(dst, 3, v.Velocity)
	return appendDoubles(dst, 4, v.Effort)
}

func decodeJointCommand(data []byte, v *messages.JointCommand) error {
	f := walk(jointCommandName, data)
	*v = messages.JointCommand{
		Control: v.Control[:0], Position: v.Position[:0], Velocity: v.Velocity[:0], Effort: v.Effort[:0],
	}
	for f.next() {
		switch f.number {
		case 1:
			v.Control = f.controls(v.Control)
		case 2:
			v.Position = f.doubles(v.Position)
		case 3:
			v.Velocity = f.doubles(v.Velocity)
		case 4:
			v.Effort = f.doubles(v.Effort)
		default:
			f.otherField()
		}
	}
	return f.err
}

func appendDriveCommand(dst []byte, v *messages.DriveCommand) []byte {
	dst = appendModes(dst, 1, v.Mode)
	dst = appendControls(dst, 2, v.Control)
	dst = appendDoubles(dst, 3, v.Position)
	dst = appendDoubles(dst, 4, v.Velocity)
	dst = appendDoubles(dst, 5, v.Effort)
	return appendUints(dst, 6, v.Arm)
}

func decodeDriveCommand(data []byte, v *messages.DriveCommand) error {
	f := walk(driveCommandName, data)
	*v = messages.DriveCommand{
		Mode: v.Mode[:0], Control: v.Control[:0],
		Position: v.Position[:0], Velocity: v.Velocity[:0], Effort: v.Effort[:0], Arm: v.Arm[:0],
	}
	for f.next() {
		switch f.number {
		case 1:
			v.Mode = f.modes(v.Mode)
		case 2:
			v.Control = f.controls(v.Control)
		case 3:
			v.Position = f.doubles(v.Position)
		case 4:
			v.Velocity = f.doubles(v.Velocity)
		case 5:
			v.Effort = f.doubles(v.Effort)
		case 6:
			v.Arm = f.uint32s(v.Arm)
		default:
			f.otherField()
		}
	}
	return f.err
}

func appendDriveState(dst []byte, v *messages.DriveState) []byte {
	dst = appendDoubles(dst, 1, v.Position)
	dst = appendDoubles(dst, 2, v.Velocity)
	dst = appendDoubles(dst, 3, v.Effort)
	dst = appendModes(dst, 4, v.Mode)
	dst = appendUints(dst, 5, v.Fault)
	dst = appendBools(dst, 6, v.Answered)
	return appendUints(dst, 7, v.Arm)
}

func decodeDriveState(data []byte, v *messages.DriveState) error {
	f := walk(driveStateName, data)
	*v = messages.DriveState{
		Position: v.Position[:0], Velocity: v.Velocity[:0], Effort: v.Effort[:0],
		Mode: v.Mode[:0], Fault: v.Fault[:0], Answered: v.Answered[:0], Arm: v.Arm[:0],
	}
	for f.next() {
		switch f.number {
		case 1:
			v.Position = f.doubles(v.Position)
		case 2:
			v.Velocity = f.doubles(v.Velocity)
		case 3:
			v.Effort = f.doubles(v.Effort)
		case 4:
			v.Mode = f.modes(v.Mode)
		case 5:
			v.Fault = f.faults(v.Fault)
		case 6:
			v.Answered = f.bools(v.Answered)
		case 7:
			v.Arm = f.uint32s(v.Arm)
		default:
			f.otherField()
		}
	}
	return f.err
}

func appendSnapshot(dst []byte, v *messages.Snapshot) []byte {
	dst = appendDoubles(dst, 1, v.Position)
	dst = appendDoubles(dst, 2, v.Velocity)
	dst = appendDoubles(dst, 3, v.Effort)
	dst = appendModes(dst, 4, v.Mode)
	dst = appendBools(dst, 5, v.Valid)
	return appendInstants(dst, 6, v.Time)
}

func decodeSnapshot(data []byte, v *messages.Snapshot) error {
	f := walk(snapshotName, data)
	*v = messages.Snapshot{
		Position: v.Position[:0], Velocity: v.Velocity[:0], Effort: v.Effort[:0],
		Mode: v.Mode[:0], Valid: v.Valid[:0], Time: v.Time[:0],
	}
	for f.next() {
		switch f.number {
		case 1:
			v.Position = f.doubles(v.Position)
		case 2:
			v.Velocity = f.doubles(v.Velocity)
		case 3:
			v.Effort = f.doubles(v.Effort)
		case 4:
			v.Mode = f.modes(v.Mode)
		case 5:
			v.Valid = f.bools(v.Valid)
		case 6:
			v.Time = f.instants(v.Time)
		default:
			f.otherField()
		}
	}
	return f.err
}

func appendVirtualState(dst []byte, v *messages.VirtualState) []byte {
	dst = appendDoubles(dst, 1, v.Position)
	dst = appendDoubles(dst, 2, v.Velocity)
	return appendMode(dst, 3, v.Mode)
}

func decodeVirtualState(data []byte, v *messages.VirtualState) error {
	f := walk(virtualStateName, data)
	*v = messages.VirtualState{Position: v.Position[:0], Velocity: v.Velocity[:0]}
	var mode int32
	for f.next() {
		switch f.number {
		case 1:
			v.Position = f.doubles(v.Position)
		case 2:
			v.Velocity = f.doubles(v.Velocity)
		case 3:
			f.enum(&mode)
		default:
			f.otherField()
		}
	}
	if f.err != nil {
		return f.err
	}
	return virtualMode(mode, v)
}

func virtualMode(number int32, v *messages.VirtualState) error {
	mode, ok := modeOf(number)
	if !ok {
		return fieldErrorf(ErrUnknown, virtualStateName, 3, unknownMode, number)
	}
	v.Mode = mode
	return nil
}

package remote

import (
	"errors"
	"math"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/messages/pb"
)

// payload encodes and decodes commands, states and readings of sensors as messages of package pb.
type payload struct{ commands, states, reading *pb.Codec }

func newPayload() (payload, error) {
	commands, err := pb.CodecOf[messages.DriveCommand]()
	states, noState := pb.CodecOf[messages.DriveState]()
	reading, noReading := pb.CodecOf[messages.SensorReading]()
	return payload{commands, states, reading}, errors.Join(err, noState, noReading)
}

func (p payload) appendCommand(b []byte, command *messages.DriveCommand) []byte {
	b, _ = p.commands.Append(b, command) // it rejects only values of another type
	return b
}

// command overwrites a command with the one of a payload. It checks no lengths: hardware.Check
// does. After an error the content must not be used.
func (p payload) command(data []byte, command *messages.DriveCommand) error {
	return p.commands.Decode(data, command)
}

func (p payload) appendState(b []byte, state *messages.DriveState) []byte {
	b, _ = p.states.Append(b, state) // it rejects only values of another type
	return b
}

// state reads the state of as many drives as into has, and reports whether the payload has one. It
// decodes into scratch first, so that a bad payload leaves into as it was.
func (p payload) state(data []byte, scratch, into *messages.DriveState) bool {
	if p.states.Decode(data, scratch) != nil || hardware.CheckState("", len(into.Mode), scratch) != nil {
		return false
	}
	for i := range into.Mode {
		hardware.ClearOptional(into, i)
	}
	copyState(into, scratch)
	return true
}

// copyState copies a state into one of as many drives, and its optional fields where both have
// them.
func copyState(to, from *messages.DriveState) {
	copy(to.Position, from.Position)
	copy(to.Velocity, from.Velocity)
	copy(to.Effort, from.Effort)
	copy(to.Mode, from.Mode)
	copy(to.Fault, from.Fault)
	copy(to.Answered, from.Answered)
	copy(to.Arm, from.Arm)
	hardware.CopyOptional(to, from)
}

// newMeasuredState returns a state for those drives whose optional fields have entries only where
// a drive measures them: the others take no room in frames.
func newMeasuredState(drives []hardware.DriveInfo) *messages.DriveState {
	var any hardware.Measurements
	for i := range drives {
		m := drives[i].Measures
		any.Temperature, any.Voltage = any.Temperature || m.Temperature, any.Voltage || m.Voltage
		any.Current, any.FaultWord = any.Current || m.Current, any.FaultWord || m.FaultWord
	}
	state := hardware.NewState(len(drives))
	if !any.Temperature {
		state.Temperature = nil
	}
	if !any.Voltage {
		state.Voltage = nil
	}
	if !any.Current {
		state.Current = nil
	}
	if !any.FaultWord {
		state.FaultWord = nil
	}
	return state
}

// dropUndeclared marks the values of a state as not measured that its drives do not declare.
func dropUndeclared(state *messages.DriveState, drives []hardware.DriveInfo) {
	for i := range drives {
		m := drives[i].Measures
		if !m.Temperature {
			state.Temperature[i] = math.NaN()
		}
		if !m.Voltage {
			state.Voltage[i] = math.NaN()
		}
		if !m.Current {
			state.Current[i] = math.NaN()
		}
		if !m.FaultWord {
			state.FaultWord[i] = 0
		}
	}
}

// dropUnknownModes marks a drive that reports an unknown mode as silent, and its mode as off. Only
// declared modes have a number in frames.
func dropUnknownModes(state *messages.DriveState) {
	for i, mode := range state.Mode {
		if !mode.Valid() {
			state.Mode[i], state.Answered[i] = messages.ModeOff, false
		}
	}
}

// onlyStops keeps the stops of a command, and reports whether it has any. For every other drive,
// into has set-points without a control mode, which every driver rejects: they feed no watchdog.
func onlyStops(command, into *messages.DriveCommand) (stops bool) {
	for i := range into.Mode {
		into.Mode[i], into.Control[i] = messages.ModeRun, messages.ControlNone
		if i < len(command.Mode) && command.Mode[i].Valid() && command.Mode[i].Stops() {
			into.Mode[i], stops = command.Mode[i], true
		}
	}
	return stops
}

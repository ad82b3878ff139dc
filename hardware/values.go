package hardware

import "github.com/robo-actors/robo-actors/messages"

// NewCommand returns a command for that many drives which puts all of them off.
func NewCommand(drives int) *messages.DriveCommand {
	command := &messages.DriveCommand{
		Mode:     make([]messages.Mode, drives),
		Control:  make([]messages.ControlMode, drives),
		Position: make([]float64, drives),
		Velocity: make([]float64, drives),
		Effort:   make([]float64, drives),
		Arm:      make([]uint32, drives),
	}
	for i := range command.Mode {
		command.Mode[i] = messages.ModeOff
	}
	return command
}

// NewState returns a state for that many drives, none of which has answered yet; Exchange fills it.
func NewState(drives int) *messages.DriveState {
	state := &messages.DriveState{
		Position: make([]float64, drives),
		Velocity: make([]float64, drives),
		Effort:   make([]float64, drives),
		Mode:     make([]messages.Mode, drives),
		Fault:    make([]uint16, drives),
		Answered: make([]bool, drives),
		Arm:      make([]uint32, drives),
	}
	for i := range state.Mode {
		state.Mode[i] = messages.ModeOff
	}
	return state
}

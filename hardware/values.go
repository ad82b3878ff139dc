package hardware

import (
	"math"

	"github.com/robo-actors/robo-actors/messages"
)

// NewCommand returns a command that switches off that many drives. It has the optional fields,
// which change neither gains nor efforts.
func NewCommand(drives int) *messages.DriveCommand {
	command := &messages.DriveCommand{
		Mode:      make([]messages.Mode, drives),
		Control:   make([]messages.ControlMode, drives),
		Position:  make([]float64, drives),
		Velocity:  make([]float64, drives),
		Effort:    make([]float64, drives),
		Arm:       make([]uint32, drives),
		KpScale:   repeated(1, drives),
		KdScale:   repeated(1, drives),
		MaxEffort: repeated(math.Inf(1), drives),
	}
	for i := range command.Mode {
		command.Mode[i] = messages.ModeOff
	}
	return command
}

// NewState returns a state of that many drives, none of which has answered yet, for Collect to
// fill. It has the optional fields.
func NewState(drives int) *messages.DriveState {
	state := &messages.DriveState{
		Position:    make([]float64, drives),
		Velocity:    make([]float64, drives),
		Effort:      make([]float64, drives),
		Mode:        make([]messages.Mode, drives),
		Fault:       make([]uint16, drives),
		Answered:    make([]bool, drives),
		Arm:         make([]uint32, drives),
		Temperature: repeated(math.NaN(), drives),
		Voltage:     repeated(math.NaN(), drives),
		Current:     repeated(math.NaN(), drives),
		FaultWord:   make([]uint32, drives),
	}
	for i := range state.Mode {
		state.Mode[i] = messages.ModeOff
	}
	return state
}

// CopyOptional copies the optional fields of a state into those that another one has.
func CopyOptional(to, from *messages.DriveState) {
	copy(to.Temperature, from.Temperature)
	copy(to.Voltage, from.Voltage)
	copy(to.Current, from.Current)
	copy(to.FaultWord, from.FaultWord)
}

// ClearOptional marks the optional values of one drive as not measured.
func ClearOptional(state *messages.DriveState, drive int) {
	for _, field := range [...][]float64{state.Temperature, state.Voltage, state.Current} {
		if drive < len(field) {
			field[drive] = math.NaN()
		}
	}
	if drive < len(state.FaultWord) {
		state.FaultWord[drive] = 0
	}
}

func repeated(x float64, n int) []float64 {
	all := make([]float64, n)
	for i := range all {
		all[i] = x
	}
	return all
}

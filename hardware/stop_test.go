package hardware

import (
	"errors"
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

func TestADemandThatDoesNotStopIsOff(t *testing.T) {
	modes := []messages.Mode{messages.ModeRun, messages.ModeLimited, messages.ModeRampHold, messages.ModeOff, 17}
	want := []messages.Mode{messages.ModeOff, messages.ModeOff, messages.ModeRampHold, messages.ModeOff, messages.ModeOff, messages.ModeOff}
	for i := range want {
		if got := Demand(modes, i); got != want[i] {
			t.Errorf("demand %d is %s, want %s", i, got, want[i])
		}
	}
	if got := Demand(modes, -1); got != messages.ModeOff {
		t.Errorf("demand -1 is %s, want off", got)
	}
}

func TestAStopIsConfirmedByAnAnswerInThatModeOrAMoreSevereOne(t *testing.T) {
	drives, state := twoDrives(), NewState(2)
	demanded := []messages.Mode{messages.ModeRampHold, messages.ModeRampOff}
	state.Answered = []bool{true, true}
	state.Mode = []messages.Mode{messages.ModeDamp, messages.ModeRampOff}
	if err := Unconfirmed("arm", drives, demanded, state); err != nil {
		t.Error(err)
	}
	for name, spoil := range map[string]func(*messages.DriveState){
		"less severe": func(s *messages.DriveState) { s.Mode[1] = messages.ModeDamp },
		"still runs":  func(s *messages.DriveState) { s.Mode[1] = messages.ModeRun },
		"silent":      func(s *messages.DriveState) { s.Answered[1] = false },
		"unknown":     func(s *messages.DriveState) { s.Mode[1] = 40 },
	} {
		spoilt := NewState(2)
		copy(spoilt.Mode, state.Mode)
		copy(spoilt.Answered, state.Answered)
		spoil(spoilt)
		var missing *UnconfirmedError
		if err := Unconfirmed("arm", drives, demanded, spoilt); !errors.As(err, &missing) {
			t.Errorf("%s: got %v, want an *UnconfirmedError", name, err)
		} else if len(missing.Drives) != 1 || missing.Drives[0].Drive != "d2" {
			t.Errorf("%s: got %v, want drive d2 alone", name, missing.Drives)
		}
	}
}

func TestErrorsNameTheWholePathAndWhatToDo(t *testing.T) {
	cases := []struct {
		err  error
		want string
	}{
		{&BusError{Bus: "arm", Op: "exchange", Err: ErrBusLost},
			`bus "arm": exchange: no drive answered; check the transport and the supply of the drives`},
		{&DriveFault{"arm", "d1", "shoulder", 38, "over-temperature"},
			`bus "arm": drive "d1" of joint "shoulder": fault 38: over-temperature`},
		{&DriveMismatch{"arm", "d1", "shoulder", "watchdog timeout in s", "NaN", "0.1"},
			`bus "arm": drive "d1" of joint "shoulder": its watchdog timeout in s is NaN, the application expects 0.1; set the drive up again or change the application`},
		{&UnconfirmedError{"arm", []Unstopped{
			{"d1", "shoulder", messages.ModeOff, messages.ModeRun, true},
			{"d2", "elbow", messages.ModeDamp, messages.ModeRun, false}}},
			`bus "arm": stop not confirmed by drive "d1" of joint "shoulder" (in run, expected off or more severe), drive "d2" of joint "elbow" (silent, expected damp or more severe); repeat the stop, then cut the power`},
	}
	for _, c := range cases {
		if c.err.Error() != c.want {
			t.Errorf("got  %s\nwant %s", c.err, c.want)
		}
	}
	if !errors.Is(cases[0].err, ErrBusLost) {
		t.Error("a BusError does not unwrap to its cause")
	}
}

func TestNewValuesAreOffAndUnanswered(t *testing.T) {
	command, state := NewCommand(3), NewState(3)
	for i := range 3 {
		if command.Mode[i] != messages.ModeOff || state.Mode[i] != messages.ModeOff || state.Answered[i] {
			t.Errorf("drive %d: command %s, state %s, answered %v; want off, off, false", i, command.Mode[i], state.Mode[i], state.Answered[i])
		}
	}
	if CheckState("", 3, state) != nil || checkLengths("", 3, command) != nil {
		t.Error("lengths do not fit the number of drives")
	}
}

func TestValuesThatADriveDoesNotMeasureAreMarked(t *testing.T) {
	state := NewState(2)
	for i := range 2 {
		state.Temperature[i], state.Voltage[i], state.Current[i], state.FaultWord[i] = 40, 24, 3, 0x8000
	}
	ClearOptional(state, 0)
	if !math.IsNaN(state.Temperature[0]) || !math.IsNaN(state.Voltage[0]) || !math.IsNaN(state.Current[0]) || state.FaultWord[0] != 0 {
		t.Errorf("%+v", state)
	}
	if state.Temperature[1] != 40 || state.Voltage[1] != 24 || state.Current[1] != 3 || state.FaultWord[1] != 0x8000 {
		t.Errorf("the other drive has changed: %+v", state)
	}
	ClearOptional(&messages.DriveState{}, 1) // a bus without such values
}

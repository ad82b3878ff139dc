package drivertest

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

func stopChecks() []Check {
	checks := []Check{
		{"StopMeansOffWhereNoStoppingModeIsGiven", stopMeansOff},
		{"StopNeverStepsDown", stopNeverStepsDown},
		{"StopNeedsNoSendAfterIt", stopNeedsNoSend},
		{"StopLeadsIntoItsModesWithoutASend", stopLeadsIntoItsModes},
		{"StopAllocatesNothing", stopAllocatesNothing},
		{"StopFromAnotherGoroutineWinsOverOlderCommands", stopFromAnotherGoroutine},
		{"ACommandStopsEachDriveByItself", aCommandStopsEachDrive},
	}
	for _, mode := range messages.Modes() {
		if mode.Stops() {
			checks = append(checks, Check{"StopIsReadBackIn_" + mode.String(), stopIsReadBack(mode)})
		}
	}
	return checks
}

func stopIsReadBack(mode messages.Mode) func(Rig) error {
	return func(rig Rig) error {
		s, err := running(rig)
		if err != nil {
			return err
		}
		if err := s.Driver.Stop(s.now, s.all(mode)); err != nil {
			return fmt.Errorf("driver: Stop: %w", err)
		}
		s.pass()
		for range 2 { // the answer to the first exchange may be of before the stop
			if err := s.exchange(nil); err != nil {
				return err
			}
		}
		if err := s.expectAtLeast("after Stop", s.all(mode)); err != nil {
			return err
		}
		if err := s.repeat(s.Settle, s.command); err != nil {
			return err
		}
		return s.expectAtLeast("after Stop and commands of before it", s.all(mode))
	}
}

func stopMeansOff(rig Rig) error {
	s, err := running(rig)
	if err != nil {
		return err
	}
	modes := s.all(messages.ModeRun)[:len(s.drives)-1]
	if err := s.Driver.Stop(s.now, modes); err != nil {
		return fmt.Errorf("driver: Stop: %w", err)
	}
	if err := s.repeat(s.Settle, nil); err != nil {
		return err
	}
	return s.expect("after Stop with mode run for all drives but the last, and none for that", messages.ModeOff)
}

func stopNeverStepsDown(rig Rig) error {
	s, err := running(rig)
	if err != nil {
		return err
	}
	for _, mode := range []messages.Mode{messages.ModeOff, messages.ModeRampHold} {
		if err := s.Driver.Stop(s.now, s.all(mode)); err != nil {
			return fmt.Errorf("driver: Stop: %w", err)
		}
		if err := s.repeat(s.Settle, nil); err != nil {
			return err
		}
	}
	return s.expect("after Stop in off and then in ramp_hold", messages.ModeOff)
}

func stopAllocatesNothing(rig Rig) error {
	if rig.TransportAllocates {
		return ErrCannot
	}
	s, err := running(rig)
	if err != nil {
		return err
	}
	modes, failed := s.all(messages.ModeRampHold), error(nil)
	n := allocations(100, func() {
		if err := s.Driver.Stop(s.now, modes); err != nil {
			failed = err
		}
	})
	if failed != nil {
		return fmt.Errorf("driver: Stop: %w", failed)
	}
	if n != 0 {
		return fmt.Errorf("driver: Stop makes %g allocations a call, want none%s", n, escapes)
	}
	return nil
}

// stopFromAnotherGoroutine plays the watchdog thread: it stops the bus while the actor's goroutine
// goes on exchanging commands of before, as a hung actor that wakes up would. Run it with the race
// detector.
func stopFromAnotherGoroutine(rig Rig) error {
	s, err := running(rig)
	if err != nil {
		return err
	}
	modes, done := s.all(messages.ModeRampHold), make(chan error)
	now := s.now
	go func() {
		var failed error
		for range 10 {
			failed = errors.Join(failed, s.Driver.Stop(now, modes))
		}
		done <- failed
	}()
	for exchanges := 0; ; exchanges++ {
		if err := s.exchange(s.command); err != nil {
			return err
		}
		select {
		case err := <-done:
			if err != nil {
				return fmt.Errorf("driver: Stop: %w", err)
			}
			if err := s.repeat(s.Settle, s.command); err != nil {
				return err
			}
			return s.expectAtLeast("after Stop by another goroutine", modes)
		default:
		}
	}
}

func aCommandStopsEachDrive(rig Rig) error {
	s, err := running(rig)
	if err != nil {
		return err
	}
	for i := range s.drives {
		s.command.Mode[i] = messages.ModeOff
		s.command.Position[i] = math.NaN() // a drive that is stopped must not look at it
		if err := s.exchange(s.command); err != nil {
			return err
		}
		if err := s.exchange(s.command); err != nil {
			return err
		}
		for k := range s.drives {
			want := messages.ModeRun
			if k <= i {
				want = messages.ModeOff
			}
			if err := s.expectDrive(k, fmt.Sprintf("after the command put drive %q off", s.drives[i].Name), want); err != nil {
				return err
			}
		}
	}
	return nil
}

func faultChecks() []Check {
	return []Check{
		{"ASilentDriveIsMarkedAndKeepsItsLastState", silentDriveIsMarked},
		{"ABusWithoutAnswersIsLost", busWithoutAnswersIsLost},
		{"AFaultIsReportedAndLatchedUntilRearm", faultIsLatched},
	}
}

func silentDriveIsMarked(rig Rig) error {
	if rig.Mute == nil || len(rig.Driver.Drives()) < 2 {
		return ErrCannot
	}
	s, err := running(rig)
	if err != nil {
		return err
	}
	position := s.state.Position[0]
	s.Mute(0, true)
	s.pass()
	if err := s.exchange(s.command); err != nil {
		return fmt.Errorf("with drive 0 silent and drive 1 answering: %w; want nil, and answered false for drive 0", err)
	}
	if s.state.Answered[0] || !s.state.Answered[1] {
		return fmt.Errorf("with drive 0 silent, answered is %v, want false for it and true for drive 1", s.state.Answered[:2])
	}
	s.move(s.state.Position)
	if err := s.repeat(s.Settle, s.command); err != nil {
		return err
	}
	if s.state.Answered[0] || s.state.Position[0] != position {
		return fmt.Errorf("silent drive 0 answered: %v, position went from %g to %g; want its last state kept", s.state.Answered[0], position, s.state.Position[0])
	}
	s.state = hardware.NewState(len(s.drives)) // a caller may have several buffers
	s.spoil()
	if err := s.exchange(nil); err != nil {
		return err
	}
	if err := s.written("with a silent drive"); err != nil {
		return err
	}
	if s.state.Answered[0] || s.state.Position[0] != position {
		return fmt.Errorf("in a fresh buffer, silent drive 0 answered: %v, position %g; want its last known one, %g", s.state.Answered[0], s.state.Position[0], position)
	}
	s.Mute(0, false)
	s.pass()
	if err := s.exchange(nil); err != nil {
		return err
	}
	if !s.state.Answered[0] {
		return fmt.Errorf("drive 0 answers again, but is marked as silent")
	}
	return nil
}

func busWithoutAnswersIsLost(rig Rig) error {
	if rig.Mute == nil {
		return ErrCannot
	}
	s, err := running(rig)
	if err != nil {
		return err
	}
	for i := range s.drives {
		s.Mute(i, true)
	}
	s.pass()
	if err := hardware.Exchange(s.Driver, s.now, nil, s.state); !errors.Is(err, hardware.ErrBusLost) {
		return fmt.Errorf("driver: Exchange with silent drives gives %v, want an error that is ErrBusLost", err)
	}
	for i := range s.drives {
		if s.state.Answered[i] {
			return fmt.Errorf("silent drive %q is marked as answering", s.drives[i].Name)
		}
	}
	return nil
}

func faultIsLatched(rig Rig) error {
	if rig.Fail == nil {
		return ErrCannot
	}
	s, err := running(rig)
	if err != nil {
		return err
	}
	s.Fail(0, true)
	if err := s.repeat(s.Settle, s.command); err != nil {
		return err
	}
	faulted := func(when string) error {
		if s.state.Fault[0] == 0 || s.state.Mode[0].Passes() {
			return fmt.Errorf("%s, drive %q shows fault %d in %s, want its fault in a mode that stops", when, s.drives[0].Name, s.state.Fault[0], s.state.Mode[0])
		}
		return nil
	}
	if err := faulted("while it fails"); err != nil {
		return err
	}
	for i := 1; i < len(s.drives); i++ {
		if err := s.expectDrive(i, "while another drive fails", messages.ModeRun); err != nil {
			return err
		}
	}
	s.arm()
	if err := s.repeat(s.Settle, s.command); err != nil {
		return err
	}
	if err := faulted("after a re-arm while its cause lasts"); err != nil {
		return err
	}
	s.Fail(0, false)
	if err := s.repeat(s.Settle, s.command); err != nil {
		return err
	}
	if err := faulted("after its cause has gone, without a re-arm"); err != nil {
		return err
	}
	s.arm()
	if err := s.repeat(s.Settle, s.command); err != nil {
		return err
	}
	if s.state.Fault[0] != 0 {
		return fmt.Errorf("after a re-arm, drive %q still shows fault %d", s.drives[0].Name, s.state.Fault[0])
	}
	return s.expect("after a re-arm", messages.ModeRun)
}

// allocations is testing.AllocsPerRun, except under the race detector, whose own bookkeeping is
// counted there.
func allocations(runs int, f func()) float64 {
	if raceEnabled {
		f()
		return 0
	}
	return testing.AllocsPerRun(runs, f)
}

package drivertest

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

// Checks lists every check.
func Checks() []Check {
	return slices.Concat(openChecks(), armChecks(), motionChecks(), watchdogChecks(), stopChecks(), faultChecks(), sensorChecks())
}

func openChecks() []Check {
	return []Check{
		{"TheDescriptionIsCompleteAndSettled", descriptionIsComplete},
		{"NothingWorksBeforeOpen", nothingWorksBeforeOpen},
		{"EveryDriveIsOffAfterOpen", everyDriveIsOffAfterOpen},
		{"AStateOfTheWrongLengthIsRefused", wrongLengthIsRefused},
		{"ExchangeWritesEveryEntryOfTheState", exchangeWritesEveryEntry},
		{"TheStateHasWhatTheDrivesMeasure", stateHasMeasurements},
		{"ExchangeAllocatesNothing", exchangeAllocatesNothing},
		{"AnswersStayUntilTheyAreCollected", answersStay},
		{"CloseIsIdempotent", closeIsIdempotent},
		{"CloseLeavesNoDriveRunning", closeLeavesNoDriveRunning},
		{"CloseStopsADriveThatMoves", closeStopsMotion},
		{"CloseStepsDownFromNoStop", closeStepsDown},
		{"OpenStopsADriveThatRuns", openStopsADriveThatRuns},
		{"OpenStopsADriveThatRunsWithoutASend", openStopsByItself},
		{"OpenDropsNoJointThatADriveHolds", openDropsNoJoint},
	}
}

func descriptionIsComplete(rig Rig) error {
	bus := rig.Driver.Bus()
	if bus.Name == "" || min(bus.Open, bus.Send, bus.Collect, bus.Stop) < 0 {
		return fmt.Errorf("driver: Bus returns %+v, want a name, and no time below zero", bus)
	}
	before := slices.Clone(rig.Driver.Drives())
	if err := hardware.CheckDrives(bus.Name, before); err != nil {
		return err
	}
	s, err := running(rig)
	if err != nil {
		return err
	}
	for i, d := range s.Driver.Drives() {
		b := before[i]
		same := d.Name == b.Name && d.Joint == b.Joint && d.Limits == b.Limits && d.Resolution == b.Resolution &&
			d.Watchdog == b.Watchdog && d.Brake == b.Brake && d.GainScales == b.GainScales && d.EffortCap == b.EffortCap &&
			d.Measures == b.Measures && slices.Equal(d.Controls, b.Controls)
		if !same {
			return fmt.Errorf("driver: Drives changed from %+v to %+v", b, d)
		}
	}
	return nil
}

func nothingWorksBeforeOpen(rig Rig) error {
	n := len(rig.Driver.Drives())
	if err := hardware.Exchange(rig.Driver, 0, nil, hardware.NewState(n)); !errors.Is(err, hardware.ErrNotOpen) {
		return fmt.Errorf("driver: Exchange before Open gives %v, want an error that is ErrNotOpen", err)
	}
	if err := rig.Driver.Stop(0, nil); !errors.Is(err, hardware.ErrNotOpen) {
		return fmt.Errorf("driver: Stop before Open gives %v, want an error that is ErrNotOpen", err)
	}
	if err := rig.Driver.Close(); err != nil {
		return fmt.Errorf("driver: Close before Open gives %v, want nil", err)
	}
	return nil
}

func everyDriveIsOffAfterOpen(rig Rig) error {
	s, err := opened(rig)
	if err != nil {
		return err
	}
	if err := s.repeat(s.Settle, nil); err != nil {
		return err
	}
	return s.expect("after Open over drives that were just powered up", messages.ModeOff)
}

func wrongLengthIsRefused(rig Rig) error {
	s, err := opened(rig)
	if err != nil {
		return err
	}
	if err := hardware.Exchange(s.Driver, s.now, nil, hardware.NewState(len(s.drives)+1)); !errors.Is(err, hardware.ErrRefused) {
		return fmt.Errorf("driver: Exchange into a state that is too long gives %v, want an error that is ErrRefused", err)
	}
	return nil
}

func exchangeWritesEveryEntry(rig Rig) error {
	s, err := running(rig)
	if err != nil {
		return err
	}
	for _, c := range []struct {
		when    string
		command *messages.DriveCommand
	}{{"of a command", s.command}, {"that only reads", nil}} {
		s.spoil()
		if err := s.exchange(c.command); err != nil {
			return err
		}
		if err := s.written(c.when); err != nil {
			return err
		}
	}
	return nil
}

func stateHasMeasurements(rig Rig) error {
	s, err := running(rig)
	if err != nil {
		return err
	}
	for i, d := range s.drives {
		for _, v := range []struct {
			name     string
			value    float64
			measured bool
		}{
			{"temperature", s.state.Temperature[i], d.Measures.Temperature},
			{"voltage", s.state.Voltage[i], d.Measures.Voltage},
			{"current", s.state.Current[i], d.Measures.Current},
		} {
			if measured := !math.IsNaN(v.value); measured != v.measured {
				return fmt.Errorf("drive %q has the %s %g and declares measured: %t; want a number if it measures it, else NaN", d.Name, v.name, v.value, v.measured)
			}
		}
		if !d.Measures.FaultWord && s.state.FaultWord[i] != 0 {
			return fmt.Errorf("drive %q has the fault word %#x and declares that it has none; want 0", d.Name, s.state.FaultWord[i])
		}
	}
	without := &messages.DriveState{Position: s.state.Position, Velocity: s.state.Velocity, Effort: s.state.Effort,
		Mode: s.state.Mode, Fault: s.state.Fault, Answered: s.state.Answered, Arm: s.state.Arm}
	if err := hardware.Exchange(s.Driver, s.now, s.command, without); err != nil {
		return fmt.Errorf("driver: Exchange into a state without optional fields: %w", err)
	}
	return nil
}

func exchangeAllocatesNothing(rig Rig) error {
	if rig.TransportAllocates {
		return ErrCannot
	}
	s, err := running(rig)
	if err != nil {
		return err
	}
	var failed error
	n := allocations(200, func() {
		if err := s.exchange(s.command); err != nil && failed == nil {
			failed = err
		}
	})
	if failed != nil {
		return failed
	}
	if n != 0 {
		return fmt.Errorf("driver: Exchange makes %g allocations a call, want none%s", n, escapes)
	}
	return nil
}

// answersStay collects the answers to a command a period after it was sent, without waiting for
// them.
func answersStay(rig Rig) error {
	s, err := running(rig)
	if err != nil {
		return err
	}
	if err := s.Driver.Send(s.now, s.command); err != nil {
		return fmt.Errorf("driver: Send: %w", err)
	}
	s.pass()
	clear(s.state.Answered)
	for end := time.Now().Add(s.patience()); ; time.Sleep(100 * time.Microsecond) {
		err := s.Driver.Collect(s.now, 0, s.state)
		if err == nil && !slices.Contains(s.state.Answered, false) {
			break
		}
		if time.Now().After(end) {
			return fmt.Errorf("driver: Collect a period after Send: answered %v, error %v, want the answers of all drives", s.state.Answered, err)
		}
	}
	s.spoil()
	if err := s.Driver.Collect(s.now, 0, s.state); err != nil && !errors.Is(err, hardware.ErrBusLost) {
		return fmt.Errorf("driver: Collect for the second time: %w", err)
	}
	return s.written("at a second Collect")
}

func closeIsIdempotent(rig Rig) error {
	s, err := opened(rig)
	if err != nil {
		return err
	}
	for range 3 {
		if err := s.Driver.Close(); err != nil {
			return fmt.Errorf("driver: Close gives %v, want nil", err)
		}
	}
	if err := hardware.Exchange(s.Driver, s.now, nil, s.state); !errors.Is(err, hardware.ErrNotOpen) {
		return fmt.Errorf("driver: Exchange after Close gives %v, want an error that is ErrNotOpen", err)
	}
	if err := s.Driver.Stop(s.now, s.all(messages.ModeOff)); !errors.Is(err, hardware.ErrNotOpen) {
		return fmt.Errorf("driver: Stop after Close gives %v, want an error that is ErrNotOpen", err)
	}
	return nil
}

func closeLeavesNoDriveRunning(rig Rig) error {
	s, err := running(rig)
	if err != nil {
		return err
	}
	if err := s.Driver.Close(); err != nil {
		return fmt.Errorf("driver: Close gives %v, want nil", err)
	}
	// Shorter than any watchdog: it is Close that has to stop the drives.
	s.pass()
	return s.reopened("after Close of running drives", s.watchdogs())
}

func openStopsADriveThatRuns(rig Rig) error {
	s, err := running(rig)
	if err != nil {
		return err
	}
	return s.reopened("after a second Open over running drives", s.watchdogs())
}

func openDropsNoJoint(rig Rig) error {
	s, err := running(rig)
	if err != nil {
		return err
	}
	hold := s.all(messages.ModeRampHold)
	if err := s.Driver.Stop(s.now, hold); err != nil {
		return fmt.Errorf("driver: Stop: %w", err)
	}
	if err := s.repeat(s.Settle, nil); err != nil {
		return err
	}
	if err := s.Driver.Close(); err != nil {
		return fmt.Errorf("driver: Close gives %v, want nil", err)
	}
	if err := s.reopened("after Open over drives in ramp_hold", hold); err != nil || rig.HoldNeedsHost {
		return err
	}
	return s.expect("after Open over drives in ramp_hold", messages.ModeRampHold)
}

// reopened opens the bus again, settles, and expects the modes and that the old arm numbers are
// spent.
func (s *session) reopened(when string, modes []messages.Mode) error {
	if err := s.Driver.Open(s.now, s.patience()); err != nil {
		return fmt.Errorf("%s: Open: %w", when, err)
	}
	if err := s.exchange(nil); err != nil {
		return err
	}
	if err := s.exchange(nil); err != nil {
		return err
	}
	if err := s.expectAtLeast(when, modes); err != nil {
		return err
	}
	if err := s.repeat(s.Settle, s.command); err != nil {
		return err
	}
	return s.expectAtLeast(when+" and commands of the number of before", modes)
}

package drivertest

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

func armChecks() []Check {
	return []Check{
		{"ANewArmNumberRuns", aNewArmNumberRuns},
		{"ASpentArmNumberMovesNothing", aSpentArmNumberMovesNothing},
		{"AStopSpendsTheNumberItCarries", aStopSpendsTheNumberItCarries},
		{"LimitedStaysLimitedUntilTheNumberGrows", limitedStaysLimited},
		{"AnArmNumberFarBeyondTheNewestIsRefusedAndSpendsNone", farNumberSpendsNone},
		{"ARefusedCommandMovesNothing", aRefusedCommandMovesNothing},
		{"ARefusedCommandStillStopsTheDrivesThatItStops", aRefusedCommandStillStops},
	}
}

func aNewArmNumberRuns(rig Rig) error {
	s, err := running(rig)
	if err != nil {
		return err
	}
	before := slices.Clone(s.state.Position)
	for i := range s.drives {
		if s.state.Arm[i] != s.command.Arm[i] {
			return fmt.Errorf("drive %q obeys arm number %d, want %d%s", s.drives[i].Name, s.state.Arm[i], s.command.Arm[i], ratchet)
		}
	}
	s.move(before)
	if err := s.repeat(s.Settle, s.command); err != nil {
		return err
	}
	for i := range s.drives {
		if moved := s.state.Position[i] - before[i]; s.positioned(i) && moved < s.Motion/2 {
			return fmt.Errorf("drive %q moved by %g when its set-point moved by %g", s.drives[i].Name, moved, s.Motion)
		}
	}
	return nil
}

// move shifts the set-points of drives that take positions by Motion.
func (s *session) move(from []float64) {
	for i := range s.drives {
		if s.positioned(i) {
			s.command.Position[i] = from[i] + s.Motion
		}
	}
}

func (s *session) positioned(i int) bool {
	return s.control(i).Has(messages.ControlPosition)
}

func aSpentArmNumberMovesNothing(rig Rig) error {
	s, err := running(rig)
	if err != nil {
		return err
	}
	if err := s.Driver.Stop(s.now, s.all(messages.ModeRampHold)); err != nil {
		return fmt.Errorf("driver: Stop: %w", err)
	}
	if err := s.repeat(s.Settle, nil); err != nil {
		return err
	}
	before := slices.Clone(s.state.Position)
	s.move(before)
	for _, spent := range []uint32{0, 1} {
		for i := range s.drives {
			s.command.Arm[i] = s.state.Arm[i] - min(spent, s.state.Arm[i])
		}
		if err := s.repeat(s.Settle, s.command); err != nil {
			return err
		}
		if err := s.expectAtLeast("after run commands of a spent number", s.all(messages.ModeRampHold)); err != nil {
			return err
		}
		for i := range s.drives {
			if moved := math.Abs(s.state.Position[i] - before[i]); moved > s.Motion/4 {
				return fmt.Errorf("drive %q moved by %g on a command of a spent arm number", s.drives[i].Name, moved)
			}
		}
	}
	s.arm()
	if err := s.repeat(s.Settle, s.command); err != nil {
		return err
	}
	return s.expect("after a re-arm", messages.ModeRun)
}

func aStopSpendsTheNumberItCarries(rig Rig) error {
	s, err := opened(rig)
	if err != nil {
		return err
	}
	s.arm()
	for i := range s.drives {
		s.command.Mode[i] = messages.ModeRampHold
	}
	if err := s.exchange(s.command); err != nil {
		return err
	}
	for i := range s.drives {
		s.command.Mode[i] = messages.ModeRun
	}
	if err := s.repeat(s.Settle, s.command); err != nil {
		return err
	}
	if err := s.expectAtLeast("after a stop and a run with the same new number", s.all(messages.ModeOff)); err != nil {
		return err
	}
	for i := range s.drives {
		if s.state.Arm[i] != s.command.Arm[i] {
			return fmt.Errorf("drive %q reports the arm number %d after a stop that carries %d; want %d: a gate confirms a stop by its number", s.drives[i].Name, s.state.Arm[i], s.command.Arm[i], s.command.Arm[i])
		}
	}
	return nil
}

// farNumberSpendsNone plays a confused peer, whose number would leave none for later re-arms.
func farNumberSpendsNone(rig Rig) error {
	s, err := opened(rig)
	if err != nil {
		return err
	}
	for _, mode := range []messages.Mode{messages.ModeRun, messages.ModeOff} {
		s.arm()
		for i := range s.drives {
			s.command.Mode[i], s.command.Arm[i] = mode, math.MaxUint32
		}
		if err := hardware.Exchange(s.Driver, s.now, s.command, s.state); !errors.Is(err, hardware.ErrRefused) {
			return fmt.Errorf("driver: Exchange of the last arm number in %s gives %v, want an error that is ErrRefused", mode, err)
		}
		s.pass()
	}
	if err := s.exchange(nil); err != nil {
		return err
	}
	s.arm()
	if err := s.repeat(s.Settle, s.command); err != nil {
		return err
	}
	return s.expect("after commands in run and off whose arm number CheckArm rejects, so that neither may spend it, and a re-arm", messages.ModeRun)
}

func limitedStaysLimited(rig Rig) error {
	s, err := running(rig)
	if err != nil {
		return err
	}
	for _, mode := range []messages.Mode{messages.ModeLimited, messages.ModeRun} {
		for i := range s.drives {
			s.command.Mode[i] = mode
		}
		if err := s.repeat(s.longestWatchdog()*2, s.command); err != nil {
			return err
		}
		if err := s.expect(fmt.Sprintf("after limited and then %s of one number", mode), messages.ModeLimited); err != nil {
			return err
		}
	}
	s.arm()
	if err := s.repeat(s.Settle, s.command); err != nil {
		return err
	}
	return s.expect("after a re-arm from limited", messages.ModeRun)
}

func aRefusedCommandMovesNothing(rig Rig) error {
	s, err := running(rig)
	if err != nil {
		return err
	}
	before := slices.Clone(s.state.Position)
	last := len(s.drives) - 1
	s.move(before)
	s.command.Mode[last] = messages.ModeRun
	s.command.Control[last] = 0x40
	for range 3 {
		s.spoil()
		if err := hardware.Exchange(s.Driver, s.now, s.command, s.state); !errors.Is(err, hardware.ErrRefused) {
			return fmt.Errorf("driver: Exchange of an unknown control mode gives %v, want an error that is ErrRefused", err)
		}
		if err := s.written("of a command that it refuses"); err != nil {
			return err
		}
		s.pass()
	}
	for i := range s.drives {
		if !s.state.Answered[i] {
			return fmt.Errorf("drive %q was not read in an exchange whose command was refused", s.drives[i].Name)
		}
		if moved := math.Abs(s.state.Position[i] - before[i]); moved > s.Motion/4 {
			return fmt.Errorf("drive %q moved by %g on a refused command", s.drives[i].Name, moved)
		}
	}
	return nil
}

func aRefusedCommandStillStops(rig Rig) error {
	if len(rig.Driver.Drives()) < 2 {
		return ErrCannot
	}
	s, err := running(rig)
	if err != nil {
		return err
	}
	s.command.Mode[0] = messages.ModeDamp
	for range 2 {
		if err := s.exchange(s.command); err != nil {
			return err
		}
	}
	damps := s.state.Mode[0] // a drive that cannot damp stops in a more severe mode
	if damps < messages.ModeDamp {
		return fmt.Errorf("after a command with mode damp for it, at %s, drive %q is in %s; want damp, or a more severe mode", s.now, s.drives[0].Name, damps)
	}
	s.arm()
	if err := s.repeat(s.Settle, s.command); err != nil {
		return err
	}
	if err := s.expect("after a re-arm", messages.ModeRun); err != nil {
		return err
	}
	s.command.Mode[0] = messages.ModeDamp
	s.command.Mode[1] = messages.ModeRun
	s.command.Control[1] = s.drives[1].Controls[0]
	s.command.Position[1], s.command.Velocity[1], s.command.Effort[1] = math.NaN(), math.NaN(), math.NaN()
	if err := hardware.Exchange(s.Driver, s.now, s.command, s.state); !errors.Is(err, hardware.ErrRefused) {
		return fmt.Errorf("driver: Exchange of a NaN gives %v, want an error that is ErrRefused", err)
	}
	s.pass()
	if err := s.exchange(nil); err != nil {
		return err
	}
	return s.expectDrive(0, "after a refused command with mode damp for it", damps)
}

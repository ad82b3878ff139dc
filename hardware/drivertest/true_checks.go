package drivertest

import (
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

// stopLeadsIntoItsModes asks the rig, and not the driver, in which mode each drive is after Stop
// and no other call: the next Send may repeat the stop, and would hide a frame with another mode.
func stopLeadsIntoItsModes(rig Rig) error {
	if rig.Mode == nil {
		return ErrCannot
	}
	s, err := running(rig)
	if err != nil {
		return err
	}
	for _, mode := range messages.Modes() {
		if !mode.Stops() {
			continue
		}
		s.arm()
		if err := s.repeat(s.Settle, s.command); err != nil {
			return err
		}
		if err := s.Driver.Stop(s.now, s.all(mode)); err != nil {
			return fmt.Errorf("driver: Stop: %w", err)
		}
		s.now = s.now.Add(min(s.Settle, s.shortestWatchdog()-2*s.Period))
		s.Wait(s.now)
		if err := s.truly(fmt.Sprintf("after Stop in %s and no other call", mode), s.all(mode), sends); err != nil {
			return err
		}
		for range 2 { // the answer to the first exchange may be of before the stop
			if err := s.exchange(nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// openStopsByItself is openStopsADriveThatRuns without an exchange, which may repeat the stop.
func openStopsByItself(rig Rig) error {
	if rig.Mode == nil {
		return ErrCannot
	}
	s, err := running(rig)
	if err != nil {
		return err
	}
	if err := s.Driver.Open(s.now, s.patience()); err != nil {
		return fmt.Errorf("a second Open over running drives: %w", err)
	}
	s.pass()
	return s.truly("after a second Open over running drives and no other call", s.watchdogs(), ": Open sends the stops itself")
}

// truly returns an error unless every drive is in its mode or a more severe one. Drives that take
// frames in another goroutine have time to do so.
func (s *session) truly(when string, modes []messages.Mode, advice string) (err error) {
	for _, pause := range s.pauses() {
		time.Sleep(pause)
		if err = s.trulyNow(when, modes, advice); err == nil {
			return nil
		}
	}
	return err
}

func (s *session) trulyNow(when string, modes []messages.Mode, advice string) error {
	for i, d := range s.drives {
		if is, want := s.Mode(i), hardware.Demand(modes, i); is < want {
			return fmt.Errorf("%s, drive %q is in %s, as the rig says; want %s or a more severe mode%s", when, d.Name, is, want, advice)
		}
	}
	return nil
}

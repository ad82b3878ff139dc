package drivertest

import (
	"fmt"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

// sends is the part of the contract that a driver breaks whose Stop leaves the frames to Send.
const sends = ": Stop sends the frames itself, since no Send follows while the driver's goroutine hangs"

// stopNeedsNoSend sets drives in motion, stops them before they have moved, and lets time pass
// without another call, less than a watchdog's. A drive that got the frame stays where it is. The
// next Send may repeat the stop, so its answers do not show in which mode the drive was, but they
// show how far it has come.
//
// Gravity moves a drive without torque, but one way only, so a driver fails if a drive goes both
// ways.
func stopNeedsNoSend(rig Rig) error {
	s, err := running(rig)
	if err != nil {
		return err
	}
	ways, there, back := make([]float64, len(s.drives)), make([]float64, len(s.drives)), make([]float64, len(s.drives))
	for i, d := range s.drives {
		if ways[i] = 1; s.state.Position[i]+s.Motion > d.Limits.Upper {
			ways[i] = -1
		}
	}
	runs, told := make([]float64, len(s.drives)), make([]bool, len(s.drives))
	if err := s.setOffAndStop(runs, ways, 1, 0, nil); err != nil {
		return err
	}
	for _, mode := range messages.Modes() {
		if mode.Passes() {
			continue
		}
		for _, pause := range s.pauses() {
			if err := s.setOffAndStop(back, ways, -1, pause, s.all(mode)); err != nil {
				return err
			}
			if err := s.setOffAndStop(there, ways, 1, pause, s.all(mode)); err != nil {
				return err
			}
			if err = s.wentOn(mode, runs, back, there, told); err == nil {
				break
			}
		}
		if err != nil {
			return err
		}
	}
	return s.holdOutlastsWatchdog(told)
}

// pauses lists how long to wait, in real time, for drives to take the frames of a stop: drives that
// take frames in another goroutine may need longer than the shorter pauses.
func (s *session) pauses() []time.Duration {
	if s.Asynchronous {
		return []time.Duration{0, 10 * time.Millisecond, 100 * time.Millisecond, time.Second}
	}
	return []time.Duration{0}
}

// setOffAndStop sends one command that sets every drive in motion, calls Stop with the modes, if
// any, and measures how far each drive has come shortly before its watchdog's time.
func (s *session) setOffAndStop(went, ways []float64, way float64, pause time.Duration, modes []messages.Mode) error {
	s.arm()
	if err := s.repeat(s.Settle, s.command); err != nil {
		return err
	}
	rest := s.shortestWatchdog() - 2*s.Period
	for i := range s.drives {
		s.setOff(i, way*ways[i], rest)
	}
	if err := hardware.Exchange(s.Driver, s.now, s.command, s.state); err != nil {
		return fmt.Errorf("driver: Exchange at %s: %w", s.now, err)
	}
	copy(went, s.state.Position)
	if modes != nil {
		if err := s.Driver.Stop(s.now, modes); err != nil {
			return fmt.Errorf("driver: Stop: %w", err)
		}
	}
	time.Sleep(pause)
	s.now = s.now.Add(rest)
	s.Wait(s.now)
	if err := s.exchange(nil); err != nil {
		return err
	}
	for i := range went {
		went[i] = way * ways[i] * (s.state.Position[i] - went[i])
	}
	return nil
}

// wentOn returns an error where a drive went on after Stop, and notes which drives tell.
func (s *session) wentOn(mode messages.Mode, runs, back, there []float64, told []bool) error {
	for i, d := range s.drives {
		if told[i] = s.telling(i, runs[i]); told[i] && min(back[i], there[i]) > runs[i]/2 {
			return fmt.Errorf("drive %q went on by %.3g rad or m after Stop in %s and no other call; it goes on by %.3g while it runs%s",
				d.Name, min(back[i], there[i]), mode, runs[i], sends)
		}
	}
	return nil
}

// holdOutlastsWatchdog checks the drives whose motion does not tell, such as those that move by
// efforts only: a watchdog counts in run and limited only, so a drive that holds goes on holding.
func (s *session) holdOutlastsWatchdog(told []bool) error {
	if !slices.Contains(told, false) {
		return nil
	}
	holds, err := s.modesAfterStop(0) // a drive that cannot hold stops in another mode
	if err != nil {
		return err
	}
	after, err := s.modesAfterStop(s.longestWatchdog() + 4*s.Period)
	if err != nil {
		return err
	}
	var cannot error
	for i, d := range s.drives {
		switch {
		case told[i]:
		case s.HoldNeedsHost || holds[i] >= d.Watchdog.Mode:
			cannot = ErrCannot
		case after[i] != holds[i]:
			return fmt.Errorf("drive %q is in %s after Stop in ramp_hold and no other call for longer than its watchdog's time, want %s%s",
				d.Name, after[i], holds[i], sends)
		}
	}
	return cannot
}

// modesAfterStop brings every drive to run, stops it in ramp_hold, lets time pass without another
// call, and returns the modes in which the drives are then.
func (s *session) modesAfterStop(pass time.Duration) ([]messages.Mode, error) {
	s.arm()
	if err := s.repeat(s.Settle, s.command); err != nil {
		return nil, err
	}
	if err := s.Driver.Stop(s.now, s.all(messages.ModeRampHold)); err != nil {
		return nil, fmt.Errorf("driver: Stop: %w", err)
	}
	if s.Asynchronous {
		time.Sleep(s.pauses()[2])
	}
	s.now = s.now.Add(pass)
	s.pass()
	for range 2 { // the answer to the first exchange may be of before the stop
		if err := s.exchange(nil); err != nil {
			return nil, err
		}
	}
	return slices.Clone(s.state.Mode), nil
}

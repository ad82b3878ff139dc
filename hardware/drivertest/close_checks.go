package drivertest

import (
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

// closeStopsMotion lets each drive move, and measures how far it goes until shortly before its
// watchdog's time: while it runs, after Stop, and after Close. Open stops a drive that Close left
// running, so only the distance before Open shows it.
func closeStopsMotion(rig Rig) error {
	s, err := running(rig)
	if err != nil {
		return err
	}
	seen := false
	for i, d := range s.drives {
		way := 1.0
		if s.state.Position[i]+s.Motion > d.Limits.Upper {
			way = -1
		}
		runs, err := s.coast(i, way, 0, func() error { return nil })
		if err != nil {
			return err
		}
		stops, err := s.stopsWithin(runs*3/4, i, -way, func() error { return s.Driver.Stop(s.now, s.watchdogs()) })
		if err != nil {
			return err
		}
		closes, err := s.stopsWithin((runs+stops)/2, i, way, s.Driver.Close)
		if err != nil {
			return err
		}
		if !s.telling(i, runs) || stops > runs*3/4 {
			continue // it moves by efforts only, or comes to rest too late or too early to tell
		}
		seen = true
		if closes > (runs+stops)/2 {
			return fmt.Errorf("drive %q went on by %.3g rad or m after Close; it goes on by %.3g after Stop, and by %.3g while it runs: "+
				"Close stops the drives that still run, in the modes of their watchdogs", d.Name, closes, stops, runs)
		}
	}
	if !seen {
		return ErrCannot
	}
	return nil
}

// stopsWithin returns how far a drive coasts after end, at most the given distance if end stops it.
// A drive that takes frames in another goroutine may have taken that of end too late. The motion is
// then repeated, and the drive has more time to take it.
func (s *session) stopsWithin(distance float64, i int, way float64, end func() error) (went float64, err error) {
	for _, pause := range []time.Duration{0, 10 * time.Millisecond, 100 * time.Millisecond, time.Second} {
		if went, err = s.coast(i, way, pause, end); err != nil || went <= distance {
			break
		}
	}
	return went, err
}

// coast sets one drive in motion by a single command, ends the motion in its own way, and returns
// how far the drive has come shortly before its watchdog's time. It pauses after end, in real time.
func (s *session) coast(i int, way float64, pause time.Duration, end func() error) (float64, error) {
	s.arm()
	if err := s.repeat(s.Settle, s.command); err != nil {
		return 0, err
	}
	from, rest := s.state.Position[i], s.shortestWatchdog()-2*s.Period
	s.setOff(i, way, rest)
	if err := s.exchange(s.command); err != nil {
		return 0, err
	}
	if err := end(); err != nil {
		return 0, fmt.Errorf("driver: Stop or Close at %s: %w", s.now, err)
	}
	time.Sleep(pause)
	s.now = s.now.Add(rest)
	s.Wait(s.now)
	if err := hardware.Exchange(s.Driver, s.now, nil, s.state); err != nil { // closed
		if err := s.Driver.Open(s.now, s.patience()); err != nil {
			return 0, fmt.Errorf("driver: Open at %s: %w", s.now, err)
		}
		if err := s.exchange(nil); err != nil {
			return 0, err
		}
	}
	return way * (s.state.Position[i] - from), nil
}

// closeStepsDown closes the bus right after a Stop, before the driver has read that the drives
// obeyed: the newest answers show drives that run. Drives that take frames in another goroutine may
// take those of the stop after the next Open.
func closeStepsDown(rig Rig) error {
	if rig.Asynchronous {
		return ErrCannot
	}
	s, err := running(rig)
	if err != nil {
		return err
	}
	if err := s.Driver.Stop(s.now, s.all(messages.ModeOff)); err != nil {
		return fmt.Errorf("driver: Stop: %w", err)
	}
	if err := s.Driver.Close(); err != nil {
		return fmt.Errorf("driver: Close: %w", err)
	}
	s.pass()
	if err := s.Driver.Open(s.now, s.patience()); err != nil {
		return fmt.Errorf("driver: Open: %w", err)
	}
	if err := s.repeat(s.Settle, nil); err != nil {
		return err
	}
	return s.expect("after Stop in off, Close and Open", messages.ModeOff)
}

// setOff makes the command set one drive in motion, by half of Motion at most within the time.
func (s *session) setOff(i int, way float64, within time.Duration) {
	if s.drives[i].Takes(messages.ControlVelocity) {
		s.command.Control[i] = messages.ControlVelocity
		s.command.Velocity[i] = way * min(s.Motion/2/within.Seconds(), s.drives[i].Limits.Velocity/4)
		return
	}
	s.command.Position[i] = s.state.Position[i] + way*s.Motion/2
}

// telling reports whether a distance is long enough to tell motion from standstill.
func (s *session) telling(i int, distance float64) bool {
	return distance >= max(s.Motion/32, 8*s.drives[i].Resolution)
}

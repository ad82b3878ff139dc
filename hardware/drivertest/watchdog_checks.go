package drivertest

import (
	"errors"
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

func watchdogChecks() []Check {
	return []Check{
		{"FreshCommandsFeedTheWatchdog", freshCommandsFeed},
		{"ReadingDoesNotFeedTheWatchdog", starved("read-only exchanges", func(s *session) error {
			return hardware.Exchange(s.Driver, s.now, nil, s.state)
		})},
		{"SilenceDoesNotFeedTheWatchdog", starved("silence", func(*session) error { return nil })},
		{"RefusedCommandsDoNotFeedTheWatchdog", starved("refused commands", refusedCommand)},
		{"SpentArmNumbersDoNotFeedTheWatchdog", starved("commands of an older number", olderNumber)},
		{"AnExpiredWatchdogIsLeftByRearmOnly", leftByRearm},
	}
}

func freshCommandsFeed(rig Rig) error {
	s, err := running(rig)
	if err != nil {
		return err
	}
	if err := s.repeat(3*s.longestWatchdog(), s.command); err != nil {
		return err
	}
	return s.expect("after commands for three times its watchdog", messages.ModeRun)
}

// starved checks that the watchdogs expire, neither before their time nor much after it, while feed
// is all that comes.
func starved(what string, feed func(*session) error) func(Rig) error {
	return func(rig Rig) error {
		s, err := running(rig)
		if err != nil {
			return err
		}
		// repeat ended with a read-only exchange, so one period of the watchdog's time has passed
		// already.
		begin := s.now.Add(-2 * s.Period)
		if err := s.starve(feed, begin.Add(s.shortestWatchdog()-3*s.Period)); err != nil {
			return err
		}
		if err := s.exchange(nil); err != nil {
			return err
		}
		if err := s.expect("before its watchdog's time is over, with "+what, messages.ModeRun); err != nil {
			return err
		}
		if err := s.starve(feed, begin.Add(s.longestWatchdog()+4*s.Period)); err != nil {
			return err
		}
		if err := s.exchange(nil); err != nil {
			return err
		}
		return s.expectAtLeast("after its watchdog's time, with "+what, s.watchdogs())
	}
}

func (s *session) starve(feed func(*session) error, until messages.Instant) error {
	for s.now < until {
		if err := feed(s); err != nil {
			return fmt.Errorf("at %s: %w", s.now, err)
		}
		s.pass()
	}
	return nil
}

func refusedCommand(s *session) error {
	for i := range s.drives {
		s.command.Control[i] = s.drives[i].Controls[0]
		s.command.Position[i], s.command.Velocity[i], s.command.Effort[i] = math.NaN(), math.NaN(), math.NaN()
	}
	if err := hardware.Exchange(s.Driver, s.now, s.command, s.state); !errors.Is(err, hardware.ErrRefused) {
		return fmt.Errorf("driver: Exchange of a NaN gives %v, want an error that is ErrRefused", err)
	}
	return nil
}

func olderNumber(s *session) error {
	for i := range s.drives {
		s.command.Arm[i] = s.state.Arm[i] - 1
	}
	return hardware.Exchange(s.Driver, s.now, s.command, s.state)
}

func leftByRearm(rig Rig) error {
	s, err := running(rig)
	if err != nil {
		return err
	}
	if err := s.repeat(s.longestWatchdog()+4*s.Period, nil); err != nil {
		return err
	}
	if err := s.repeat(s.Settle, s.command); err != nil {
		return err
	}
	if err := s.expectAtLeast("after its watchdog's time and commands of the same number", s.watchdogs()); err != nil {
		return fmt.Errorf("%w%s", err, resets)
	}
	s.arm()
	if err := s.repeat(s.Settle, s.command); err != nil {
		return err
	}
	return s.expect("after a re-arm", messages.ModeRun)
}

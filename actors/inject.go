package actors

import (
	"fmt"
	"path"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
)

// Inject makes a fault happen from now on. It is refused unless the system was built WithFaults, and when nothing
// matches the target.
func (s *System) Inject(f Fault) error {
	if !s.faultsAllowed {
		return fmt.Errorf("%s was refused: %w; allow them in the application file or with actors.WithFaults", f, ErrFaultsNotAllowed)
	}
	if f.Kind == FaultDelay || f.Kind == FaultSlow {
		if f.Delay <= 0 {
			return fmt.Errorf("%s needs a delay", f)
		}
	}
	now := s.now()
	var until messages.Instant
	if f.Duration > 0 {
		until = now.Add(f.Duration)
	}
	targets, err := s.injectAt(f, until)
	if err != nil {
		return err
	}
	for _, t := range targets {
		s.emit(messages.Event{Time: now, Kind: messages.EventFaultInjected, Source: t, Text: f.String()})
	}
	if until != 0 {
		s.clock.at(until, func() {
			for _, t := range targets {
				s.emit(messages.Event{Time: s.now(), Kind: messages.EventFaultEnded, Source: t, Text: f.String()})
			}
		})
	}
	return nil
}

func (s *System) injectAt(f Fault, until messages.Instant) (targets []string, err error) {
	if f.Kind.ofLink() {
		for _, l := range s.links {
			if l.matches(f.Target) {
				l.fault.Store(&linkFault{kind: f.Kind, delay: f.Delay, until: until})
				targets = append(targets, l.name())
			}
		}
		if targets == nil {
			return nil, unknown("link", f.Target, s.LinkNames())
		}
		return targets, nil
	}
	switch f.Kind {
	case FaultPanic, FaultError, FaultHang, FaultSlow, FaultCrashLoop:
	default:
		return nil, fmt.Errorf("fault kind %q is unknown at the runtime's seams; known: panic, error, hang, slow, crash_loop, drop, delay, freeze, nan", f.Kind)
	}
	for _, c := range s.cells {
		if matches(f.Target, c.spec.Name) {
			c.fault.Store(&actorFault{kind: f.Kind, delay: f.Delay, until: until})
			targets = append(targets, c.spec.Name)
		}
	}
	if targets == nil {
		_, err := s.cellAt(f.Target)
		return nil, err
	}
	return targets, nil
}

// ClearFaults ends every injected fault.
func (s *System) ClearFaults() {
	for _, l := range s.links {
		l.fault.Store(nil)
	}
	for _, c := range s.cells {
		c.fault.Store(nil)
	}
}

// At has fn called at the given instant, in virtual time between two releases, in real time from a goroutine of the
// runtime. It serves schedules of faults and of an operator's actions.
func (s *System) At(t messages.Instant, fn func()) { s.clock.at(t, fn) }

// LinkNames lists every link as "output->input".
func (s *System) LinkNames() []string {
	names := make([]string, len(s.links))
	for i, l := range s.links {
		names[i] = l.name()
	}
	return names
}

func (l *link) name() string { return l.from + "->" + l.to }

func (l *link) matches(target string) bool {
	return matches(target, l.name()) || matches(target, l.from) || matches(target, l.to)
}

// matches compares a name with a pattern in which an asterisk stands for any text.
func matches(pattern, name string) bool {
	if !strings.Contains(pattern, "*") {
		return pattern == name
	}
	ok, err := path.Match(strings.ReplaceAll(pattern, "/", "\x00"), strings.ReplaceAll(name, "/", "\x00"))
	return err == nil && ok
}

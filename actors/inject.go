package actors

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/robo-actors/robo-actors/messages"
)

// injections are the faults that an application was given and that have not ended.
type injections struct {
	sync.Mutex
	active []*injection
}

// injection is one fault at one place.
type injection struct {
	target string
	text   string
	remove func() bool // reports whether the fault still was there
	end    *event
}

// Inject makes a fault happen from now on. It is refused unless the system was built WithFaults, and when nothing
// matches the target. Several faults at one place act together, in the order in which they were injected.
func (s *System) Inject(f Fault) error {
	if !s.faultsAllowed {
		return fmt.Errorf("%s was refused: %w; allow them in the application file or with actors.WithFaults", f, ErrFaultsNotAllowed)
	}
	if err := f.Check(); err != nil {
		return err
	}
	now := s.now()
	var until messages.Instant
	if f.Duration > 0 {
		until = now.Add(f.Duration)
	}
	places, err := s.injectAt(f.Completed(), until)
	if err != nil {
		return err
	}
	for _, p := range places {
		p.text = f.String()
		s.emit(messages.Event{Time: now, Kind: messages.EventFaultInjected, Source: p.target, Text: p.text})
	}
	s.injected.Lock()
	defer s.injected.Unlock()
	for _, p := range places {
		if until != 0 {
			p.end = s.clock.at(until, func() { s.endInjection(p) })
		}
	}
	s.injected.active = append(s.injected.active, places...)
	return nil
}

// carriedOut are the kinds that the runtime carries out by itself.
var carriedOut = []FaultKind{FaultPanic, FaultError, FaultHang, FaultSlow, FaultCrashLoop, FaultDrop, FaultDelay, FaultFreeze, FaultNaN}

func (s *System) injectAt(f Fault, until messages.Instant) (places []*injection, err error) {
	if !slices.Contains(carriedOut, f.Kind) {
		return nil, fmt.Errorf("%s cannot be injected into this system", f)
	}
	if f.Kind.OfLink() {
		for _, l := range s.links {
			if l.matches(f.Target) {
				fault := &linkFault{kind: f.Kind, delay: f.Delay, until: until}
				l.faults.add(fault)
				places = append(places, &injection{target: l.name(), remove: func() bool { return l.faults.remove(fault) }})
			}
		}
		if places == nil {
			return nil, unknown("link", f.Target, s.LinkNames())
		}
		return places, nil
	}
	for _, c := range s.cells {
		if matches(f.Target, c.spec.Name) {
			fault := &actorFault{kind: f.Kind, delay: f.Delay, until: until}
			c.faults.add(fault)
			places = append(places, &injection{target: c.spec.Name, remove: func() bool { return c.faults.remove(fault) }})
		}
	}
	if places == nil {
		return nil, s.unknownActor(f.Target)
	}
	return places, nil
}

func (s *System) endInjection(p *injection) {
	if p.remove() {
		s.emit(messages.Event{Time: s.now(), Kind: messages.EventFaultEnded, Source: p.target, Text: p.text})
	}
	s.injected.Lock()
	defer s.injected.Unlock()
	for i, have := range s.injected.active {
		if have == p {
			s.injected.active = append(s.injected.active[:i], s.injected.active[i+1:]...)
			return
		}
	}
}

// ClearFaults ends every injected fault.
func (s *System) ClearFaults() {
	s.injected.Lock()
	all := s.injected.active
	s.injected.active = nil
	s.injected.Unlock()
	for _, p := range all {
		if p.end != nil {
			s.clock.cancel(p.end)
		}
		if p.remove() {
			s.emit(messages.Event{Time: s.now(), Kind: messages.EventFaultEnded, Source: p.target, Text: p.text})
		}
	}
}

// At has fn called at the given instant, in virtual time between two releases, in real time from a goroutine of the
// runtime, which must not be held up. It serves schedules of faults and of an operator's actions. What panics in fn
// ends the application.
func (s *System) At(t messages.Instant, fn func()) {
	s.clock.at(t, func() {
		if err := protect(func() error { fn(); return nil }); err != nil {
			s.halt(fmt.Errorf("what was scheduled for %s failed: %w", t, err))
		}
	})
}

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

// matches compares a name with a pattern in which an asterisk stands for any text, also none and also a slash.
func matches(pattern, name string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == name
	}
	first, last := parts[0], parts[len(parts)-1]
	if len(name) < len(first)+len(last) || !strings.HasPrefix(name, first) || !strings.HasSuffix(name, last) {
		return false
	}
	rest := name[len(first) : len(name)-len(last)]
	for _, part := range parts[1 : len(parts)-1] {
		i := strings.Index(rest, part)
		if i < 0 {
			return false
		}
		rest = rest[i+len(part):]
	}
	return true
}

package actors

import (
	"fmt"
	"strings"

	"github.com/robo-actors/robo-actors/actors/internal/injection"
	"github.com/robo-actors/robo-actors/actors/internal/slot"
	"github.com/robo-actors/robo-actors/messages"
)

// faultLinks finds the links of a fault.
func (s *System) faultLinks(f *Fault) (found []*link, err error) {
	matched := false
	for _, l := range s.links() {
		if !l.hit(f) {
			continue
		}
		if matched = true; f.Kind != FaultQuaternion || slot.HasQuaternion(l.plan.Type) {
			found = append(found, l)
		}
	}
	switch {
	case !matched:
		return nil, unknown("link", f.Target, s.LinkNames())
	case found == nil:
		return nil, fmt.Errorf("%s was refused: no matching link carries a quaternion", f)
	}
	if f.Kind == FaultMisdirect {
		for _, l := range found {
			if s.linksLike(l) == nil {
				return nil, fmt.Errorf("%s was refused: no other link carries %s", f, l.plan.Type)
			}
		}
	}
	return found, nil
}

func (s *System) injectIntoLinks(f Fault, now, until messages.Instant) (places []*activeFault, err error) {
	links, err := s.faultLinks(&f)
	if err != nil {
		return nil, err
	}
	for _, l := range links {
		places = append(places, s.injectIntoLink(l, f, now, until))
	}
	return places, nil
}

func (s *System) injectIntoLink(l *link, f Fault, now, until messages.Instant) *activeFault {
	fault := &linkFault{Fault: f, since: now, until: until, draw: s.drawsOf(l.name())}
	if fault.ends = l.incarnations(); f.Kind == FaultMisdirect {
		others := s.linksLike(l)
		fault.strays = others[fault.draw.IntN(len(others))]
	}
	l.faults.Add(fault)
	return &activeFault{fault: f, target: l.name(), remove: func() bool { return l.endFault(fault) }}
}

// endFault ends a fault of the link and reports whether it was active.
func (l *link) endFault(f *linkFault) bool {
	if f.over.Swap(true) {
		return false
	}
	if f.Kind != FaultHalfOpen { // a half-open link ends when an end of it restarts
		l.faults.Remove(f)
	}
	l.alarm.ring()
	return true
}

// hit reports whether a fault acts on the link.
func (l *link) hit(f *Fault) bool {
	if l.matches(f.Target) {
		return true
	}
	if f.Kind != FaultPartition || f.Choice != "both" {
		return false
	}
	from, to, isLink := strings.Cut(f.Target, "->")
	if !isLink {
		return injection.Matches(ownerOf(from), ownerOf(l.from)) || injection.Matches(ownerOf(from), ownerOf(l.to))
	}
	return injection.Matches(ownerOf(to), ownerOf(l.from)) && injection.Matches(ownerOf(from), ownerOf(l.to))
}

// ownerOf returns the actor of a port's path.
func ownerOf(port string) string {
	actor, _, _ := strings.Cut(port, ".")
	return actor
}

// linksLike returns the other links that carry the same type of value.
func (s *System) linksLike(l *link) (others []*link) {
	for _, other := range s.links() {
		if other != l && other.plan.Type == l.plan.Type {
			others = append(others, other)
		}
	}
	return others
}

// LinkNames lists every link as "output->input".
func (s *System) LinkNames() []string {
	links := s.links()
	names := make([]string, len(links))
	for i, l := range links {
		names[i] = l.name()
	}
	return names
}

func (l *link) name() string { return l.from + "->" + l.to }

func (l *link) matches(target string) bool {
	return injection.Matches(target, l.name()) || injection.Matches(target, l.from) || injection.Matches(target, l.to)
}

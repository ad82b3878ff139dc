package actors

import (
	"fmt"
	"slices"
	"unsafe"
)

// faultsNow lists the injected faults that act on what a twin has.
func (s *System) faultsNow() []*activeFault {
	s.injected.Lock()
	defer s.injected.Unlock()
	return slices.DeleteFunc(slices.Clone(s.injected.active), func(p *activeFault) bool {
		return p.over != nil && p.over() || p.fault.Kind.seam() == SeamStorage
	})
}

// strikeAgain applies the faults of the original to a twin, without events. Their memory comes with
// the state of what they act on.
func (s *System) strikeAgain(faults []*activeFault) (all []*activeFault, err error) {
	for _, of := range faults {
		p, err := s.strikeOne(of)
		if err != nil {
			return nil, &TwinError{[]Obstacle{{Reason: fmt.Sprintf("fault %q acts on %s, and not in the twin: %v", of.text, of.target, err), Passing: true}}}
		}
		p.text, p.since, p.until = of.text, of.since, of.until
		all = append(all, p)
	}
	s.injected.Lock()
	defer s.injected.Unlock()
	s.injected.active = slices.Clone(all)
	return all, nil
}

func (s *System) strikeOne(of *activeFault) (*activeFault, error) {
	switch of.fault.Kind.seam() {
	case SeamLink:
		for _, l := range s.links() {
			if l.name() == of.target {
				return s.injectIntoLink(l, of.fault, of.since, of.until), nil
			}
		}
	case SeamActor, SeamJob:
		if c := s.named(of.target); c != nil {
			p := &activeFault{target: of.target}
			c.strike(p, of.fault, of.until)
			return p, nil
		}
	default:
		for _, site := range s.faultSitesNow() {
			if slices.Contains(site.FaultKinds(), of.fault.Kind) && slices.Contains(site.FaultTargets(), of.target) {
				return s.injectAtSite(siteTarget{site, of.target}, of.fault, of.since)
			}
		}
	}
	return nil, fmt.Errorf("the twin has no %s", of.target)
}

// errFaults is the error of a twin in which other faults act than in the original.
func errFaults(where string, is, expected int) error {
	return fmt.Errorf("%d injected faults act on %s of the twin; expected %d", is, where, expected)
}

// actorFaults moves the memory of the faults of an actor.
func (m *mover) actorFaults(c *cell) {
	if m.live {
		return
	}
	all := c.faults.Load()
	if n := m.count(len(all)); n != len(all) && m.err == nil {
		m.err = errFaults(c.spec.Name, len(all), n)
	}
	for _, f := range all {
		m.move(&f.draw, &f.led, &f.left)
	}
}

// linkFaults moves the memory of the faults of a link.
func (m *mover) linkFaults(s *System, l *link) {
	if m.live {
		return
	}
	all := l.faults.Load()
	if n := m.count(len(all)); n != len(all) && m.err == nil {
		m.err = errFaults(l.name(), len(all), n)
	}
	for _, f := range all {
		m.move(&f.draw, &f.left, &f.last, &f.stamps, &f.met, &f.ends, &f.played)
		if to := m.count(slices.Index(s.links(), f.strays)); m.loads() && to >= 0 && m.err == nil {
			f.strays = s.links()[to]
		}
		m.value(l, &f.frozen)
		n := m.count(len(f.record))
		if m.loads() && m.err == nil {
			f.record = make([]unsafe.Pointer, n)
		}
		for i := range f.record {
			m.value(l, &f.record[i])
		}
	}
}

// value moves a value of a link that may be nil.
func (m *mover) value(l *link, v *unsafe.Pointer) {
	exists := m.count(boolean(*v != nil)) == 1
	if m.err != nil || !exists {
		return
	}
	if m.loads() {
		*v = l.plan.NewValue(l.sizes)
	}
	m.move(l.plan.Typed(*v))
}

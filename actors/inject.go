package actors

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/robo-actors/robo-actors/actors/internal/injection"
	"github.com/robo-actors/robo-actors/actors/internal/random"
	"github.com/robo-actors/robo-actors/actors/internal/timerqueue"
	"github.com/robo-actors/robo-actors/internal/usercode"
	"github.com/robo-actors/robo-actors/messages"
)

// FaultSite carries out faults outside of the runtime: of simulated drives, of storage. In real
// time any goroutine may call its methods.
type FaultSite interface {
	// FaultKinds lists the kinds that the site carries out, FaultTargets the names of its targets.
	FaultKinds() []FaultKind
	FaultTargets() []string
	// InjectFault applies a fault with complete parameters to one target from now on. Random
	// choices come from draw, the target's own stream. It returns a function that ends the fault,
	// or nil for a fault without an end. No two injected faults are equal: the function finds the
	// fault by its value, and not by a pointer, since a twin loads its faults anew.
	InjectFault(f Fault, target string, now messages.Instant, draw *rand.Rand) (end func(), err error)
}

// FaultChecker is a FaultSite that knows before a run which faults a target cannot have: a drive
// without a brake has no brake failure.
type FaultChecker interface {
	FaultSite
	// CheckFault returns an error if the target can never have the fault. It changes nothing.
	CheckFault(f Fault, target string) error
}

// Faulty is implemented by kinds of actors that carry out faults of their own. WithFaults returns
// a copy that all incarnations of an actor of one application are made of, and the site of its
// faults.
type Faulty interface {
	WithFaults(path string) (instance any, site FaultSite)
}

// FaultTargets lists the targets of the faults at a seam that sites of the application carry out.
func (s *System) FaultTargets(seam FaultSeam) (targets []string) {
	for _, site := range s.faultSitesNow() {
		if slices.ContainsFunc(site.FaultKinds(), func(k FaultKind) bool { return k.seam() == seam }) {
			targets = append(targets, site.FaultTargets()...)
		}
	}
	return targets
}

// faultSitesNow returns the sites of the application and of actors that changes have added.
func (s *System) faultSitesNow() []FaultSite {
	all := slices.Clip(s.app.FaultSites)
	for _, c := range s.cells() {
		all = append(all, c.sites...)
	}
	return all
}

// injections are the active faults of an application.
type injections struct {
	sync.Mutex
	active []*activeFault
	draws  map[string]*rand.Rand // a stream for every target of faults
	count  uint64                // faults so far
}

// activeFault is one fault at one place.
type activeFault struct {
	fault  Fault // with complete parameters
	since  messages.Instant
	until  messages.Instant // zero without an end
	target string
	text   string
	remove func() bool // reports whether the fault was active; nil if it is over already
	over   func() bool // reports whether the fault has ended by itself; nil if it cannot
	end    *timerqueue.Event
}

// Inject applies a fault from now on. It returns an error if the system was built without
// WithFaults, if nothing matches the target, and if the kind needs another clock or a process of
// its own. Several faults at one place act together, in the order of their injection. Random
// choices come from the target's own stream of the system's seed.
func (s *System) Inject(f Fault) error {
	if err := s.CheckFault(f); err != nil {
		return err
	}
	now := s.now()
	var until messages.Instant
	if f.Duration > 0 {
		until = now.Add(f.Duration)
	}
	places, err := s.injectAt(s.numbered(f.Completed()), now, until)
	if err != nil {
		return err
	}
	for _, p := range places {
		p.text, p.since, p.until = f.String(), now, until
		s.emit(messages.Event{Time: now, Kind: messages.EventFaultInjected, Source: p.target, Text: p.text})
	}
	s.injected.Lock()
	defer s.injected.Unlock()
	s.injected.active = slices.DeleteFunc(s.injected.active, func(p *activeFault) bool { return p.over != nil && p.over() })
	for _, p := range places {
		if p.remove == nil {
			continue
		}
		if until != 0 {
			p.end = s.clock.at(until, func() { s.endInjection(p) }, p)
		}
		s.injected.active = append(s.injected.active, p)
	}
	return nil
}

// numbered returns a fault that differs from all others of the system.
func (s *System) numbered(f Fault) Fault {
	s.injected.Lock()
	defer s.injected.Unlock()
	s.injected.count++
	f.number = s.injected.count
	return f
}

// CheckFault returns the error that Inject would return at any moment: the fault is malformed or
// not allowed, needs another clock, or its target is unknown or cannot have it. CheckFault changes
// nothing. A site may refuse a fault because of its present state; only Inject finds that out.
func (s *System) CheckFault(f Fault) error {
	if !s.faultsAllowed {
		return fmt.Errorf("%s was refused: %w; allow them in the application file or with actors.WithFaults", f, ErrFaultsNotAllowed)
	}
	if err := f.Check(); err != nil {
		return err
	}
	f = f.Completed()
	class := classOf(f.Kind)
	switch {
	case !class.Virtual && !class.Real:
		return fmt.Errorf("%s was refused: it needs a process of its own and cannot be injected into a running system", f)
	case s.virtual != nil && !class.Virtual:
		return fmt.Errorf("%s was refused: it runs in real time only", f)
	}
	var err error
	switch class.Seam {
	case SeamProcess:
	case SeamLink:
		_, err = s.faultLinks(&f)
	case SeamActor, SeamJob:
		_, err = s.faultCells(&f)
	default:
		_, err = s.faultSites(&f)
	}
	return err
}

// injectAt applies a checked and completed fault at its places.
func (s *System) injectAt(f Fault, now, until messages.Instant) ([]*activeFault, error) {
	switch classOf(f.Kind).Seam {
	case SeamLink:
		return s.injectIntoLinks(f, now, until)
	case SeamActor, SeamJob:
		return s.injectIntoActors(f, now, until)
	case SeamProcess:
		end := startLoad(f, s.done)
		return []*activeFault{{fault: f, target: f.Target, remove: func() bool { end(); return true }}}, nil
	}
	return s.injectAtSites(f, now)
}

// startLoad starts a fault of the whole process.
func startLoad(f Fault, stopped <-chan struct{}) (end func()) {
	switch f.Kind {
	case FaultCollector:
		return injection.Collect.Start(1, stopped)
	case FaultStarvation:
		return injection.Compute.Start(f.Count, stopped)
	}
	return injection.Leak.Start(f.Count, stopped)
}

// faultCells finds the actors of a fault.
func (s *System) faultCells(f *Fault) (found []*cell, err error) {
	for _, c := range s.cells() {
		if injection.Matches(f.Target, c.spec.Name) {
			found = append(found, c)
		}
	}
	if found == nil {
		return nil, s.roster.Load().unknownActor(f.Target)
	}
	return found, nil
}

func (s *System) injectIntoActors(f Fault, now, until messages.Instant) (places []*activeFault, err error) {
	cells, err := s.faultCells(&f)
	for _, c := range cells {
		place := &activeFault{target: c.spec.Name}
		places = append(places, place)
		if c.applyAtOnce(&f) {
			continue
		}
		if f.pauses() {
			c.pause(&actorFault{Fault: f, draw: s.drawsOf(c.spec.Name)}, now)
			continue
		}
		c.strike(place, f, until)
	}
	return places, err
}

// pauses reports whether the fault suspends an actor.
func (f *Fault) pauses() bool { return f.Kind == FaultSuspend || f.Kind == FaultTickBurst }

// strike applies a fault that lasts, or that waits for the next tick, to the actor.
func (c *cell) strike(place *activeFault, f Fault, until messages.Instant) {
	fault := &actorFault{Fault: f, until: until, draw: c.sys.drawsOf(c.spec.Name)}
	c.faults.Add(fault)
	place.fault = f
	place.remove = func() bool { return c.faults.Remove(fault) }
	place.over = func() bool { return !slices.Contains(c.faults.Load(), fault) }
}

// pause suspends an actor for the delay of the fault.
func (c *cell) pause(f *actorFault, now messages.Instant) {
	f.until = now.Add(f.Delay)
	c.faults.Add(f)
	if c.domain == nil {
		c.freezeMailbox(f.until)
	}
	c.sys.clock.at(f.until, func() {
		c.faults.Remove(f)
		for range f.Count {
			c.sys.clock.wake(c.mailbox) // a timer that fires again and again: only the grid releases
		}
	}, nil)
}

// siteTarget is a target of a site.
type siteTarget struct {
	site   FaultSite
	target string
}

// faultSites finds the targets of a fault outside of the runtime. It skips the targets that cannot
// have the fault, unless no target can.
func (s *System) faultSites(f *Fault) (found []siteTarget, err error) {
	var known []string
	var refused []error
	for _, site := range s.faultSitesNow() {
		if !slices.Contains(site.FaultKinds(), f.Kind) {
			continue
		}
		for _, target := range site.FaultTargets() {
			if known = append(known, target); !injection.Matches(f.Target, target) {
				continue
			}
			if c, is := site.(FaultChecker); is {
				if err := c.CheckFault(*f, target); err != nil {
					refused = append(refused, fmt.Errorf("%s was refused: %w", f, err))
					continue
				}
			}
			found = append(found, siteTarget{site, target})
		}
	}
	switch {
	case known == nil:
		return nil, s.uncarried(f)
	case found == nil && refused != nil:
		return nil, errors.Join(refused...)
	case found == nil:
		return nil, unknown(string(f.Kind.seam()), f.Target, known)
	}
	return found, nil
}

func (s *System) injectAtSites(f Fault, now messages.Instant) (places []*activeFault, err error) {
	found, err := s.faultSites(&f)
	for _, at := range found {
		place, err := s.injectAtSite(at, f, now)
		if err != nil {
			for _, p := range places { // a fault acts at all of its targets, or at none
				if p.remove != nil {
					p.remove()
				}
			}
			return nil, fmt.Errorf("%s: %w", f, err)
		}
		places = append(places, place)
	}
	return places, err
}

func (s *System) injectAtSite(at siteTarget, f Fault, now messages.Instant) (*activeFault, error) {
	end, err := at.site.InjectFault(f, at.target, now, s.drawsOf(at.target))
	place := &activeFault{fault: f, target: at.target}
	if end != nil {
		place.remove = func() bool { end(); return true }
	}
	return place, err
}

// drawsOf returns the random stream for the faults of one target.
func (s *System) drawsOf(target string) *rand.Rand {
	s.injected.Lock()
	defer s.injected.Unlock()
	if s.injected.draws == nil {
		s.injected.draws = map[string]*rand.Rand{}
	}
	r, ok := s.injected.draws[target]
	if !ok {
		r = random.Stream(s.seed, "fault/"+target)
		s.injected.draws[target] = r
	}
	return r
}

func (s *System) endInjection(p *activeFault) {
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

// At calls fn at the given instant: in virtual time between two releases, in real time from a
// goroutine of the runtime, which fn must not block. It serves schedules of faults and of
// operators' actions. A panic in fn ends the application.
func (s *System) At(t messages.Instant, fn func()) {
	call := func() {
		err := usercode.ErrGoexit
		defer func() { // also if fn ends the goroutine
			if err != nil {
				s.halt(fmt.Errorf("a function scheduled for %s failed: %w", t, err))
			}
		}()
		err = usercode.Call(func() error {
			if fn == nil {
				return errors.New("At needs a function; expected one that is not nil")
			}
			fn()
			return nil
		})
	}
	if r, real := s.clock.(*realClock); real {
		r.calls.add(t, call, program{}) // a function that blocks delays no timer of the runtime
		return
	}
	s.clock.at(t, call, program{})
}

// program owns the events of functions that the embedding program scheduled.
type program struct{}

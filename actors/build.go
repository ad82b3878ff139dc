package actors

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/robo-actors/robo-actors/actors/internal/queue"
)

// build makes groups, domains and actors, binds ports and joins links, and collects every error.
func (s *System) build() error {
	a := s.assemble(&roster{byName: map[string]*cell{}})
	a.addGroup("", nil, s.app.Policy)
	a.add(a.addGroups(s.app.Groups))
	a.add(checkDomains(s.app.Domains))
	for _, world := range s.app.Worlds {
		s.placeOf(world)
	}
	if err := a.complete(s.app.Actors, s.app.Links, s.app.ActorResources); err != nil {
		return err
	}
	s.take(a)
	return nil
}

// take makes an assembly the application of a system that has not started.
func (s *System) take(a *assembly) {
	for _, g := range a.groups {
		s.takeGroup(g)
	}
	s.domains = a.domains
	s.built = len(a.cells)
	s.roster.Store(a.next)
	for _, c := range a.cells {
		c.group.children.Add(c)
		if c.domain != nil {
			c.domain.members.Add(c)
		}
		s.observe(c)
		s.recordOutputs(c)
	}
	for _, j := range a.joints {
		j.out.sinks.Add(j.link)
		j.in.attach(j.link)
	}
	for _, d := range s.domains {
		d.arrange()
	}
}

// takeGroup makes a supervisor known.
func (s *System) takeGroup(g *group) {
	if g.parent != nil {
		g.parent.groups.Add(g)
	}
	s.groups = append(s.groups, g)
	s.groupNames[g.name] = g
}

// placeOf returns the place of a world in the order of releases at one instant: that of its first
// actor, unless the application fixes it.
func (s *System) placeOf(world string) int {
	place, placed := s.places[world]
	if !placed {
		place = s.placed
		s.places[world] = place
		s.placed++
	}
	return place
}

// checkDomains rejects invalid declarations of domains.
func checkDomains(specs []DomainSpec) error {
	var errs []error
	declared := map[string]bool{}
	for _, d := range specs {
		switch {
		case d.Name == "":
			errs = append(errs, errors.New("a domain has no name"))
		case declared[d.Name]:
			errs = append(errs, fmt.Errorf("domain %s is declared twice", d.Name))
		case d.Priority < 0 || d.Priority > 99:
			errs = append(errs, fmt.Errorf("domain %s has priority %d; expected 1 to 99 for SCHED_FIFO, or 0 for the default policy", d.Name, d.Priority))
		}
		declared[d.Name] = true
	}
	return errors.Join(errs...)
}

// observe makes an actor a watcher of those that its Spec names, and those that watch it its
// watchers.
func (s *System) observe(c *cell) {
	if len(c.spec.Watch) > 0 && c.mailbox.lifeEvents == nil {
		c.mailbox.lifeEvents = queue.New(lifeEventsKept)
	}
	for _, other := range s.cells() {
		if slices.Contains(c.spec.Watch, other.spec.Name) {
			other.watchers.Add(c)
		}
	}
}

// lifeEventsKept is how many events of watched actors wait beside a full queue; further ones are
// lost and counted.
const lifeEventsKept = 256

// recordBuffer is how many values of an output wait for a recorder in real time: half a second at 1
// kHz.
const recordBuffer = 512

// recordOutputs joins the outputs and the inputs of an actor to the recorders.
func (s *System) recordOutputs(c *cell) {
	buffer := recordBuffer
	if s.virtual != nil {
		buffer = 0
	}
	s.takeIn(c)
	for _, out := range c.outputs {
		for i, r := range s.recorders {
			key := channelKey{i, out.path, out.plan.Type}
			channel, declared := s.channels[key]
			if !declared {
				channel.id, channel.ok = r.Channel(out.path, out.plan.Type)
				s.channels[key] = channel
			}
			if channel.ok {
				s.taps.Add(out.record(r, channel.id, buffer))
			}
		}
	}
}

// channelKey identifies a channel of a recorder. An actor that is added again has the same ones.
type channelKey struct {
	recorder int
	path     string
	typ      reflect.Type
}

// channel is the answer of a recorder.
type channel struct {
	id int
	ok bool
}

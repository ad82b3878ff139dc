package actors

import (
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Health returns the health of every actor, in the order of the application. It may be called while
// the system runs.
func (s *System) Health() []messages.Health {
	cells := s.cells()
	all := make([]messages.Health, len(cells))
	for i, c := range cells {
		all[i] = c.health()
	}
	return all
}

func (c *cell) health() messages.Health {
	h := messages.Health{
		Actor: c.spec.Name, World: c.spec.World, Phase: c.spec.Phase.String(), Incarnation: c.current(),
		State: stateNames[c.state.Load()], Period: c.spec.Period,
		Ticks: c.stats.ticks.Load(), Missed: c.stats.missed.Load(), Overruns: c.stats.overruns.Load(), Restarts: c.stats.restarts.Load(),
		Lateness: c.stats.lateness.Quantiles(), Execution: c.stats.execution.Quantiles(), QueueDropped: c.stats.dropped.Load(),
	}
	if c.domain != nil {
		h.Domain = c.domain.spec.Name
	}
	if text := c.stats.lastError.Load(); text != nil {
		h.LastError = *text
	}
	for _, in := range c.inputs {
		if l := in.link.Load(); l != nil {
			h.Inputs = append(h.Inputs, in.health(l))
		}
	}
	return h
}

func (p *inlet) health(l *link) messages.InputHealth {
	h := messages.InputHealth{Port: p.name, From: l.from, Age: p.age.Get(), MaxAge: l.maxAge, Ages: p.ages.Quantiles(),
		Received: p.received.Load(), Overwritten: l.overwritten.Load()}
	h.Stale = l.maxAge > 0 && h.Age > l.maxAge
	return h
}

// LinkInfo describes a link for people and for graphs.
type LinkInfo struct {
	From, To string
	// MaxAge bounds the age of a value that the receiver accepts; zero means no bound.
	MaxAge time.Duration
	// Overwritten counts values that a newer one replaced before they were read. Injected faults
	// cause the others: Dropped values were lost, Overtaken ones arrived after a newer one or a
	// second time, and Refused ones are not of the sender or do not fit into the port of the
	// receiver.
	Overwritten, Dropped, Overtaken, Refused uint64
}

// Links describes every link, in the order of the application.
func (s *System) Links() []LinkInfo {
	links := s.links()
	all := make([]LinkInfo, len(links))
	for i, l := range links {
		all[i] = LinkInfo{From: l.from, To: l.to, MaxAge: l.maxAge, Overwritten: l.overwritten.Load(), Dropped: l.dropped.Load(),
			Overtaken: l.overtaken.Load(), Refused: l.refused.Load()}
	}
	return all
}

// PortInfo describes a port for people and for graphs.
type PortInfo struct {
	Name, Type, Doc string
	// Input is set for an input.
	Input bool
	// Optional is set for an input that may stay without a link.
	Optional bool
	// From is the output at the other end of an input's link, empty without one.
	From string
	// MaxAge bounds the age of an input's values if its link gives no bound; zero means no bound.
	MaxAge time.Duration
}

// ActorInfo describes an actor for people and for graphs.
type ActorInfo struct {
	Spec            Spec
	Group           string
	Inputs, Outputs []PortInfo
	// Jobs is the number of jobs that the actor has started so far.
	Jobs uint64
}

// Actors describes every actor, in the order of the application.
func (s *System) Actors() []ActorInfo {
	cells := s.cells()
	all := make([]ActorInfo, len(cells))
	for i, c := range cells {
		all[i] = ActorInfo{Spec: c.spec, Group: c.group.display(), Jobs: c.jobCount.Load()}
		for _, in := range c.inputs {
			p := PortInfo{Name: in.name, Input: true, Optional: in.optional, Type: in.typ.String(), Doc: in.doc, MaxAge: in.bound}
			if l := in.link.Load(); l != nil {
				p.From, p.MaxAge = l.from, l.maxAge
			}
			all[i].Inputs = append(all[i].Inputs, p)
		}
		for _, out := range c.outputs {
			all[i].Outputs = append(all[i].Outputs, PortInfo{Name: out.name, Type: out.plan.Type.String(), Doc: out.doc})
		}
	}
	return all
}

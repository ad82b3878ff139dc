package actors

import (
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Health returns the health of every actor, in the order of the application. It may be called while
// the system runs.
func (s *System) Health() []messages.Health {
	all := make([]messages.Health, len(s.cells))
	for i, c := range s.cells {
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
		if in.link != nil {
			h.Inputs = append(h.Inputs, in.health())
		}
	}
	return h
}

func (p *inlet) health() messages.InputHealth {
	h := messages.InputHealth{Port: p.name, From: p.from, Age: p.age.Get(), MaxAge: p.maxAge, Ages: p.ages.Quantiles(),
		Received: p.received.Load(), Overwritten: p.link.overwritten.Load()}
	h.Stale = p.maxAge > 0 && h.Age > p.maxAge
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
	all := make([]LinkInfo, len(s.links))
	for i, l := range s.links {
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
}

// Actors describes every actor, in the order of the application.
func (s *System) Actors() []ActorInfo {
	all := make([]ActorInfo, len(s.cells))
	for i, c := range s.cells {
		all[i] = ActorInfo{Spec: c.spec, Group: c.group.display()}
		for _, in := range c.inputs {
			all[i].Inputs = append(all[i].Inputs, PortInfo{Name: in.name, Input: true, Optional: in.optional, Type: in.typ.String(), Doc: in.doc, From: in.from, MaxAge: in.maxAge})
		}
		for _, out := range c.outputs {
			all[i].Outputs = append(all[i].Outputs, PortInfo{Name: out.name, Type: out.plan.Type.String(), Doc: out.doc})
		}
	}
	return all
}

package supervision

import (
	"github.com/robo-actors/robo-actors/actors"
)

// policy has the runtime ask a supervisor. It is asked by one supervisor only, and reads no clock.
type policy struct {
	Restart
	children []Child
	history  History
}

// NewPolicy returns the policy of one supervisor; it keeps that supervisor's failures and must not be shared. Children
// that are not declared are permanent. The runtime restarts siblings together with an actor or lets them run: a temporary
// sibling that one_for_all would stop and not start again runs on.
func NewPolicy(r Restart, children ...Child) actors.Policy {
	return &policy{Restart: r, children: children}
}

// Decide implements actors.Policy.
func (p *policy) Decide(f *actors.Failure, siblings []string, draw float64) actors.Decision {
	s := Supervisor{Name: f.Group, Restart: p.Restart}
	for _, name := range siblings {
		s.Children = append(s.Children, p.child(name))
	}
	if s.index(f.Actor) < 0 { // a group below, which has no siblings here
		s.Children = append(s.Children, p.child(f.Actor))
	}
	d, history := s.Decide(p.history, Failure{Child: f.Actor, Cause: f.Cause, Time: f.Time, Normal: f.Normal()}, draw)
	p.history = history
	out := actors.Decision{After: d.After, Reason: d.Reason}
	switch d.Action {
	case StartAgain:
		out.Action = actors.Restart
		for _, name := range d.Start {
			if name != f.Actor {
				out.Also = append(out.Also, name)
			}
		}
	case LeaveEnded:
		out.Action = actors.StopActor
	case EndAll:
		out.Action, out.Also = actors.StopActor, d.Stop
	default:
		out.Action = actors.Escalate
	}
	return out
}

// child returns what is declared about a child.
func (p *policy) child(name string) Child {
	for _, c := range p.children {
		if c.Name == name {
			return c
		}
	}
	return Child{Name: name}
}

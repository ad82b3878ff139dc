package actors

import (
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/supervision"
)

// Action is what a supervisor does about a failure.
type Action uint8

const (
	// Restart starts the next incarnation after the back-off.
	Restart Action = iota
	// StopActor leaves the actor stopped; the other actors keep running.
	StopActor
	// Escalate passes the failure to the parent group; at the top it ends the application.
	Escalate
)

// String returns the action in a word.
func (a Action) String() string {
	switch a {
	case Restart:
		return "restart"
	case StopActor:
		return "stop"
	}
	return "escalate"
}

// Decision is the answer of a Policy.
type Decision struct {
	Action Action
	// After is the back-off of a restart.
	After time.Duration
	// Also names siblings that are restarted, or stopped, together with the failed actor.
	Also []string
	// Reason is a sentence for people.
	Reason string
}

// Policy decides about the failures of one group. It is a function of its arguments and of the
// failures before: it must not read a clock. The draw is uniform in [0, 1), from the group's own
// random stream.
type Policy interface {
	Decide(f *Failure, siblings []string, draw float64) Decision
}

// NewPolicy returns a policy that restarts the actors of one group. The policy keeps the failures
// of the group and must not be shared. Children that are not declared are permanent. The runtime
// restarts siblings together with an actor or leaves them running: a temporary sibling that
// one_for_all would stop for good keeps running.
func NewPolicy(restart supervision.Restart, children ...supervision.Child) Policy {
	return &restartPolicy{restart: restart, children: children}
}

// defaultPolicy is the policy of groups without one: that of [supervision.DefaultRestart] without
// jitter. An actor that returns ErrDone stays stopped.
func defaultPolicy() Policy {
	restart := supervision.DefaultRestart()
	restart.BackoffJitter = 0
	return &restartPolicy{restart: restart, lifetime: supervision.Transient}
}

// restartPolicy carries the decisions of package supervision to the runtime.
type restartPolicy struct {
	restart  supervision.Restart
	children []supervision.Child
	lifetime supervision.Lifetime // of children that are not declared
	history  supervision.History
}

// Decide implements Policy.
func (p *restartPolicy) Decide(f *Failure, siblings []string, draw float64) Decision {
	s := supervision.Supervisor{Name: f.Group, Restart: p.restart}
	known := false
	for _, name := range siblings {
		s.Children = append(s.Children, p.child(name))
		known = known || name == f.Actor
	}
	if !known { // a group below, which has no siblings here
		s.Children = append(s.Children, p.child(f.Actor))
	}
	failure := supervision.Failure{Child: f.Actor, Time: f.Time, Normal: f.Normal()}
	d, history := s.Decide(p.history, failure, draw)
	if d.Action == supervision.StartAgain { // temporary siblings keep running, so they have not ended
		s.Children = slices.DeleteFunc(s.Children, func(c supervision.Child) bool { return c.Lifetime == supervision.Temporary && c.Name != f.Actor })
		d, history = s.Decide(p.history, failure, draw)
	}
	p.history = history
	out := Decision{After: d.After, Reason: d.Reason}
	switch d.Action {
	case supervision.StartAgain:
		out.Action = Restart
		for _, name := range d.Start {
			if name != f.Actor {
				out.Also = append(out.Also, name)
			}
		}
	case supervision.LeaveEnded:
		out.Action = StopActor
	case supervision.EndAll:
		out.Action, out.Also = StopActor, d.Stop
	default:
		out.Action = Escalate
	}
	return out
}

// child returns the declaration of a child.
func (p *restartPolicy) child(name string) supervision.Child {
	for _, c := range p.children {
		if c.Name == name {
			return c
		}
	}
	return supervision.Child{Name: name, Lifetime: p.lifetime}
}

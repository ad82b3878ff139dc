package actors

import (
	"errors"
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Failure is what a supervisor is asked about.
type Failure struct {
	Actor, World, Group string
	Incarnation         messages.Incarnation
	Time                messages.Instant
	Cause               messages.Cause
	Err                 error
	// Stack is where a panic came from, empty otherwise.
	Stack string
}

// Error names the actor, its incarnation and the cause.
func (f *Failure) Error() string {
	return fmt.Sprintf("%s (incarnation %d) failed at %s: %s: %v", f.Actor, f.Incarnation, f.Time, f.Cause, f.Err)
}

// Unwrap returns the actor's own error.
func (f *Failure) Unwrap() error { return f.Err }

// ErrDone is what an actor's method returns, or wraps, to say that the actor has done what it was for. Its outputs are
// withdrawn and what it drives is made safe, as after a failure, but nobody is told of one: its supervisor decides about
// an actor that has ended as it was meant to.
var ErrDone = errors.New("the actor has done its work")

// Normal reports whether the actor has ended as it was meant to: with ErrDone.
func (f *Failure) Normal() bool { return errors.Is(f.Err, ErrDone) }

// Action is what a supervisor does about a failure.
type Action uint8

const (
	// Restart starts the next incarnation after the back-off.
	Restart Action = iota
	// StopActor leaves the actor stopped; the rest goes on.
	StopActor
	// Escalate hands the failure to the parent group; at the top it ends the application.
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

// Policy decides about the failures of one group. It is a function of its arguments and of what it was asked before:
// it must not read a clock. draw is uniform in [0, 1), from the group's own random stream.
type Policy interface {
	Decide(f *Failure, siblings []string, draw float64) Decision
}

// NewPolicy returns the policy of groups that name none: one for one, at most 3 restarts in 10 s with a back-off of
// 100 ms that doubles up to 5 s, then escalation. An actor that has done its work stays stopped.
func NewPolicy() Policy { return &defaultPolicy{} }

type defaultPolicy struct{ failures map[string][]messages.Instant }

const (
	defaultRestarts = 3
	defaultWindow   = 10 * time.Second
	defaultBackoff  = 100 * time.Millisecond
	defaultCeiling  = 5 * time.Second
)

func (p *defaultPolicy) Decide(f *Failure, _ []string, _ float64) Decision {
	if f.Normal() {
		return Decision{Action: StopActor, Reason: "it has done its work"}
	}
	if p.failures == nil {
		p.failures = map[string][]messages.Instant{}
	}
	var recent []messages.Instant
	for _, t := range p.failures[f.Actor] {
		if f.Time.Sub(t) < defaultWindow {
			recent = append(recent, t)
		}
	}
	recent = append(recent, f.Time)
	p.failures[f.Actor] = recent
	if len(recent) > defaultRestarts {
		return Decision{Action: Escalate, Reason: fmt.Sprintf("%d failures within %v, at most %d are restarted", len(recent), defaultWindow, defaultRestarts)}
	}
	return Decision{Action: Restart, After: min(defaultBackoff<<(len(recent)-1), defaultCeiling), Reason: fmt.Sprintf("failure %d of %d within %v", len(recent), defaultRestarts, defaultWindow)}
}

package actors

import (
	"errors"
	"fmt"

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

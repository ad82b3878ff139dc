package actors

import (
	"errors"
	"fmt"

	"github.com/robo-actors/robo-actors/messages"
)

// Failure describes the failure of an actor to its supervisor.
type Failure struct {
	Actor, World, Group string
	Incarnation         messages.Incarnation
	Time                messages.Instant
	Cause               messages.Cause
	Err                 error
	// Peer is the foreign actor whose message the actor was handling, empty without one.
	Peer string
	// Stack is the stack of a panic, empty otherwise.
	Stack string
}

// Error names the actor, its incarnation and the cause.
func (f *Failure) Error() string {
	return fmt.Sprintf("%s (incarnation %d) failed at %s: %s: %v", f.Actor, f.Incarnation, f.Time, f.Cause, f.Err)
}

// Unwrap returns the actor's own error.
func (f *Failure) Unwrap() error { return f.Err }

// ErrDone is returned, or wrapped, by an actor that has completed its task. Its outputs are
// withdrawn and its Fencer is called, as after a failure, but no failure is reported: its
// supervisor decides about an actor that has ended as intended.
var ErrDone = errors.New("the actor has done its work")

// Normal reports whether the actor has ended as intended: with ErrDone.
func (f *Failure) Normal() bool { return errors.Is(f.Err, ErrDone) }

// Package pact is the only package of robo-actors that imports Proto.Actor. It wraps the part that the runtime uses:
// identity, suspend and resume, death watch, and the tree that failures travel up.
//
// Proto.Actor's own timers, futures, routers, strategies and remoting are not used: they keep wall time, block, or
// can be crashed from outside. No code of a user's actor runs within a call of Proto.Actor either: a mailbox of the
// runtime looks at a system message with KindOf, runs that code itself, and hands the message on before or afterwards.
// So an actor that hangs holds nothing of Proto.Actor's.
package pact

import (
	"fmt"

	"github.com/asynkron/protoactor-go/actor"
)

// Names of Proto.Actor that the runtime's own types must mention.
type (
	ActorSystem = actor.ActorSystem
	PID         = actor.PID
	Mailbox     = actor.Mailbox
	Invoker     = actor.MessageInvoker
	Dispatcher  = actor.Dispatcher
)

// Kind says what a system message asks of a mailbox.
type Kind uint8

// The kinds of system messages.
const (
	// Other messages concern Proto.Actor alone: watches, and the failures and ends of children.
	Other Kind = iota
	// Start begins the first incarnation.
	Start
	// Restart ends the incarnation and begins the next.
	Restart
	// Stop ends the actor.
	Stop
	// Suspend and Resume must be obeyed by the mailbox itself; they are not handed on.
	Suspend
	Resume
)

// KindOf classifies a system message.
func KindOf(message any) Kind {
	switch message.(type) {
	case *actor.Started:
		return Start
	case *actor.Restart:
		return Restart
	case *actor.Stop:
		return Stop
	case *actor.SuspendMailbox:
		return Suspend
	case *actor.ResumeMailbox:
		return Resume
	}
	return Other
}

// Sender is who wants a reply to a message that came by PID.
type Sender struct{ pid any }

// Unwrap splits a message that came by PID into its payload and the sender, and reports whether there is one that wants a reply.
func Unwrap(message any) (payload any, sender Sender, wants bool) {
	_, payload, pid := actor.UnwrapEnvelope(message)
	return payload, Sender{pid}, pid != nil
}

// Poison reports whether a user message asks its receiver to stop once it gets there.
func Poison(payload any) bool { _, ok := payload.(*actor.PoisonPill); return ok }

// Reserved reports whether a payload is one of Proto.Actor's own: those tell of an actor's life, and no user can send
// them.
func Reserved(payload any) bool {
	switch payload.(type) {
	case actor.SystemMessage, actor.AutoReceiveMessage, actor.MailboxMessage:
		return true
	}
	return false
}

// guardian is the strategy of root actors. Those are the runtime's own supervisors, which do not fail; should one do
// so, it is stopped. The stock strategies can panic in a deferred call, which ends the process.
type guardian struct{}

func (guardian) HandleFailure(_ *actor.ActorSystem, s actor.Supervisor, child *actor.PID, _ *actor.RestartStatistics, _, _ any) {
	s.StopChildren(child)
}

// FailureHandler decides about failed children, told by the Id of their PID; it is called from the mailbox of their parent.
type FailureHandler interface {
	ChildFailed(child string, reason any)
}

type strategy struct{ handler FailureHandler }

func (s strategy) HandleFailure(_ *actor.ActorSystem, _ actor.Supervisor, child *actor.PID, _ *actor.RestartStatistics, reason, _ any) {
	s.handler.ChildFailed(child.Id, reason)
}

// adapter is the actor that Proto.Actor sees.
type adapter struct {
	node    *node
	stopped func()
}

func (a *adapter) Receive(ctx actor.Context) {
	switch ctx.Message().(type) {
	case *actor.Started:
		a.node.pid.Store(ctx.Self())
		a.node.context.Store(&ctx)
	case *actor.Stopped:
		a.stopped()
	}
}

func errSpawn(name string, err error) error {
	return fmt.Errorf("actor %q cannot be spawned: %w; names must be unique within an actor system", name, err)
}

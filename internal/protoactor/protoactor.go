// Package protoactor adapts Proto.Actor to the runtime: identity, life cycle, suspend and resume,
// death watch, and the tree in which failures escalate. Beside it, only the public package
// actors/protoactor imports Proto.Actor.
//
// The runtime does not use Proto.Actor's timers, futures, routers, strategies and remoting: they
// keep wall time, block, or can be crashed from outside. User code never runs within a call of
// Proto.Actor: a mailbox of the runtime classifies a system message with KindOf, runs the user code
// itself, and passes the message on before or afterwards. A hanging actor therefore blocks nothing
// of Proto.Actor.
package protoactor

import (
	"fmt"

	"github.com/asynkron/protoactor-go/actor"
)

// The types of Proto.Actor that a mailbox of the runtime implements and receives.
type (
	// Mailbox holds the messages of one actor.
	Mailbox = actor.Mailbox
	// Invoker passes messages to the actor that Proto.Actor sees.
	Invoker = actor.MessageInvoker
	// Dispatcher runs mailboxes; the runtime uses none.
	Dispatcher = actor.Dispatcher
)

// Kind classifies system messages by what a mailbox does with them.
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
	// Suspend stops the delivery of user messages. The mailbox obeys it and does not pass it on.
	Suspend
	// Resume ends a Suspend. The mailbox obeys it and does not pass it on.
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

// Sender identifies the actor that expects a reply to a message that came by PID.
type Sender struct{ pid *actor.PID }

// Name returns the address of its PID, a slash, and the identifier. A message that names no sender
// is one of "unnamed".
func (s Sender) Name() string {
	if s.pid == nil {
		return "unnamed"
	}
	return NameOf(s.pid)
}

// Unwrap splits a message that came by PID into payload and sender. It reports whether a sender
// expects a reply.
func Unwrap(message any) (payload any, sender Sender, wants bool) {
	_, payload, pid := actor.UnwrapEnvelope(message)
	return payload, Sender{pid}, pid != nil
}

// Poison reports whether a user message stops its receiver on delivery.
func Poison(payload any) bool { _, ok := payload.(*actor.PoisonPill); return ok }

// Reserved reports whether a payload belongs to Proto.Actor's own protocol. Users cannot send such
// payloads.
func Reserved(payload any) bool {
	switch payload.(type) {
	case actor.SystemMessage, actor.AutoReceiveMessage, actor.MailboxMessage:
		return true
	}
	return false
}

// guardian is the strategy of root actors. They are supervisors of the runtime, which do not fail;
// guardian stops one that fails nevertheless. The stock strategies can panic in a deferred call,
// which ends the process.
type guardian struct{}

func (guardian) HandleFailure(_ *actor.ActorSystem, s actor.Supervisor, child *actor.PID, _ *actor.RestartStatistics, _, _ any) {
	s.StopChildren(child)
}

// FailureHandler decides about failed children.
type FailureHandler interface {
	// ChildFailed is called from the mailbox of the parent; child is the Id of the child's PID.
	ChildFailed(child string, reason any)
}

type strategy struct{ handler FailureHandler }

func (s strategy) HandleFailure(_ *actor.ActorSystem, _ actor.Supervisor, child *actor.PID, _ *actor.RestartStatistics, reason, _ any) {
	s.handler.ChildFailed(child.Id, reason)
}

// adapter is the actor that Proto.Actor sees.
type adapter struct {
	node    *Node
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

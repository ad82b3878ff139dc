// Package protoactor connects the actors of a System with Proto.Actor actors of the embedding
// program, in both directions.
//
// What foreign actors do is an event, messages.EventForeign, where it explains what follows: the
// first message after a pause of a second, a reply that is an error or does not come, the end of
// one that an actor watches, and silence where a value that followed from a message becomes too
// old. Failures and other events while a message is handled name the foreign actor as their Peer. A
// sender without a PID is called unnamed.
//
// In virtual time a foreign actor takes no part in a run: it would send at an instant that no other
// run has. A program declares what it does instead, see [WithInputs].
package protoactor

import (
	"fmt"

	"github.com/asynkron/protoactor-go/actor"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/internal/hosting"
	"github.com/robo-actors/robo-actors/internal/protoactor"
)

// WithActorSystem runs the actors of a System inside host. Their top supervisor is named after the
// application. With a nil host they run in an ActorSystem of their own, as without this option.
func WithActorSystem(host *actor.ActorSystem) actors.Option {
	var inside *protoactor.Host
	if host != nil {
		inside = protoactor.Within(host)
	}
	return hosting.Within(inside).(actors.Option)
}

// PIDOf returns the PID of an actor by the actor's path, as "world/name". Actors of the embedding
// program can send messages to the PID in real time; Context.Reply answers their requests, and a
// refused request is answered with a value of type error. PIDOf returns an error if the system has
// no such actor or has not started the actor yet.
func PIDOf(system *actors.System, name string) (*actor.PID, error) {
	node, err := hosting.NodeOf(system, name)
	if err != nil {
		return nil, err
	}
	if !node.Spawned() {
		return nil, fmt.Errorf("%s has no PID before the system has started it", name)
	}
	return node.PID(), nil
}

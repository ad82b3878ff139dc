package gate

import (
	"context"
	"fmt"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// Name is the name of the gate among the actors of its world.
const Name = "gate"

// Path returns the path of the gate of a world.
func Path(world string) string { return world + "/" + Name }

// Read returns the condition of the joints of a world.
func Read(ctx context.Context, s *actors.System, world string) (Status, error) {
	return ask(ctx, s, world, StatusRequest{})
}

// Rearm acknowledges the causes for which joints of a world stopped, so that they accept commands
// again. It acknowledges what it reads when it is called; use RearmSeen for a Status that a person
// read before. The request expires with ctx: what nobody waits for is not carried out later. The
// error is a *[NotArmedError] if a joint stays stopped. The gate starts no motion; a controller
// goes on to a goal of its options, and gives up one that came by a message.
func Rearm(ctx context.Context, s *actors.System, world string) (Status, error) {
	return rearmNow(ctx, s, world, modes.Acknowledge)
}

// Reset is Rearm with the start-up checks of each joint, as required after faults of drives.
func Reset(ctx context.Context, s *actors.System, world string) (Status, error) {
	return rearmNow(ctx, s, world, modes.Reset)
}

func rearmNow(ctx context.Context, s *actors.System, world string, way modes.Rearm) (Status, error) {
	seen, err := Read(ctx, s, world)
	if err != nil {
		return Status{}, err
	}
	return RearmSeen(ctx, s, world, way, seen)
}

// RearmSeen re-arms by modes.Acknowledge or modes.Reset what a person has seen. The gate rejects it
// if the condition has changed since seen was read.
func RearmSeen(ctx context.Context, s *actors.System, world string, way modes.Rearm, seen Status) (Status, error) {
	return ask(ctx, s, world, RearmRequest{Way: way, Nonce: seen.Nonce, Incarnation: seen.Incarnation})
}

// Stop brings joints of a world to at least a mode, ramp_hold or more severe, and waits until every
// drive obeys and none can start any more. Without names it stops all joints. The stop is carried
// out even if ctx ends first. The error is an *[UnconfirmedError] if a drive does not confirm the
// stop in time.
func Stop(ctx context.Context, s *actors.System, world string, mode messages.Mode, joints ...string) (Status, error) {
	return ask(ctx, s, world, StopRequest{Joints: joints, Mode: mode})
}

func ask(ctx context.Context, s *actors.System, world string, message any) (Status, error) {
	reply, err := s.Ask(ctx, Path(world), message)
	if err != nil {
		return Status{}, err
	}
	return statusOf(world, reply)
}

// statusOf checks the type of a reply: the path of a gate may belong to another actor.
func statusOf(world string, reply any) (Status, error) {
	status, is := reply.(Status)
	if !is {
		return Status{}, fmt.Errorf("%s answered with a %T; expected a gate", Path(world), reply)
	}
	return status, nil
}

// RequestRearm is Rearm or Reset, by their ways, without waiting, in real and in virtual time. It
// calls then once with the outcome, on a thread of the system.
func RequestRearm(s *actors.System, world string, way modes.Rearm, then func(Status, error)) {
	Request(s, world, StatusRequest{}, func(seen Status, err error) {
		if err != nil {
			then(Status{}, err)
			return
		}
		Request(s, world, RearmRequest{Way: way, Nonce: seen.Nonce, Incarnation: seen.Incarnation}, then)
	})
}

// Request sends a message, such as a [StopRequest], to the gate of a world without waiting. It
// calls then once with the reply or an error, on a thread of the system.
func Request(s *actors.System, world string, message any, then func(Status, error)) {
	err := s.Request(Path(world), message, func(reply any, err error) {
		var status Status
		if err == nil {
			status, err = statusOf(world, reply)
		}
		then(status, err)
	})
	if err != nil {
		then(Status{}, fmt.Errorf("world %s: %w", world, err))
	}
}

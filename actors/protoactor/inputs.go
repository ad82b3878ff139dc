package protoactor

import (
	"time"

	"github.com/asynkron/protoactor-go/actor"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/internal/hosting"
	"github.com/robo-actors/robo-actors/internal/protoactor"
	"github.com/robo-actors/robo-actors/messages"
)

// Input is what one foreign actor does during a run in virtual time: what was recorded of it, or
// what a test has it do. The foreign actor itself takes no part in the run and need not exist.
type Input struct {
	// From is its PID. A foreign actor has one Input.
	From *actor.PID
	// Messages are what it sends to actors of the system, in the order of time.
	Messages []Message
	// Replies answer the requests that actors of the system make to it, in the order of the
	// requests. A request beyond the last reply, or after Stops, gets none: it times out, or fails
	// with ErrDead.
	Replies []Reply
	// Stops is when it stops, and each actor that watches it receives Terminated; 0 for never.
	Stops messages.Instant
	// Sent takes the messages and requests of actors to it, and when they sent them; nil discards
	// them. It is called on the goroutine that advances time, and must not change the messages.
	Sent func(at messages.Instant, from string, message any)
}

// Message is a message to an actor of the system.
type Message struct {
	// At is when it is sent, since the start of the system. A periodic actor receives it at its
	// first release from then on, before the tick.
	At messages.Instant
	// To is the path of the actor, "world/name".
	To string
	// Message is what the actor receives. It must not be changed afterwards.
	Message any
	// Answer takes the reply to a request, or its error; nil for a message that expects no reply.
	Answer func(reply any, err error)
}

// Reply is the reply to a request, or an error: some time after the request, and not before At,
// since the start of the system.
type Reply struct {
	After time.Duration
	At    messages.Instant
	Reply any
	Err   error
}

// WithInputs declares what foreign actors do in virtual time, so that runs with them are the same
// each time. Send, Ask, Watch and Subscribe accept declared foreign actors and return an error that
// names WithInputs for others; a message by PID from outside is rejected in virtual time.
//
// The messages may be the values of an output in a recording of a run in real time, at the times of
// their stamps, as the example shows. In real time New returns an error for declared inputs.
// [actors.System.Twin] does not clone them: messages after the clone reach the original only.
//
// Recorders take what foreign actors send, of the types that they can record, each value with its
// time: messages as "foreign/PID->world/name.Type", requests as "foreign/PID?world/name.Type", and
// replies as "foreign/PID.reply.Type", where a reply that is an error is an Event. [Recorded]
// returns them as an Input again.
func WithInputs(inputs ...Input) actors.Option {
	declared := make([]hosting.Input, len(inputs))
	for i := range inputs {
		in, d := &inputs[i], &declared[i]
		if in.From != nil {
			d.Name = protoactor.NameOf(in.From)
		}
		d.Stops, d.Sent = in.Stops, in.Sent
		for _, m := range in.Messages {
			d.Messages = append(d.Messages, hosting.InputMessage(m))
		}
		for _, r := range in.Replies {
			d.Replies = append(d.Replies, hosting.InputReply(r))
		}
	}
	return hosting.Inputs(declared).(actors.Option)
}

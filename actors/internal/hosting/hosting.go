// Package hosting holds what package actors offers to package actors/protoactor only: its public
// functions name no type of an internal package.
package hosting

import (
	"time"

	"github.com/robo-actors/robo-actors/internal/protoactor"
	"github.com/robo-actors/robo-actors/messages"
)

// Package actors sets these functions when the program starts.
var (
	// Within returns the actors.Option that runs the actors of a system inside a host; nil borrows
	// one.
	Within func(host *protoactor.Host) (option any)

	// NodeOf returns the place of an actor in the supervision tree of an *actors.System, or an
	// error if the system has no such actor.
	NodeOf func(system any, actor string) (*protoactor.Node, error)

	// Inputs returns the actors.Option that declares what foreign actors do in virtual time.
	Inputs func(inputs []Input) (option any)

	// Send has call made beside the tick of an *actors.Context, or returns an error. In virtual
	// time the declared input of the foreign actor takes the message instead.
	Send func(context any, to string, message any, call func(*protoactor.Foreign, *protoactor.Node)) error
	// Ask has ask made beside the tick. The actor calls then with the reply.
	Ask func(context any, to string, message any, timeout time.Duration, then any, ask func(*protoactor.Foreign, protoactor.Asked)) error
	// Watch has watch made beside the tick; id is the actor's name in texts. The actor receives
	// message once died was called.
	Watch func(context any, name, id string, watch func(f *protoactor.Foreign, died func()), message any) error
	// Subscribe has, for a foreign actor, announce called beside the ticks when there is a value to
	// take of an output of an *actors.System. example is a nil pointer to the type of the values,
	// and take returns such a pointer, with the number of values that were never taken.
	Subscribe func(system any, to, port string, example any, announce func(*protoactor.Foreign)) (take func() (value any, stamp messages.Stamp, lost uint64), stop func(), err error)
)

// Input is what one foreign actor does in virtual time.
type Input struct {
	// Name is the address of its PID, a slash, and the identifier.
	Name string
	// Messages are sent at their time, in the order of time.
	Messages []InputMessage
	// Replies answer the requests of actors, in the order of the requests.
	Replies []InputReply
	// Stops is when it stops, 0 for never.
	Stops messages.Instant
	// Sent takes what actors send, or is nil.
	Sent func(at messages.Instant, from string, message any)
}

// InputMessage is a message to an actor of the system. Answer takes the reply to a request; it is
// nil for a message that expects none.
type InputMessage struct {
	At      messages.Instant
	To      string
	Message any
	Answer  func(reply any, err error)
}

// InputReply is a reply or an error, some time after the request, and not before At.
type InputReply struct {
	After time.Duration
	At    messages.Instant
	Reply any
	Err   error
}

// PointedTo precedes the type in a topic of foreign actors where they send a pointer to it.
const PointedTo = "&"

// InputTopic is the start of the topics with the messages or requests of a foreign actor to an
// actor. A dot and the type of the messages follow.
func InputTopic(name, to string, request bool) string {
	if request {
		return "foreign/" + name + "?" + to
	}
	return "foreign/" + name + "->" + to
}

// ReplyTopic is the start of the topics with the replies of a foreign actor.
func ReplyTopic(name string) string { return "foreign/" + name + ".reply" }

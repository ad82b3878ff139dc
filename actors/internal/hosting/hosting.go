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

	// NodeOf returns the place of an actor in the supervision tree of an *actors.System, or an error
	// if the system has no such actor.
	NodeOf func(system any, actor string) (*protoactor.Node, error)

	// Send has call made beside the tick of an *actors.Context, or returns an error.
	Send func(context any, call func(*protoactor.Foreign, *protoactor.Node)) error
	// Ask has ask made beside the tick. The actor calls then with the reply.
	Ask func(context any, to string, timeout time.Duration, then any, ask func(*protoactor.Foreign, protoactor.Asked)) error
	// Watch has watch made beside the tick. The actor receives message once died was called.
	Watch func(context any, name string, watch func(f *protoactor.Foreign, died func()), message any) error
	// Subscribe has announce called beside the ticks when there is a value to take of an output of
	// an *actors.System. example is a nil pointer to the type of the values, and take returns such a
	// pointer, with the number of values that were never taken.
	Subscribe func(system any, port string, example any, announce func(*protoactor.Foreign)) (take func() (value any, stamp messages.Stamp, lost uint64), stop func(), err error)
)

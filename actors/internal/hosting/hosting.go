// Package hosting holds what package actors offers to package actors/protoactor only: its public
// functions name no type of an internal package.
package hosting

import "github.com/robo-actors/robo-actors/internal/protoactor"

// Package actors sets these functions when the program starts.
var (
	// Within returns the actors.Option that runs the actors of a system inside a host; nil borrows
	// one.
	Within func(host *protoactor.Host) (option any)

	// NodeOf returns the place of an actor in the supervision tree of an *actors.System, or an error
	// if the system has no such actor.
	NodeOf func(system any, actor string) (*protoactor.Node, error)
)

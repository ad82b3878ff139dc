package metrics

import (
	"context"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// System is what metrics read of a running system; *actors.System has it.
type System interface {
	Name() string
	Now() messages.Instant
	Health() []messages.Health
	Measurements() []actors.Measurement
	Links() []actors.LinkInfo
	JobCounts() actors.JobCounts
}

// Subject is the running application that is monitored.
type Subject struct {
	System System
	// Worlds lists the worlds that have a gate, and Gate returns the condition of the joints of one.
	Worlds func() []string
	Gate   func(ctx context.Context, world string) (gate.Status, error)
	// Viewers counts viewers; nil without a view.
	Viewers func() Viewers
	// Events counts failures, restarts and stops by their causes; nil: they are not shown.
	Events *Events
}

// Viewers counts the viewers of a live view.
type Viewers struct {
	// Now are connected; Waiting is the number of messages that wait for them.
	Now, Waiting int
	// Counts since the start: viewers that connected, that were refused because there were too many,
	// and that were disconnected because they did not read; and messages that slow viewers lost.
	Connected, Refused, Slow, Dropped uint64
}

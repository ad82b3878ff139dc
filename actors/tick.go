package actors

import (
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Tick is one release of an actor. It is valid during the call only.
type Tick struct {
	// Sequence is the index of the release on the actor's grid, or the number of the tick of an
	// event-driven actor.
	Sequence uint64
	// Release is the instant on the grid; Now is the beginning of the tick.
	Release, Now messages.Instant
	// Period is that of the grid; zero for an event-driven actor.
	Period time.Duration
	// Step is the grid time since the previous tick: Period times the missed releases plus one.
	// Laws integrate with it, so that they do not depend on jitter. It is zero for an event-driven
	// actor.
	Step time.Duration
	// Measured is the time since the previous tick of this incarnation began. At the first tick it
	// is Step.
	Measured time.Duration
	// Missed counts the releases that were skipped since the previous tick.
	Missed uint32
	// Context is the actor's. It stays valid for the incarnation.
	*Context

	cell *cell // of the actor that is ticked
}

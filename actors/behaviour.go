package actors

import (
	"github.com/robo-actors/robo-actors/messages"
)

// An actor is any struct that has at least one of Tick and Receive. Its exported fields of type [In] and [Out] with a
// `port` tag are its ports. The runtime makes a new struct for every incarnation, and calls all of its methods from one
// mailbox: an actor needs no lock, goroutine or timer of its own.
//
// An error or a panic in any of these methods fails the actor: its outputs are withdrawn, its [Fencer] is called, and
// its supervisor decides what follows.
type (
	// Ticker is called once a period, after the mailbox was drained. An actor without a period is ticked when one of its
	// inputs has changed.
	Ticker interface{ Tick(*Tick) error }

	// Receiver is called for every message that was sent to the actor: its own timers, replies, requests, the events
	// [InputStale], [InputRecovered] and [SenderRestarted], messages of other actors, and a messages.Event of the actors
	// that it watches.
	Receiver interface{ Receive(*Context, any) error }

	// Configurer is called before anything runs, and again for every later incarnation. It sizes ports, adds ports that
	// are only known then, and refuses bad options; it has no clock and must not do I/O.
	Configurer interface{ Configure(*Setup) error }

	// Starter is called when an incarnation begins, inside the actor.
	Starter interface{ Start(*Context) error }

	// Stopper is called when an incarnation ends in an orderly way or after a failure, inside the actor.
	Stopper interface {
		Stop(*Context, StopReason) error
	}

	// Fencer brings what the actor drives into its safe state after the incarnation was fenced off. It is called by the
	// actor's own thread after a failure, or by the watchdog's thread while a tick hangs; it must not block, allocate or
	// touch what Tick uses.
	Fencer interface {
		Fence(now messages.Instant, cause messages.Cause) error
	}
)

// StopReason says why an incarnation ends.
type StopReason uint8

const (
	// StopFailed ends an incarnation that failed; another may follow.
	StopFailed StopReason = iota
	// StopRestart ends a healthy incarnation because its supervisor restarts it together with a failed one.
	StopRestart
	// StopForGood ends the actor.
	StopForGood
)

// String returns the reason in a word.
func (r StopReason) String() string {
	switch r {
	case StopFailed:
		return "failed"
	case StopRestart:
		return "restart"
	}
	return "stop"
}

// InputStale tells an actor, once, that the value at its input is older than the input's bound.
type InputStale struct{ Port string }

// InputRecovered tells an actor, once, that a fresh value has arrived at an input that was stale.
type InputRecovered struct{ Port string }

// SenderRestarted tells an actor, once, that the value at its input comes from a newer incarnation of its sender.
type SenderRestarted struct {
	Port        string
	Incarnation messages.Incarnation
}

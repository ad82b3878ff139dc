package actors

import (
	"github.com/robo-actors/robo-actors/messages"
)

// An actor is any struct with a Tick or a Receive method. Its exported fields of type [In] and
// [Out] with a `port` tag are its ports. The runtime makes a new struct for every incarnation and
// calls all methods from one mailbox: an actor needs no lock, goroutine or timer of its own.
//
// An error or a panic in any of these methods fails the actor: its outputs are withdrawn, its
// [Fencer] is called, and its supervisor decides what follows.
type (
	// Ticker is called once a period, after the mailbox was drained. An actor without a period is
	// ticked when an input has changed or a message was received.
	Ticker interface{ Tick(*Tick) error }

	// Receiver is called for every message: the actor's own timers, requests, messages of other
	// actors, the events [InputStale], [InputRecovered] and [SenderRestarted], and a messages.Event
	// of each watched actor.
	Receiver interface{ Receive(*Context, any) error }

	// Configurer is called before anything runs, and again for every later incarnation. It sizes
	// ports, adds ports that depend on options, and rejects invalid options. It has no clock and
	// must not do I/O.
	Configurer interface{ Configure(*Setup) error }

	// Starter is called inside the actor when an incarnation begins.
	Starter interface{ Start(*Context) error }

	// Stopper is called inside the actor when an incarnation ends in an orderly way or after a
	// failure.
	Stopper interface {
		Stop(*Context, StopReason) error
	}

	// Fencer brings what the actor drives into its safe state after the incarnation was fenced off.
	// The actor's own thread calls it after a failure, the watchdog's thread while a tick hangs. It
	// must not block, allocate or touch what Tick uses.
	Fencer interface {
		Fence(now messages.Instant, cause messages.Cause) error
	}
)

// StopReason says why an incarnation ends.
type StopReason uint8

const (
	// StopFailed ends an incarnation that failed; another one may follow.
	StopFailed StopReason = iota
	// StopRestart ends a healthy incarnation that its supervisor restarts together with a failed
	// actor.
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

// InputStale is sent to an actor once when the value at its input becomes older than the bound of
// the input.
type InputStale struct{ Port string }

// InputRecovered is sent to an actor once when a fresh value arrives at a stale input.
type InputRecovered struct{ Port string }

// SenderRestarted is sent to an actor once when the value at its input comes from a newer
// incarnation of its sender.
type SenderRestarted struct {
	Port        string
	Incarnation messages.Incarnation
}

package actortest

import (
	"time"

	"github.com/robo-actors/robo-actors/actors"
)

// Panic has an actor panic at its next tick. An asterisk in a target stands for any text, here and below.
func Panic(actor string) actors.Fault {
	return actors.Fault{Kind: actors.FaultPanic, Target: actor}
}

// Error has an actor return an error from its next tick.
func Error(actor string) actors.Fault {
	return actors.Fault{Kind: actors.FaultError, Target: actor}
}

// Hang has an actor not return from its next tick.
func Hang(actor string) actors.Fault {
	return actors.Fault{Kind: actors.FaultHang, Target: actor}
}

// CrashLoop has an actor panic at its next tick and fail at every start within that time.
func CrashLoop(actor string, within time.Duration) actors.Fault {
	return actors.Fault{Kind: actors.FaultCrashLoop, Target: actor, Duration: within}
}

// Slow has the ticks of an actor take longer by that much, for a time.
func Slow(actor string, by, within time.Duration) actors.Fault {
	return actors.Fault{Kind: actors.FaultSlow, Target: actor, Delay: by, Duration: within}
}

// Drop has a link lose its values for a time. A link is named by its output, by its input, or by both, as
// "arm/controller.command->arm/gate.command".
func Drop(link string, within time.Duration) actors.Fault {
	return actors.Fault{Kind: actors.FaultDrop, Target: link, Duration: within}
}

// Delay has the values of a link arrive later by that much, for a time.
func Delay(link string, by, within time.Duration) actors.Fault {
	return actors.Fault{Kind: actors.FaultDelay, Target: link, Delay: by, Duration: within}
}

// Freeze has a link repeat one value, with new stamps, for a time.
func Freeze(link string, within time.Duration) actors.Fault {
	return actors.Fault{Kind: actors.FaultFreeze, Target: link, Duration: within}
}

// NaN has every floating-point number of a link be none, for a time.
func NaN(link string, within time.Duration) actors.Fault {
	return actors.Fault{Kind: actors.FaultNaN, Target: link, Duration: within}
}

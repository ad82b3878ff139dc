package actortest

import (
	"time"

	"github.com/robo-actors/robo-actors/actors"
)

// Panic returns a fault that makes an actor panic at its next tick. An asterisk in a target matches
// any text, here and below.
func Panic(actor string) actors.Fault {
	return actors.Fault{Kind: actors.FaultPanic, Target: actor}
}

// Error returns a fault that makes the next tick of an actor return an error.
func Error(actor string) actors.Fault {
	return actors.Fault{Kind: actors.FaultError, Target: actor}
}

// Hang returns a fault that makes the next tick of an actor hang.
func Hang(actor string) actors.Fault {
	return actors.Fault{Kind: actors.FaultHang, Target: actor}
}

// CrashLoop returns a fault that makes an actor panic at its next tick and fail at every start
// within that time.
func CrashLoop(actor string, within time.Duration) actors.Fault {
	return actors.Fault{Kind: actors.FaultCrashLoop, Target: actor, Duration: within}
}

// Slow returns a fault that makes the ticks of an actor take longer by that much, within that time.
func Slow(actor string, by, within time.Duration) actors.Fault {
	return actors.Fault{Kind: actors.FaultSlow, Target: actor, Delay: by, Duration: within}
}

// Drop returns a fault that makes a link lose its values within that time. A link is named by its
// output, by its input, or by both, as in "arm/controller.command->arm/gate.command".
func Drop(link string, within time.Duration) actors.Fault {
	return actors.Fault{Kind: actors.FaultDrop, Target: link, Duration: within}
}

// Delay returns a fault that delays the values of a link by that much, within that time.
func Delay(link string, by, within time.Duration) actors.Fault {
	return actors.Fault{Kind: actors.FaultDelay, Target: link, Delay: by, Duration: within}
}

// Freeze returns a fault that makes a link repeat one value with new stamps, within that time.
func Freeze(link string, within time.Duration) actors.Fault {
	return actors.Fault{Kind: actors.FaultFreeze, Target: link, Duration: within}
}

// NaN returns a fault that sets every floating-point number of a link to NaN, within that time.
func NaN(link string, within time.Duration) actors.Fault {
	return actors.Fault{Kind: actors.FaultNaN, Target: link, Duration: within}
}

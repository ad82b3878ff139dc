package actors

import (
	"errors"
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// FaultKind names a fault that the runtime can inject at its own seams: in actors, and in the links between them.
type FaultKind string

// The kinds of faults at the runtime's seams.
const (
	FaultPanic     FaultKind = "panic"      // actor: its next tick panics
	FaultError     FaultKind = "error"      // actor: its next tick returns an error
	FaultHang      FaultKind = "hang"       // actor: its next tick does not return
	FaultSlow      FaultKind = "slow"       // actor: its ticks take Delay longer
	FaultCrashLoop FaultKind = "crash_loop" // actor: every start fails
	FaultDrop      FaultKind = "drop"       // link: values are lost
	FaultDelay     FaultKind = "delay"      // link: values arrive Delay later
	FaultFreeze    FaultKind = "freeze"     // link: the value repeats, with new stamps
	FaultNaN       FaultKind = "nan"        // link: every number becomes NaN
)

// ErrFaultsNotAllowed means that the system was built without WithFaults.
var ErrFaultsNotAllowed = errors.New("faults are not allowed in this system")

// Fault is an injected fault.
type Fault struct {
	Kind FaultKind
	// Target is an actor, "world/name", or for the kinds of links an output, an input, or "output->input"; an asterisk
	// stands for any text.
	Target string
	// Duration after which it ends; zero: a fault of a link lasts until it is cleared, one of an actor happens once.
	Duration time.Duration
	// Delay of FaultSlow and FaultDelay.
	Delay time.Duration
}

// String prints the fault as schedules write it.
func (f Fault) String() string {
	s := string(f.Kind) + " " + f.Target
	if f.Duration > 0 {
		s = fmt.Sprintf("for %v %s", f.Duration, s)
	}
	if f.Delay > 0 {
		s += fmt.Sprintf(" delay=%v", f.Delay)
	}
	return s
}

func (k FaultKind) ofLink() bool {
	return k == FaultDrop || k == FaultDelay || k == FaultFreeze || k == FaultNaN
}

// errHung says that the tick never ran: its outcome is modelled by the clock.
var errHung = errors.New("hung")

// actorFault acts on the ticks of one actor; immutable but for its use.
type actorFault struct {
	kind  FaultKind
	delay time.Duration
	until messages.Instant
}

// beforeTick has the fault happen in the actor's own thread.
func (f *actorFault) beforeTick(c *cell, t *Tick) error {
	if f.until != 0 && t.Now >= f.until {
		c.fault.CompareAndSwap(f, nil)
		return nil
	}
	switch f.kind {
	case FaultPanic:
		c.fault.CompareAndSwap(f, nil)
		panic("injected")
	case FaultError:
		c.fault.CompareAndSwap(f, nil)
		return errors.New("injected error")
	case FaultHang:
		if c.sys.virtual == nil {
			c.sys.hangForReal(c)
		}
		return errHung
	case FaultSlow:
		if c.sys.virtual == nil {
			busyWait(c, t.Now.Add(f.delay))
		}
	}
	return nil
}

// execution is what the fault adds to a modelled execution time.
func (f *actorFault) execution(now messages.Instant) time.Duration {
	if f.until != 0 && now >= f.until {
		return 0
	}
	switch f.kind {
	case FaultHang:
		return time.Duration(1 << 62)
	case FaultSlow:
		return f.delay
	}
	return 0
}

func busyWait(c *cell, until messages.Instant) {
	for c.now() < until {
		continue
	}
}

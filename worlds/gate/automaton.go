package gate

import (
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Causes is a set of causes that keep a joint from running.
type Causes uint32

// With returns the set with c in it.
func (s Causes) With(c messages.Cause) Causes { return s | 1<<c }

// Without returns the set without c.
func (s Causes) Without(c messages.Cause) Causes { return s &^ (1 << c) }

// Has reports whether c is in the set.
func (s Causes) Has(c messages.Cause) bool { return s&(1<<c) != 0 }

// Rearm says how a joint leaves its safe mode.
type Rearm uint8

const (
	// RearmAcknowledge waits for an operator's acknowledgement after all causes are gone. It is the default.
	RearmAcknowledge Rearm = iota
	// RearmAuto arms by itself once all causes have been gone for the settling time.
	RearmAuto
)

// String returns the word that application files use.
func (r Rearm) String() string {
	if r == RearmAuto {
		return "auto"
	}
	return "acknowledge"
}

// Automaton is the state of one joint's mode. It changes by Step only, which is a pure function: the same state and
// event give the same answer.
//
// The mode climbs with every demand and never comes down by itself. It comes down to run in one way: armed, with no
// cause left, by what Rearm asks for.
type Automaton struct {
	Mode messages.Mode
	// Present are causes that still hold; while one does, nothing arms the joint.
	Present Causes
	// Pending tells that the joint waits for re-arm; it is set by a climb and cleared by arming.
	Pending bool
	// Acknowledged tells that an operator acknowledged after the newest climb.
	Acknowledged bool
	// Quiet is since when no cause holds.
	Quiet messages.Instant
	// Arm numbers the armings.
	Arm uint32
}

// Off is the state in which every joint starts.
func Off() Automaton { return Automaton{Mode: messages.ModeOff, Pending: true} }

// Rules are what a joint's declaration says about its modes.
type Rules struct {
	// SafeMode is what a fault leads to.
	SafeMode messages.Mode
	// Rearm says how the joint comes back after a fault, and StartAuto whether the very first arming needs nobody.
	Rearm     Rearm
	StartAuto bool
	// Settle is for how long all causes must be gone before RearmAuto arms.
	Settle time.Duration
}

// EventKind is what can happen to a joint's automaton.
type EventKind uint8

const (
	// Fault adds a cause and demands at least the safe mode, or Demand where that is more severe.
	Fault EventKind = iota
	// Clear takes a cause away.
	Clear
	// Acknowledge is the operator's consent to go on.
	Acknowledge
	// Ready tells, once a cycle, that state and command are there; arming happens on it only.
	Ready
)

// Event is one input of the automaton.
type Event struct {
	Kind   EventKind
	Cause  messages.Cause
	Demand messages.Mode
	Now    messages.Instant
}

// Step returns the state after an event, and whether the joint was armed by it.
func (a Automaton) Step(e Event, r Rules) (next Automaton, armed bool) {
	next = a
	switch e.Kind {
	case Fault:
		next.Present = a.Present.With(e.Cause)
		if climbed := messages.MoreSevere(messages.MoreSevere(a.Mode, r.SafeMode), e.Demand); climbed != a.Mode || !a.Pending {
			next.Mode, next.Pending = climbed, true
		}
		next.Acknowledged = false
	case Clear:
		next.Present = a.Present.Without(e.Cause)
		if next.Present == 0 && a.Present != 0 {
			next.Quiet = e.Now
		}
	case Acknowledge:
		next.Acknowledged = a.Pending && a.Present == 0
	case Ready:
		if a.Pending && a.Present == 0 && a.mayArm(e.Now, r) {
			return Automaton{Mode: messages.ModeRun, Arm: a.Arm + 1, Quiet: a.Quiet}, true
		}
	}
	return next, false
}

func (a Automaton) mayArm(now messages.Instant, r Rules) bool {
	if a.Acknowledged {
		return true
	}
	if a.Arm == 0 {
		return r.StartAuto
	}
	return r.Rearm == RearmAuto && now.Sub(a.Quiet) >= r.Settle
}

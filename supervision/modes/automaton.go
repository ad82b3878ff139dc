package modes

import "github.com/robo-actors/robo-actors/messages"

// State is the state of one joint. [Begin] returns the first one; the zero value is invalid.
type State struct {
	Mode messages.Mode
	// Causes has every cause of the present stop until re-arm. It is empty exactly while Mode is
	// run.
	Causes Causes
	// Present is the subset of Causes that still hold.
	Present Causes
	// Nonce grows with every event that an operator must have seen before a re-arm, and with each
	// re-arm.
	Nonce uint32
	// Incarnation is that of the gate that keeps the state.
	Incarnation messages.Incarnation
	// Since is the time of the first cause. Clear is the time at which the last cause went, valid
	// while Present is empty.
	Since, Clear messages.Instant
	// Requires is what the faults of the present stop require for re-arm, beyond the rules.
	Requires Requirement
}

// Begin returns the state before the first re-arm: off, with the cause startup. Others are causes
// from an earlier incarnation that re-arm must respect.
func Begin(others Causes, incarnation messages.Incarnation, now messages.Instant) State {
	startup := SetOf(messages.CauseStartup)
	return State{Mode: messages.ModeOff, Causes: others&reasons | startup, Present: startup, Nonce: 1, Incarnation: incarnation, Since: now}
}

// Adopt returns the state of a joint that has just begun, in the mode that its drive reports: a
// gate that restarts must not drop an arm that is held. Adopt ignores a mode that passes commands,
// an invalid mode, and a state that has already changed since [Begin].
func Adopt(s State, found messages.Mode) State {
	if s.Mode == messages.ModeOff && s.Causes.Has(messages.CauseStartup) && found.Valid() && found.Stops() {
		s.Mode = found
	}
	return s
}

// EventKind classifies an Event.
type EventKind uint8

// The kinds of events.
const (
	// Demand: Cause has appeared and demands Mode.
	Demand EventKind = iota
	// Gone: Cause no longer holds.
	Gone
	// Climb: a joint outside run enters a more severe Mode without a new cause: its ramp has ended,
	// it does not come to rest, or its drive climbed by itself.
	Climb
	// Request: an operator or a supervising program requests re-arm by Way, for the state with
	// Nonce and Incarnation.
	Request
	// Pass: time has passed until Now.
	Pass
)

// Event is an input of [Step]. The comments name the kinds that use a field.
type Event struct {
	Kind        EventKind
	Now         messages.Instant
	Cause       messages.Cause       // Demand, Gone
	Mode        messages.Mode        // Demand, Climb
	Requires    Requirement          // Demand
	Way         Rearm                // Request: Acknowledge, or Reset
	Nonce       uint32               // Request
	Incarnation messages.Incarnation // Request
}

// Effects is a set of consequences of a step.
type Effects uint16

// The effects.
const (
	// Changed: the mode has changed.
	Changed Effects = 1 << iota
	// Stop: the joint has climbed to a mode that stops; the caller must send the safe command.
	Stop
	// Latched: a cause was added or came back, or a fault requires more than those before.
	Latched
	// Arm: the joint is re-armed; its arm number must grow, and commands start at the measured
	// state.
	Arm
	// The Refused effects are the reasons for which a request did nothing.
	RefusedRunning     // the joint is in run
	RefusedIncarnation // the request names another incarnation
	RefusedNonce       // the state has changed since the operator saw it
	RefusedPresent     // a cause is still present
	RefusedWay         // the way does not suffice

	// Refused is the set of all reasons.
	Refused = RefusedRunning | RefusedIncarnation | RefusedNonce | RefusedPresent | RefusedWay
)

// Has reports whether every effect of other is in e.
func (e Effects) Has(other Effects) bool { return e&other == other }

// Step returns the next state of a joint and the effects of an event. It is total: an event that
// does not apply leaves the state as it is.
func Step(r *Rules, s State, e Event) (State, Effects) {
	switch e.Kind {
	case Demand:
		return demand(s, e)
	case Gone:
		return gone(s, e), 0
	case Climb:
		if s.Mode == messages.ModeRun {
			return s, 0
		}
		return climb(s, e.Mode)
	case Request:
		if refused := refuse(r, s, e); refused != 0 {
			return s, refused
		}
		return arm(s), Changed | Arm
	case Pass:
		if r.ripe(&s, e.Now) {
			return arm(s), Changed | Arm
		}
	}
	return s, 0
}

// demand adds a cause. A demand for run, or with a cause that cannot stop a joint, changes nothing.
func demand(s State, e Event) (State, Effects) {
	if e.Mode == messages.ModeRun || !reasons.Has(e.Cause) {
		return s, 0
	}
	if s.Mode == messages.ModeRun {
		s.Since = e.Now
	}
	known := s.Present.Has(e.Cause) && s.Requires.and(e.Requires) == s.Requires
	s.Requires = s.Requires.and(e.Requires)
	s.Causes, s.Present = s.Causes.With(e.Cause), s.Present.With(e.Cause)
	s, effects := climb(s, e.Mode)
	if !known {
		effects |= Latched
	}
	if effects != 0 {
		s.Nonce++
	}
	return s, effects
}

// climb enters a mode that is more severe.
func climb(s State, mode messages.Mode) (State, Effects) {
	to := messages.MoreSevere(s.Mode, mode)
	if to == s.Mode {
		return s, 0
	}
	s.Mode = to
	if to.Stops() {
		return s, Changed | Stop
	}
	return s, Changed
}

func gone(s State, e Event) State {
	if !s.Present.Has(e.Cause) {
		return s
	}
	s.Present = s.Present.Without(e.Cause)
	if s.Present == 0 {
		s.Clear = e.Now
	}
	return s
}

// refuse returns the reason to refuse a request for re-arm, or 0.
func refuse(r *Rules, s State, e Event) Effects {
	switch {
	case s.Mode == messages.ModeRun:
		return RefusedRunning
	case e.Incarnation != s.Incarnation:
		return RefusedIncarnation
	case e.Nonce != s.Nonce:
		return RefusedNonce
	case s.Present != 0:
		return RefusedPresent
	case !r.enough(e.Way, &s):
		return RefusedWay
	}
	return 0
}

// enough reports whether a way of re-arm suffices for a state.
func (r *Rules) enough(way Rearm, s *State) bool {
	switch r.Level(s) {
	case LevelNever:
		return false
	case LevelReset:
		return way == Reset
	}
	return true
}

// ripe reports whether a joint re-arms automatically now.
func (r *Rules) ripe(s *State, now messages.Instant) bool {
	if s.Mode == messages.ModeRun || s.Present != 0 || r.Level(s) > LevelAuto || now.Sub(s.Clear) < max(r.Settle, s.Requires.Clean) {
		return false
	}
	lasted := s.Clear.Sub(s.Since)
	return (r.AutoWithin == 0 || lasted <= r.AutoWithin) && (s.Requires.Within == 0 || lasted <= s.Requires.Within)
}

// arm returns the state after a re-arm, the only way to a less severe mode.
func arm(s State) State {
	return State{Mode: messages.ModeRun, Nonce: s.Nonce + 1, Incarnation: s.Incarnation}
}

package modes

import (
	"strings"

	"github.com/robo-actors/robo-actors/messages"
)

// State is that of one joint. The zero value is not a state: begin with Begin.
type State struct {
	Mode messages.Mode
	// Causes are those of the present stop, kept until re-arm. Empty exactly while Mode is run.
	Causes Causes
	// Present is the part of Causes that has not gone.
	Present Causes
	// Nonce grows with everything that an operator has to have seen before he acknowledges, and with each re-arm.
	Nonce uint32
	// Incarnation is that of the gate that keeps the state.
	Incarnation messages.Incarnation
	// Since is when the first of Causes came, Clear when the last of Present went; Clear counts only while Present is
	// empty.
	Since, Clear messages.Instant
	// Leave is what the faults of the present stop have asked for beyond the rules.
	Leave Leave
}

// Begin returns the state before the first arming: off, with the cause startup. Others are causes that came before, and
// that re-arm has to take into account.
func Begin(others Causes, incarnation messages.Incarnation, now messages.Instant) State {
	startup := SetOf(messages.CauseStartup)
	return State{Mode: messages.ModeOff, Causes: others&reasons | startup, Present: startup, Nonce: 1, Incarnation: incarnation, Since: now}
}

// Adopt returns the state of a joint that has just begun, in the mode in which its drive was found: whoever begins must
// not drop an arm that is held. A mode that passes commands, or one that is none, leaves it off; so does a state that
// is past its beginning.
func Adopt(s State, found messages.Mode) State {
	if s.Mode == messages.ModeOff && s.Causes.Has(messages.CauseStartup) && found.Valid() && found.Stops() {
		s.Mode = found
	}
	return s
}

// Kind says what an Event is.
type Kind uint8

// The kinds of events.
const (
	// Demand: Cause has come, or is there again, and asks for Mode.
	Demand Kind = iota
	// Gone: Cause is not there any more.
	Gone
	// Climb: a joint that has left run goes to a more severe Mode for no new cause: its ramp has ended, it does not come
	// to rest, its drive climbed by itself.
	Climb
	// Request: an operator or a supervising program asks for re-arm in the Way, having seen Nonce and Incarnation.
	Request
	// Pass: time has come to Now.
	Pass
)

var kindNames = [...]string{"demand", "gone", "climb", "request", "pass"}

// String returns the name of the kind.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "undeclared"
}

// Event is what happens to a joint. Only the fields that its kind names count.
type Event struct {
	Kind        Kind
	Now         messages.Instant
	Cause       messages.Cause       // Demand, Gone
	Mode        messages.Mode        // Demand, Climb
	Leave       Leave                // Demand
	Way         Rearm                // Request: Acknowledge, or Reset
	Nonce       uint32               // Request
	Incarnation messages.Incarnation // Request
}

// Effects is the set of what a step leads to.
type Effects uint16

// The effects.
const (
	// Changed: the mode is another one.
	Changed Effects = 1 << iota
	// Stop: the joint has climbed to a mode that stops; the safe command must go out.
	Stop
	// Latched: a cause was added, or a gone one came back, or a fault asks for more than those before.
	Latched
	// Arm: the joint is re-armed; its arm number must grow, and commands begin at the measured state.
	Arm
	// The Refused effects say why a request did nothing.
	RefusedRunning     // there is nothing to re-arm
	RefusedIncarnation // it was made out for another incarnation
	RefusedNonce       // something has happened since the operator looked
	RefusedPresent     // a cause is still present
	RefusedWay         // a reset is needed, and this is none

	// Refused has all of them.
	Refused = RefusedRunning | RefusedIncarnation | RefusedNonce | RefusedPresent | RefusedWay
)

var effectNames = [...]string{"changed", "stop", "latched", "arm", "refused_running", "refused_incarnation", "refused_nonce",
	"refused_present", "refused_way"}

// Has reports whether every effect of other is in e.
func (e Effects) Has(other Effects) bool { return e&other == other }

// String returns the names of the effects joined by "+", or "nothing".
func (e Effects) String() string {
	var names []string
	for i, name := range effectNames {
		if e&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	if names == nil {
		return "nothing"
	}
	return strings.Join(names, "+")
}

// Step is the automaton: the next state of a joint, and what to do about it. It is total: every event is answered in
// every state, what makes no sense with the state as it was.
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

// demand takes up a cause. A demand for run asks for nothing; so does one without a cause that can stop a joint.
func demand(s State, e Event) (State, Effects) {
	if e.Mode == messages.ModeRun || !reasons.Has(e.Cause) {
		return s, 0
	}
	if s.Mode == messages.ModeRun {
		s.Since = e.Now
	}
	known := s.Present.Has(e.Cause) && s.Leave.and(e.Leave) == s.Leave
	s.Leave = s.Leave.and(e.Leave)
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

// climb goes to a mode that is more severe.
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

// refuse returns why a request for re-arm is refused, 0 if it is granted.
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

// enough reports whether a way of re-arm is what a state takes.
func (r *Rules) enough(way Rearm, s *State) bool {
	switch r.Takes(s) {
	case LeaveNever:
		return false
	case LeaveReset:
		return way == Reset
	}
	return true
}

// ripe reports whether a joint re-arms by itself.
func (r *Rules) ripe(s *State, now messages.Instant) bool {
	if s.Mode == messages.ModeRun || s.Present != 0 || r.Takes(s) > LeaveResume || now.Sub(s.Clear) < max(r.Settle, s.Leave.Clean) {
		return false
	}
	lasted := s.Clear.Sub(s.Since)
	return (r.AutoWithin == 0 || lasted <= r.AutoWithin) && (s.Leave.Within == 0 || lasted <= s.Leave.Within)
}

// arm is the only way down.
func arm(s State) State {
	return State{Mode: messages.ModeRun, Nonce: s.Nonce + 1, Incarnation: s.Incarnation}
}

package modes

import (
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Rearm is a way of re-arm, the step after which a stopped joint accepts commands again.
type Rearm uint8

// The ways of re-arm. The zero value is the default.
const (
	// Acknowledge is the acknowledgement of an operator or of a supervising program.
	Acknowledge Rearm = iota
	// Reset is an acknowledgement for which the gate runs the start-up checks first.
	Reset
	// Auto is automatic, once every cause has been gone for the declared settle time.
	Auto
)

var rearmNames = [...]string{"acknowledge", "reset", "auto"}

// Rearms lists the ways of re-arm.
func Rearms() []Rearm { return []Rearm{Acknowledge, Reset, Auto} }

// String returns the name in application files.
func (r Rearm) String() string {
	if int(r) < len(rearmNames) {
		return rearmNames[r]
	}
	return fmt.Sprintf("rearm(%d)", uint8(r))
}

// Valid reports whether r is a declared way.
func (r Rearm) Valid() bool { return int(r) < len(rearmNames) }

// ParseRearm returns the way of re-arm with that name. The error lists the known names.
func ParseRearm(name string) (Rearm, error) {
	for i, n := range rearmNames {
		if n == name {
			return Rearm(i), nil
		}
	}
	return Acknowledge, fmt.Errorf("re-arm %q is unknown; expected one of acknowledge, reset, auto", name)
}

// MarshalText returns the text of String, for JSON.
func (r Rearm) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads the name of a way.
func (r *Rearm) UnmarshalText(text []byte) (err error) {
	*r, err = ParseRearm(string(text))
	return err
}

// demanding ranks the ways from the least to the most demanding. An undeclared way counts as Reset.
func (r Rearm) demanding() int {
	switch r {
	case Auto:
		return 0
	case Acknowledge:
		return 1
	}
	return 2
}

// Rules are the rules of re-arm of one joint.
type Rules struct {
	// By is the required way of re-arm, indexed by messages.Cause.
	By [numCauses]Rearm
	// Settle is the minimum time without any cause before an automatic re-arm.
	Settle time.Duration
	// AutoWithin limits automatic re-arm to short stops: a joint whose causes take longer to go,
	// counted from the first one, waits for an acknowledgement. Zero means no limit.
	AutoWithin time.Duration
}

// NewRules returns the rules of a joint that re-arms by rearm after a fault, and by start after its
// start.
//
// A fault of a drive always requires Reset, and so does every cause if rearm is Reset. Otherwise
// the loss of a coupled joint needs no person, and neither do the causes stale, invalid, overrun,
// panic and error if rearm is Auto. A hang, an escalation and an operator's stop always require a
// person.
func NewRules(rearm, start Rearm, settle time.Duration) Rules {
	r := Rules{Settle: settle}
	for _, c := range StopCauses() {
		r.By[c] = rearm
	}
	if rearm != Reset {
		for _, c := range [...]messages.Cause{messages.CauseHang, messages.CauseEscalation, messages.CauseOperator} {
			r.By[c] = Acknowledge
		}
		r.By[messages.CauseCoupledJoint] = Auto
	}
	r.By[messages.CauseDrive] = Reset
	r.By[messages.CauseStartup] = start
	return r
}

// Way returns the most demanding way that any of the causes requires, or Auto for the empty set.
func (r *Rules) Way(causes Causes) Rearm {
	required := Auto
	for causes != 0 {
		var c messages.Cause
		c, causes = causes.Pop()
		if by := r.By[c]; by.demanding() > required.demanding() {
			required = by
		}
	}
	if !required.Valid() {
		return Reset
	}
	return required
}

// Check returns an error if the rules are invalid.
func (r *Rules) Check() error {
	for _, c := range StopCauses() {
		if !r.By[c].Valid() {
			return fmt.Errorf("re-arm after %s is %s; expected one of acknowledge, reset, auto", c, r.By[c])
		}
	}
	if r.Settle < 0 || r.AutoWithin < 0 {
		return fmt.Errorf("the settle time is %s and the limit of automatic re-arm %s; expected zero or more", r.Settle, r.AutoWithin)
	}
	for _, c := range [...]messages.Cause{messages.CauseOperator, messages.CauseEscalation} {
		if r.By[c] == Auto {
			return fmt.Errorf("re-arm after %s is auto; expected acknowledge or reset, because a stop by a person or a supervisor must not end by itself", c)
		}
	}
	return nil
}

package modes

import (
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Rearm says what it takes for a joint to take commands again after a stop.
type Rearm uint8

// The ways of re-arm. The zero value is the default.
const (
	// Acknowledge needs the acknowledgement of an operator or of a supervising program.
	Acknowledge Rearm = iota
	// Reset needs an acknowledgement after the checks of the start-up sequence, which the gate makes.
	Reset
	// Auto re-arms by itself once every cause has been gone for the declared settle time.
	Auto
)

var rearmNames = [...]string{"acknowledge", "reset", "auto"}

// Rearms lists the ways of re-arm.
func Rearms() []Rearm { return []Rearm{Acknowledge, Reset, Auto} }

// String returns the word that application files use.
func (r Rearm) String() string {
	if int(r) < len(rearmNames) {
		return rearmNames[r]
	}
	return fmt.Sprintf("rearm(%d)", uint8(r))
}

// Valid reports whether r is one of the declared ways.
func (r Rearm) Valid() bool { return int(r) < len(rearmNames) }

// ParseRearm returns the way of re-arm with that name. The error lists the names that would do.
func ParseRearm(name string) (Rearm, error) {
	for i, n := range rearmNames {
		if n == name {
			return Rearm(i), nil
		}
	}
	return Acknowledge, fmt.Errorf("re-arm %q is unknown; expected one of acknowledge, reset, auto", name)
}

// demanding orders the ways by what they take. An undeclared way counts as Reset.
func (r Rearm) demanding() int {
	switch r {
	case Auto:
		return 0
	case Acknowledge:
		return 1
	}
	return 2
}

// Rules say how one joint comes back.
type Rules struct {
	// By has the way of re-arm for each messages.Cause, indexed by it.
	By [numCauses]Rearm
	// Settle is how long every cause must have been gone before a re-arm by itself. Zero: at once.
	Settle time.Duration
	// AutoWithin bounds re-arm by itself to short stops: a joint whose causes took longer to go, counted from the first
	// one, waits for an acknowledgement. Zero: no bound.
	AutoWithin time.Duration
}

// NewRules returns the rules of a joint that comes back by rearm, and at its first start by start.
//
// A fault of a drive takes a reset, whatever is declared, and so does every cause where rearm is Reset. The loss of a
// peer heals by itself unless rearm is Reset. With Auto the causes stale, invalid, overrun, panic and error heal by
// themselves too; a hang, an escalation and an operator's stop always wait for a person.
func NewRules(rearm, start Rearm, settle time.Duration) Rules {
	r := Rules{Settle: settle}
	for _, c := range Reasons() {
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

// Required returns what re-arm takes after these causes: the most demanding of their ways, Auto for none.
func (r *Rules) Required(causes Causes) Rearm {
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

// Check returns what is wrong with the rules, nil if nothing is.
func (r *Rules) Check() error {
	for _, c := range Reasons() {
		if !r.By[c].Valid() {
			return fmt.Errorf("re-arm after %s is %s; expected one of acknowledge, reset, auto", c, r.By[c])
		}
	}
	if r.Settle < 0 || r.AutoWithin < 0 {
		return fmt.Errorf("settle time %s and bound of re-arm by itself %s; expected neither below zero", r.Settle, r.AutoWithin)
	}
	for _, c := range [...]messages.Cause{messages.CauseOperator, messages.CauseEscalation} {
		if r.By[c] == Auto {
			return fmt.Errorf("re-arm after %s is auto; expected acknowledge or reset, for a stop by a person or a supervisor must not undo itself", c)
		}
	}
	return nil
}

package modes

import (
	"fmt"
	"strings"
	"time"
)

// Class says what it takes to leave what a fault led to. The classes are ordered by what they take.
type Class uint8

// The classes. The zero value leaves it to the joint's Rules and the cause.
const (
	LeaveByRules Class = iota
	// LeaveResume needs nobody (R).
	LeaveResume
	// LeaveAcknowledge needs the acknowledgement of an operator or of a supervising program (A).
	LeaveAcknowledge
	// LeaveReset needs an acknowledgement after the start-up checks (X).
	LeaveReset
	// LeaveNever is not left by software: somebody has to see to the robot, and start the application anew (N).
	LeaveNever
)

var classNames = [...]string{"by rules", "auto", "acknowledge", "reset", "never"}

// String returns the class in words.
func (c Class) String() string {
	if int(c) < len(classNames) {
		return classNames[c]
	}
	return "undeclared"
}

// MarshalText returns the text of String, for JSON.
func (c Class) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads the text of MarshalText.
func (c *Class) UnmarshalText(text []byte) error {
	for i, name := range classNames {
		if name == string(text) {
			*c = Class(i)
			return nil
		}
	}
	return fmt.Errorf("re-arm class %q is unknown; expected one of %s", text, strings.Join(classNames[:], ", "))
}

// Leave says how what a fault led to is left. The zero value leaves it to the joint's Rules. The times count only where the joint
// resumes by itself, which takes a joint of a kind whose gate has not failed since: see [Declared.Rules].
type Leave struct {
	Class Class
	// Clean is how long every cause must have been gone before the joint resumes by itself, where that is longer than the
	// rules' own time.
	Clean time.Duration
	// Within bounds resuming by itself to stops whose causes took no longer to go. Zero: no bound.
	Within time.Duration
}

// and returns what takes as much as both.
func (l Leave) and(other Leave) Leave {
	l.Class, l.Clean = max(l.Class, other.Class), max(l.Clean, other.Clean)
	if l.Within == 0 || other.Within > 0 && other.Within < l.Within {
		l.Within = other.Within
	}
	return l
}

// classOf is the class of a way of re-arm.
func classOf(r Rearm) Class {
	switch r {
	case Auto:
		return LeaveResume
	case Acknowledge:
		return LeaveAcknowledge
	}
	return LeaveReset
}

// Takes returns what it takes to leave a state: the most demanding of what the rules say for its causes, and of what its
// faults have asked for.
func (r *Rules) Takes(s *State) Class {
	return max(classOf(r.Required(s.Causes)), s.Leave.Class)
}

// Way is the way of re-arm that a class asks a person for; Auto where it asks nobody.
func (c Class) Way() Rearm {
	switch c {
	case LeaveResume:
		return Auto
	case LeaveReset, LeaveNever:
		return Reset
	}
	return Acknowledge
}

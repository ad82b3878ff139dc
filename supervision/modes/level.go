package modes

import (
	"fmt"
	"strings"
	"time"
)

// Level is the re-arm level that a fault requires. The levels are ordered from the least to the
// most demanding.
type Level uint8

// The re-arm levels. The zero value leaves the decision to the joint's [Rules].
const (
	LevelByRules Level = iota
	// LevelAuto requires no person.
	LevelAuto
	// LevelAcknowledge requires the acknowledgement of an operator or of a supervising program.
	LevelAcknowledge
	// LevelReset requires an acknowledgement with start-up checks.
	LevelReset
	// LevelNever rules out re-arm by software: a person must inspect the robot and restart the
	// application.
	LevelNever
)

var levelNames = [...]string{"by rules", "auto", "acknowledge", "reset", "never"}

// String returns the name of the level.
func (l Level) String() string {
	if int(l) < len(levelNames) {
		return levelNames[l]
	}
	return "undeclared"
}

// MarshalText returns the text of String, for JSON.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads the text of MarshalText.
func (l *Level) UnmarshalText(text []byte) error {
	for i, name := range levelNames {
		if name == string(text) {
			*l = Level(i)
			return nil
		}
	}
	return fmt.Errorf("re-arm level %q is unknown; expected one of %s", text, strings.Join(levelNames[:], ", "))
}

// Requirement is what re-arm after a fault requires. The zero value leaves the decision to the
// joint's [Rules]. The times apply only to automatic re-arm, which takes a joint with a kind whose
// gate has not failed since; see [Declared.Rules].
type Requirement struct {
	Level Level
	// Clean is the minimum time without any cause before an automatic re-arm. The settle time of
	// the rules applies if it is longer.
	Clean time.Duration
	// Within limits automatic re-arm to stops whose causes went within this time. Zero means no
	// limit.
	Within time.Duration
}

// and returns a requirement that satisfies both.
func (l Requirement) and(other Requirement) Requirement {
	l.Level, l.Clean = max(l.Level, other.Level), max(l.Clean, other.Clean)
	if l.Within == 0 || other.Within > 0 && other.Within < l.Within {
		l.Within = other.Within
	}
	return l
}

// levelOf returns the level of a way of re-arm.
func levelOf(r Rearm) Level {
	switch r {
	case Auto:
		return LevelAuto
	case Acknowledge:
		return LevelAcknowledge
	}
	return LevelReset
}

// Level returns the re-arm level that a state requires: the more demanding of what the rules have
// for its causes and what its faults require.
func (r *Rules) Level(s *State) Level {
	return max(levelOf(r.Way(s.Causes)), s.Requires.Level)
}

// Way returns the way of re-arm that satisfies the level.
func (l Level) Way() Rearm {
	switch l {
	case LevelAuto:
		return Auto
	case LevelReset, LevelNever:
		return Reset
	}
	return Acknowledge
}

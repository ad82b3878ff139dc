package modes

import (
	"math/bits"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
)

// Causes is a set of messages.Cause.
type Causes uint32

// numCauses is one more than the last cause.
const numCauses = int(messages.CauseCoupledJoint) + 1

// reasons are the causes that can take a joint out of run: all except none and rearm.
const reasons = Causes(1<<numCauses-1) &^ (1<<messages.CauseNone | 1<<messages.CauseRearm)

// SetOf returns the set of the given causes, without those that cannot take a joint out of run:
// none, rearm and undeclared values.
func SetOf(causes ...messages.Cause) Causes {
	var s Causes
	for _, c := range causes {
		s = s.With(c)
	}
	return s
}

// Has reports whether c is in the set.
func (s Causes) Has(c messages.Cause) bool { return int(c) < numCauses && s&(1<<c) != 0 }

// With returns the set with c, or the same set if c cannot take a joint out of run.
func (s Causes) With(c messages.Cause) Causes {
	if int(c) >= numCauses {
		return s
	}
	return s | 1<<c&reasons
}

// Without returns the set without c.
func (s Causes) Without(c messages.Cause) Causes {
	if int(c) >= numCauses {
		return s
	}
	return s &^ (1 << c)
}

// Len returns the number of causes in the set.
func (s Causes) Len() int { return bits.OnesCount32(uint32(s)) }

// Pop returns the first cause of the set and the set without it, or CauseNone for the empty set.
func (s Causes) Pop() (messages.Cause, Causes) {
	if s == 0 {
		return messages.CauseNone, 0
	}
	return messages.Cause(bits.TrailingZeros32(uint32(s))), s & (s - 1)
}

// List returns the causes of the set in the order of their values.
func (s Causes) List() []messages.Cause {
	list := make([]messages.Cause, 0, s.Len())
	for s != 0 {
		var c messages.Cause
		c, s = s.Pop()
		list = append(list, c)
	}
	return list
}

// String returns the names of the causes joined by "+", or "none".
func (s Causes) String() string {
	if s == 0 {
		return messages.CauseNone.String()
	}
	names := make([]string, 0, s.Len())
	for _, c := range s.List() {
		names = append(names, c.String())
	}
	return strings.Join(names, "+")
}

// MarshalText returns the text of String, for JSON.
func (s Causes) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the text of MarshalText.
func (s *Causes) UnmarshalText(text []byte) error {
	*s = 0
	for name := range strings.SplitSeq(string(text), "+") {
		var c messages.Cause
		if err := c.UnmarshalText([]byte(name)); err != nil {
			return err
		}
		*s = s.With(c)
	}
	return nil
}

// StopCauses returns every cause that can take a joint out of run, in the order of their values.
func StopCauses() []messages.Cause { return reasons.List() }

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

// reasons are the causes that can take a joint out of run: all but none and rearm.
const reasons = Causes(1<<numCauses-1) &^ (1<<messages.CauseNone | 1<<messages.CauseRearm)

// SetOf returns the set of the given causes. What can take no joint out of run (none, rearm, undeclared values) is left
// out.
func SetOf(causes ...messages.Cause) Causes {
	var s Causes
	for _, c := range causes {
		s = s.With(c)
	}
	return s
}

// Has reports whether c is in the set.
func (s Causes) Has(c messages.Cause) bool { return int(c) < numCauses && s&(1<<c) != 0 }

// With returns the set with c. What can take no joint out of run leaves it as it is.
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

// Pop returns the first cause of the set and the set without it; of the empty set, none.
func (s Causes) Pop() (messages.Cause, Causes) {
	if s == 0 {
		return messages.CauseNone, 0
	}
	return messages.Cause(bits.TrailingZeros32(uint32(s))), s & (s - 1)
}

// List returns the causes of the set in their order.
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

// Reasons lists every cause that can take a joint out of run, in their order.
func Reasons() []messages.Cause { return reasons.List() }

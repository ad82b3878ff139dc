package explain

import (
	"slices"

	"github.com/robo-actors/robo-actors/messages"
)

// SameReason reports whether two joints of one world are in the same mode for the same reason:
// their chains differ only in the events of the joints themselves, which happened at the same
// times.
func (x *Explanation) SameReason(other *Explanation) bool {
	return x.World == other.World && x.At == other.At && x.Mode == other.Mode && x.Since == other.Since &&
		x.Known == other.Known && x.Gateless == other.Gateless && slices.Equal(x.Causes, other.Causes) && slices.Equal(x.Awaits, other.Awaits) &&
		x.alike(x.Chain, other, other.Chain) && x.alike(x.After, other, other.After)
}

// alike compares steps of two joints without the names of the joints. Their texts name them too.
func (x *Explanation) alike(steps []Step, other *Explanation, others []Step) bool {
	return slices.EqualFunc(steps, others, func(a, b Step) bool { return x.nameless(&a) == other.nameless(&b) })
}

// nameless returns the event of a step without the name of the joint.
func (x *Explanation) nameless(s *Step) messages.Event {
	e := s.Event
	if e.Joint == x.Joint {
		e.Joint, e.Text = "", ""
	}
	return e
}

package explain

import (
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// together is the time within which joints count as stopped at once: in real time a gate reports
// them one by one.
const together = time.Millisecond

// atOnce reports whether two events of a gate are of one cycle.
func atOnce(a, b messages.Instant) bool { return a.Sub(b).Abs() < together }

// SameReason reports whether two joints of one world are in the same mode for the same reason:
// their chains differ only in the events of the joints themselves, which happened at once.
func (x *Explanation) SameReason(other *Explanation) bool {
	return x.World == other.World && x.At == other.At && x.Mode == other.Mode && atOnce(x.Since, other.Since) &&
		x.Known == other.Known && x.Gateless == other.Gateless && slices.Equal(x.Causes, other.Causes) && slices.Equal(x.Awaits, other.Awaits) &&
		x.alike(x.Chain, other, other.Chain) && x.alike(x.After, other, other.After)
}

// alike compares steps of two joints without the names of the joints. Their texts name them too.
func (x *Explanation) alike(steps []Step, other *Explanation, others []Step) bool {
	return slices.EqualFunc(steps, others, func(a, b Step) bool {
		return atOnce(a.Event.Time, b.Event.Time) && x.nameless(&a) == other.nameless(&b)
	})
}

// nameless returns the event of a step without its time and without the name of the joint.
func (x *Explanation) nameless(s *Step) messages.Event {
	e := s.Event
	e.Time = 0
	if e.Joint == x.Joint {
		e.Joint, e.Text = "", ""
	}
	return e
}

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
		x.Known == other.Known && x.Gateless == other.Gateless && slices.Equal(x.Causes, other.Causes) &&
		slices.Equal(x.reason(x.Chain), other.reason(other.Chain)) && slices.Equal(x.reason(x.After), other.reason(other.After))
}

// reason returns the events of steps without the name of the joint. Their texts name it too.
func (x *Explanation) reason(steps []Step) []messages.Event {
	all := make([]messages.Event, len(steps))
	for i := range steps {
		if all[i] = steps[i].Event; all[i].Joint == x.Joint {
			all[i].Joint, all[i].Text = "", ""
		}
	}
	return all
}

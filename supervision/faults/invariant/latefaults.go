package invariant

import (
	"slices"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// latefaults are faults that act once and met an actor between two incarnations: each acts in the
// next one, whenever that starts.
type latefaults struct {
	waiting []string // actors
	acted   bool     // one of them has acted
}

// meets records a fault that waits for the next incarnation of its actor.
func (w *Watch) meets(e messages.Event, f *actors.Fault, known bool) {
	if known && e.Kind == messages.EventFaultInjected && f.Duration == 0 && w.comebackOf(e.Source).by != "" {
		w.late.waiting = append(w.late.waiting, e.Source)
	}
}

// acts records the failure of an actor, perhaps by a fault that has waited for it.
func (l *latefaults) acts(e messages.Event) {
	if i := slices.Index(l.waiting, e.Source); i >= 0 {
		l.waiting, l.acted = slices.Delete(l.waiting, i, i+1), true
	}
}

// ActedLate reports whether a fault has acted in a later incarnation than the one that it met.
func (w *Watch) ActedLate() bool { return w.late.acted }

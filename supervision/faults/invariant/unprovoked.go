package invariant

import (
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// panicking are the kinds of faults that make an actor panic.
var panicking = []actors.FaultKind{actors.FaultPanic, actors.FaultConstructorPanic, actors.FaultGoexit, actors.FaultCrashLoop}

// provokes records a fault that makes an actor panic.
func (w *Watch) provokes(e messages.Event, f *actors.Fault) {
	if e.Kind == messages.EventFaultInjected && slices.Contains(panicking, f.Kind) && !slices.Contains(w.provoked, e.Source) {
		w.provoked = append(w.provoked, e.Source)
	}
}

// topples records that joints of a robot whose base nothing holds stop: it may fall, and then its
// balancer has no command for its controller.
func (w *Watch) topples(e messages.Event) {
	if !e.From.Passes() || !e.To.Stops() {
		return
	}
	for _, p := range w.plants {
		w.toppled = w.toppled || w.places[p.Path].free()
	}
}

// falling reports whether a robot that nothing holds moves as if it fell.
func (w *Watch) falling(now messages.Instant) bool {
	for _, p := range w.plants {
		if w.places[p.Path].tumbles(now) {
			return true
		}
	}
	return false
}

// unprovoked checks that a failure has a reason: V47. Whatever an actor reads, it answers with an
// error, or not at all.
func (w *Watch) unprovoked(e messages.Event) {
	switch {
	case !w.struck && w.lastFault == 0 && !w.toppled && !w.falling(e.Time):
		w.violate("V47", e.Source, "", fmt.Sprintf("it failed (%s), though nothing has been injected: %s", e.Cause, e.Text))
	case e.Cause == messages.CausePanic && !slices.Contains(w.provoked, e.Source):
		w.violate("V47", e.Source, "", "it panicked, though no fault makes it: "+e.Text)
	}
}

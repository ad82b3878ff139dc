package session

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// A slow machine takes so long to stop the actors one after the other that a gate, the last one,
// sees the values of the others become stale.
func TestAJointThatStopsWhileTheApplicationEndsIsNoStopOfTheRun(t *testing.T) {
	const ended = messages.Instant(4 * time.Second)
	for name, c := range map[string]struct {
		at      messages.Instant
		began   bool
		stopped bool
	}{
		"before the end":        {ended - 1, true, true},
		"while actors stop":     {ended, true, false},
		"of a run that goes on": {ended + 1, false, true},
	} {
		o := newObserver(nil, nil)
		o.stopBegan = func() (messages.Instant, bool) { return ended, c.began }
		change := messages.Event{Source: "arm/gate", Kind: messages.EventModeChanged, Joint: "elbow"}
		change.Time, change.From, change.To = messages.Instant(100*time.Millisecond), messages.ModeOff, messages.ModeRun
		o.Event(change)
		change.Time, change.From, change.To, change.Cause = c.at, messages.ModeRun, messages.ModeRampHold, messages.CauseStale
		o.Event(change)
		if got := o.stops.Stopped("arm", "elbow"); got != c.stopped {
			t.Errorf("a stop %s counts: %t, want %t", name, got, c.stopped)
		}
		if n := len(o.events.all()); n != 2 {
			t.Errorf("%s: %d events are kept, want both", name, n)
		}
	}
}

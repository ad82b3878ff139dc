package session

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/kinds"
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

// A program that fails between New and Run, as at a Watch of an unknown actor, defers Discard.
func TestASessionThatIsNotRunLeavesNoRecordingBehind(t *testing.T) {
	for name, run := range map[string]bool{"discarded": false, "run and discarded": true} {
		folder := t.TempDir()
		registry, err := kinds.Standard()
		if err != nil {
			t.Fatal(err)
		}
		s, err := New(registry, example, WithVirtualTime(), WithDuration(10*time.Millisecond), WithRecording(filepath.Join(folder, "run.mcap")), WithLogger(nil))
		if err != nil {
			t.Fatal(err)
		}
		if run {
			if _, err := s.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Discard(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		left, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		if (len(left) > 0) != run {
			t.Errorf("%s: the folder has %v", name, left)
		}
		if _, err := s.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "a session runs once") {
			t.Errorf("%s: another run gives %v", name, err)
		}
	}
}

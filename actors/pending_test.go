package actors

import (
	"context"
	"testing"
	"time"
)

// TestRestartsLeaveNoTimersBehind has an actor fail again and again: what was set for the life that
// ended, and for its restart, is gone with it.
func TestRestartsLeaveNoTimersBehind(t *testing.T) {
	sys, err := New(Application{Name: "timers", Actors: []Spec{counting().spec("w/a", 10*ms), counting().spec("w/b", 10*ms)}}, WithVirtualTime(), WithFaults())
	if err != nil {
		t.Fatal(err)
	}
	if err := sys.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	fail := func(times int) {
		for range times {
			inject(t, sys, Fault{Kind: FaultPanic, Target: "w/a"})
			if err := sys.Advance(20 * time.Second); err != nil { // any back-off is over
				t.Fatal(err)
			}
		}
	}
	fail(5)
	before := sys.Timers()
	fail(40)
	if after := sys.Timers(); after != before {
		t.Errorf("%d timers before 40 restarts, %d after", before, after)
	}
	sys.At(sys.Now().Add(time.Hour), func() {})
	if got := sys.Timers(); got != before+1 {
		t.Errorf("%d timers, want one more than %d", got, before)
	}
	stop(t, sys)
}

func TestTimersAreCountedInRealTimeToo(t *testing.T) {
	sys := started(t, Application{Actors: []Spec{counting().spec("w/a", ms)}})
	before := sys.Timers()
	for range 3 {
		sys.At(sys.Now().Add(time.Hour), func() {})
	}
	if got := sys.Timers(); got < before+3-1 || got > before+4 { // a deadline of the start may end meanwhile
		t.Errorf("%d timers, %d before three were set", got, before)
	}
	stop(t, sys)
}

package actors

import (
	"fmt"
	"testing"
	"time"
)

// counted is a source that sends the numbers from 1 to last, one a millisecond, and a sink that
// notes which it gets.
func counted(t *testing.T, last int64, period time.Duration) (sys *System, received *[]int64) {
	t.Helper()
	received = new([]int64)
	sends := &script{tick: func(a *scripted, t *Tick) error {
		if a.ticks > last {
			return nil
		}
		return a.Out.Send(t, note{N: a.ticks})
	}}
	takes := &script{tick: func(a *scripted, _ *Tick) error {
		if v, _, ok := a.In.Latest(); ok && a.In.Changed() {
			*received = append(*received, v.N)
		}
		return nil
	}}
	return virtual(t, Application{
		Actors: []Spec{sends.spec("a/source", ms), takes.spec("b/sink", period)},
		Links:  []Link{{From: "a/source.out", To: "b/sink.in"}},
	}), received
}

// However long a clog lasts, the newest value arrives at its end, and no other was kept for it.
func TestTheNewestValueArrivesAtTheEndOfALongClog(t *testing.T) {
	for _, period := range []time.Duration{ms, 10 * ms, 0} {
		sys, received := counted(t, 5000, period)
		inject(t, sys, Fault{Kind: FaultClog, Target: "a/source.out", Duration: 10 * time.Second})
		advance(t, sys, 9*time.Second)
		if n := len(sys.links()[0].waiting); n != 1 {
			t.Errorf("period %v: %d values wait", period, n)
		}
		advance(t, sys, 2*time.Second)
		if fmt.Sprint(*received) != "[5000]" {
			t.Errorf("period %v: received %v", period, *received)
		}
		if l := sys.Links()[0]; l.Overtaken != 4999 || l.Dropped != 0 {
			t.Errorf("period %v: %+v", period, l)
		}
	}
}

// A value that claims to be of a newer incarnation is not the sender's, and does not take the place
// of one that is.
func TestAForgedValueDoesNotTakeThePlaceOfAClogsTrueOne(t *testing.T) {
	sys, received := counted(t, 100, ms)
	inject(t, sys, Fault{Kind: FaultMasquerade, Target: "a/source.out", Duration: time.Second, Choice: "newer"})
	inject(t, sys, Fault{Kind: FaultClog, Target: "a/source.out", Duration: time.Second})
	advance(t, sys, 900*ms)
	if n := len(sys.links()[0].waiting); n != 2 {
		t.Errorf("%d values wait", n)
	}
	advance(t, sys, time.Second)
	if fmt.Sprint(*received) != "[100]" {
		t.Errorf("received %v", *received)
	}
	if l := sys.Links()[0]; l.Refused != 1 {
		t.Errorf("%+v", l)
	}
}

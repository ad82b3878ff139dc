package explain

import (
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

func TestAnActorIsExplainedByItsNewestFailureAndWhatFollowed(t *testing.T) {
	const wheels = "base/wheels"
	s := told()
	s.add(0, messages.Event{Kind: messages.EventStarted, Source: wheels, Incarnation: 1})
	s.add(0, messages.Event{Kind: messages.EventStarted, Source: "base/controller", Incarnation: 1})
	s.inject(900, wheels, "panic "+wheels)
	s.fail(1000, wheels, messages.CausePanic)
	s.add(1000, messages.Event{Kind: messages.EventRestarting, Source: wheels, Incarnation: 1, Text: "failure 1 of at most 3"})
	if x := s.Until(end).ExplainActor(wheels); x.State != "restarts" || x.Failures != 1 {
		t.Errorf("between two incarnations: %+v", x)
	}
	s.add(1100, messages.Event{Kind: messages.EventStarted, Source: wheels, Incarnation: 2})
	x := s.Until(end).ExplainActor(wheels)
	want := `actor base/wheels runs at 3600.000000s, since 1.100000s; incarnation 2; it has failed once
its newest failure:
     0.900000s  +0.00 ms  injected fault: panic base/wheels
     1.000000s  +100.00 ms  base/wheels (incarnation 1) failed: it broke
then:
     1.000000s  +100.00 ms  base/wheels restarts after 0s: failure 1 of at most 3
     1.100000s  +200.00 ms  base/wheels started, incarnation 2
`
	if got := x.String(); got != want || !x.Known {
		t.Errorf("got %s, want %s", got, want)
	}
	s.add(2000, messages.Event{Kind: messages.EventFailed, Source: wheels, Incarnation: 2, Cause: messages.CauseError, Text: "again"})
	s.add(2000, messages.Event{Kind: messages.EventStopped, Source: wheels, Incarnation: 2})
	x = s.Until(end).ExplainActor(wheels)
	if x.State != "is stopped permanently" || x.Failures != 2 || len(x.Chain) == 0 || !strings.Contains(x.Chain[len(x.Chain)-1].Words, "again") || len(x.After) != 1 {
		t.Errorf("after its second failure: %+v", x)
	}
	if x := s.Until(messages.Instant(950e6)).ExplainActor(wheels); x.State != "runs" || x.Chain != nil || x.Failures != 0 {
		t.Errorf("before its first failure: %+v", x)
	}
	if got := s.Until(end).Failed(); !slices.Equal(got, []string{wheels}) {
		t.Errorf("failed: %v", got)
	}
	if got := s.Actors(); !slices.Contains(got, wheels) || !slices.Contains(got, "base/controller") || slices.Contains(got, "base/nobody") {
		t.Errorf("actors: %v", got)
	}
}

func TestAnActorThatIsStoppedWithoutAFailureSaysSo(t *testing.T) {
	s := told()
	s.add(0, messages.Event{Kind: messages.EventStarted, Source: "arm/model", Incarnation: 1})
	s.add(700, messages.Event{Kind: messages.EventStopped, Source: "arm/model", Incarnation: 1})
	x := s.Until(end).ExplainActor("arm/model")
	if x.State != "is stopped permanently" || x.Failures != 0 || len(x.Chain) != 1 || !strings.Contains(x.String(), "because:\n") {
		t.Errorf("%+v", x)
	}
}

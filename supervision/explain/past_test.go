package explain

import (
	"fmt"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

// crashes is a run in which the controller of the base panics n times and restarts: six events
// each. At its end both wheels are stopped.
func crashes(n int) *story {
	s := told()
	for i := range n {
		at := 1000 + 20*i
		s.inject(at, "base/controller", "panic at=tick")
		s.fail(at, "base/controller", messages.CausePanic)
		for _, j := range []string{"base/left", "base/right"} {
			s.mode(at, j, messages.ModeRun, messages.ModeDamp, messages.CausePanic)
		}
		s.add(at+5, messages.Event{Kind: messages.EventStarted, Source: "base/controller", Incarnation: 2})
		if i < n-1 {
			s.mode(at+10, "base/left", messages.ModeDamp, messages.ModeRun, messages.CauseRearm)
		}
	}
	return s
}

// drops is a run with n faults that last until its end, and as many rejected commands in the second
// before the stop.
func drops(n int) *story {
	s := told()
	for i := range n {
		s.inject(1000, "base/controller.command->base/gate.command_controller", fmt.Sprintf("corrupt n=%d", i))
	}
	for range n {
		s.add(1500, messages.Event{Kind: messages.EventRefused, Source: "base/gate", Cause: messages.CauseInvalid})
	}
	for _, j := range []string{"base/left", "base/right"} {
		s.mode(2000, j, messages.ModeRun, messages.ModeDamp, messages.CauseInvalid)
	}
	return s
}

// The number of passes over the events does not grow with their number, so that the time grows
// linearly.
func TestALongRunTakesNoMorePassesThanItsBound(t *testing.T) {
	passes := func(s *story) int {
		p := s.Until(end)
		x := p.Explain("base", "left")
		if x.Mode != messages.ModeDamp || !x.Known {
			t.Errorf("mode %s, known %t", x.Mode, x.Known)
		}
		return maxPasses - max(p.passes, 0)
	}
	if few, many := passes(crashes(10)), passes(crashes(10_000)); few != many || few > 20 {
		t.Errorf("%d passes over few events, %d over many", few, many)
	}
	if few, many := passes(drops(10)), passes(drops(10_000)); few != many || few > 20 {
		t.Errorf("%d passes over few rejected commands, %d over many", few, many)
	}
}

func TestAFailureThatIsOverDoesNotHideWhatCameLater(t *testing.T) {
	s := told()
	s.fail(600, "base/perception", messages.CausePanic)
	s.add(700, messages.Event{Kind: messages.EventStarted, Source: "base/perception", Incarnation: 2})
	s.inject(1000, "base/perception", "slow factor=9")
	s.stale(1100, "base/gate", "snapshot", "base/perception.snapshot")
	s.mode(1100, "base/left", messages.ModeRun, messages.ModeDamp, messages.CauseStale)
	const want = "fault_injected:base/perception stale:base/gate.snapshot base/left=damp"
	if got := chainOf(s.Explain("base", "left", end)); got != want {
		t.Errorf("got %s, expected %s", got, want)
	}
}

// The time for each event stays the same from 1 000 to 100 000 events.
func BenchmarkExplain(b *testing.B) {
	for name, make := range map[string]func(int) *story{"crashes": crashes, "drops": drops} {
		for _, n := range []int{1_000, 10_000, 100_000} {
			b.Run(fmt.Sprintf("%s/events=%d", name, n), func(b *testing.B) {
				s := make(n / map[string]int{"crashes": 6, "drops": 2}[name])
				for b.Loop() {
					p := s.Until(end)
					p.Explain("base", "left")
					p.Explain("base", "right")
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(s.Events)), "ns/event")
			})
		}
	}
}

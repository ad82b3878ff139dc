package report

import (
	"reflect"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

// event is one of a world's gate, of that kind.
func event(at messages.Instant, kind messages.EventKind, source, text string) messages.Event {
	return messages.Event{Time: at, Kind: kind, Source: source, Text: text}
}

func injected(at messages.Instant, source, text string) messages.Event {
	return event(at, messages.EventFaultInjected, source, text)
}

func changed(at messages.Instant, gate, joint string, from, to messages.Mode, cause messages.Cause) messages.Event {
	return messages.Event{Time: at, Kind: messages.EventModeChanged, Source: gate, Joint: joint, From: from, To: to, Cause: cause}
}

const (
	running = messages.ModeRun
	damping = messages.ModeDamp
	holding = messages.ModeRampHold
)

func TestWithoutAFaultNothingWasInjected(t *testing.T) {
	for _, events := range [][]messages.Event{nil, {
		event(0, messages.EventStarted, "base/gate", ""), event(ms, messages.EventFailed, "base/wheels", "panic"),
		changed(ms, "base/gate", "left", running, damping, messages.CausePanic), event(2*ms, messages.EventFaultEnded, "base/wheels", "panic base/wheels"),
	}} {
		if got := Injections(events); got != nil {
			t.Errorf("got %+v", got)
		}
	}
}

// One fault at several places is one entry with all places in their order.
func TestPlacesOfOneFaultAreTakenTogether(t *testing.T) {
	got := Injections([]messages.Event{
		injected(5*ms, "a.out->b.in", "drop *"), injected(5*ms, "a.out->c.in", "drop *"), injected(5*ms, "d.out->c.in", "drop *"),
		injected(6*ms, "a.out->b.in", "drop *"), // the same words later are another one
		injected(6*ms, "a", "panic a"), injected(6*ms, "b", "panic b"),
	})
	want := []InjectedFault{
		{At: 5 * ms, Fault: "drop *", Places: []string{"a.out->b.in", "a.out->c.in", "d.out->c.in"}},
		{At: 6 * ms, Fault: "drop *", Places: []string{"a.out->b.in"}},
		{At: 6 * ms, Fault: "panic a", Places: []string{"a"}},
		{At: 6 * ms, Fault: "panic b", Places: []string{"b"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// The places of one fault are no further fault that would end its steps.
func TestStepsComeAfterAllPlaces(t *testing.T) {
	got := Injections([]messages.Event{
		injected(5*ms, "a", "drop *"), injected(5*ms, "b", "drop *"),
		changed(8*ms, "arm/gate", "elbow", running, holding, messages.CauseStale),
	})
	if len(got) != 1 || !reflect.DeepEqual(got[0].Steps, []string{"+3.0ms joint elbow: run -> ramp_hold (stale)"}) {
		t.Errorf("got %+v", got)
	}
}

// Of the joints of a world the first one that changes in a way stands for all; another way, and
// another world, are reported.
func TestStepsAreTheFirstChangeOfEachKindInAWorld(t *testing.T) {
	got := Injections([]messages.Event{
		changed(4*ms, "base/gate", "left", running, damping, messages.CausePanic), // before
		injected(5*ms, "x", "drop x"),
		event(5*ms, messages.EventStale, "base/gate", ""),
		changed(35*ms, "base/gate", "left", running, holding, messages.CauseStale),
		changed(35*ms, "base/gate", "right", running, holding, messages.CauseStale),
		changed(36*ms, "arm/gate", "elbow", running, holding, messages.CauseStale),
		changed(40*ms, "base/gate", "right", running, holding, messages.CauseOperator),
		changed(50*ms, "base/gate", "left", holding, running, messages.CauseRearm),
		changed(60*ms, "base/gate", "left", running, holding, messages.CauseStale),
	})
	want := []string{
		"+30.0ms joint left: run -> ramp_hold (stale)", "+31.0ms joint elbow: run -> ramp_hold (stale)",
		"+35.0ms joint right: run -> ramp_hold (operator)", "+45.0ms joint left: ramp_hold -> run (rearm)",
	}
	if len(got) != 1 || !reflect.DeepEqual(got[0].Steps, want) {
		t.Errorf("got  %q\nwant %q", got[0].Steps, want)
	}
}

// A failure has its own steps in the report, and so has the next fault.
func TestStepsEndAtTheNextFaultOrFailure(t *testing.T) {
	after := changed(9*ms, "base/gate", "left", running, damping, messages.CausePanic)
	for name, next := range map[string]messages.Event{
		"a failure": event(8*ms, messages.EventFailed, "base/wheels", "panic"), "a hang": event(8*ms, messages.EventHang, "base/wheels", ""),
		"another fault": injected(8*ms, "base/wheels", "panic base/wheels"), "the same words later": injected(8*ms, "x", "drop x"),
		"another fault at that instant": injected(5*ms, "y", "drop y"),
	} {
		got := Injections([]messages.Event{injected(5*ms, "x", "drop x"), next, after})
		if len(got) == 0 || got[0].Steps != nil {
			t.Errorf("%s: got %+v", name, got)
		}
		if next.Kind == messages.EventFaultInjected && (len(got) != 2 || len(got[1].Steps) != 1) {
			t.Errorf("%s: the change is that of the second one, got %+v", name, got)
		}
	}
	if got := Injections([]messages.Event{injected(5*ms, "x", "drop x"), event(8*ms, messages.EventFaultEnded, "x", "drop x"), after}); len(got[0].Steps) != 1 {
		t.Errorf("the end of the fault is no end of its steps: %+v", got)
	}
}

// The text of the report shows injected faults as the schedule has them.
func TestAnInjectedFaultIsReportedPeople(t *testing.T) {
	for want, f := range map[string]InjectedFault{
		"  0.005000s panic a\n": {At: 5 * ms, Fault: "panic a", Places: []string{"a"}},
		"  4.000000s drop *, in 2 places\n    +30.0ms joint left: run -> ramp_hold (stale)\n    +31.0ms more\n": {At: 4000 * ms, Fault: "drop *", Places: []string{"a", "b"},
			Steps: []string{"+30.0ms joint left: run -> ramp_hold (stale)", "+31.0ms more"}},
	} {
		var b strings.Builder
		if f.text(&b); b.String() != want {
			t.Errorf("got  %q\nwant %q", b.String(), want)
		}
	}
}

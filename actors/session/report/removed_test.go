package report

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// What is removed neither stops nor waits any more, and its lane ends. Added again, it begins anew.
func TestARemovedWorldHasNoStopNoWaitAndNoLane(t *testing.T) {
	second := func(n float64) messages.Instant { return messages.Instant(n * float64(time.Second)) }
	var stops Stops
	var waits Waits
	var lanes Lanes
	event := func(e messages.Event) {
		stops.Add(&e)
		waits.Event(e)
		lanes.Add(&e)
	}
	changed := func(at float64, from, to messages.Mode) {
		event(messages.Event{Time: second(at), Kind: messages.EventModeChanged, Source: "w/gate", Joint: "j", From: from, To: to, Cause: messages.CauseOperator})
	}
	changed(1, messages.ModeOff, messages.ModeRun)
	changed(2, messages.ModeRun, messages.ModeRampHold)
	event(messages.Event{Time: second(2), Kind: messages.EventWaiting, Source: "w/gate", Joint: "j", Text: "for a person"})
	event(messages.Event{Time: second(3), Kind: messages.EventRemoved, Source: "w/gate", Port: "in", Text: "link from a"})
	if len(stops.Present()) != 1 || len(waits.Now()) != 1 {
		t.Errorf("a removed link ends %v and %v", stops.Present(), waits.Now())
	}
	event(messages.Event{Time: second(3), Kind: messages.EventRemoved, Source: "w/gate"})
	all, _ := stops.All()
	if len(stops.Present()) != 0 || len(waits.Now()) != 0 || len(all) != 1 || all[0].Length != time.Second {
		t.Errorf("stops %v, of all %v, waits %v", stops.Present(), all, waits.Now())
	}
	if l := lanes.All(second(9)); len(l) != 1 || l[0].Parts[len(l[0].Parts)-1].To != second(3) {
		t.Errorf("the lanes are %+v", l)
	}
	changed(5, messages.ModeOff, messages.ModeRun)
	l := lanes.All(second(9))
	if parts := l[0].Parts; len(parts) != 4 || parts[2].To != second(3) || parts[3].From != second(5) || parts[3].To != second(9) {
		t.Errorf("the lanes are %+v", l)
	}
}

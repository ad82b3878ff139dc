package actortest

import (
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

func TestRefusalsThatRepeatHideNoOtherEvent(t *testing.T) {
	events := []messages.Event{{Time: 1, Kind: messages.EventFailed, Source: "arm/controller"}, {Time: 2, Kind: messages.EventModeChanged, Source: "arm/gate", Joint: "elbow"}}
	for i := range 100 {
		for _, joint := range []string{"elbow", "wrist"} {
			events = append(events, messages.Event{Time: messages.Instant(3 + i), Kind: messages.EventRefused, Source: "arm/gate", Joint: joint})
		}
	}
	got, from := latest(events)
	if from != 0 || len(got) != 4 || got[0].Time != 1 || got[1].Time != 2 || got[2].Time != 102 || got[3].Joint != "wrist" {
		t.Errorf("from %d: %v", from, got)
	}
	others := make([]messages.Event, 30)
	if got, from := latest(others); len(got) != latestEvents || from != 30-latestEvents {
		t.Errorf("%d events from %d", len(got), from)
	}
	if got, from := latest(nil); got != nil || from != 0 {
		t.Errorf("%v from %d", got, from)
	}
}

package command

import (
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// power is a type of a user.
type power struct{ Watts float64 }

// meter is an actor of a user.
type meter struct {
	Power   actors.Out[power]            `port:"power" doc:"a type of its own"`
	Signals actors.Out[messages.Signals] `port:"signals" doc:"numbers"`
}

func (m *meter) Configure(s *actors.Setup) error {
	s.Size(&m.Signals, actors.Sizes{"signals": 1})
	return nil
}

func (*meter) Tick(*actors.Tick) error { return nil }

func TestAnOutputThatNoRecordingHasIsNoted(t *testing.T) {
	system, err := actors.New(actors.Application{Actors: []actors.Spec{
		{Name: "arm/meter", Period: 10 * time.Millisecond, New: func() any { return &meter{} }},
	}})
	if err != nil {
		t.Fatal(err)
	}
	notes := unrecorded(system)
	if len(notes) != 1 || !strings.HasPrefix(notes[0], "output arm/meter.power carries command.power, which neither recordings nor the view have") {
		t.Errorf("got %q", notes)
	}
}

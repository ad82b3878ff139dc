package perception_test

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/perception"
)

// thermometer sends a temperature until a given instant.
type thermometer struct {
	Out   actors.Out[messages.Temperature] `port:"out"`
	until messages.Instant
}

func (s *thermometer) Tick(t *actors.Tick) error {
	if t.Now > s.until {
		return nil
	}
	return s.Out.Send(t, messages.Temperature{Celsius: 40})
}

func TestASnapshotHasTheReadingsOfSensorsWithTheirValidityAndTime(t *testing.T) {
	world := newBench(t).world
	system, err := actors.New(actors.Application{Name: "test", Actors: []actors.Spec{
		{Name: "w/bus", Period: time.Millisecond, New: func() any { return &thermometer{until: messages.Instant(50 * time.Millisecond)} }},
		{Name: "w/perception", Period: time.Millisecond, New: func() any {
			return &perception.Actor{World: world, Sensors: []perception.Sensor{{Port: "motor", Kind: messages.TemperatureSensor}}}
		}},
	}, Links: []actors.Link{{From: "w/bus.out", To: "w/perception.motor", MaxAge: 10 * time.Millisecond}}}, actors.WithVirtualTime())
	if err != nil {
		t.Fatal(err)
	}
	var newest []messages.SensorReading
	if _, err := actors.Tap(system, "w/perception.snapshot", func(_ messages.Stamp, s *messages.Snapshot) {
		newest = append(newest[:0], s.Sensor...)
	}); err != nil {
		t.Fatal(err)
	}
	if err := system.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = system.Stop(t.Context()) })
	for _, c := range []struct {
		at    time.Duration
		valid bool
	}{{40 * time.Millisecond, true}, {60 * time.Millisecond, false}} {
		if err := system.Advance(c.at); err != nil {
			t.Fatal(err)
		}
		if len(newest) != 1 || newest[0].Valid != c.valid || newest[0].Temperature.Celsius != 40 || newest[0].Time == 0 {
			t.Errorf("after %v: %+v", c.at, newest)
		}
	}
}

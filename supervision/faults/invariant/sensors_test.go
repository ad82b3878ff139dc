package invariant

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

func TestReadingsOfSensorsThatAWorldMayActOn(t *testing.T) {
	const ms = messages.Instant(time.Millisecond)
	now := 100 * ms
	for _, c := range []struct {
		name    string
		reading messages.SensorReading
		id      string
	}{
		{"a new one", messages.SensorReading{Valid: true, Time: 95 * ms}, ""},
		{"an old one", messages.SensorReading{Valid: true, Time: 80 * ms}, "V9"},
		{"an old one that is not valid", messages.SensorReading{Time: 80 * ms}, ""},
		{"one that was never sent", messages.SensorReading{Valid: true, Time: 96 * ms}, "V20"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := &Watch{now: func() messages.Instant { return now }}
			m := &world{World: &app.World{Name: "home"}, buses: []bus{{Drive: &app.Drive{MaxAge: 10 * time.Millisecond}}}, sensors: []sensor{{topic: "home/bus.imu", link: &linkModel{}}}}
			for _, at := range []messages.Instant{80 * ms, 95 * ms} {
				w.sampled(&m.sensors[0], messages.Stamp{Time: at})
			}
			w.readings(m, now, []messages.SensorReading{c.reading})
			if v := w.First(); (v != nil) != (c.id != "") || v != nil && v.Invariant != c.id {
				t.Errorf("%v, expected %q", v, c.id)
			}
		})
	}
}

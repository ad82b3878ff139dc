package invariant

import (
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// sensor is a sensor on a bus.
type sensor struct {
	topic string // output of its bus
	bus   int
	link  *linkModel            // to perception
	sent  [128]messages.Instant // when its newest samples were taken, a ring
	count int
}

// newSensors finds the sensors of a world, in the order of messages.Snapshot.Sensor.
func (w *Watch) newSensors(m *world) {
	for i := range m.buses {
		b := &m.buses[i]
		for _, s := range b.Sensors {
			topic := b.Path + "." + s.Name
			m.sensors = append(m.sensors, sensor{topic: topic, bus: i, link: w.modelOf(topic, m.Name+"/"+app.PerceptionActor+"."+app.SensorPort(b.Name, s.Name))})
		}
	}
}

// sampled records a sample that a bus sends.
func (w *Watch) sampled(s *sensor, stamp messages.Stamp) {
	s.link.post(inFlightValue{stamp: stamp, valid: true, good: true, share: -1}, w.now())
	s.sent[s.count%len(s.sent)] = stamp.Time
	s.count++
}

// readings checks the readings of sensors that a world may act on: V9, V20.
func (w *Watch) readings(m *world, now messages.Instant, all []messages.SensorReading) {
	for i := range m.sensors {
		s := &m.sensors[i]
		if i >= len(all) || !all[i].Valid {
			continue
		}
		bound := m.buses[s.bus].MaxAge
		if age := now.Sub(all[i].Time); age > bound {
			w.violate("V9", m.Name+"/"+app.PerceptionActor, "", fmt.Sprintf("the reading of sensor %s with an age of %v is marked valid, bound %v", s.topic, age, bound))
		} else if s.link.calm(now, bound) && !slices.Contains(s.sent[:], all[i].Time) {
			w.violate("V20", m.Name+"/"+app.PerceptionActor, "", fmt.Sprintf("the reading of sensor %s stamped %s was never sent", s.topic, all[i].Time))
		}
	}
}

package remote

import (
	"encoding/binary"
	"fmt"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

// checkSensors returns an error unless frames can carry those sensors.
func checkSensors(bus string, sensors []hardware.SensorInfo) error {
	if err := hardware.CheckSensors(bus, sensors); err != nil {
		return err
	}
	if len(sensors) > maxDrives {
		return fmt.Errorf("bus %q has %d sensors; expected at most %d", bus, len(sensors), maxDrives)
	}
	for i := range sensors {
		if len(sensors[i].Name) > maxName || len(sensors[i].Link) > maxName {
			return fmt.Errorf("bus %q: the names of sensor %.40q... are too long; expected at most %d bytes", bus, sensors[i].Name, maxName)
		}
	}
	return nil
}

// appendSensors writes the description of the sensors.
func appendSensors(b []byte, sensors []hardware.SensorInfo) []byte {
	b = append(b, byte(len(sensors)))
	for i := range sensors {
		s := &sensors[i]
		b = append(appendText(appendText(b, s.Name), s.Link), byte(s.Kind))
		for _, x := range s.Pose.Position {
			b = appendFloat(b, x)
		}
		for _, x := range s.Pose.Orientation {
			b = appendFloat(b, x)
		}
	}
	return b
}

// sensors reads a description.
func (r *reader) sensors() []hardware.SensorInfo {
	all := make([]hardware.SensorInfo, r.length(1))
	for i := range all {
		s := &all[i]
		s.Name, s.Link, s.Kind = r.text(), r.text(), messages.SensorKind(r.byte())
		for k := range s.Pose.Position {
			s.Pose.Position[k] = r.float()
		}
		for k := range s.Pose.Orientation {
			s.Pose.Orientation[k] = r.float()
		}
	}
	return all
}

// appendReadings writes readings, each after its number of bytes.
func (p payload) appendReadings(b []byte, readings []messages.SensorReading) []byte {
	b = append(b, byte(len(readings)))
	for i := range readings {
		begin := len(b)
		b, _ = p.reading.Append(append(b, 0, 0), &readings[i]) // it rejects only values of another type
		binary.LittleEndian.PutUint16(b[begin:], uint16(len(b)-begin-2))
	}
	return b
}

// readings reads as many readings as into has, and reports whether the payload has so many.
func (p payload) readings(r *reader, into []messages.SensorReading) bool {
	if r.length(2) != len(into) {
		return false
	}
	for i := range into {
		if p.reading.Decode(r.take(int(r.uint16())), &into[i]) != nil {
			return false
		}
	}
	return !r.bad
}

// sensorInputs has the newest readings of a driver's sensors.
type sensorInputs struct {
	places   []int                    // for each sensor of the server, its place in the readings; -1 without one
	received []messages.SensorReading // of the server's sensors; the newest answer is decoded into it
	readings []messages.SensorReading
	sampled  []messages.Instant // when each reading was sampled, on the clock of the drives' process
}

// match starts over with the sensors that a server describes. The error names an expected one that
// the server lacks or describes differently.
func (s *sensorInputs) match(bus string, found, expected []hardware.SensorInfo) error {
	s.received, s.places = make([]messages.SensorReading, len(found)), make([]int, len(found))
	s.readings, s.sampled = make([]messages.SensorReading, len(expected)), make([]messages.Instant, len(expected))
	for i := range s.places {
		s.places[i] = -1
	}
	for i := range expected {
		k, err := hardware.SensorList(found).Index(expected[i].Name)
		if err != nil {
			return fmt.Errorf("the drives' process: %w", err)
		}
		if found[k] != expected[i] {
			return fmt.Errorf("bus %q: sensor %q is %+v, the application expects %+v", bus, expected[i].Name, found[k], expected[i])
		}
		s.places[k] = i
	}
	return nil
}

// take takes over the received readings of an answer of the time sent, on the clock of the drives'
// process. Each sample gets the same age on the clock of the caller, on which it is now. A sample
// that comes again keeps its instant.
func (s *sensorInputs) take(sent, now messages.Instant) {
	for i, place := range s.places {
		if place < 0 {
			continue
		}
		got, kept := &s.received[i], &s.readings[place]
		sampled := got.Time
		if got.Time = now.Add(-max(0, sent.Sub(sampled))); kept.Valid && s.sampled[place] == sampled {
			got.Time = kept.Time
		}
		*kept, s.sampled[place] = *got, sampled
	}
}

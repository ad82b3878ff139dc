package perception

import (
	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// Sensor names a sensor on a bus of the world.
type Sensor struct {
	// Port is the name of the input.
	Port string
	Kind messages.SensorKind
}

// sensorInput reads one sensor. Only the input of its kind has a port.
type sensorInput struct {
	kind        messages.SensorKind
	inertial    actors.In[messages.Inertial]
	wrench      actors.In[messages.Wrench]
	contact     actors.In[messages.Switch]
	temperature actors.In[messages.Temperature]
}

// configureSensors adds one input for each sensor.
func (a *Actor) configureSensors(s *actors.Setup) {
	a.sensors = make([]sensorInput, len(a.Sensors))
	for i, sensor := range a.Sensors {
		in := &a.sensors[i]
		in.kind = sensor.Kind
		options := actors.PortOptions{Doc: "a sensor on a bus"}
		switch sensor.Kind {
		case messages.InertialSensor:
			s.Port(sensor.Port, &in.inertial, options)
		case messages.WrenchSensor:
			s.Port(sensor.Port, &in.wrench, options)
		case messages.SwitchSensor:
			s.Port(sensor.Port, &in.contact, options)
		case messages.TemperatureSensor:
			s.Port(sensor.Port, &in.temperature, options)
		}
	}
}

// read writes the newest reading of a sensor. A sensor whose value is stale or withdrawn keeps the
// last reading, marked as not valid.
func (in *sensorInput) read(t *actors.Tick, r *messages.SensorReading) {
	switch in.kind {
	case messages.InertialSensor:
		readInto(t, &in.inertial, &r.Inertial, r)
	case messages.WrenchSensor:
		readInto(t, &in.wrench, &r.Wrench, r)
	case messages.SwitchSensor:
		readInto(t, &in.contact, &r.Switch, r)
	case messages.TemperatureSensor:
		readInto(t, &in.temperature, &r.Temperature, r)
	}
}

func readInto[T any](t *actors.Tick, in *actors.In[T], to *T, r *messages.SensorReading) {
	value, err := in.Fresh(t)
	if r.Valid = err == nil; r.Valid {
		*to, r.Time = *value, in.Stamp().Time
	}
}

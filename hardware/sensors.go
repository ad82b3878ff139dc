package hardware

import (
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// SensorDriver is a Driver whose bus carries sensors beside its drives.
type SensorDriver interface {
	Driver

	// Sensors describes the sensors. The result is fixed when the driver is made; the caller must
	// not change it.
	Sensors() []SensorInfo

	// ReadSensors writes the newest reading of each sensor, in the order of Sensors, as the newest
	// Collect has received them. A reading without a sample is not valid. Only the goroutine that
	// calls Collect may call it. It does not block or allocate.
	ReadSensors(readings []messages.SensorReading)
}

// SensorInfo describes one sensor.
type SensorInfo struct {
	// Name is unique on the bus. It is also the name of the output that publishes the sensor.
	Name string
	Kind messages.SensorKind
	// Link is the link of the robot that carries the sensor, and Pose the sensor's frame in the
	// frame of that link. A quaternion of zeros means no rotation.
	Link string
	Pose messages.Pose
}

// SensorList lists sensors in the order of their readings. The actors of a world get the list of
// the world's sensors, in the order of messages.Snapshot.Sensor, as a resource of this type.
type SensorList []SensorInfo

// Index returns the place of a sensor in the list. The error lists the known names.
func (l SensorList) Index(name string) (int, error) {
	known := make([]string, len(l))
	for i := range l {
		if known[i] = l[i].Name; l[i].Name == name {
			return i, nil
		}
	}
	return 0, &messages.OptionError{Err: fmt.Errorf("unknown sensor %q", name), Unknown: name, Known: known}
}

// SensorLister is implemented by the options of kinds of role driver whose buses carry sensors.
type SensorLister interface {
	// Sensors describes the sensors that the options configure. Plant has the options of the
	// application's simulated robot, nil without one.
	Sensors(plant any) (SensorList, error)
}

// SensorsOf returns the sensors of a driver, nil where it has none.
func SensorsOf(d Driver) []SensorInfo {
	if s, ok := d.(SensorDriver); ok {
		return s.Sensors()
	}
	return nil
}

// CheckSensors returns an error unless every sensor has a unique name, a kind and a link.
func CheckSensors(bus string, sensors []SensorInfo) error {
	for i, s := range sensors {
		switch {
		case s.Name == "" || s.Link == "":
			return fmt.Errorf("bus %q: sensor %d has the name %q and the link %q; expected both", bus, i, s.Name, s.Link)
		case s.Name == "state" || s.Name == "command":
			return fmt.Errorf("bus %q: a sensor is named %q, as a port of every bus; expected another name", bus, s.Name)
		case !s.Kind.Valid():
			return fmt.Errorf("bus %q: sensor %q is of kind %s; expected one of %v", bus, s.Name, s.Kind, messages.SensorKinds())
		case slices.ContainsFunc(sensors[:i], func(other SensorInfo) bool { return other.Name == s.Name }):
			return fmt.Errorf("bus %q: two sensors are named %q; expected unique names", bus, s.Name)
		}
	}
	return nil
}

// CarriedBy returns the Go type of the values that a sensor of that kind publishes,
// "messages.Inertial".
func CarriedBy(kind messages.SensorKind) string {
	switch kind {
	case messages.InertialSensor:
		return "messages.Inertial"
	case messages.WrenchSensor:
		return "messages.Wrench"
	case messages.SwitchSensor:
		return "messages.Switch"
	case messages.TemperatureSensor:
		return "messages.Temperature"
	}
	return ""
}

// sensorOutput publishes one sensor. Only the output of its kind has a port.
type sensorOutput struct {
	kind        messages.SensorKind
	inertial    actors.Out[messages.Inertial]
	wrench      actors.Out[messages.Wrench]
	contact     actors.Out[messages.Switch]
	temperature actors.Out[messages.Temperature]

	sent messages.Instant // instant of the newest sample that was published
	ever bool
}

// configure adds the port.
func (o *sensorOutput) configure(s *actors.Setup, info SensorInfo) {
	o.kind = info.Kind
	options := actors.PortOptions{Doc: fmt.Sprintf("%s sensor on link %s", info.Kind, info.Link)}
	switch info.Kind {
	case messages.InertialSensor:
		s.Port(info.Name, &o.inertial, options)
	case messages.WrenchSensor:
		s.Port(info.Name, &o.wrench, options)
	case messages.SwitchSensor:
		s.Port(info.Name, &o.contact, options)
	case messages.TemperatureSensor:
		s.Port(info.Name, &o.temperature, options)
	}
}

// publish sends a new sample with the instant at which it was taken, and withdraws the value of a
// sensor whose reading is not valid.
func (o *sensorOutput) publish(t *actors.Tick, r *messages.SensorReading) error {
	if !r.Valid {
		o.ever = false
		return o.withdraw(t)
	}
	if o.ever && r.Time == o.sent {
		return nil
	}
	o.sent, o.ever = r.Time, true
	switch o.kind {
	case messages.InertialSensor:
		return o.inertial.SendAt(t, &r.Inertial, r.Time)
	case messages.WrenchSensor:
		return o.wrench.SendAt(t, &r.Wrench, r.Time)
	case messages.SwitchSensor:
		return o.contact.SendAt(t, &r.Switch, r.Time)
	}
	return o.temperature.SendAt(t, &r.Temperature, r.Time)
}

func (o *sensorOutput) withdraw(t *actors.Tick) error {
	switch o.kind {
	case messages.InertialSensor:
		return o.inertial.Withdraw(t)
	case messages.WrenchSensor:
		return o.wrench.Withdraw(t)
	case messages.SwitchSensor:
		return o.contact.Withdraw(t)
	}
	return o.temperature.Withdraw(t)
}

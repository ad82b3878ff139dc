package messages

import "fmt"

// Wrench is a sample of a force and torque sensor: what acts on the sensor's link, about the origin
// and in the axes of the sensor's frame.
type Wrench struct {
	Force  [3]float64 // N
	Torque [3]float64 // N m
}

// Switch is a sample of a switch or of another sensor with two states.
type Switch struct {
	// Closed reports that the switch is closed, as a limit switch at its stop or a gripper that
	// holds something.
	Closed bool
}

// Temperature is a sample of a thermometer.
type Temperature struct {
	Celsius float64 // degC
}

// SensorKind says what a sensor measures.
type SensorKind uint8

// The kinds of sensors.
const (
	// InertialSensor measures Inertial.
	InertialSensor SensorKind = iota + 1
	// WrenchSensor measures Wrench.
	WrenchSensor
	// SwitchSensor measures Switch.
	SwitchSensor
	// TemperatureSensor measures Temperature.
	TemperatureSensor
)

var sensorKindNames = [...]string{"", "inertial", "wrench", "switch", "temperature"}

// SensorKinds lists every kind.
func SensorKinds() []SensorKind {
	return []SensorKind{InertialSensor, WrenchSensor, SwitchSensor, TemperatureSensor}
}

// Valid reports whether k is a declared kind.
func (k SensorKind) Valid() bool { return k >= InertialSensor && k <= TemperatureSensor }

// String returns the word that application files use.
func (k SensorKind) String() string {
	if k.Valid() {
		return sensorKindNames[k]
	}
	return fmt.Sprintf("sensor_kind(%d)", uint8(k))
}

// ParseSensorKind returns the kind with that name.
func ParseSensorKind(name string) (SensorKind, error) {
	for _, k := range SensorKinds() {
		if k.String() == name {
			return k, nil
		}
	}
	return 0, fmt.Errorf("sensor kind %q is unknown; expected inertial, wrench, switch or temperature", name)
}

// MarshalText returns the text of String, for JSON.
func (k SensorKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads the name of a kind.
func (k *SensorKind) UnmarshalText(text []byte) (err error) {
	*k, err = ParseSensorKind(string(text))
	return err
}

// SensorReading is the newest sample of one sensor. Only the quantity of the sensor's kind is
// meaningful.
type SensorReading struct {
	// Valid reports that the sensor works and its sample is its own. The values of an invalid
	// reading are the last known ones and must not be acted on.
	Valid bool
	// Time is the instant of the sample, on the clock of the receiving system.
	Time        Instant
	Inertial    Inertial
	Wrench      Wrench
	Switch      Switch
	Temperature Temperature
}

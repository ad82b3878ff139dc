package dictionary

import "github.com/robo-actors/robo-actors/messages"

// Observation is what a spine shows to its agent. Parts that are nil or empty are absent from the
// dictionary.
type Observation struct {
	TimeS           float64 // wall clock, s since 1970-01-01 UTC
	Servos          []Servo
	Imu             *Imu
	BaseOrientation *messages.BaseOrientation
	FloorContact    *FloorContact
	WheelOdometry   *messages.WheelOdometry
	CPUTemperature  *float64 // °C
	Joystick        *Joystick
	Sim             *Sim
	History         []History
	Sources         []Source
}

// Servo is the state of one servo.
type Servo struct {
	Name                       string
	Position, Velocity, Torque float64 // rad, rad/s, N m
	QCurrent, DCurrent         float64 // A; NaN where they are not queried
	Voltage, Temperature       float64 // V, °C
	Mode, Fault                int     // codes of moteus
}

// Imu is the state of the inertial measurement unit.
type Imu struct {
	Orientation           [4]float64 // w, x, y, z: from the unit to the frame x forward, y right, z down
	AngularVelocity       [3]float64 // in the frame of the unit, rad/s
	LinearAcceleration    [3]float64 // without gravity, m/s^2
	RawAngularVelocity    [3]float64 // rad/s
	RawLinearAcceleration [3]float64 // with gravity, m/s^2
}

// FloorContact is the contact of the robot and of its wheels with the ground.
type FloorContact struct {
	Contact        bool
	UpperLegTorque float64 // N m
	Wheels         []WheelContact
}

// WheelContact is the contact of the wheel with a name.
type WheelContact struct {
	Name string
	messages.WheelContact
}

// Joystick is the state of a game controller. Axes and triggers are within -1 and 1.
type Joystick struct {
	Cross, Square, Triangle, LeftButton, RightButton bool
	LeftAxis, RightAxis, PadAxis                     [2]float64
	LeftTrigger, RightTrigger                        float64
}

// Sim is the true state of a simulated robot, in the world frame.
type Sim struct {
	Base              SimBase
	ImuLinearVelocity *[3]float64 // of the inertial measurement unit, m/s
	Bodies            []SimBody
}

// SimBase is the true state of the base.
type SimBase struct {
	Position        [3]float64 // m
	Orientation     [4]float64 // w, x, y, z
	LinearVelocity  [3]float64 // m/s
	AngularVelocity [3]float64 // rad/s
}

// SimBody is the true pose of a body.
type SimBody struct {
	Name        string
	Position    [3]float64 // m
	Orientation [4]float64 // w, x, y, z
}

// Source says how fresh the values of a part of the spine are.
type Source struct {
	Name     string
	Sequence uint64  // of the newest value
	StampNs  int64   // monotonic time of the newest value, ns
	AgeS     float64 // of the newest value when the observation was made, s
}

// Append appends the dictionary to b. It allocates nothing if b has room.
func (o *Observation) Append(b []byte) []byte { return put(b, observationFields, o) }

// ParseObservation reads a dictionary. It ignores keys that Observation has not.
func ParseObservation(data []byte) (Observation, error) {
	var o Observation
	if err := check(data, MaxObservationBytes, MaxObservationBytes); err != nil {
		return Observation{}, err
	}
	if _, err := get(observationFields, &o, data, nil); err != nil {
		return Observation{}, err
	}
	return o, nil
}

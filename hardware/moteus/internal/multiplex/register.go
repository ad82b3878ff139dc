package multiplex

// Register is the number of a register of a moteus servo. Positions are in revolutions of the
// output, velocities in rev/s, accelerations in rev/s^2, torques in N m.
type Register uint32

// The registers that the driver, the emulator and the tools name.
const (
	Mode         Register = 0x000
	Position     Register = 0x001
	Velocity     Register = 0x002
	Torque       Register = 0x003
	CurrentQ     Register = 0x004
	CurrentD     Register = 0x005
	AbsPosition  Register = 0x006
	Power        Register = 0x007
	MotorTemp    Register = 0x00a
	TrajectoryOK Register = 0x00b
	HomeState    Register = 0x00c
	Voltage      Register = 0x00d
	BoardTemp    Register = 0x00e
	Fault        Register = 0x00f

	// CommandPosition is the position to go to. NaN means the present one.
	CommandPosition Register = 0x020
	CommandVelocity Register = 0x021
	FeedForward     Register = 0x022
	KpScale         Register = 0x023
	KdScale         Register = 0x024
	// MaxTorque caps the torque. NaN means the most that the servo can give.
	MaxTorque    Register = 0x025
	StopPosition Register = 0x026
	// Watchdog is the servo's timeout in s. Zero means the configured one, NaN means none.
	Watchdog          Register = 0x027
	VelocityLimit     Register = 0x028
	AccelerationLimit Register = 0x029
	FixedVoltage      Register = 0x02a
	FixedCurrent      Register = 0x02c
	IntegralScale     Register = 0x02b
	IgnoreBounds      Register = 0x02d

	CommandCurrentQ Register = 0x01c
	CommandCurrentD Register = 0x01d

	// What the law of mode position adds up, and what it follows. The errors are measured minus
	// commanded.
	ProportionalTorque Register = 0x030
	IntegralTorque     Register = 0x031
	DerivativeTorque   Register = 0x032
	FeedForwardTorque  Register = 0x033
	TotalTorque        Register = 0x034
	ControlPosition    Register = 0x038
	ControlVelocity    Register = 0x039
	ControlTorque      Register = 0x03a
	PositionError      Register = 0x03b
	VelocityError      Register = 0x03c
	TorqueError        Register = 0x03d

	// The command of mode stay within.
	WithinLower         Register = 0x040
	WithinUpper         Register = 0x041
	WithinFeedForward   Register = 0x042
	WithinKpScale       Register = 0x043
	WithinKdScale       Register = 0x044
	WithinMaxTorque     Register = 0x045
	WithinWatchdog      Register = 0x046
	WithinIntegralScale Register = 0x047
	WithinIgnoreBounds  Register = 0x048

	Encoder0Position   Register = 0x050
	Encoder0Velocity   Register = 0x051
	EncoderValidity    Register = 0x058
	MillisecondCounter Register = 0x070

	ModelNumber     Register = 0x100
	FirmwareVersion Register = 0x101
	MapVersion      Register = 0x102
	ID              Register = 0x110
	SerialNumber1   Register = 0x120
	SetNearest      Register = 0x130
	SetExact        Register = 0x131
	RequireReindex  Register = 0x132
	Recapture       Register = 0x133
	DriverFault1    Register = 0x140
	UUID1           Register = 0x150
)

// quantity is what a register counts; it decides the scale of its integers.
type quantity uint8

const (
	plain quantity = iota // integers as they are
	position
	velocity
	acceleration
	torque
	current
	voltage
	temperature
	seconds
	ratio
	power
)

// units has the unit of each quantity.
var units = [...]string{position: "rev", velocity: "rev/s", acceleration: "rev/s^2", torque: "N m", current: "A", voltage: "V",
	temperature: "degC", seconds: "s", ratio: "", power: "W"}

// scales are the values of one count as int8, int16 and int32, from the reference of the moteus
// protocol.
var scales = [...][3]float64{
	plain:        {1, 1, 1},
	position:     {.01, .0001, .00001},
	velocity:     {.1, .00025, .00001},
	acceleration: {.05, .001, .00001},
	torque:       {.5, .01, .001},
	current:      {1, .1, .001},
	voltage:      {.5, .1, .001},
	temperature:  {1, .1, .001},
	seconds:      {.01, .001, .000001},
	ratio:        {1. / 127, 1. / 32767, 1. / 2147483647},
	power:        {10, .05, .0001},
}

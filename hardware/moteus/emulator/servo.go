package emulator

import (
	"maps"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/hardware/moteus"
)

// Servo is one emulated servo. Its methods are for the goroutine that owns its bus, except that a
// Bus locks itself.
type Servo struct {
	// ID is the identifier on the bus, 1 to 126.
	ID uint8
	// Joint is the mechanism at the output.
	Joint Joint
	// Settings are those that conf get returns, by their names. New servos have the defaults of the
	// firmware for those that the emulator obeys.
	Settings map[string]float64
	// Muted servos neither listen nor answer.
	Muted bool
	// Failure is the code of a fault that lasts, zero for none. A servo with one enters mode fault
	// as soon as it drives its motor.
	Failure uint16
	// Voltage is that of the supply, V; Temperature that of the board, degC.
	Voltage, Temperature float64

	mode     moteus.ServoMode
	wanted   moteus.ServoMode // after the start
	fault    uint16
	command  command
	starting time.Duration // that is left of the mode of the start
	unfed    time.Duration // since a frame wrote the mode
	control  float64       // the position that the law follows, rev; NaN before there is one
	torque   float64       // of the newest step, N m
	lived    time.Duration // since the supply came

	proportional, derivative float64 // parts of the torque of the newest step before its caps, N m

	turns  float64       // revolutions that the counter is ahead of the joint
	intent moteus.Intent // of the newest frame that wrote the mode

	faults  []*fault // that were injected
	ailment ailment  // what they do in this step

	input  []byte // of the diagnostic stream, up to a line end
	output []byte
}

// command holds the registers of the command, which every write of the mode resets.
type command struct {
	position, velocity, feedForward, kp, kd, maxTorque, watchdog float64
	low, high                                                    float64 // of mode stay within
	current                                                      float64 // A
	ignoreBounds                                                 float64 // those of the settings, unless zero
	ineffective
}

// ineffective holds the registers of the command that have no effect on a joint without an
// electrical model, whose trajectories have no limits.
type ineffective struct {
	stopPosition, velocityLimit, accelerationLimit, fixedVoltage, fixedCurrent, integralScale, currentD float64
}

func defaultCommand() command {
	nan := math.NaN()
	return command{kp: 1, kd: 1, maxTorque: nan, low: nan, high: nan,
		ineffective: ineffective{stopPosition: nan, velocityLimit: nan, accelerationLimit: nan, fixedVoltage: nan, fixedCurrent: nan, integralScale: 1}}
}

// Names of the settings that the emulator obeys.
const (
	SettingTimeoutMode    = "servo.timeout_mode"
	SettingTimeout        = "servo.default_timeout_s"
	SettingTimeoutTorque  = "servo.timeout_max_torque_Nm"
	SettingKp             = "servo.pid_position.kp"
	SettingKd             = "servo.pid_position.kd"
	SettingPositionMin    = "servopos.position_min"
	SettingPositionMax    = "servopos.position_max"
	SettingMaxTorque      = "emulator.max_torque_Nm"
	SettingTorqueConstant = "emulator.torque_constant_Nm_A"
)

// NewServo returns a servo that was just powered up, with the default settings of the firmware.
func NewServo(id uint8, joint Joint) *Servo {
	return &Servo{ID: id, Joint: joint, Voltage: 24, Temperature: 30, command: defaultCommand(), control: math.NaN(), Settings: maps.Clone(factory)}
}

// factory are the settings of the firmware.
var factory = map[string]float64{
	SettingTimeoutMode: float64(moteus.TimeoutZeroVelocity), SettingTimeout: 0.1, SettingTimeoutTorque: 5,
	SettingKp: 4, SettingKd: 0.05, SettingPositionMin: math.NaN(), SettingPositionMax: math.NaN(),
	SettingMaxTorque: 10, SettingTorqueConstant: 0.1,
}

// setting returns a setting, that of the firmware while the servo has lost its own.
func (s *Servo) setting(name string) float64 {
	if s.ailment.lost {
		return factory[name]
	}
	return s.Settings[name]
}

// motion returns the position in rev, as the servo counts revolutions, and the velocity in rev/s.
func (s *Servo) motion() (position, velocity float64) {
	position, velocity = s.Joint.Motion()
	return position + s.turns, velocity
}

// mean takes the intent of a frame that writes the mode. A stop keeps the number.
func (s *Servo) mean(i *moteus.Intent) {
	arm := s.intent.Arm
	if s.intent = *i; i.Mode.Stops() {
		s.intent.Arm = max(arm, i.Arm)
	}
}

// reset begins anew, as after a loss of power. The servo finds its position within half a turn.
func (s *Servo) reset() {
	position, _ := s.Joint.Motion()
	s.mode, s.fault, s.torque, s.control = moteus.ServoStopped, 0, 0, math.NaN()
	s.command, s.unfed, s.input, s.output = defaultCommand(), 0, nil, nil
	s.turns, s.lived = -math.Round(position), 0
}

// failing returns the code of a fault that lasts, zero for none.
func (s *Servo) failing() uint16 {
	if s.Failure != 0 {
		return s.Failure
	}
	return s.ailment.failure
}

// Mode returns the mode that the servo is in.
func (s *Servo) Mode() moteus.ServoMode { return s.mode }

// Torque returns the torque of the newest step in N m.
func (s *Servo) Torque() float64 { return s.torque }

// A servo that leaves mode stopped first enables its motor driver, for enableTime, and then
// calibrates its current sensors, for calibrateTime.
const (
	enableTime    = time.Millisecond
	calibrateTime = 8 * time.Millisecond
)

// setMode takes the mode that a frame wrote. A fault and an expired watchdog are left by a stop
// only.
func (s *Servo) setMode(wanted moteus.ServoMode) {
	s.unfed = 0
	switch {
	case wanted == moteus.ServoStopped:
		s.mode, s.fault, s.control = moteus.ServoStopped, 0, math.NaN()
	case s.mode == moteus.ServoFault || s.mode == moteus.ServoTimeout:
	case wanted != moteus.ServoCurrent && wanted != moteus.ServoPosition && wanted != moteus.ServoZeroVelocity &&
		wanted != moteus.ServoStayWithin && wanted != moteus.ServoBrake:
		s.fail(36) // modes of commissioning, for which the emulator has no motor
	case s.failing() != 0:
		s.fail(s.failing())
	case s.mode == moteus.ServoStopped:
		s.mode, s.wanted, s.starting = moteus.ServoEnabling, wanted, enableTime
	case s.mode.Starts():
		s.wanted = wanted
	default:
		s.mode = wanted
	}
}

func (s *Servo) fail(code uint16) {
	s.mode, s.fault, s.torque, s.control = moteus.ServoFault, code, 0, math.NaN()
}

// step advances the servo by a short time.
func (s *Servo) step(dt time.Duration) {
	if code := s.failing(); code != 0 && s.mode != moteus.ServoStopped && s.mode != moteus.ServoFault {
		s.fail(code)
	}
	s.start(dt)
	s.watch(dt)
	s.lived += dt
	s.proportional, s.derivative = 0, 0
	s.torque = s.law(dt.Seconds())
	s.Joint.Advance(s.torque, dt)
}

// start leads from mode stopped to the mode that was written.
func (s *Servo) start(dt time.Duration) {
	if !s.mode.Starts() {
		return
	}
	if s.starting -= dt; s.starting > 0 {
		return
	}
	switch s.mode {
	case moteus.ServoEnabling:
		s.mode, s.starting = moteus.ServoCalibrating, calibrateTime
	case moteus.ServoCalibrating:
		s.mode = moteus.ServoCalibrated
	default:
		s.mode = s.wanted
	}
}

// watch lets the watchdog count. It counts in the modes position and stay within.
func (s *Servo) watch(dt time.Duration) {
	if s.mode != moteus.ServoPosition && s.mode != moteus.ServoStayWithin {
		return
	}
	timeout := s.command.watchdog
	if timeout == 0 {
		timeout = s.setting(SettingTimeout)
	}
	if s.unfed += dt; s.unfed.Seconds() > timeout { // never with NaN
		s.expire()
	}
}

// expire is what follows when the watchdog expires.
func (s *Servo) expire() { s.mode, s.control = moteus.ServoTimeout, math.NaN() }

// law returns the torque of a step.
func (s *Servo) law(h float64) float64 {
	c := &s.command
	switch s.mode {
	case moteus.ServoPosition:
		return s.follow(h, c.position, c.velocity, c.feedForward, c.kp, c.kd, c.maxTorque)
	case moteus.ServoZeroVelocity:
		return s.limited(s.damping(1), c.maxTorque)
	case moteus.ServoBrake:
		return s.limited(s.damping(1), math.NaN())
	case moteus.ServoCurrent:
		return s.limited(c.current*s.setting(SettingTorqueConstant), math.NaN())
	case moteus.ServoStayWithin:
		return s.within(h)
	case moteus.ServoTimeout:
		return s.expired(h)
	}
	return 0
}

// follow is the law of mode position: proportional to the error of a position that moves with the
// commanded velocity, plus damping and feed-forward.
func (s *Servo) follow(h, position, velocity, feedForward, kp, kd, maxTorque float64) float64 {
	measured, speed := s.motion()
	switch {
	case !math.IsNaN(position):
		s.control = position
	case math.IsNaN(s.control):
		s.control = measured
	}
	if math.IsNaN(position) {
		s.control += velocity * h
	} else {
		s.command.position += velocity * h
	}
	s.control = s.bounded(s.control)
	s.proportional = s.setting(SettingKp) * kp * (s.control - measured)
	s.derivative = s.setting(SettingKd) * kd * (velocity - speed)
	return s.limited(s.proportional+s.derivative+feedForward, maxTorque)
}

// within lets the joint move freely between two positions.
func (s *Servo) within(h float64) float64 {
	c := &s.command
	position, _ := s.motion()
	switch {
	case position < c.low:
		return s.follow(h, c.low, 0, c.feedForward, c.kp, c.kd, c.maxTorque)
	case position > c.high:
		return s.follow(h, c.high, 0, c.feedForward, c.kp, c.kd, c.maxTorque)
	}
	return s.limited(c.feedForward, c.maxTorque)
}

// expired is the law after the watchdog has expired, which the settings choose.
func (s *Servo) expired(h float64) float64 {
	most := s.setting(SettingTimeoutTorque)
	switch moteus.TimeoutMode(s.setting(SettingTimeoutMode)) {
	case moteus.TimeoutHold:
		return s.follow(h, math.NaN(), 0, 0, 1, 1, most)
	case moteus.TimeoutZeroVelocity, moteus.TimeoutBrake:
		return s.limited(s.damping(1), most)
	}
	return 0
}

func (s *Servo) damping(scale float64) float64 {
	_, speed := s.motion()
	return -s.setting(SettingKd) * scale * speed
}

// limited caps a torque. A cap of NaN is the most that the servo can give.
func (s *Servo) limited(torque, most float64) float64 {
	limit := s.setting(SettingMaxTorque) * (1 - s.ailment.derating)
	if most == most {
		limit = min(limit, math.Abs(most))
	}
	return min(max(torque, -limit), limit)
}

// bounded keeps a position within the settings, where they have bounds and no command ignores them.
func (s *Servo) bounded(position float64) float64 {
	if s.command.ignoreBounds != 0 {
		return position
	}
	if low := s.setting(SettingPositionMin); position < low {
		return low
	}
	if high := s.setting(SettingPositionMax); position > high {
		return high
	}
	return position
}

package moteus

import (
	"math"

	"github.com/robo-actors/robo-actors/hardware/moteus/internal/multiplex"
	"github.com/robo-actors/robo-actors/messages"
)

// Servo describes one servo of a bus and how its output moves a joint.
type Servo struct {
	// ID is the servo's identifier on the bus, 1 to 126.
	ID uint8
	// Joint is the name of the joint in the world.
	Joint string
	// PerRevolution is the joint's motion for one revolution of the servo's output, rad or m. It is
	// negative where the two turn in opposite directions, and never zero.
	PerRevolution float64
	// Offset is the joint's position where the servo's is zero, rad or m.
	Offset float64
	// MaxTorque caps the torque of every command, N m at the servo's output. It is positive and
	// finite.
	MaxTorque float64
	// Lower and Upper bound the joint's position where the servo itself keeps those bounds, rad or
	// m. Infinite bounds mean that the servo keeps none.
	Lower, Upper float64
}

// revolutions converts a position of the joint to one of the servo.
func (s *Servo) revolutions(position float64) float64 { return (position - s.Offset) / s.PerRevolution }

// joint converts a position of the servo to one of the joint.
func (s *Servo) joint(revolutions float64) float64 { return s.Offset + revolutions*s.PerRevolution }

// effortPerTorque is the joint's effort for one N m at the output: power is the same on both sides.
func (s *Servo) effortPerTorque() float64 { return 2 * math.Pi / s.PerRevolution }

// setPoint is a command in the units of the servo.
type setPoint struct {
	position, velocity, torque float64 // rev, rev/s, N m; a position of NaN means the present one
	kp, kd                     float64
	maxTorque                  float64 // N m, finite
}

// setPointOf converts the command of one drive, which hardware.Check has accepted. A servo that
// follows an effort alone gets the position where it was measured last, rev: a stop without a
// position holds the newest one, which would otherwise be from before the effort.
func (s *Servo) setPointOf(c *messages.DriveCommand, i int, measured float64) setPoint {
	p := setPoint{position: math.NaN(), kp: 1, kd: 1, maxTorque: s.MaxTorque}
	if len(c.KpScale) > 0 {
		p.kp, p.kd = c.KpScale[i], c.KdScale[i]
	}
	if len(c.MaxEffort) > 0 {
		p.maxTorque = min(p.maxTorque, math.Abs(c.MaxEffort[i]/s.effortPerTorque()))
	}
	control := c.Control[i]
	if control.Has(messages.ControlPosition) {
		p.position = s.revolutions(c.Position[i])
	}
	if control.Has(messages.ControlVelocity) {
		p.velocity = c.Velocity[i] / s.PerRevolution
	}
	if control.Has(messages.ControlEffort) {
		p.torque = c.Effort[i] / s.effortPerTorque()
	}
	if !control.Has(messages.ControlPosition) && !control.Has(messages.ControlVelocity) {
		p.position, p.kp, p.kd = measured, 0, 0
	}
	return p
}

// reply is what a servo said last.
type reply struct {
	mode                       ServoMode
	position, velocity, torque float64 // rev, rev/s, N m
	current                    float64 // A, of the torque
	voltage, temperature       float64 // V, degC of the board
	fault                      uint16
}

// The registers of a query. The answer has 30 bytes.
const (
	firstMeasured = multiplex.Position
	measured      = 4 // position, velocity, torque, q current
	firstSlow     = multiplex.Voltage
	slow          = 3 // voltage, board temperature, fault
)

// appendQuery appends the query that every frame carries.
func appendQuery(b []byte) []byte {
	b = multiplex.AppendRead(b, multiplex.Int8, multiplex.Mode, 1)
	b = multiplex.AppendRead(b, multiplex.Float32, firstMeasured, measured)
	return multiplex.AppendRead(b, multiplex.Int16, firstSlow, slow)
}

// read takes the answer to a query. It reports whether the frame had all of it, in finite numbers;
// otherwise the reply stays as it was.
func (r *reply) read(frame []byte) bool {
	const all = 1 + measured + slow
	next, found := *r, 0
	p := multiplex.Parse(frame)
	for {
		item, more := p.Next()
		if !more {
			break
		}
		if item.Op != multiplex.Reply {
			continue
		}
		v := item.Value
		if v-v != 0 || !next.set(item.Register, v) {
			continue
		}
		found++
	}
	if p.Err() != nil || found != all {
		return false
	}
	*r = next
	return true
}

// set takes one register. It reports whether the query asks for it.
func (r *reply) set(register multiplex.Register, v float64) bool {
	switch register {
	case multiplex.Mode:
		r.mode = ServoMode(int8(v))
	case multiplex.Position:
		r.position = v
	case multiplex.Velocity:
		r.velocity = v
	case multiplex.Torque:
		r.torque = v
	case multiplex.CurrentQ:
		r.current = v
	case multiplex.Voltage:
		r.voltage = v
	case multiplex.BoardTemp:
		r.temperature = v
	case multiplex.Fault:
		r.fault = uint16(int16(v))
	default:
		return false
	}
	return true
}

// appendMode appends the command of a mode that needs no set-point.
func appendMode(b []byte, mode ServoMode) []byte {
	return multiplex.AppendWrite(b, multiplex.Int8, multiplex.Mode, float64(mode))
}

// appendZeroVelocity appends the command that damps the motion with at most that torque. A servo
// without a watchdog keeps it up.
func appendZeroVelocity(b []byte, maxTorque float64) []byte {
	return multiplex.AppendWrite(appendMode(b, ServoZeroVelocity), multiplex.Float32, multiplex.MaxTorque, maxTorque)
}

// appendSetPoint appends a command in mode position. The torque cap and the watchdog are in every
// frame, and finite: the servo reads NaN as no cap and no watchdog.
func appendSetPoint(b []byte, p *setPoint, watchdog float64) []byte {
	b = multiplex.AppendWrite(appendMode(b, ServoPosition), multiplex.Float32, multiplex.CommandPosition,
		p.position, p.velocity, p.torque, p.kp, p.kd, p.maxTorque)
	return multiplex.AppendWrite(b, multiplex.Float32, multiplex.Watchdog, watchdog)
}

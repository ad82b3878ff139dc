package emulator

import (
	"math"
	"strconv"
	"strings"

	"github.com/robo-actors/robo-actors/hardware/moteus"
	"github.com/robo-actors/robo-actors/hardware/moteus/internal/multiplex"
)

// The codes with which a servo rejects a register.
const (
	unknownRegister = 1
	notWritable     = 2
)

// maxPayload is the number of bytes of the longest frame.
const maxPayload = 64

// answer obeys a frame and appends the payload of the answer to it: writes first, then reads, as
// the firmware does. What follows a malformed subframe is ignored.
func (s *Servo) answer(b []byte, f *moteus.Frame) []byte {
	payload := f.Bytes()
	wanted, written, before := moteus.ServoMode(0), false, s.command
	for p := multiplex.Parse(payload); ; {
		item, more := p.Next()
		if !more {
			break
		}
		switch item.Op {
		case multiplex.Write:
			if item.Register == multiplex.Mode {
				s.command = defaultCommand()
				wanted, written = moteus.ServoMode(item.Value), true
			} else if code := s.write(item.Register, item.Value); code != 0 {
				b = multiplex.AppendError(b, multiplex.WriteError, item.Register, code)
			}
		case multiplex.Client:
			s.line(item.Data)
		}
	}
	switch {
	case written && s.ailment.stubborn && wanted != s.mode:
		s.command = before
	case written:
		s.mean(&f.Intent)
		s.setMode(wanted)
	}
	return s.reads(b, payload)
}

// reads appends the answers to the reads of a frame. It stops where the answer would be too long,
// and behind a register that the servo lacks.
func (s *Servo) reads(b, payload []byte) []byte {
	for p := multiplex.Parse(payload); ; {
		item, more := p.Next()
		if !more {
			return b
		}
		before := len(b)
		switch item.Op {
		case multiplex.Read:
			if b, more = s.read(b, &item); !more && len(b) <= maxPayload {
				return b
			}
		case multiplex.Poll:
			n := min(len(s.output), int(min(item.Limit, maxPayload)), maxPayload-len(b)-3)
			b = multiplex.AppendData(b, multiplex.Server, item.Channel, s.output[:max(n, 0)])
			s.output = s.output[max(n, 0):]
		}
		if len(b) > maxPayload {
			return b[:before]
		}
	}
}

// read appends the values of consecutive registers, or, where the servo lacks one, the error of
// that one alone. It reports whether the servo has them all.
func (s *Servo) read(b []byte, item *multiplex.Item) ([]byte, bool) {
	var values [maxPayload]float64
	for i := range item.Count {
		r := item.Register + multiplex.Register(i)
		v, known := s.register(r)
		if !known || identity(r) && item.Type != multiplex.Int32 {
			return multiplex.AppendError(b, multiplex.ReadError, r, unknownRegister), false
		}
		values[i] = v
	}
	return multiplex.AppendReply(b, item.Type, item.Register, values[:item.Count]...), true
}

// identity reports whether a register says what a servo is. The firmware has these as int32 only.
func identity(r multiplex.Register) bool {
	return r >= multiplex.ModelNumber && r <= multiplex.MapVersion || r >= multiplex.SerialNumber1 && r < multiplex.SerialNumber1+3 ||
		r >= multiplex.UUID1 && r < multiplex.UUID1+4
}

// write writes a register of the command. It returns the code of the error, zero for none.
func (s *Servo) write(r multiplex.Register, v float64) uint32 {
	if field := s.command.register(r); field != nil {
		*field = v
		return 0
	}
	switch r {
	case multiplex.SetNearest, multiplex.SetExact, multiplex.RequireReindex, multiplex.Recapture:
		s.setPosition(r, v)
		return 0
	}
	if _, known := s.register(r); known {
		return notWritable
	}
	return unknownRegister
}

// setPosition changes the position that the servo reports: to the one nearest to v that differs by
// whole revolutions, to v, or to the one within half a revolution that it has after power-up. A
// position that it holds moves along.
func (s *Servo) setPosition(r multiplex.Register, v float64) {
	raw, _ := s.Joint.Motion()
	before := s.turns
	if v-v != 0 { // not finite
		return
	}
	switch r {
	case multiplex.SetNearest:
		s.turns = math.Round(v - raw)
	case multiplex.SetExact:
		s.turns = v - raw
	case multiplex.RequireReindex:
		s.turns = -math.Round(raw)
	}
	s.control += s.turns - before
}

// register returns the field of a register of the command, nil for others. Mode stay within has
// numbers of its own for what the modes share.
func (c *command) register(r multiplex.Register) *float64 {
	switch r {
	case multiplex.CommandPosition:
		return &c.position
	case multiplex.CommandVelocity:
		return &c.velocity
	case multiplex.FeedForward, multiplex.WithinFeedForward:
		return &c.feedForward
	case multiplex.KpScale, multiplex.WithinKpScale:
		return &c.kp
	case multiplex.KdScale, multiplex.WithinKdScale:
		return &c.kd
	case multiplex.MaxTorque, multiplex.WithinMaxTorque:
		return &c.maxTorque
	case multiplex.Watchdog, multiplex.WithinWatchdog:
		return &c.watchdog
	case multiplex.CommandCurrentQ:
		return &c.current
	case multiplex.WithinLower:
		return &c.low
	case multiplex.WithinUpper:
		return &c.high
	case multiplex.IgnoreBounds, multiplex.WithinIgnoreBounds:
		return &c.ignoreBounds
	}
	return c.ineffective.register(r)
}

// register returns the field of a register that has no effect, nil for others.
func (c *ineffective) register(r multiplex.Register) *float64 {
	switch r {
	case multiplex.StopPosition:
		return &c.stopPosition
	case multiplex.VelocityLimit:
		return &c.velocityLimit
	case multiplex.AccelerationLimit:
		return &c.accelerationLimit
	case multiplex.FixedVoltage:
		return &c.fixedVoltage
	case multiplex.FixedCurrent:
		return &c.fixedCurrent
	case multiplex.IntegralScale, multiplex.WithinIntegralScale:
		return &c.integralScale
	case multiplex.CommandCurrentD:
		return &c.currentD
	}
	return nil
}

// register returns the value of a register.
func (s *Servo) register(r multiplex.Register) (float64, bool) {
	if field := s.command.register(r); field != nil {
		return *field, true
	}
	position, velocity := s.motion()
	switch r {
	case multiplex.Mode:
		return float64(s.mode), true
	case multiplex.Position:
		return position, true
	case multiplex.Velocity:
		return velocity, true
	case multiplex.Torque:
		return s.torque, true
	case multiplex.CurrentQ:
		return s.torque / s.setting(SettingTorqueConstant), true
	case multiplex.CurrentD:
		return 0, true
	case multiplex.AbsPosition:
		return position - math.Floor(position), true
	case multiplex.Power:
		return s.torque * velocity * 2 * math.Pi, true
	case multiplex.MotorTemp, multiplex.BoardTemp:
		return s.Temperature + s.ailment.heat, true
	case multiplex.Voltage:
		return s.Voltage * (1 - s.ailment.sag), true
	case multiplex.Fault:
		if s.fault == 0 {
			return float64(s.ailment.shown), true
		}
		return float64(s.fault), true
	case multiplex.MapVersion:
		return 5, true
	case multiplex.ID:
		return float64(s.ID), true
	case multiplex.ModelNumber, multiplex.FirmwareVersion, multiplex.SerialNumber1, multiplex.SerialNumber1 + 1, multiplex.SerialNumber1 + 2,
		multiplex.HomeState, multiplex.DriverFault1, multiplex.DriverFault1 + 1,
		multiplex.UUID1, multiplex.UUID1 + 1, multiplex.UUID1 + 2, multiplex.UUID1 + 3:
		return 0, true
	case multiplex.MillisecondCounter:
		return float64(s.lived.Milliseconds() % (1 << 23)), true
	case multiplex.TrajectoryOK: // without limits of velocity and acceleration, a trajectory ends where it begins
		if s.mode == moteus.ServoPosition {
			return 1, true
		}
		return 0, true
	}
	return s.lawRegister(r)
}

// line takes input of the command line and obeys each whole line.
func (s *Servo) line(data []byte) {
	s.input = append(s.input, data...)
	for {
		text := string(s.input)
		end := strings.IndexAny(text, "\r\n")
		if end < 0 {
			break
		}
		s.input = s.input[end+1:]
		if words := strings.Fields(text[:end]); len(words) > 0 {
			s.output = append(s.output, s.execute(words)...)
		}
	}
	if len(s.input) > maxLine {
		s.input = nil
	}
}

// maxLine bounds a line of the command line.
const maxLine = 256

// execute obeys one line and returns the answer.
func (s *Servo) execute(words []string) string {
	if len(words) == 3 && words[0] == "conf" && words[1] == "get" {
		if _, known := s.Settings[words[2]]; known {
			v := s.setting(words[2])
			return strconv.FormatFloat(v, 'g', -1, 32) + "\r\n"
		}
		return "ERR error reading parameter\r\n"
	}
	if len(words) == 2 && words[0] == "tel" && words[1] == "stop" {
		return "OK\r\n"
	}
	return "ERR unknown command\r\n"
}

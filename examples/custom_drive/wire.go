package main

import (
	"encoding/binary"
	"fmt"
	"math"
)

// A frame on the line, byte by byte:
//
//	0x7e  length  address  sequence  kind  payload ...  checksum (2 bytes)
//
// Length counts address, sequence, kind and payload. The checksum is CRC-16/CCITT-FALSE (polynomial
// 0x1021, initial value 0xffff) from length to the end of the payload. All numbers are
// little-endian, real ones are float32. An answer has the address and sequence of its request.
const (
	startByte  = 0x7e
	headBytes  = 3 // address, sequence, kind
	maxPayload = 32
	maxFrame   = 2 + headBytes + maxPayload + 2
)

// frameKind says what a frame asks for or answers.
type frameKind uint8

const (
	askSettings frameKind = 0x01
	askState    frameKind = 0x02
	follow      frameKind = 0x03 // follow a set-point, and answer with the state
	stop        frameKind = 0x04 // enter a mode that stops; it has no answer
	askSwitch   frameKind = 0x05
	settings    frameKind = 0x81
	state       frameKind = 0x82
	switched    frameKind = 0x85
)

// frame is one frame. Its payload aliases what it was read from.
type frame struct {
	address, sequence uint8
	kind              frameKind
	payload           []byte
}

// appendFrame appends a frame to b. The payload has at most maxPayload bytes.
func appendFrame(b []byte, f frame) []byte {
	begin := len(b) + 1
	b = append(b, startByte, uint8(headBytes+len(f.payload)), f.address, f.sequence, uint8(f.kind))
	b = append(b, f.payload...)
	return binary.LittleEndian.AppendUint16(b, checksum(b[begin:]))
}

// nextFrame returns the first whole frame in b, and what follows it. Without one, rest is the
// beginning of a frame that has not arrived in full. Bytes that belong to no frame are skipped.
func nextFrame(b []byte) (f frame, rest []byte, ok bool) {
	for len(b) > 0 {
		if b[0] != startByte {
			b = b[1:]
			continue
		}
		if len(b) < 2 {
			return frame{}, b, false
		}
		length := int(b[1])
		if length < headBytes || length > headBytes+maxPayload {
			b = b[1:] // no frame begins here
			continue
		}
		end := 2 + length
		if len(b) < end+2 {
			return frame{}, b, false
		}
		if binary.LittleEndian.Uint16(b[end:]) != checksum(b[1:end]) {
			b = b[1:]
			continue
		}
		return frame{b[2], b[3], frameKind(b[4]), b[5:end]}, b[end+2:], true
	}
	return frame{}, nil, false
}

// checksum is CRC-16/CCITT-FALSE.
func checksum(b []byte) uint16 {
	sum := uint16(0xffff)
	for _, x := range b {
		sum ^= uint16(x) << 8
		for range 8 {
			if sum&0x8000 != 0 {
				sum = sum<<1 ^ 0x1021
			} else {
				sum <<= 1
			}
		}
	}
	return sum
}

// wireMode is the mode of a drive on the line.
type wireMode uint8

const (
	wireOff    wireMode = iota // no torque
	wireHold                   // holds the position where it stopped
	wireDamp                   // resists motion
	wireFollow                 // follows set-points
)

// String returns the name in application files.
func (m wireMode) String() string {
	if m > wireFollow {
		return fmt.Sprintf("mode %d", uint8(m))
	}
	return [...]string{"off", "ramp_hold", "damp", "follow"}[m]
}

// Flags of a follow frame.
const (
	flagReset    = 1 << iota // leave a latched stop: a fault, an expired watchdog, a lost supply
	flagPosition             // the position counts
	flagVelocity             // the velocity counts
)

// setPoint is the payload of a follow frame: flags, position (rad or m), velocity (rad/s or m/s).
type setPoint struct {
	flags              uint8
	position, velocity float64
}

func (s setPoint) append(b []byte) []byte {
	return appendFloats(append(b, s.flags), s.position, s.velocity)
}

func parseSetPoint(b []byte) (s setPoint, ok bool) {
	if len(b) != 9 {
		return s, false
	}
	return setPoint{b[0], float(b[1:]), float(b[5:])}, true
}

// report is the payload of a state frame.
type report struct {
	mode                       wireMode
	fault                      uint16  // code, 0 for none
	status                     uint32  // bits, see statusMoving and the following
	position, velocity, effort float64 // rad or m, rad/s or m/s, N m or N
	temperature                float64 // degC, of the power stage
}

// Bits of report.status.
const (
	statusMoving  = 1 << iota // the joint moves
	statusExpired             // the watchdog has expired since the newest reset
	statusFailing             // the cause of the fault is present
)

func (r *report) append(b []byte) []byte {
	b = binary.LittleEndian.AppendUint16(append(b, uint8(r.mode)), r.fault)
	b = binary.LittleEndian.AppendUint32(b, r.status)
	return appendFloats(b, r.position, r.velocity, r.effort, r.temperature)
}

func parseReport(b []byte) (r report, ok bool) {
	if len(b) != 23 || wireMode(b[0]) > wireFollow {
		return r, false
	}
	return report{wireMode(b[0]), binary.LittleEndian.Uint16(b[1:]), binary.LittleEndian.Uint32(b[3:]),
		float(b[7:]), float(b[11:]), float(b[15:]), float(b[19:])}, true
}

// driveSettings is the payload of a settings frame: what the drive itself keeps.
type driveSettings struct {
	watchdogMode                                wireMode
	watchdog                                    uint16 // ms
	lower, upper, velocity, acceleration, force float64
}

func (s *driveSettings) append(b []byte) []byte {
	b = binary.LittleEndian.AppendUint16(append(b, uint8(s.watchdogMode)), s.watchdog)
	return appendFloats(b, s.lower, s.upper, s.velocity, s.acceleration, s.force)
}

func parseSettings(b []byte) (s driveSettings, ok bool) {
	if len(b) != 23 {
		return s, false
	}
	return driveSettings{wireMode(b[0]), binary.LittleEndian.Uint16(b[1:]),
		float(b[3:]), float(b[7:]), float(b[11:]), float(b[15:]), float(b[19:])}, true
}

// switchReport is the payload of a switched frame.
type switchReport struct {
	closed bool
	age    uint16 // ms since the switch was sampled
}

func (s switchReport) append(b []byte) []byte {
	closed := uint8(0)
	if s.closed {
		closed = 1
	}
	return binary.LittleEndian.AppendUint16(append(b, closed), s.age)
}

func parseSwitch(b []byte) (s switchReport, ok bool) {
	if len(b) != 3 || b[0] > 1 {
		return s, false
	}
	return switchReport{b[0] == 1, binary.LittleEndian.Uint16(b[1:])}, true
}

func appendFloats(b []byte, values ...float64) []byte {
	for _, x := range values {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(x)))
	}
	return b
}

func float(b []byte) float64 {
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
}

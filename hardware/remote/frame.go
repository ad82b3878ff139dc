package remote

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

// kind says what a frame is.
type kind uint8

const (
	hello kind = iota + 1
	welcome
	exchange
	state
	stop
	stopped
	bye
)

// flags of a frame.
type flags uint8

const (
	withCommand flags = 1 << iota // exchange: a command follows
	refused                       // state: the command was unfit
	late                          // state: the command was held up on its way and not handed over
	lost                          // state: no drive answered
	closed                        // state, stopped: the session is over, or never was
	failed                        // welcome: the drives could not be opened; the reason follows
)

// head is what every frame begins with.
type head struct {
	kind     kind
	flags    flags
	session  uint64
	sequence uint64
	// time is of the drives' process: in answers now, in requests the newest that was heard.
	time messages.Instant
}

const (
	magic    = 0x31444152 // "RAD1"
	headSize = 4 + 1 + 1 + 8 + 8 + 8
	tailSize = 4
	// maxDrives bounds a bus; no field of a frame has more entries.
	maxDrives = 64
	maxName   = 255
	// maxFrame is the longest frame: the welcome of the largest bus has 41 kB, and UDP carries 65
	// 507 bytes.
	maxFrame = 48 << 10
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// errFrame is why a frame was not understood.
var errFrame = errors.New("the frame is not understood")

// begin starts a frame in a buffer, which it empties.
func begin(b []byte, h head) []byte {
	b = binary.LittleEndian.AppendUint32(b[:0], magic)
	b = append(b, byte(h.kind), byte(h.flags))
	b = binary.LittleEndian.AppendUint64(b, h.session)
	b = binary.LittleEndian.AppendUint64(b, h.sequence)
	return binary.LittleEndian.AppendUint64(b, uint64(h.time))
}

// seal ends a frame.
func seal(b []byte) []byte {
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

// opened checks a frame and returns its head and what stands between head and checksum.
func opened(frame []byte) (head, reader, error) {
	if len(frame) < headSize+tailSize || len(frame) > maxFrame || binary.LittleEndian.Uint32(frame) != magic {
		return head{}, reader{}, errFrame
	}
	body, tail := frame[:len(frame)-tailSize], frame[len(frame)-tailSize:]
	if crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(tail) {
		return head{}, reader{}, errFrame
	}
	h := head{kind: kind(body[4]), flags: flags(body[5]), session: binary.LittleEndian.Uint64(body[6:]),
		sequence: binary.LittleEndian.Uint64(body[14:]), time: messages.Instant(binary.LittleEndian.Uint64(body[22:]))}
	if h.kind < hello || h.kind > bye {
		return head{}, reader{}, errFrame
	}
	return h, reader{rest: body[headSize:]}, nil
}

// reader takes values off a payload. Once something is missing, everything it returns is zero, and
// bad is set.
type reader struct {
	rest []byte
	bad  bool
}

func (r *reader) take(n int) []byte {
	if r.bad || len(r.rest) < n {
		r.bad = true
		return nil
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *reader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) uint16() uint16 {
	if b := r.take(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

func (r *reader) uint32() uint32 {
	if b := r.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (r *reader) uint64() uint64 {
	if b := r.take(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

func (r *reader) float() float64 { return math.Float64frombits(r.uint64()) }

func (r *reader) text() string { return string(r.take(int(r.byte()))) }

// length reads the number of entries of a list, each of that size.
func (r *reader) length(size int) int {
	n := int(r.byte())
	if n > maxDrives+1 || n*size > len(r.rest) {
		r.bad = true
		return 0
	}
	return n
}

// done reports whether everything was there and nothing is left.
func (r *reader) done() bool { return !r.bad && len(r.rest) == 0 }

func appendFloat(b []byte, x float64) []byte {
	return binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
}

func appendText(b []byte, text string) []byte {
	text = text[:min(len(text), maxName)]
	return append(append(b, byte(len(text))), text...)
}

// appendFloats writes a list with its length. One that is longer than a bus can be stays too long.
func appendFloats(b []byte, list []float64) []byte {
	list = list[:min(len(list), maxDrives+1)]
	b = append(b, byte(len(list)))
	for _, x := range list {
		b = appendFloat(b, x)
	}
	return b
}

func (r *reader) floats(into []float64) []float64 {
	into = into[:r.length(8)]
	for i := range into {
		into[i] = r.float()
	}
	return into
}

// appendModes writes modes with their number.
func appendModes(b []byte, modes []messages.Mode) []byte {
	modes = modes[:min(len(modes), maxDrives+1)]
	b = append(b, byte(len(modes)))
	for _, m := range modes {
		b = append(b, byte(m))
	}
	return b
}

func (r *reader) modes(into []messages.Mode) []messages.Mode {
	into = into[:r.length(1)]
	for i := range into {
		into[i] = messages.Mode(r.byte())
	}
	return into
}

// appendCommand writes a command as it is, also one that is not fit: who owns the drives refuses
// it, and obeys its stops.
func appendCommand(b []byte, c *messages.DriveCommand) []byte {
	b = appendModes(b, c.Mode)
	control := c.Control[:min(len(c.Control), maxDrives+1)]
	b = append(b, byte(len(control)))
	for _, x := range control {
		b = append(b, byte(x))
	}
	b = appendFloats(appendFloats(appendFloats(b, c.Position), c.Velocity), c.Effort)
	arm := c.Arm[:min(len(c.Arm), maxDrives+1)]
	b = append(b, byte(len(arm)))
	for _, x := range arm {
		b = binary.LittleEndian.AppendUint32(b, x)
	}
	return b
}

// command reads a command into one that has room for the longest.
func (r *reader) command(c *messages.DriveCommand) {
	c.Mode = r.modes(c.Mode[:cap(c.Mode)])
	c.Control = c.Control[:r.length(1)]
	for i := range c.Control {
		c.Control[i] = messages.ControlMode(r.byte())
	}
	c.Position, c.Velocity, c.Effort = r.floats(c.Position), r.floats(c.Velocity), r.floats(c.Effort)
	c.Arm = c.Arm[:r.length(4)]
	for i := range c.Arm {
		c.Arm[i] = r.uint32()
	}
}

// appendState writes the state of n drives.
func appendState(b []byte, s *messages.DriveState) []byte {
	b = append(b, byte(len(s.Mode)))
	for i := range s.Mode {
		b = appendFloat(appendFloat(appendFloat(b, s.Position[i]), s.Velocity[i]), s.Effort[i])
		b = append(b, byte(s.Mode[i]), answeredByte(s.Answered[i]))
		b = binary.LittleEndian.AppendUint16(b, s.Fault[i])
		b = binary.LittleEndian.AppendUint32(b, s.Arm[i])
	}
	return b
}

func answeredByte(answered bool) byte {
	if answered {
		return 1
	}
	return 0
}

const stateSize = 3*8 + 1 + 1 + 2 + 4

// state reads the state of as many drives as there is room for, and reports whether it was one.
func (r *reader) state(s *messages.DriveState) bool {
	if n := r.length(stateSize); n != len(s.Mode) || len(r.rest) != n*stateSize {
		return false
	}
	for i := range s.Mode {
		s.Position[i], s.Velocity[i], s.Effort[i] = r.float(), r.float(), r.float()
		s.Mode[i], s.Answered[i] = messages.Mode(r.byte()), r.byte() == 1
		if !s.Mode[i].Valid() {
			s.Mode[i], s.Answered[i] = messages.ModeOff, false
		}
		s.Fault[i], s.Arm[i] = r.uint16(), r.uint32()
	}
	return r.done()
}

// appendDrives writes the description of the drives.
func appendDrives(b []byte, drives []hardware.DriveInfo) []byte {
	b = append(b, byte(len(drives)))
	for i := range drives {
		d := &drives[i]
		b = appendText(appendText(b, d.Name), d.Joint)
		for _, x := range []float64{d.Limits.Lower, d.Limits.Upper, d.Limits.Velocity, d.Limits.Acceleration, d.Limits.Effort, d.Resolution} {
			b = appendFloat(b, x)
		}
		b = append(b, byte(len(d.Controls)))
		for _, c := range d.Controls {
			b = append(b, byte(c))
		}
		b = append(b, answeredByte(d.Brake), byte(d.Watchdog.Mode))
		b = binary.LittleEndian.AppendUint64(b, uint64(d.Watchdog.Timeout))
	}
	return b
}

// drives reads a description.
func (r *reader) drives() ([]hardware.DriveInfo, error) {
	all := make([]hardware.DriveInfo, r.length(1))
	for i := range all {
		d := &all[i]
		d.Name, d.Joint = r.text(), r.text()
		d.Limits = hardware.Limits{Lower: r.float(), Upper: r.float(), Velocity: r.float(), Acceleration: r.float(), Effort: r.float()}
		d.Resolution = r.float()
		for range r.length(1) {
			d.Controls = append(d.Controls, messages.ControlMode(r.byte()))
		}
		d.Brake, d.Watchdog.Mode = r.byte() == 1, messages.Mode(r.byte())
		d.Watchdog.Timeout = duration(r.uint64())
	}
	if !r.done() {
		return nil, fmt.Errorf("the description of the drives: %w", errFrame)
	}
	return all, nil
}

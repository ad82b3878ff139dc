package remote

import (
	"encoding/binary"
	"errors"
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
	magic = 0x444152 // "RAD", which the version follows
	// version is the digit of this protocol. A process answers the hello of another version in that
	// version: so the head, the hello and the welcome that refuses are the same in all of them.
	version  = '2'
	headSize = 4 + 1 + 1 + 8 + 8 + 8
	tailSize = 4
	// maxDrives bounds the drives of a bus, and its sensors.
	maxDrives = 64
	maxName   = 255
	// maxFrame is the longest frame: the welcome of 64 drives has 41 kB, and UDP carries 65 507
	// bytes.
	maxFrame = 48 << 10
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// The errors of frames.
var (
	errFrame   = errors.New("the frame is not understood")
	errVersion = errors.New("the frame is of another version of the protocol")
)

// begin starts a frame in a buffer, which it empties.
func begin(b []byte, h head) []byte {
	b = binary.LittleEndian.AppendUint32(b[:0], magic|version<<24)
	b = append(b, byte(h.kind), byte(h.flags))
	b = binary.LittleEndian.AppendUint64(b, h.session)
	b = binary.LittleEndian.AppendUint64(b, h.sequence)
	return binary.LittleEndian.AppendUint64(b, uint64(h.time))
}

// seal ends a frame.
func seal(b []byte) []byte {
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

// opened checks a frame and returns its head and its payload. With errVersion only the head is
// valid.
func opened(frame []byte) (head, reader, error) {
	if len(frame) < headSize+tailSize || len(frame) > maxFrame || binary.LittleEndian.Uint32(frame)&0xffffff != magic {
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
	if frame[3] != version {
		return h, reader{}, errVersion
	}
	return h, reader{rest: body[headSize:]}, nil
}

// reader takes values off the payload of a greeting. Once something is missing, it sets bad and
// returns zeros.
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
		b = append(b, byte(abilitiesOf(d)), byte(d.Watchdog.Mode))
		b = binary.LittleEndian.AppendUint64(b, uint64(d.Watchdog.Timeout))
	}
	return b
}

// drives reads a description.
func (r *reader) drives() []hardware.DriveInfo {
	all := make([]hardware.DriveInfo, r.length(1))
	for i := range all {
		d := &all[i]
		d.Name, d.Joint = r.text(), r.text()
		d.Limits = hardware.Limits{Lower: r.float(), Upper: r.float(), Velocity: r.float(), Acceleration: r.float(), Effort: r.float()}
		d.Resolution = r.float()
		for range r.length(1) {
			d.Controls = append(d.Controls, messages.ControlMode(r.byte()))
		}
		abilities(r.byte()).describe(d)
		d.Watchdog.Mode = messages.Mode(r.byte())
		d.Watchdog.Timeout = duration(r.uint64())
	}
	return all
}

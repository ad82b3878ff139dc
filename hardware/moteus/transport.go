package moteus

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/hardware/moteus/internal/multiplex"
	"github.com/robo-actors/robo-actors/messages"
)

// Frame is a CAN-FD frame.
type Frame struct {
	// ID is the identifier, at most 29 bits.
	ID uint32
	// Length is the number of bytes of Data that count, one of those that CAN-FD has.
	Length int
	Data   [64]byte
	// Intent is what the frame means to the driver that sends it. No bus carries it.
	Intent Intent
}

// Intent is what a driver means by a frame that writes the mode of a servo. Emulated servos report
// it as their true state: a frame has no arm number, and set-points in float32 and other units.
type Intent struct {
	Mode messages.Mode
	// Arm is the number that a mode that passes commands obeys.
	Arm uint32
	// Control names the set-points of a mode that passes commands: rad or m, rad/s or m/s, N m or N.
	Control                    messages.ControlMode
	Position, Velocity, Effort float64
}

// Bytes returns the data of the frame. It aliases the frame.
func (f *Frame) Bytes() []byte { return f.Data[:f.Length] }

// Set fills the frame with a payload of at most 64 bytes, and pads it to a length that CAN-FD has.
func (f *Frame) Set(payload []byte) { f.pad(copy(f.Data[:], payload)) }

// pad completes a frame whose payload of n bytes is in place.
func (f *Frame) pad(n int) {
	f.Length = paddedLength(n)
	for i := n; i < f.Length; i++ {
		f.Data[i] = multiplex.Padding
	}
}

// Transport carries CAN-FD frames between the host and the servos of one bus.
//
// One goroutine at a time calls Open, Receive and Close. Any goroutine may call Send between Open
// and Close.
type Transport interface {
	// Open connects within the given time. It may be called again after Close.
	Open(within time.Duration) error
	// Send hands a frame over. It blocks for at most SendWithin and allocates nothing unless it
	// returns an error.
	Send(f *Frame) error
	// SendWithin is the longest time for which Send blocks.
	SendWithin() time.Duration
	// Receive takes the next frame that has arrived. It waits for one for at most within, and
	// reports how much of within is left. It skips what is no frame.
	Receive(f *Frame, within time.Duration) (left time.Duration, ok bool)
	// Close ends the connection. It may be called again.
	Close() error
	// String names the transport and its device, for errors.
	String() string
}

// TransportOptions choose a transport.
type TransportOptions struct {
	// Kind is "fdcanusb" or "socketcan".
	Kind string
	// Device is the path of a serial port for fdcanusb, and the name of a network interface for
	// socketcan.
	Device string
	// Checksums is for fdcanusb only: the lines then carry checksums, and lines without one are
	// rejected.
	Checksums bool
	// SendWithin is the longest time for which Send blocks. Zero means 1 ms.
	SendWithin time.Duration
}

// transportKinds are the names of transports in application files and on the command line.
var transportKinds = []string{"fdcanusb", "socketcan"}

// NewTransport returns a transport that is not open. The error is a *messages.OptionError.
func NewTransport(o TransportOptions) (Transport, error) {
	if o.SendWithin == 0 {
		o.SendWithin = time.Millisecond
	}
	switch {
	case !slices.Contains(transportKinds, o.Kind):
		return nil, &messages.OptionError{Path: "transport", Err: fmt.Errorf("transport %q is unknown", o.Kind), Unknown: o.Kind, Known: transportKinds}
	case o.Device == "":
		return nil, &messages.OptionError{Path: "device", Err: errors.New("no device is given"),
			Expected: "the path of a serial port such as /dev/fdcanusb, or a CAN interface such as can0"}
	case o.SendWithin < 0 || o.SendWithin > time.Second:
		return nil, &messages.OptionError{Path: "send_within", Err: fmt.Errorf("sending may take %v", o.SendWithin), Expected: "0 to 1s"}
	case o.Kind == "fdcanusb":
		return &serial{path: o.Device, checksums: o.Checksums, stream: stream{within: o.SendWithin}}, nil
	case o.Checksums:
		return nil, &messages.OptionError{Path: "checksums", Err: errors.New("frames of socketcan have no checksums of their own"), Expected: "false"}
	}
	return newSocketCAN(o.Device, o.SendWithin), nil
}

// address is that of the host on a bus of servos.
type address struct {
	prefix uint16
	host   uint8
}

const (
	broadcast = 0x7f // destination of all servos
	maxPrefix = 1<<13 - 1
	wantReply = 0x8000 // in the identifier of a frame to a servo
)

// check returns the errors of the address, joined.
func (a address) check() error {
	var errs []error
	if a.host >= broadcast {
		errs = append(errs, &messages.OptionError{Path: "host_id", Err: fmt.Errorf("the host has identifier %d", a.host), Expected: "0 to 126"})
	}
	if a.prefix > maxPrefix {
		errs = append(errs, &messages.OptionError{Path: "prefix", Err: fmt.Errorf("the prefix is %d", a.prefix), Expected: fmt.Sprintf("0 to %d", maxPrefix)})
	}
	return errors.Join(errs...)
}

// packed returns the frame with that payload for a servo.
func (a address) packed(id uint8, payload []byte) Frame {
	var f Frame
	a.pack(&f, id, copy(f.Data[:], payload))
	return f
}

// pack completes a frame for a servo whose payload of n bytes is in place.
func (a address) pack(f *Frame, id uint8, n int) {
	f.ID = uint32(a.prefix)<<16 | wantReply | uint32(a.host)<<8 | uint32(id)
	f.pad(n)
}

// sender returns the servo that has sent an answer to this host.
func (a address) sender(id uint32) (servo uint8, ok bool) {
	source := id >> 8 & 0xff
	return uint8(source), id>>16 == uint32(a.prefix) && id&0xff == uint32(a.host) && source < broadcast
}

// lengths are those that CAN-FD frames have.
var lengths = [...]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 32, 48, 64}

// paddedLength returns the least length of a CAN-FD frame that holds n bytes.
func paddedLength(n int) int {
	for _, length := range lengths {
		if length >= n {
			return length
		}
	}
	return len(Frame{}.Data)
}

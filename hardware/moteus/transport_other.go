//go:build !linux

package moteus

import (
	"errors"
	"os"
	"time"
)

// errNoPorts is the error of every port: serial ports and CAN sockets are supported on Linux only.
var errNoPorts = errors.New("supported on Linux only")

func makeRaw(*os.File) error { return errNoPorts }

// socketCAN is a CAN-FD interface of the kernel.
type socketCAN struct {
	device string
	stream
}

func newSocketCAN(device string, within time.Duration) Transport {
	return &socketCAN{device: device, stream: stream{within: within}}
}

// String names the interface.
func (s *socketCAN) String() string { return "socketcan " + s.device }

// Open implements Transport.
func (s *socketCAN) Open(time.Duration) error { return errNoPorts }

// Send implements Transport.
func (s *socketCAN) Send(*Frame) error { return errNoPorts }

// Receive implements Transport.
func (s *socketCAN) Receive(*Frame, time.Duration) (time.Duration, bool) { return 0, false }

// Close implements Transport.
func (s *socketCAN) Close() error { return nil }

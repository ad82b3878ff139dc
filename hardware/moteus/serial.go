package moteus

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/robo-actors/robo-actors/hardware/moteus/internal/fdcanusb"
)

// serial is an fdcanusb adapter, or the UART of servos, on a serial port.
type serial struct {
	path      string
	checksums bool

	stream
	line []byte // of the frame that is sent
	cut  bool   // the newest line was sent in part

	received []byte // not taken yet
	rest     []byte
	data     [fdcanusb.MaxData]byte
}

// String names the serial port.
func (s *serial) String() string { return "fdcanusb " + s.path }

// Open implements Transport.
func (s *serial) Open(time.Duration) error {
	if err := s.Close(); err != nil {
		return err
	}
	file, err := os.OpenFile(s.path, os.O_RDWR|syscall.O_NOCTTY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return openError(err)
	}
	if err := makeRaw(file); err != nil {
		_ = file.Close() // the error of the port counts
		return fmt.Errorf("it is no serial port: %w; %s", err, knownPorts())
	}
	return s.use(file)
}

// openError adds the next step to the error of a port that cannot be opened.
func openError(err error) error {
	step := knownPorts()
	switch {
	case errors.Is(err, fs.ErrPermission):
		step = "add the user to the group of the port, often dialout, and log in again"
	case errors.Is(err, syscall.EBUSY):
		step = "another program uses it: end that one, such as a running application"
	}
	return fmt.Errorf("the serial port cannot be opened: %w; %s", err, step)
}

// portPatterns are the names of serial ports, those that stay the same first.
var portPatterns = []string{"/dev/fdcanusb*", "/dev/serial/by-id/*", "/dev/ttyACM*", "/dev/ttyUSB*"}

// knownPorts names the serial ports of this machine.
func knownPorts() string {
	var all []string
	for _, pattern := range portPatterns {
		found, err := filepath.Glob(pattern)
		if err == nil {
			all = append(all, found...)
		}
	}
	if len(all) == 0 {
		return "this machine has no serial port of an adapter: connect one, and check its cable"
	}
	return "serial ports of this machine: " + strings.Join(all[:min(len(all), 10)], ", ")
}

// use takes an open port.
func (s *serial) use(file *os.File) error {
	s.line = make([]byte, 0, fdcanusb.MaxLine)
	s.received = make([]byte, 0, 16*fdcanusb.MaxLine)
	s.rest, s.cut = nil, true // what another program left half-written ends with the first line
	return s.open(file)
}

// Send implements Transport.
func (s *serial) Send(f *Frame) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	s.line = s.line[:0]
	if s.cut {
		s.line = append(s.line, '\n')
	}
	s.line = fdcanusb.AppendSend(s.line, f.ID, f.Bytes(), s.checksums)
	n, err := s.write(s.line)
	s.cut = n > 0 && n < len(s.line) || s.cut && n == 0
	return err
}

// Receive implements Transport.
func (s *serial) Receive(f *Frame, within time.Duration) (time.Duration, bool) {
	deadline := deadlineOf(within)
	for {
		for {
			line, more := s.nextLine()
			if !more {
				break
			}
			l, err := fdcanusb.Parse(line, s.data[:])
			if err != nil || l.Kind != fdcanusb.Received || s.checksums && !l.Checksum {
				continue
			}
			f.ID, f.Length = l.ID, copy(f.Data[:], l.Data)
			return left(deadline), true
		}
		if !s.fill(deadline) {
			return 0, false
		}
	}
}

// nextLine takes the next whole line of what was read.
func (s *serial) nextLine() ([]byte, bool) {
	for {
		i := bytes.IndexAny(s.rest, "\r\n")
		if i < 0 {
			return nil, false
		}
		line := s.rest[:i]
		s.rest = s.rest[i+1:]
		if len(line) > 0 {
			return line, true
		}
	}
}

// fill reads more, behind the beginning of a line that is there already.
func (s *serial) fill(deadline time.Time) bool {
	buffer := s.received[:cap(s.received)]
	kept := copy(buffer, s.rest)
	if kept == len(buffer) {
		kept = 0 // a line as long as the buffer is noise
	}
	n := s.read(buffer[kept:], deadline)
	s.rest = buffer[:kept+n]
	return n > 0
}

// Close implements Transport.
func (s *serial) Close() error {
	s.rest = nil
	return s.close()
}

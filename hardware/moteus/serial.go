package moteus

import (
	"bytes"
	"fmt"
	"os"
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
		return fmt.Errorf("the serial port cannot be opened: %w", err)
	}
	if err := makeRaw(file); err != nil {
		_ = file.Close() // the error of the port counts
		return fmt.Errorf("%s is no serial port: %w", s.path, err)
	}
	return s.use(file)
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

package main

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// serialPort is a serial port of the operating system.
type serialPort struct {
	path   string
	within time.Duration // for which Write may block

	file  *os.File
	raw   syscall.RawConn
	once  func(fd uintptr) bool // reads what has arrived; made once, so that Read allocates nothing
	into  []byte
	count int
}

var errPortClosed = errors.New("the port is closed")

func newSerialPort(path string, within time.Duration) port {
	return &serialPort{path: path, within: within}
}

// String implements port.
func (s *serialPort) String() string { return s.path }

// Open implements port. It takes the port for this process alone.
func (s *serialPort) Open(time.Duration) error {
	if err := s.Close(); err != nil {
		return err
	}
	file, err := os.OpenFile(s.path, os.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK, 0)
	if err != nil {
		return fmt.Errorf("the serial port cannot be opened: %w", err)
	}
	raw, err := file.SyscallConn()
	if err == nil {
		err = configure(raw)
	}
	if err != nil {
		_ = file.Close() // the error of the port counts
		return fmt.Errorf("%s is not a serial port: %w", s.path, err)
	}
	s.once = func(fd uintptr) bool {
		n, err := unix.Read(int(fd), s.into)
		s.count = 0
		if err == nil {
			s.count = max(n, 0)
		}
		return true
	}
	s.file, s.raw = file, raw
	return nil
}

// configure switches off all processing of characters, at 1 Mbit/s.
func configure(raw syscall.RawConn) error {
	var failed error
	err := raw.Control(func(fd uintptr) {
		t, err := unix.IoctlGetTermios(int(fd), unix.TCGETS)
		if err != nil {
			failed = err
			return
		}
		t.Iflag, t.Oflag, t.Lflag = 0, 0, 0
		t.Cflag = unix.CS8 | unix.CREAD | unix.CLOCAL | unix.B1000000
		t.Ispeed, t.Ospeed = unix.B1000000, unix.B1000000
		t.Cc[unix.VMIN], t.Cc[unix.VTIME] = 1, 0
		if failed = unix.IoctlSetTermios(int(fd), unix.TCSETS, t); failed == nil {
			failed = unix.IoctlSetInt(int(fd), unix.TIOCEXCL, 0)
		}
	})
	return errors.Join(err, failed)
}

// Write implements port.
func (s *serialPort) Write(b []byte) error {
	if s.file == nil {
		return errPortClosed
	}
	if err := s.file.SetWriteDeadline(time.Now().Add(s.within)); err != nil {
		return err
	}
	_, err := s.file.Write(b)
	return err
}

// WriteWithin implements port.
func (s *serialPort) WriteWithin() time.Duration { return s.within }

// Read implements port.
func (s *serialPort) Read(b []byte, within time.Duration) (int, time.Duration) {
	if s.file == nil {
		return 0, 0
	}
	s.into, s.count = b, 0
	if err := s.raw.Read(s.once); err == nil && s.count > 0 || within <= 0 {
		return s.count, within
	}
	deadline := time.Now().Add(within)
	if err := s.file.SetReadDeadline(deadline); err != nil {
		return 0, 0
	}
	n, _ := s.file.Read(b)
	_ = s.file.SetReadDeadline(time.Time{}) // a deadline that has passed would hide later bytes
	return max(n, 0), max(time.Until(deadline), 0)
}

// Close implements port.
func (s *serialPort) Close() error {
	if s.file == nil {
		return nil
	}
	file := s.file
	s.file = nil
	return file.Close()
}

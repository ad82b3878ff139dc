package moteus

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"syscall"
	"time"
)

// stream is an open serial port or socket that never blocks for longer than it may.
type stream struct {
	file *os.File
	raw  syscall.RawConn
	once func(fd uintptr) bool // made once, so that reading allocates nothing
	into []byte
	n    int

	within  time.Duration // for which Send may block
	writing sync.Mutex    // the watchdog's thread may send a stop while the bus sends
	closed  bool
}

// errClosed is the error of a transport that is not open.
var errClosed = errors.New("the transport is not open")

// open takes a file whose descriptor does not block.
func (s *stream) open(file *os.File) error {
	raw, err := file.SyscallConn()
	if err != nil {
		return errors.Join(err, file.Close())
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	s.file, s.raw, s.closed = file, raw, false
	s.once = func(fd uintptr) bool {
		s.n = readNow(fd, s.into)
		return true
	}
	return nil
}

// write writes all of b, or returns an error in time. The caller holds the lock.
func (s *stream) write(b []byte) (n int, err error) {
	if s.file == nil || s.closed {
		return 0, errClosed
	}
	if err := s.file.SetWriteDeadline(time.Now().Add(s.within)); err != nil {
		return 0, err
	}
	if n, err = s.file.Write(b); errors.Is(err, os.ErrDeadlineExceeded) {
		err = fmt.Errorf("nothing takes what is written: %w; connect the adapter anew, or set the interface down and up", err)
	}
	return n, err
}

// SendWithin implements Transport.
func (s *stream) SendWithin() time.Duration { return s.within }

// read reads what has arrived. It waits until the deadline; a zero deadline does not wait.
func (s *stream) read(b []byte, deadline time.Time) int {
	if s.file == nil || s.closed {
		return 0
	}
	s.into, s.n = b, 0
	if err := s.raw.Read(s.once); err == nil && s.n > 0 || deadline.IsZero() {
		return s.n
	}
	if err := s.file.SetReadDeadline(deadline); err != nil {
		return 0
	}
	n, _ := s.file.Read(b)
	_ = s.file.SetReadDeadline(time.Time{}) // one that has passed would hide what arrives later
	return max(n, 0)
}

func (s *stream) close() error {
	s.writing.Lock()
	defer s.writing.Unlock()
	if s.file == nil || s.closed {
		return nil
	}
	s.closed = true
	return s.file.Close()
}

// deadlineOf returns the instant until which a call may wait, zero if it may not.
func deadlineOf(within time.Duration) time.Time {
	if within <= 0 {
		return time.Time{}
	}
	return time.Now().Add(within)
}

// left returns what is left until the deadline.
func left(deadline time.Time) time.Duration {
	if deadline.IsZero() {
		return 0
	}
	return max(time.Until(deadline), 0)
}

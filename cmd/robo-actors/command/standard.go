package command

import (
	"errors"
	"os"
	"syscall"
)

// standard is the standard output. It keeps the first error of a write, which code that prints
// tables ignores.
type standard struct {
	file   *os.File
	failed error
}

// Write implements io.Writer.
func (s *standard) Write(data []byte) (int, error) {
	n, err := s.file.Write(data)
	if s.failed == nil && !errors.Is(err, syscall.EPIPE) { // a reader that has gone needs no more
		s.failed = err
	}
	return n, err
}

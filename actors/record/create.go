package record

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
)

var portableName = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

// ErrTampered is wrapped by the errors of an [Output] that somebody else has deleted or cut.
var ErrTampered = errors.New("the recording is lost")

// Output is the file of a new recording. Write and Close return an error that wraps ErrTampered if
// somebody has deleted the file or cut it since: the operating system accepts such writes, and
// their data is lost.
type Output struct {
	*os.File
	size int64 // that the file has
}

// Create makes the file of a new recording, readable by its owner and group. It never overwrites
// one, and refuses names that are not made of 1 to 64 letters, digits, dots, dashes and
// underscores.
func Create(path string) (*Output, error) {
	if name := filepath.Base(path); !portableName.MatchString(name) {
		return nil, fmt.Errorf("%w: recording %q; expected 1 to 64 letters, digits, dots, dashes and underscores", errName, name)
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o640)
	switch {
	case errors.Is(err, fs.ErrExist):
		return nil, fmt.Errorf("create the recording: %w; no recording is written over: name another file, or remove that one", err)
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("create the recording: %w; make its folder first", err)
	case err != nil:
		return nil, fmt.Errorf("create the recording: %w", err)
	}
	return &Output{File: file}, nil
}

// Write writes at the present position.
func (o *Output) Write(data []byte) (int, error) {
	if err := o.check(); err != nil {
		return 0, err
	}
	n, err := o.File.Write(data)
	if at, unknown := o.File.Seek(0, io.SeekCurrent); unknown == nil {
		o.size = max(o.size, at)
	}
	return n, err
}

// Truncate cuts the file on behalf of its writer.
func (o *Output) Truncate(size int64) error {
	if err := o.check(); err != nil {
		return err
	}
	err := o.File.Truncate(size)
	if err == nil {
		o.size = size
	}
	return err
}

// Close closes the file.
func (o *Output) Close() error { return errors.Join(o.check(), o.File.Close()) }

// check returns an error if the file was deleted, or has become shorter.
func (o *Output) check() error {
	info, err := o.File.Stat()
	switch {
	case errors.Is(err, fs.ErrClosed):
		return nil // the next call on the file says so
	case err != nil:
		return err
	case deleted(info):
		return fmt.Errorf("%w: %s was deleted while it was written", ErrTampered, o.Name())
	case info.Size() < o.size:
		return fmt.Errorf("%w: %s was cut to %d bytes while it was written; expected %d", ErrTampered, o.Name(), info.Size(), o.size)
	}
	return nil
}

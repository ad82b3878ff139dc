package sharedmemory

import (
	"errors"
	"fmt"
)

// Errors to compare with errors.Is.
var (
	// ErrUnsupported is returned by every function that opens a file on other systems than Linux.
	ErrUnsupported = errors.New("shared memory with agents is supported on Linux only")
	// ErrClosed is returned by the methods of what was closed.
	ErrClosed = errors.New("the shared memory is closed")
	// ErrLost means that another process truncated or removed a file. A server creates it anew with
	// Restore; a client opens it again.
	ErrLost = errors.New("another process truncated or removed it")
	// ErrTimeout means that nothing happened within the time of a call.
	ErrTimeout = errors.New("the spine did not answer in time")
	// ErrRejected means that the spine answered with Error.
	ErrRejected = errors.New("the spine rejected the request: is it started?")
	// ErrNoSpine means that no spine serves a name, or that the one behind an open file has ended.
	ErrNoSpine = errors.New("no spine")
	// ErrOwned means that a living process owns a name. The error is an *OwnedError.
	ErrOwned = errors.New("owned by a living process")
	// ErrNoObservation means that a spine has not published any observation yet.
	ErrNoObservation = errors.New("the spine has not published an observation yet")
)

// A FileError is the failure of one file.
type FileError struct {
	// Path is the file.
	Path string
	// Err is the reason; what to do follows it.
	Err error
}

// Error names the file first.
func (e *FileError) Error() string { return e.Path + ": " + e.Err.Error() }

// Unwrap returns the reason.
func (e *FileError) Unwrap() error { return e.Err }

// An OwnedError says that a living process owns a file.
type OwnedError struct {
	// Path is the file.
	Path string
	// Process is the owner's process number, 0 if the owner is invisible from here.
	Process int
}

// Error names the file, its owner and the next step.
func (e *OwnedError) Error() string {
	if e.Process == 0 {
		return e.Path + ": a living process, invisible from here (is it in another container?), owns it; end that process, or choose another name"
	}
	return fmt.Sprintf("%s: process %d owns it and is alive; end that process, or choose another name", e.Path, e.Process)
}

// Is makes every OwnedError match ErrOwned.
func (e *OwnedError) Is(target error) bool { return target == ErrOwned }

// A SizeError says that data do not fit.
type SizeError struct {
	// Size is that of the data, or what the file says it is, bytes.
	Size int64
	// Limit is the largest size that fits, bytes.
	Limit int64
}

// Error names both sizes.
func (e *SizeError) Error() string {
	return fmt.Sprintf("data of %d bytes, at most %d fit", e.Size, e.Limit)
}

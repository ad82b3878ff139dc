package main

import "time"

// port is the line between the host and the drives.
//
// One goroutine at a time calls Open, Read and Close. Any goroutine may call Write between Open and
// Close, one at a time.
type port interface {
	// Open connects within the given time. It may be called again after Close.
	Open(within time.Duration) error
	// Write hands over all of b, or returns an error. It blocks for at most WriteWithin.
	Write(b []byte) error
	// WriteWithin is the longest time for which Write blocks, zero if it never does.
	WriteWithin() time.Duration
	// Read copies what has arrived into b. If nothing has, it waits for at most within. It returns
	// the number of bytes, 0 after the time, and how much of within is left.
	Read(b []byte, within time.Duration) (n int, left time.Duration)
	// Close ends the connection. It may be called again.
	Close() error
	// String names the port, for errors.
	String() string
}

// Package controltest has what tests of servers do to their listeners.
package controltest

import (
	"net"
	"syscall"
)

// Scarce is a listener of a process that has no descriptors left: the first calls of Accept fail,
// as many as are given.
func Scarce(l net.Listener, failures int) net.Listener { return &scarce{l, failures} }

type scarce struct {
	net.Listener
	failures int
}

// Accept fails, or is the listener's.
func (s *scarce) Accept() (net.Conn, error) {
	if s.failures--; s.failures >= 0 {
		return nil, &net.OpError{Op: "accept", Err: syscall.EMFILE}
	}
	return s.Listener.Accept()
}

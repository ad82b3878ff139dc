//go:build unix

package control

import (
	"net"
	"syscall"
)

// hungUp reports whether the other end of a connection has closed it.
func hungUp(c net.Conn) bool {
	n, err := peek(c)
	return n == 0 && err == nil
}

// unread reports whether bytes of a connection wait to be read.
func unread(c net.Conn) bool {
	n, err := peek(c)
	return n > 0 && err == nil
}

// peek looks for the next byte of a connection without waiting and without taking it. Zero bytes
// without an error are the end of the connection.
func peek(c net.Conn) (n int, err error) {
	raw, ok := c.(syscall.Conn)
	if !ok {
		return 0, syscall.ENOTSUP
	}
	socket, err := raw.SyscallConn()
	if err != nil {
		return 0, err
	}
	var failed error
	err = socket.Control(func(fd uintptr) {
		n, _, failed = syscall.Recvfrom(int(fd), make([]byte, 1), syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
	})
	if err == nil {
		err = failed
	}
	return n, err
}

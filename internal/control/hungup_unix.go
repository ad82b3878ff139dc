//go:build unix

package control

import (
	"net"
	"syscall"
)

// hungUp reports whether the other end of a connection has closed it.
func hungUp(c net.Conn) bool {
	raw, ok := c.(syscall.Conn)
	if !ok {
		return false
	}
	socket, err := raw.SyscallConn()
	if err != nil {
		return true
	}
	gone := false
	err = socket.Control(func(fd uintptr) {
		n, _, failed := syscall.Recvfrom(int(fd), make([]byte, 1), syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
		gone = n == 0 && failed == nil
	})
	return gone || err != nil
}

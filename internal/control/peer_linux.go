package control

import (
	"net"
	"syscall"
)

// peer returns the number of the process at the other end of a connection, or 0 if it is unknown.
func peer(c net.Conn) (process int) {
	raw, ok := c.(syscall.Conn)
	if !ok {
		return 0
	}
	socket, err := raw.SyscallConn()
	if err != nil {
		return 0
	}
	_ = socket.Control(func(fd uintptr) { // a connection that has ended has no process
		if credentials, err := syscall.GetsockoptUcred(int(fd), syscall.SOL_SOCKET, syscall.SO_PEERCRED); err == nil {
			process = int(credentials.Pid)
		}
	})
	return process
}

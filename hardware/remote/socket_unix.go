//go:build unix

package remote

import "syscall"

// write sends a frame to a socket without waiting for room.
func write(fd uintptr, frame []byte) error {
	for {
		if _, err := syscall.Write(int(fd), frame); err != syscall.EINTR {
			return err
		}
	}
}

// read takes a frame that has arrived at a socket, without waiting for one.
func read(fd uintptr, into []byte) (int, error) {
	for {
		if n, err := syscall.Read(int(fd), into); err != syscall.EINTR {
			return n, err
		}
	}
}

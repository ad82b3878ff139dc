//go:build unix

package remote

import "syscall"

// write hands a frame to a socket at once, or tells why not.
func write(fd uintptr, frame []byte) error {
	for {
		if _, err := syscall.Write(int(fd), frame); err != syscall.EINTR {
			return err
		}
	}
}

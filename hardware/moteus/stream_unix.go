//go:build unix

package moteus

import "syscall"

// readNow reads what has arrived, without waiting. It returns 0 if nothing has.
func readNow(fd uintptr, into []byte) int {
	for {
		n, err := syscall.Read(int(fd), into)
		if err != syscall.EINTR {
			return max(n, 0)
		}
	}
}

//go:build !unix

package moteus

// readNow reads nothing: serial ports and CAN sockets are supported on Unix only.
func readNow(uintptr, []byte) int { return 0 }

//go:build !unix

package remote

import (
	"errors"
	"fmt"
	"runtime"
)

// write reports that this system cannot write to a socket without waiting.
func write(uintptr, []byte) error {
	return fmt.Errorf("drives in another process: %w on %s; run them where sockets can be written without waiting", errors.ErrUnsupported, runtime.GOOS)
}

// read reports that this system cannot read from a socket without waiting.
func read(uintptr, []byte) (int, error) { return 0, write(0, nil) }

//go:build !unix

package remote

import (
	"errors"
	"fmt"
	"runtime"
)

// write tells that a frame cannot be handed to a socket without waiting for it.
func write(uintptr, []byte) error {
	return fmt.Errorf("drives in another process: %w on %s; run them where sockets can be written without waiting", errors.ErrUnsupported, runtime.GOOS)
}

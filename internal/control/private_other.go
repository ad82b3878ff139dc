//go:build !unix

package control

import (
	"fmt"
	"os"
)

// dead reports whether no process has a number. This system does not say: sockets stay.
func dead(int) bool { return false }

// private checks that dir is a directory. This system has no modes; its folder for temporary files
// belongs to the user.
func private(dir string) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("run directory %s is not a directory: remove it", dir)
	}
	return nil
}

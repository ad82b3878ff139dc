//go:build !unix

package control

import (
	"fmt"
	"os"
)

// private checks that dir is a directory. Modes do not tell here who may enter it: the folder for temporary files is the
// user's own.
func private(dir string) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("run directory %s is no directory: remove it", dir)
	}
	return nil
}

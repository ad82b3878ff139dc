//go:build unix

package control

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// dead reports whether no process has a number.
func dead(process int) bool { return errors.Is(syscall.Kill(process, 0), syscall.ESRCH) }

// private checks that dir is a directory of this user that no other user can enter.
func private(dir string) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if !info.IsDir() || info.Mode().Perm()&0o077 != 0 {
		return fmt.Errorf("run directory %s has mode %v; expected a directory with mode 0700: chmod or remove it", dir, info.Mode())
	}
	if st, ok := info.Sys().(*syscall.Stat_t); ok && int(st.Uid) != os.Getuid() {
		return fmt.Errorf("run directory %s belongs to user %d, not to %d: remove it or set XDG_RUNTIME_DIR", dir, st.Uid, os.Getuid())
	}
	return nil
}

//go:build unix

package urdf

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestOnlyRegularFilesAreOpened(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.urdf"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "folder.urdf"), 0o700); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for _, name := range []string{"pipe.urdf", "folder.urdf"} {
			if _, err := Load(os.DirFS(dir), name, Options{}); err == nil || !strings.Contains(err.Error(), "no regular file") {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, err := Load(os.DirFS("/dev"), "zero", Options{}); err == nil || !strings.Contains(err.Error(), "no regular file") {
			t.Errorf("zero: %v", err)
		}
	}()
	select {
	case <-done:
	case <-time.After(10 * time.Second): // a guard against a pipe that blocks forever
		t.Fatal("reading blocks")
	}
}

//go:build unix

package app

import (
	"path/filepath"
	"syscall"
	"testing"
)

// A pipe that nobody writes to would block a reader forever.
func TestAPipeIsNoFile(t *testing.T) {
	folder := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(folder, "app.yaml"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := LoadFile(filepath.Join(folder, "app.yaml"), testRegistry(t))
	wantErrors(t, problems(t, err), "app.yaml: it is not a regular file")
}

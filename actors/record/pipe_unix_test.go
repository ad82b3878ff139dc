//go:build unix

package record

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"
)

// A pipe is no recording, and nobody waits for who might write to it.
func TestAPipeIsNoRecording(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe.mcap")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path); !errors.Is(err, ErrNotRecording) {
		t.Errorf("got %v", err)
	}
}

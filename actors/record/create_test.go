package record

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestAFileThatSomebodyDeletesOrCutsIsReported(t *testing.T) {
	for name, spoil := range map[string]func(path string) error{
		"deleted": os.Remove,
		"cut":     func(path string) error { return os.Truncate(path, 5) },
		"emptied": func(path string) error { return os.WriteFile(path, nil, 0o600) },
		"replaced": func(path string) error {
			if err := os.WriteFile(path+"x", make([]byte, 100), 0o600); err != nil {
				return err
			}
			return os.Rename(path+"x", path)
		},
	} {
		if name != "cut" && name != "emptied" && runtime.GOOS == "windows" {
			continue
		}
		path := filepath.Join(t.TempDir(), "run.mcap")
		file, err := Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.Write(make([]byte, 10)); err != nil {
			t.Fatal(err)
		}
		if err := spoil(path); err != nil {
			t.Fatal(err)
		}
		if n, err := file.Write(make([]byte, 10)); n != 0 || !errors.Is(err, ErrTampered) {
			t.Errorf("%s: a write of %d bytes and error %v", name, n, err)
		}
		if err := file.Truncate(10); !errors.Is(err, ErrTampered) {
			t.Errorf("%s: Truncate returned %v", name, err)
		}
		if err := file.Close(); !errors.Is(err, ErrTampered) {
			t.Errorf("%s: Close returned %v", name, err)
		}
	}
}

func TestWhatTheWriterItselfCutsOrMovesIsNoLoss(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.mcap")
	file, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	_, write := file.Write(make([]byte, 10))
	cut := file.Truncate(4)
	_, seek := file.Seek(4, io.SeekStart)
	move := os.Rename(path, path+"x")
	_, again := file.Write([]byte("more"))
	if err := errors.Join(write, cut, seek, move, again, file.Close()); err != nil {
		t.Error(err)
	}
	if data, err := os.ReadFile(path + "x"); err != nil || len(data) != 8 {
		t.Errorf("%d bytes, error %v", len(data), err)
	}
}

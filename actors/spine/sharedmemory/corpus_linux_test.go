package sharedmemory

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// The corpus of hostile contents lies beside the project, not in it.
func TestHostileContentsOfTheFileAreReadOrRejected(t *testing.T) {
	for name, want := range map[string]struct {
		request Request
		tooLong bool
	}{
		"req_unknown.bin":               {request: 99},
		"size_over_map.bin":             {request: Start, tooLong: true},
		"size_zero.bin":                 {request: Start},
		"torn_len_then_old_payload.bin": {request: Start},
	} {
		data, err := os.ReadFile(filepath.Join("../../../../shared/corpus/generated/shm", name))
		if errors.Is(err, os.ErrNotExist) {
			t.Skip("there is no corpus of hostile files beside the project")
		}
		if err != nil {
			t.Fatal(err)
		}
		s, err := Create("hostile", Options{Folder: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		file, err := os.OpenFile(s.Path(), os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.WriteAt(data, 0); err != nil {
			t.Fatal(err)
		}
		request, err := s.Request()
		_, readErr := s.Read(make([]byte, 0, 1<<16))
		var size *SizeError
		if err != nil || request != want.request || errors.As(readErr, &size) != want.tooLong {
			t.Errorf("%s: request %s, %v, read %v", name, request, err, readErr)
		}
		if err := errors.Join(file.Close(), s.Close()); err != nil {
			t.Error(err)
		}
	}
}

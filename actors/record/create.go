package record

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
)

var portableName = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

// Create makes the file of a new recording, readable by its owner and group. It never overwrites
// one, and refuses names that are not made of 1 to 64 letters, digits, dots, dashes and
// underscores.
func Create(path string) (*os.File, error) {
	if name := filepath.Base(path); !portableName.MatchString(name) {
		return nil, fmt.Errorf("%w: recording %q; expected 1 to 64 letters, digits, dots, dashes and underscores", errName, name)
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o640)
	switch {
	case errors.Is(err, fs.ErrExist):
		return nil, fmt.Errorf("create the recording: %w; no recording is written over: name another file, or remove that one", err)
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("create the recording: %w; make its folder first", err)
	case err != nil:
		return nil, fmt.Errorf("create the recording: %w", err)
	}
	return file, nil
}

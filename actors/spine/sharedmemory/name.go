package sharedmemory

import (
	"fmt"
	"path/filepath"
	"strings"
)

// DefaultFolder is where the system keeps shared memory.
const DefaultFolder = "/dev/shm"

// liveSuffix ends the name of a live file.
const liveSuffix = ".live"

// maxName leaves room for the suffix in the 255 bytes of a file name.
const maxName = 200

// paths returns the paths of the files of a spine. A leading slash of the name is ignored, as in
// Upkie's option --shm-name.
func paths(folder, name string) (classic, live string, err error) {
	short := strings.TrimPrefix(name, "/")
	switch {
	case short == "" || len(short) > maxName:
		err = fmt.Errorf("shared memory has the name %q: expected 1 to %d characters, such as /upkie", name, maxName)
	case strings.ContainsAny(short, "/\x00"):
		err = fmt.Errorf("shared memory has the name %q: expected a name without further slashes, such as /upkie", name)
	case strings.HasPrefix(short, ".") || strings.HasSuffix(short, liveSuffix):
		err = fmt.Errorf("shared memory has the name %q: expected a name that does not begin with a dot or end in %s, such as /upkie", name, liveSuffix)
	}
	if folder == "" {
		folder = DefaultFolder
	}
	classic = filepath.Join(folder, short)
	return classic, classic + liveSuffix, err
}

package sharedmemory

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// open maps the file of a spine. Files of other users are refused, except those of root.
func open(path string, writable bool) (*region, error) {
	flags := unix.O_RDONLY
	if writable {
		flags = unix.O_RDWR
	}
	file, status, err := inspect(path, flags)
	if errors.Is(err, unix.ENOENT) {
		return nil, &FileError{path, fmt.Errorf("%w: the file does not exist; start the spine, or check the name", ErrNoSpine)}
	}
	if err != nil {
		return nil, err
	}
	r, err := mapOpened(path, file, status, writable)
	if err != nil {
		_ = file.Close() // the error above counts
	}
	return r, err
}

func mapOpened(path string, file *os.File, status *unix.Stat_t, writable bool) (*region, error) {
	if status.Uid != 0 && status.Uid != uint32(os.Geteuid()) {
		return nil, foreign(path, status.Uid)
	}
	if status.Size < minSize || status.Size > liveHeader+liveSlots*(slotHeader+maxSize) {
		return nil, &FileError{path, fmt.Errorf("it has %d bytes and is not the file of a spine", status.Size)}
	}
	return mapFile(path, file, int(status.Size), writable)
}

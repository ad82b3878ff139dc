package sharedmemory

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

// claimAttempts bounds the races with other processes that create and remove the same file.
const claimAttempts = 20

// claim creates a file that no living process owns, locks it and maps it. takenOver reports that it
// replaced the file of a process that has ended.
func claim(path string, size int) (r *region, takenOver bool, err error) {
	file, err := unnamed(filepath.Dir(path), size)
	if err != nil {
		return nil, false, &FileError{path, err}
	}
	if takenOver, err = link(file, path); err == nil {
		if r, err = mapFile(path, file, size, true); err == nil {
			return r, takenOver, nil
		}
		_ = unix.Unlink(path) // the error of the mapping counts
	}
	_ = file.Close() // as above
	return nil, false, err
}

// unnamed creates a file of full size without a name, and locks it.
func unnamed(folder string, size int) (*os.File, error) {
	fd, err := unix.Open(folder, unix.O_TMPFILE|unix.O_RDWR|unix.O_CLOEXEC, 0o600)
	if errors.Is(err, unix.EOPNOTSUPP) || errors.Is(err, unix.EISDIR) {
		return nil, fmt.Errorf("the file system of %s has no unnamed files: choose a folder such as %s", folder, DefaultFolder)
	}
	if err != nil {
		return nil, fmt.Errorf("no file can be created in %s: %w", folder, err)
	}
	if err = unix.Flock(fd, unix.LOCK_EX|unix.LOCK_NB); err != nil {
		err = fmt.Errorf("no lock on a new file: %w", err)
	} else if err = unix.Fallocate(fd, 0, 0, int64(size)); err != nil {
		err = fmt.Errorf("no room for %d bytes in %s: %w", size, folder, err)
	}
	if err != nil {
		_ = unix.Close(fd) // the file ends with it
		return nil, err
	}
	return os.NewFile(uintptr(fd), folder), nil
}

// link gives an unnamed file its name, and removes a stale file of that name.
func link(file *os.File, path string) (takenOver bool, err error) {
	self := "/proc/self/fd/" + strconv.Itoa(int(file.Fd()))
	for range claimAttempts {
		err = unix.Linkat(unix.AT_FDCWD, self, unix.AT_FDCWD, path, unix.AT_SYMLINK_FOLLOW)
		if !errors.Is(err, unix.EEXIST) {
			if err != nil {
				err = &FileError{path, err}
			}
			return takenOver, err
		}
		removed, err := removeStale(path)
		if err != nil {
			return false, err
		}
		takenOver = takenOver || removed
	}
	return false, &FileError{path, errors.New("other processes create and remove it all the time: end them, or choose another name")}
}

// removeStale removes the file of a process that has ended. It returns an error for a file of a
// living process, and for everything that is not a file of this user.
func removeStale(path string) (removed bool, err error) {
	file, status, err := inspect(path, unix.O_RDWR)
	if errors.Is(err, unix.ENOENT) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer file.Close()
	if status.Uid != uint32(os.Geteuid()) {
		return false, foreign(path, status.Uid)
	}
	if !lockStale(file) {
		return false, &OwnedError{path, owner(status)}
	}
	if !names(path, status) { // its owner removed it meanwhile
		return false, nil
	}
	if err := unix.Unlink(path); err != nil && !errors.Is(err, unix.ENOENT) {
		return false, &FileError{path, fmt.Errorf("a spine that has ended left it, and it cannot be removed: %w", err)}
	}
	return true, nil
}

// inspect opens an existing file, which must be a regular one. It follows no symbolic link.
func inspect(path string, flags int) (*os.File, *unix.Stat_t, error) {
	fd, err := unix.Open(path, flags|unix.O_NOFOLLOW|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, unopened(path, err)
	}
	file, status := os.NewFile(uintptr(fd), path), new(unix.Stat_t)
	if err = unix.Fstat(fd, status); err == nil && status.Mode&unix.S_IFMT != unix.S_IFREG {
		err = errors.New("it is not a regular file: remove it, or choose another name")
	}
	if err != nil {
		_ = file.Close() // the error above counts
		return nil, nil, &FileError{path, err}
	}
	return file, status, nil
}

// unopened says what an existing file is that cannot be opened.
func unopened(path string, err error) error {
	switch {
	case errors.Is(err, unix.ELOOP):
		err = fmt.Errorf("it is a symbolic link: remove it, or choose another name (%w)", err)
	case errors.Is(err, unix.EISDIR):
		err = fmt.Errorf("it is a folder: remove it, or choose another name (%w)", err)
	case errors.Is(err, unix.EACCES):
		var status unix.Stat_t
		if unix.Lstat(path, &status) == nil && status.Uid != uint32(os.Geteuid()) {
			return foreign(path, status.Uid)
		}
		err = fmt.Errorf("this process may not open it: %w", err)
	}
	return &FileError{path, err}
}

// foreign refuses the file of another user.
func foreign(path string, user uint32) error {
	return &FileError{path, fmt.Errorf("it belongs to user %d, this process to user %d: choose another name, or run as that user", user, os.Geteuid())}
}

// names reports whether a path leads to a file.
func names(path string, file *unix.Stat_t) bool {
	var status unix.Stat_t
	return unix.Lstat(path, &status) == nil && status.Ino == file.Ino && status.Dev == file.Dev
}

// remove unlinks the region's file, unless another file has its name now.
func (r *region) remove() {
	var status unix.Stat_t
	if unix.Fstat(int(r.file.Fd()), &status) == nil && names(r.path, &status) {
		_ = unix.Unlink(r.path) // a file that remains has no owner, and the next spine removes it
	}
}

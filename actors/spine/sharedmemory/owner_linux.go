package sharedmemory

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// owner returns the number of the process that holds the lock on a file, as the kernel lists it;
// 0 if the process is invisible from here.
func owner(file *unix.Stat_t) int {
	list, err := os.ReadFile("/proc/locks")
	if err != nil {
		return 0
	}
	return holder(string(list), fmt.Sprintf("%02x:%02x:%d", unix.Major(file.Dev), unix.Minor(file.Dev), file.Ino))
}

// holder looks for the lock of a file, MAJOR:MINOR:INODE, in the text of /proc/locks, whose lines
// are like
//
//	1: FLOCK  ADVISORY  WRITE 4711 00:1a:12345 0 EOF
func holder(list, file string) int {
	for line := range strings.Lines(list) {
		f := strings.Fields(line)
		if len(f) < 6 || f[1] != "FLOCK" || f[5] != file {
			continue
		}
		if process, err := strconv.Atoi(f[4]); err == nil && process > 0 {
			return process
		}
	}
	return 0
}

// abandoned reports whether the owner of a file has ended: whether nobody holds its lock.
func (r *region) abandoned() bool {
	fd := int(r.file.Fd())
	if unix.Flock(fd, unix.LOCK_SH|unix.LOCK_NB) != nil {
		return false
	}
	_ = unix.Flock(fd, unix.LOCK_UN) // a lock that is held can be released
	return true
}

// lockStale locks the file of an owner that may have ended. A reader holds the lock of such a file
// for a moment, when it asks whether the owner lives.
func lockStale(file *os.File) (locked bool) {
	for range 5 {
		if unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil {
			return true
		}
		time.Sleep(time.Millisecond)
	}
	return false
}

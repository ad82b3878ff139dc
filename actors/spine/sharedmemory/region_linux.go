package sharedmemory

import (
	"os"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Operations of the futex system call on memory that processes share.
const (
	futexWait = 0
	futexWake = 1
	everybody = 1<<31 - 1
)

// mapFile maps the first bytes of a file. It populates the page table of a writer, whose cycles
// shall have no page faults.
func mapFile(path string, file *os.File, size int, writable bool) (*region, error) {
	protection, flags := unix.PROT_READ, unix.MAP_SHARED
	if writable {
		protection, flags = protection|unix.PROT_WRITE, flags|unix.MAP_POPULATE
	}
	memory, err := unix.Mmap(int(file.Fd()), 0, size, protection, flags)
	if err != nil {
		return nil, &FileError{path, err}
	}
	return newRegion(path, file, memory), nil
}

// wake wakes every thread that waits on a word. It does not block.
func (r *region) wake(offset int) {
	// A file that was truncated has no word and nobody who waits on it.
	_, _, _ = unix.RawSyscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&r.memory[offset])), futexWake, everybody, 0, 0, 0)
}

// wait blocks while a word has a value, until it is woken or the time is up. It may return early.
func (r *region) wait(offset int, value uint32, within time.Duration) {
	timeout := unix.NsecToTimespec(max(0, within.Nanoseconds()))
	// Whatever ends the wait, the caller looks at the word again.
	_, _, _ = unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&r.memory[offset])), futexWait, uintptr(value), uintptr(unsafe.Pointer(&timeout)), 0, 0)
}

// intact returns ErrLost if the file was removed, is shorter than the region, or was at an access.
func (r *region) intact() error {
	var status unix.Stat_t
	if r.faulted {
		return r.lost
	}
	if err := unix.Fstat(int(r.file.Fd()), &status); err != nil || status.Nlink == 0 || status.Size < int64(len(r.memory)) {
		return r.lost
	}
	return nil
}

// close unmaps the region and closes its file, which releases the lock of an owner.
func (r *region) close() error {
	err := unix.Munmap(r.memory)
	if closed := r.file.Close(); err == nil {
		err = closed
	}
	return err
}

// monotonic reads CLOCK_MONOTONIC, ns, which all processes of a machine share.
func monotonic() uint64 {
	var now unix.Timespec
	if unix.ClockGettime(unix.CLOCK_MONOTONIC, &now) != nil {
		return 0
	}
	return uint64(now.Nano())
}

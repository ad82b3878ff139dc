package testkit

import (
	"encoding/binary"
	"errors"
	"os"
	"syscall"
	"testing"
)

// Opens watches a file until the end of the test. The returned function returns how often any
// process has opened the file since it was called last.
func Opens(t testing.TB, path string) func() int {
	t.Helper()
	fd, err := syscall.InotifyInit1(syscall.IN_NONBLOCK | syscall.IN_CLOEXEC)
	if err != nil {
		t.Fatal(os.NewSyscallError("inotify_init1", err))
	}
	t.Cleanup(func() {
		if err := syscall.Close(fd); err != nil {
			t.Error(err)
		}
	})
	if _, err := syscall.InotifyAddWatch(fd, path, syscall.IN_OPEN); err != nil {
		t.Fatal(os.NewSyscallError("inotify_add_watch", err))
	}
	buffer := make([]byte, 1<<16)
	return func() (opens int) {
		t.Helper()
		for {
			n, err := syscall.Read(fd, buffer)
			if errors.Is(err, syscall.EAGAIN) {
				return opens
			}
			if err != nil {
				t.Fatal(os.NewSyscallError("read", err))
			}
			opens += events(buffer[:n])
		}
	}
}

// events counts the events of inotify: each has a head of 16 bytes, with the length of a name.
func events(data []byte) (n int) {
	for len(data) >= syscall.SizeofInotifyEvent {
		data = data[syscall.SizeofInotifyEvent+binary.NativeEndian.Uint32(data[12:]):]
		n++
	}
	return n
}

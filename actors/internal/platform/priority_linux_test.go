package platform

import (
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

func TestLowerPriorityAppliesToTheCallingThreadOnly(t *testing.T) {
	before, err := unix.Getpriority(unix.PRIO_PROCESS, unix.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	lowered := make(chan int)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with its priority
		LowerPriority()
		got, err := unix.Getpriority(unix.PRIO_PROCESS, 0)
		if err != nil {
			t.Error(err)
		}
		lowered <- got
	}()
	// The system call returns 20 minus the nice value.
	if got := <-lowered; got > before || got != 20-lowNice && before <= 20-lowNice {
		t.Errorf("the priority is %d, before %d; expected %d", got, before, 20-lowNice)
	}
	if after, err := unix.Getpriority(unix.PRIO_PROCESS, unix.Getpid()); err != nil || after != before {
		t.Errorf("the main thread has priority %d, before %d (%v)", after, before, err)
	}
}

package platform

import (
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

func TestLowerPriorityAppliesToTheCallingThreadOnly(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	priority := func() int { // the system call returns 20 minus the nice value
		p, err := unix.Getpriority(unix.PRIO_PROCESS, 0)
		if err != nil {
			t.Error(err)
		}
		return p
	}
	before, lowered := priority(), make(chan int)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with its priority
		LowerPriority()
		lowered <- priority()
	}()
	if got := <-lowered; got != min(before, 20-lowNice) {
		t.Errorf("the priority is %d, before %d; expected %d", got, before, min(before, 20-lowNice))
	}
	if after := priority(); after != before {
		t.Errorf("another thread has priority %d, before %d", after, before)
	}
}

package platform

import (
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// a thread that exists until the end of a test. It changes its class by begin.
func thread(t *testing.T, begin func()) (number int) {
	t.Helper()
	numbers, end := make(chan int), make(chan struct{})
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		begin()
		numbers <- unix.Gettid()
		<-end
	}()
	t.Cleanup(func() { close(end) })
	return <-numbers
}

func class(t *testing.T, thread int) uint32 {
	t.Helper()
	attr, err := unix.SchedGetAttr(thread, 0)
	if err != nil {
		t.Fatal(err)
	}
	return attr.Policy
}

func TestRaisedThreadsAreThoseWithoutAClassOfTheirOwn(t *testing.T) {
	plain := thread(t, func() {})
	patient := thread(t, LowerPriority)
	fifo := thread(t, func() {
		attr := unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_FIFO, Priority: 2}
		if err := unix.SchedSetAttr(0, &attr, 0); err != nil {
			t.Log(err)
		}
	})
	if class(t, plain) != unix.SCHED_NORMAL || class(t, fifo) != unix.SCHED_FIFO {
		t.Skip("this machine grants no SCHED_FIFO, or runs the test in another class")
	}
	lower, err := RaiseThreads()
	if err != nil {
		t.Fatal(err)
	}
	lowerToo, err := RaiseThreads()
	if err != nil {
		t.Fatal(err)
	}
	lower()
	lower() // counts once
	for number, want := range map[int]uint32{plain: unix.SCHED_RR, patient: unix.SCHED_NORMAL, fifo: unix.SCHED_FIFO} {
		if got := class(t, number); got != want {
			t.Errorf("a thread has class %d; expected %d", got, want)
		}
	}
	if late := thread(t, func() {}); class(t, late) != unix.SCHED_RR {
		t.Error("a thread that began later is not raised")
	}
	if job := thread(t, LowerPriority); class(t, job) != unix.SCHED_NORMAL {
		t.Error("a thread of jobs keeps the class of raised threads")
	}
	lowerToo()
	for number, want := range map[int]uint32{plain: unix.SCHED_NORMAL, patient: unix.SCHED_NORMAL, fifo: unix.SCHED_FIFO} {
		if got := class(t, number); got != want {
			t.Errorf("afterwards a thread has class %d; expected %d", got, want)
		}
	}
}

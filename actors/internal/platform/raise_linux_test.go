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

// scheduling is the class of a thread and its nice value.
type scheduling struct {
	policy uint32
	nice   int32
}

func schedulingOf(t *testing.T, thread int) scheduling {
	t.Helper()
	attr, err := unix.SchedGetAttr(thread, 0)
	if err != nil {
		t.Fatal(err)
	}
	return scheduling{attr.Policy, attr.Nice}
}

func TestRaisedThreadsAreThoseWithoutAPriorityOfTheirOwn(t *testing.T) {
	plain := thread(t, func() {})
	patient := thread(t, LowerPriority)
	fifo := thread(t, func() {
		attr := unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_FIFO, Priority: 2}
		if err := unix.SchedSetAttr(0, &attr, 0); err != nil {
			t.Log(err)
		}
	})
	normal, low, high, realTime := scheduling{}, scheduling{nice: lowNice}, scheduling{nice: RaisedNice}, scheduling{policy: unix.SCHED_FIFO}
	if schedulingOf(t, plain) != normal || schedulingOf(t, fifo) != realTime {
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
	for number, want := range map[int]scheduling{plain: high, patient: low, fifo: realTime} {
		if got := schedulingOf(t, number); got != want {
			t.Errorf("a thread has %+v; expected %+v", got, want)
		}
	}
	if late := schedulingOf(t, thread(t, func() {})); late != high {
		t.Errorf("a thread that began later has %+v", late)
	}
	if job := schedulingOf(t, thread(t, LowerPriority)); job != low {
		t.Errorf("a thread of jobs has %+v", job)
	}
	lowerToo()
	for number, want := range map[int]scheduling{plain: normal, patient: low, fifo: realTime} {
		if got := schedulingOf(t, number); got != want {
			t.Errorf("afterwards a thread has %+v; expected %+v", got, want)
		}
	}
}

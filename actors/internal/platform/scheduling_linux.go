package platform

import (
	"errors"
	"os"
	"runtime"
	"sync"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// fifoThreads counts the SCHED_FIFO threads of this process. They must stay fewer than the
// processors: a thread that returns from a system call while the collector scans its stack spins,
// and when every processor is taken by such a spinner of a higher priority, the collector never
// runs again.
var fifoThreads atomic.Int32

// FIFOThreads returns how many SCHED_FIFO threads are reserved.
func FIFOThreads() int { return int(fifoThreads.Load()) }

// ThreadNumber returns the number of the calling thread.
func ThreadNumber() int64 { return int64(unix.Gettid()) }

// mayTakeFIFO reserves one SCHED_FIFO thread.
func mayTakeFIFO() bool {
	for {
		n := fifoThreads.Load()
		if int(n) >= runtime.NumCPU()-1 {
			return false
		}
		if fifoThreads.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

// EnterThread asks for a scheduling class for the calling goroutine's locked thread: SCHED_FIFO
// with the given priority, or the default for zero. What the machine does not grant is in the note,
// and is no reason not to run. The caller calls release at the end of the thread, or when code on
// it does not return. Release gives the class back and lowers the priority of the thread. Any
// thread may call it, and more than once.
func EnterThread(priority int) (g Scheduling, release func()) {
	g = Scheduling{Policy: "SCHED_OTHER", Wait: "futex"}
	thread := unix.Gettid()
	release = sync.OnceFunc(func() { demote(thread) })
	if err := unix.Prctl(unix.PR_SET_TIMERSLACK, 1, 0, 0, 0); err != nil {
		g.Note = "timer slack: " + err.Error()
	}
	if priority == 0 {
		return g, release
	}
	if !mayTakeFIFO() {
		g.Note = "SCHED_FIFO threads must stay fewer than the processors"
		return g, release
	}
	attr := unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_FIFO, Priority: uint32(priority)}
	if err := unix.SchedSetAttr(0, &attr, 0); err != nil {
		fifoThreads.Add(-1)
		g.Note = "SCHED_FIFO: " + err.Error()
		return g, release
	}
	g.Policy, g.Priority = PolicyFIFO, priority
	sleepAgain, err := KeepAwake()
	if err != nil {
		g.Note = "idle processors may wake up late: " + err.Error()
	}
	return g, sync.OnceFunc(func() {
		demote(thread)
		fifoThreads.Add(-1)
		sleepAgain()
	})
}

// KeepAwake asks the kernel to let no idle processor enter a state that it leaves with a delay,
// until the caller calls sleepAgain. A virtual machine then keeps its processors, too. Requests add
// up. See "PM Quality Of Service Interface" of the kernel's documentation.
func KeepAwake() (sleepAgain func(), err error) {
	f, err := os.OpenFile("/dev/cpu_dma_latency", os.O_WRONLY, 0)
	if err != nil {
		return func() {}, err
	}
	// A latency of 0 us is in effect while the file is open.
	if _, err := f.Write(make([]byte, 4)); err != nil {
		return func() {}, errors.Join(err, f.Close())
	}
	return func() { _ = f.Close() }, nil
}

// demote gives a thread of this process the default scheduling class with a low priority.
func demote(thread int) {
	_ = unix.SchedSetAttr(thread, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_NORMAL, Nice: lowNice}, 0)
}

// LockMemory locks the memory of the process.
func LockMemory() error { return unix.Mlockall(unix.MCL_CURRENT | unix.MCL_FUTURE | unix.MCL_ONFAULT) }

// UnlockMemory ends LockMemory.
func UnlockMemory() { _ = unix.Munlockall() }

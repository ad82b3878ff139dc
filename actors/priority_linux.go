package actors

import (
	"runtime"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// fifoThreads counts the SCHED_FIFO threads of this process. They must stay fewer than the processors: a thread that
// returns from a system call while the collector scans its stack spins, and when every processor is taken by such a
// spinner of a higher priority, the collector never runs again.
var fifoThreads atomic.Int32

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

// enterDomain gives the calling goroutine's locked thread its scheduling class. What is not granted is said, never a
// reason not to run. release gives back what was reserved, at the thread's end.
func enterDomain(spec DomainSpec) (g Grant, release func()) {
	g, release = Grant{Domain: spec.Name, Policy: "SCHED_OTHER", Wait: "futex"}, func() {}
	if err := unix.Prctl(unix.PR_SET_TIMERSLACK, 1, 0, 0, 0); err != nil {
		g.Note = "timer slack: " + err.Error()
	}
	if spec.Priority == 0 {
		return g, release
	}
	if !mayTakeFIFO() {
		g.Note = "SCHED_FIFO threads must stay fewer than the processors"
		return g, release
	}
	attr := unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_FIFO, Priority: uint32(spec.Priority)}
	if err := unix.SchedSetAttr(0, &attr, 0); err != nil {
		fifoThreads.Add(-1)
		g.Note = "SCHED_FIFO: " + err.Error()
		return g, release
	}
	g.Policy, g.Priority = policyFIFO, spec.Priority
	return g, func() { fifoThreads.Add(-1) }
}

func lockMemory() error { return unix.Mlockall(unix.MCL_CURRENT | unix.MCL_FUTURE | unix.MCL_ONFAULT) }

func unlockMemory() { _ = unix.Munlockall() }

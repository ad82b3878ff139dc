package platform

import "golang.org/x/sys/unix"

// lowNice is the nice value of threads that do long work. A garbage collection waits until every
// thread has reached a safe point, so a much lower priority would delay it on a busy machine.
const lowNice = 5

// LowerPriority gives the calling goroutine's locked thread a low priority for the rest of its
// life, by a nice value. A thread that has a lower one keeps it. What the machine does not grant
// stays as it is.
func LowerPriority() {
	// The system call returns 20 minus the nice value.
	if p, err := unix.Getpriority(unix.PRIO_PROCESS, 0); err == nil && p > 20-lowNice {
		_ = unix.Setpriority(unix.PRIO_PROCESS, 0, lowNice)
	}
}

package platform

import (
	"errors"
	"os"
	"strconv"
	"sync"

	"golang.org/x/sys/unix"
)

// plain is the default of a thread, and above what raised threads have: the highest nice value of
// the default class. A real-time class would be a trap. A SCHED_FIFO thread may spin until a thread
// that it has preempted goes on, as when it returns from a system call while the collector scans
// its stack. The kernel keeps a share of every processor for the default class only, and moves no
// thread of a real-time class to a processor that runs another one of equal priority.
var (
	plain = unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_NORMAL}
	above = unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_NORMAL, Nice: RaisedNice}
)

// RaiseThreads gives the threads of this process that have the default class, and no nice value,
// the nice value RaisedNice. Threads and processes that they start inherit it.
//
// Go preempts a goroutine that has kept its processor for 10 ms, in sleeps as well, although its
// thread is locked and SCHED_FIFO. That thread then sleeps until another thread of the process has
// taken the goroutine from the queue and handed it back. On a busy machine a thread of the default
// class does so after tens of milliseconds.
//
// Lower ends that, once the last caller has called it.
func RaiseThreads() (lower func(), err error) {
	raised.Lock()
	defer raised.Unlock()
	if err := reclass(plain, above); err != nil {
		lowerUnlessNeeded()
		return nil, err
	}
	raised.callers++
	return sync.OnceFunc(func() {
		raised.Lock()
		defer raised.Unlock()
		raised.callers--
		lowerUnlessNeeded()
	}), nil
}

// raised counts the callers of RaiseThreads that need the threads raised.
var raised struct {
	sync.Mutex
	callers int
}

func lowerUnlessNeeded() {
	if raised.callers == 0 {
		_ = reclass(above, plain) // which needs no permission
	}
}

// reclass changes the class and the nice value of all threads that have those of from.
func reclass(from, to unix.SchedAttr) error {
	tasks, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return err
	}
	var errs []error
	for _, task := range tasks {
		thread, err := strconv.Atoi(task.Name())
		if err != nil {
			return err
		}
		attr, err := unix.SchedGetAttr(thread, 0)
		if err != nil || attr.Policy != from.Policy || attr.Nice != from.Nice {
			continue // it has ended, or has a class of its own
		}
		if err := unix.SchedSetAttr(thread, &to, 0); !errors.Is(err, unix.ESRCH) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

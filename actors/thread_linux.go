package actors

import (
	"os"
	"runtime"
	"sync/atomic"
	"time"
	"unsafe"

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

func (t *thread) open() error {
	if t.domain.spec.Priority > 0 && fifoPermitted() {
		t.sleeper = newFutexSleeper()
		return nil
	}
	s, err := newTimerSleeper()
	if err != nil {
		t.sleeper = newFutexSleeper()
		return nil
	}
	t.sleeper = s
	return nil
}

// enter takes the thread's scheduling class. What is not granted is said, never a reason not to run.
func (t *thread) enter() Grant {
	g := Grant{Domain: t.domain.spec.Name, Policy: "SCHED_OTHER", Wait: "timerfd"}
	if _, futex := t.sleeper.(*futexSleeper); !futex {
		if t.domain.spec.Priority > 0 {
			g.Note = "SCHED_FIFO is not permitted to this process"
		}
		return g
	}
	g.Wait = "futex"
	runtime.LockOSThread() // never unlocked: the thread ends with its scheduling class
	if err := unix.Prctl(unix.PR_SET_TIMERSLACK, 1, 0, 0, 0); err != nil {
		g.Note = "timer slack: " + err.Error()
	}
	if t.domain.spec.Priority == 0 {
		return g
	}
	if !mayTakeFIFO() {
		g.Note = "SCHED_FIFO threads must stay fewer than the processors"
		return g
	}
	if err := setFIFO(t.domain.spec.Priority); err != nil {
		fifoThreads.Add(-1)
		g.Note = "SCHED_FIFO: " + err.Error()
		return g
	}
	t.release = func() { fifoThreads.Add(-1) }
	g.Policy, g.Priority = "SCHED_FIFO", t.domain.spec.Priority
	return g
}

func setFIFO(priority int) error {
	attr := unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_FIFO, Priority: uint32(priority)}
	return unix.SchedSetAttr(0, &attr, 0)
}

// fifoPermitted asks without changing anything that lasts: a thread of its own tries and ends.
func fifoPermitted() bool {
	answer := make(chan bool)
	go func() {
		runtime.LockOSThread()
		answer <- setFIFO(1) == nil
	}()
	return <-answer
}

// futexSleeper waits in FUTEX_WAIT_BITSET with an absolute timeout of CLOCK_MONOTONIC, for a locked thread.
type futexSleeper struct{ word atomic.Uint32 }

func newFutexSleeper() *futexSleeper { return &futexSleeper{} }

const (
	futexWake       = 1 | 128 // private
	futexWaitBitset = 9 | 128
	futexAnyBit     = 0xffffffff
)

func (f *futexSleeper) sleep(until time.Duration, base time.Time) {
	if f.word.Swap(0) != 0 {
		return
	}
	var timeout unsafe.Pointer
	var ts unix.Timespec
	if until > 0 {
		ts = unix.NsecToTimespec(monotonic(base) + int64(until))
		timeout = unsafe.Pointer(&ts)
	}
	// Whatever ends the wait, the caller looks at the clock and at its members again.
	_, _, _ = unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&f.word)), futexWaitBitset, 0, uintptr(timeout), 0, futexAnyBit)
	f.word.Store(0)
}

func (f *futexSleeper) kick() {
	if f.word.Swap(1) == 0 {
		_, _, _ = unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&f.word)), futexWake, 1, 0, 0, 0)
	}
}

func (f *futexSleeper) close() {}

// monotonicStart pairs one reading of Go's clock with one of CLOCK_MONOTONIC, the closest of many.
var monotonicStart = func() (pair struct {
	at  time.Time
	raw int64
}) {
	best := time.Hour
	for range 1000 {
		var ts unix.Timespec
		before := time.Now()
		if unix.ClockGettime(unix.CLOCK_MONOTONIC, &ts) != nil {
			continue
		}
		took := time.Since(before)
		if took < best {
			best, pair.at, pair.raw = took, before, ts.Nano()-int64(took)/2
		}
	}
	return pair
}()

// monotonic returns the reading of CLOCK_MONOTONIC at base.
func monotonic(base time.Time) int64 {
	return monotonicStart.raw + int64(base.Sub(monotonicStart.at))
}

// timerSleeper waits on a timerfd through Go's network poller, which keeps microseconds where Go's own timers round to
// milliseconds, and needs no privilege.
type timerSleeper struct {
	file   *os.File
	fd     int
	kicked atomic.Bool
	buffer [8]byte
}

func newTimerSleeper() (*timerSleeper, error) {
	fd, err := unix.TimerfdCreate(unix.CLOCK_MONOTONIC, unix.TFD_NONBLOCK|unix.TFD_CLOEXEC)
	if err != nil {
		return nil, err
	}
	return &timerSleeper{file: os.NewFile(uintptr(fd), "timerfd"), fd: fd}, nil
}

func (t *timerSleeper) set(at int64) {
	spec := unix.ItimerSpec{Value: unix.NsecToTimespec(at)}
	// The descriptor is valid and the time positive, so the call cannot fail; a failed wait ends at the next kick.
	_ = unix.TimerfdSettime(t.fd, unix.TFD_TIMER_ABSTIME, &spec, nil)
}

func (t *timerSleeper) sleep(until time.Duration, base time.Time) {
	const never = 1 << 62
	at := int64(never)
	if until > 0 {
		at = monotonic(base) + int64(until)
	}
	t.set(at)
	if t.kicked.Swap(false) {
		return
	}
	_, _ = t.file.Read(t.buffer[:])
	t.kicked.Store(false)
}

func (t *timerSleeper) kick() {
	if !t.kicked.Swap(true) {
		t.set(1)
	}
}

func (t *timerSleeper) close() { _ = t.file.Close() }

func lockMemory() error { return unix.Mlockall(unix.MCL_CURRENT | unix.MCL_FUTURE | unix.MCL_ONFAULT) }

func unlockMemory() { _ = unix.Munlockall() }

package platform

import (
	"os"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// NewThreadSleeper returns a sleeper for a locked thread: a futex with an absolute timeout, which
// keeps microseconds and is woken without a detour through Go's scheduler.
func NewThreadSleeper() Sleeper { return &futexSleeper{} }

// NewSharedSleeper returns a sleeper for a goroutine that shares its thread with others: a timerfd
// in Go's network poller, which keeps microseconds where Go's own timers round to milliseconds.
func NewSharedSleeper() Sleeper {
	fd, err := unix.TimerfdCreate(unix.CLOCK_MONOTONIC, unix.TFD_NONBLOCK|unix.TFD_CLOEXEC)
	if err != nil {
		return &futexSleeper{} // no descriptor is left: a thread is held instead
	}
	return &timerSleeper{file: os.NewFile(uintptr(fd), "timerfd"), fd: fd}
}

// futexSleeper waits in FUTEX_WAIT_BITSET with an absolute timeout of CLOCK_MONOTONIC. Its word is
// 1 from a kick until the sleep that it ends.
type futexSleeper struct{ word atomic.Uint32 }

const (
	futexPrivate    = 128
	futexWake       = 1 | futexPrivate
	futexWaitBitset = 9 | futexPrivate
	futexAnyBit     = 0xffffffff
)

func (f *futexSleeper) Sleep(until time.Time) {
	if f.word.Swap(0) != 0 {
		return
	}
	var timeout unsafe.Pointer
	var ts unix.Timespec
	if !until.IsZero() {
		ts = unix.NsecToTimespec(monotonic(until))
		timeout = unsafe.Pointer(&ts)
	}
	// Whatever ends the wait, the caller looks at the clock and at its members again.
	_, _, _ = unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&f.word)), futexWaitBitset, 0, uintptr(timeout), 0, futexAnyBit)
	f.word.Store(0)
}

func (f *futexSleeper) Kick() {
	if f.word.Swap(1) == 0 {
		_, _, _ = unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&f.word)), futexWake, 1, 0, 0, 0)
	}
}

func (f *futexSleeper) Close() {}

// monotonicStart pairs one reading of Go's clock with one of CLOCK_MONOTONIC, the closest of many.
var monotonicStart = sync.OnceValue(func() (pair struct {
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
})

// monotonic returns what CLOCK_MONOTONIC reads at t, at least 1 ns: a timer set to zero would never
// ring.
func monotonic(t time.Time) int64 {
	start := monotonicStart()
	return max(1, start.raw+int64(t.Sub(start.at)))
}

// timerSleeper waits on a timerfd. A kick sets the timer to an instant that is past; kicked says so
// to a sleeper that is about to set it to another one.
type timerSleeper struct {
	file   *os.File
	fd     int
	kicked atomic.Bool
	buffer [8]byte
}

func (t *timerSleeper) Sleep(until time.Time) {
	at := int64(1) << 62
	if !until.IsZero() {
		at = monotonic(until)
	}
	t.set(at)
	if t.kicked.Swap(false) {
		return
	}
	_, _ = t.file.Read(t.buffer[:])
	t.kicked.Store(false)
}

func (t *timerSleeper) Kick() {
	if !t.kicked.Swap(true) {
		t.set(1)
	}
}

func (t *timerSleeper) set(at int64) {
	spec := unix.ItimerSpec{Value: unix.NsecToTimespec(at)}
	// The descriptor is valid and the time positive, so the call cannot fail; a failed wait ends at
	// the next kick.
	_ = unix.TimerfdSettime(t.fd, unix.TFD_TIMER_ABSTIME, &spec, nil)
}

func (t *timerSleeper) Close() { _ = t.file.Close() }

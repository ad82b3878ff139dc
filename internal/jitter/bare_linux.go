package jitter

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// runBare runs the bare loop for one slice: clock_nanosleep to absolute deadlines on a locked
// thread, with a timer slack of 1 ns, and SCHED_FIFO where it was asked for and is permitted. As
// beside a domain, idle processors stay awake then.
func runBare(ctx context.Context, o Options) (late []time.Duration, lost int, err error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // never unlocked: the thread ends with its scheduling class
		late, lost, err = bareLoop(ctx, o)
	}()
	<-done
	return late, lost, err
}

func bareLoop(ctx context.Context, o Options) (late []time.Duration, lost int, err error) {
	if err := unix.Prctl(unix.PR_SET_TIMERSLACK, 1, 0, 0, 0); err != nil {
		return nil, 0, fmt.Errorf("timer slack: %w", err)
	}
	if o.Priority > 0 && runtime.NumCPU() > 1 {
		attr := unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_FIFO, Priority: uint32(o.Priority)}
		if unix.SchedSetAttr(0, &attr, 0) == nil { // without permission the runtime gets the default policy too
			defer keepAwake()()
		}
	}
	start := time.Duration(monotonicNow())
	all := newTally(o, start+o.Period)
	for !all.over() && ctx.Err() == nil {
		due := all.next
		sleepUntil(int64(due))
		now := time.Duration(monotonicNow())
		all.tick(due, now-due, int((now-due)/o.Period))
	}
	return all.late, all.lost, ctx.Err()
}

// keepAwake keeps idle processors awake until the caller calls sleepAgain, where this is permitted.
func keepAwake() (sleepAgain func()) {
	f, err := os.OpenFile("/dev/cpu_dma_latency", os.O_WRONLY, 0)
	if err != nil {
		return func() {}
	}
	_, _ = f.Write(make([]byte, 4)) // 0 us
	return func() { _ = f.Close() }
}

func monotonicNow() int64 {
	var ts unix.Timespec
	// CLOCK_MONOTONIC exists on every Linux, so the call cannot fail.
	_ = unix.ClockGettime(unix.CLOCK_MONOTONIC, &ts)
	return ts.Nano()
}

func sleepUntil(t int64) {
	ts := unix.NsecToTimespec(t)
	for unix.ClockNanosleep(unix.CLOCK_MONOTONIC, unix.TIMER_ABSTIME, &ts, nil) == unix.EINTR {
		continue
	}
}

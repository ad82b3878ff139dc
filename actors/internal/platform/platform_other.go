//go:build !linux

package platform

import (
	"errors"
	"time"
)

// On systems other than Linux a domain sleeps on one of Go's timers, which keep milliseconds at
// best, and runs with the default scheduling policy. Everything else is the same: it serves for
// development and for virtual time.

// NewThreadSleeper returns a sleeper for a locked thread.
func NewThreadSleeper() Sleeper { return newChannelSleeper() }

// NewSharedSleeper returns a sleeper for a goroutine that shares its thread with others.
func NewSharedSleeper() Sleeper { return newChannelSleeper() }

// channelSleeper waits for a Go timer or a token.
type channelSleeper struct {
	timer *time.Timer
	token chan struct{}
}

func newChannelSleeper() *channelSleeper {
	return &channelSleeper{timer: time.NewTimer(time.Hour), token: make(chan struct{}, 1)}
}

func (c *channelSleeper) Sleep(until time.Time) {
	if until.IsZero() {
		<-c.token
		return
	}
	c.timer.Reset(time.Until(until))
	select {
	case <-c.token:
	case <-c.timer.C:
	}
}

func (c *channelSleeper) Kick() {
	select {
	case c.token <- struct{}{}:
	default:
	}
}

func (c *channelSleeper) Close() { c.timer.Stop() }

// FIFOThreads returns how many SCHED_FIFO threads are reserved: none.
func FIFOThreads() int { return 0 }

// EnterThread has no scheduling class to grant.
func EnterThread(priority int) (g Scheduling, release func()) {
	g = Scheduling{Policy: "default", Wait: "timer"}
	if priority > 0 {
		g.Note = "real-time scheduling is supported on Linux only"
	}
	return g, func() {}
}

// KeepAwake returns an error.
func KeepAwake() (sleepAgain func(), err error) {
	return func() {}, errors.New("keeping idle processors awake is supported on Linux only")
}

// ThreadNumber returns zero: the number of the calling thread is unknown.
func ThreadNumber() int64 { return 0 }

// LockMemory returns an error.
func LockMemory() error { return errors.New("locking memory is supported on Linux only") }

// UnlockMemory does nothing.
func UnlockMemory() {}

// RaiseThreads has no nice value to grant.
func RaiseThreads() (lower func(), err error) {
	return nil, errors.New("nice values of threads are supported on Linux only")
}

// LowerPriority does nothing.
func LowerPriority() {}

package actors

import (
	"runtime"
	"sync/atomic"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// executor is a goroutine that steps mailboxes, as the watchdog sees it: the actor whose code it
// runs, and since when. A goroutine cannot be killed. If an actor does not return, the watchdog
// gives its executor up: a new one takes its place, and the old one ends as soon as the actor's
// code returns, without touching anything.
type executor struct {
	// alone is set for the executor of virtual time, which has no watchdog and records nothing for
	// one.
	alone bool
	// calls is odd while code of an actor runs, and grows at the beginning and at the end of each
	// call. Beginning, end and giving up are the only writes, and the last two exclude each other:
	// either the call returned in time, or it was given up.
	calls atomic.Uint64
	// current, since and limit are written while calls is even.
	current atomic.Pointer[cell]
	since   atomic.Int64
	limit   atomic.Int64
	// release gives back the scheduling class of the thread of a domain.
	release atomic.Pointer[func()]
}

const givenUp = 1 << 63

// watch names the actor whose code runs in the following calls, which together must not exceed
// limit.
func (e *executor) watch(c *cell, since messages.Instant, limit time.Duration) {
	if e.alone {
		return
	}
	e.limit.Store(int64(limit))
	e.since.Store(int64(since))
	if e.current.Load() != c {
		e.current.Store(c)
	}
}

// enter begins a call of an actor's code.
func (e *executor) enter() {
	if !e.alone {
		e.calls.Store(e.calls.Load() + 1)
	}
}

// leave ends a call. If the call was given up meanwhile, leave does not return: the goroutine ends.
func (e *executor) leave() {
	if !e.left() {
		runtime.Goexit()
	}
}

// left ends a call, if one is running, and reports whether the executor still steps its mailboxes.
func (e *executor) left() bool {
	n := e.calls.Load()
	return n&1 == 0 || n&givenUp == 0 && e.calls.CompareAndSwap(n, n+1)
}

// overdue returns the actor whose code has exceeded its limit, with the number of the call.
func (e *executor) overdue(now messages.Instant) (c *cell, call uint64) {
	call = e.calls.Load()
	if call&1 == 0 || call&givenUp != 0 {
		return nil, 0
	}
	c = e.current.Load()
	since, limit := messages.Instant(e.since.Load()), time.Duration(e.limit.Load())
	if now.Sub(since) <= limit || e.calls.Load() != call {
		return nil, 0
	}
	return c, call
}

// busy returns the running call of an actor's code, whatever time it has taken.
func (e *executor) busy() (c *cell, call uint64) { return e.overdue(1<<63 - 1) }

// giveUp ends the executor's right to step mailboxes, unless the call has returned.
func (e *executor) giveUp(call uint64) bool {
	return e.calls.CompareAndSwap(call, call|givenUp)
}

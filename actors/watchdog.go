package actors

import (
	"runtime"
	"sync/atomic"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/platform"
	"github.com/robo-actors/robo-actors/messages"
)

// watchdog checks, on a locked thread of its own, whether code of an actor exceeds its limit. It
// sleeps like the thread of a domain. It requests SCHED_FIFO above the domains only if such threads
// stay fewer than the processors.
type watchdog struct {
	clock   *realClock
	sleeper platform.Sleeper
	grant   Grant
	closing atomic.Bool
	done    chan struct{}

	// resumed is when the watchdog last woke much too late, paused by how much: the whole process
	// or the machine was stopped. The code of an actor is not blamed for that time.
	resumed messages.Instant
	paused  time.Duration
}

// watchdogInterval is the time between two checks; a hang is found at most that much after its
// limit.
const watchdogInterval = 5 * time.Millisecond

// pauseAtLeast is how late the watchdog wakes at least after a pause of the process.
const pauseAtLeast = 50 * time.Millisecond

// woke notes when the watchdog wakes, and how late.
func (w *watchdog) woke(now messages.Instant, late time.Duration) {
	if late >= pauseAtLeast {
		w.resumed, w.paused = now, late
	}
}

// overdue is executor.overdue without the last pause of the process. Only the last pause counts, so
// that a hang is found even if pauses are frequent.
func (w *watchdog) overdue(e *executor, now messages.Instant) (c *cell, call uint64) {
	if messages.Instant(e.since.Load()) < w.resumed {
		now = now.Add(-w.paused)
	}
	return e.overdue(now)
}

// givesUp gives up an executor whose actor's code has exceeded its limit, and reports whether it
// did.
func (w *watchdog) givesUp(e *executor, now messages.Instant) bool {
	c, call := w.overdue(e, now)
	return c != nil && e.giveUp(call)
}

func startWatchdog(r *realClock) *watchdog {
	w := &watchdog{clock: r, sleeper: platform.NewThreadSleeper(), done: make(chan struct{})}
	spec := DomainSpec{Name: "watchdog"}
	for _, t := range r.threads.Load() {
		if p := t.domain.spec.Priority; p > 0 {
			spec.Priority = max(spec.Priority, min(p+1, 99))
		}
	}
	ready := make(chan struct{})
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with its scheduling class
		grant, release := enterThread(spec)
		w.grant = grant
		close(ready)
		defer func() {
			release()
			w.sleeper.Close()
			close(w.done)
		}()
		w.watch()
	}()
	<-ready
	return w
}

func (w *watchdog) watch() {
	for next := time.Now(); !w.closing.Load(); {
		next = next.Add(watchdogInterval)
		if now := time.Now(); next.Before(now) {
			next = now
		}
		w.sleeper.Sleep(next)
		now := w.clock.now()
		w.woke(now, time.Since(next))
		for _, t := range w.clock.threads.Load() {
			if e := t.executor.Load(); w.givesUp(e, now) {
				w.clock.s.hung(e.current.Load())
				t.replace()
			}
		}
		for _, worker := range w.clock.workers.Load() {
			if e := worker.executor.Load(); w.givesUp(e, now) {
				w.clock.s.hung(e.current.Load())
				worker.replace()
			}
		}
	}
}

func (w *watchdog) stop() {
	w.closing.Store(true)
	w.sleeper.Kick()
	<-w.done
}

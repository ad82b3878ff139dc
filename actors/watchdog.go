package actors

import (
	"runtime"
	"sync/atomic"
	"time"
)

// watchdog looks, from a locked thread of its own, whether code of an actor outlives its bound. It sleeps on the same
// primitive as a domain, with the same timer slack; it asks for SCHED_FIFO above the domains only where these have left
// a place, because such threads must stay fewer than the processors.
type watchdog struct {
	clock   *realClock
	sleeper sleeper
	grant   Grant
	closing atomic.Bool
	done    chan struct{}
}

// watchdogInterval is how often it looks; a hang is found at most that much after its bound.
const watchdogInterval = 5 * time.Millisecond

func startWatchdog(r *realClock) *watchdog {
	w := &watchdog{clock: r, sleeper: newDomainSleeper(), done: make(chan struct{})}
	spec := DomainSpec{Name: "watchdog"}
	for _, t := range r.threads {
		if p := t.domain.spec.Priority; p > 0 {
			spec.Priority = max(spec.Priority, min(p+1, 99))
		}
	}
	ready := make(chan struct{})
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with its scheduling class
		grant, release := enterDomain(spec)
		w.grant = grant
		close(ready)
		defer func() {
			release()
			w.sleeper.close()
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
		w.sleeper.sleep(next)
		now := w.clock.now()
		for _, t := range w.clock.threads {
			if c, call := t.executor.Load().overdue(now); c != nil && t.executor.Load().giveUp(call) {
				w.clock.s.hung(c)
				t.replace()
			}
		}
		for _, worker := range w.clock.workers {
			if c, call := worker.executor.Load().overdue(now); c != nil && worker.executor.Load().giveUp(call) {
				w.clock.s.hung(c)
				worker.replace()
			}
		}
	}
}

func (w *watchdog) stop() {
	w.closing.Store(true)
	w.sleeper.kick()
	<-w.done
}

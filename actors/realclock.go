package actors

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/injection"
	"github.com/robo-actors/robo-actors/actors/internal/platform"
	"github.com/robo-actors/robo-actors/actors/internal/timerqueue"
	"github.com/robo-actors/robo-actors/messages"
)

// realClock runs every domain on a thread of its own, every event-driven mailbox on a goroutine of
// its own, and scheduled functions on one more goroutine. A watchdog thread supervises them.
type realClock struct {
	s        *System
	base     time.Time
	origin   atomic.Int64 // the system's start, in ns since base; negative before
	alarms   alarms       // of the runtime
	calls    alarms       // functions of At, which may block
	threads  injection.List[thread]
	workers  injection.List[worker]
	watchdog *watchdog
	giveBack func()                 // returns the added Go processors
	lower    func()                 // ends WithRaisedThreads
	grants   atomic.Pointer[Grants] // set once all threads have begun
	begun    atomic.Bool            // releases may run
}

func newRealClock(s *System) *realClock {
	r := &realClock{s: s, base: time.Now(), giveBack: func() {}, lower: func() {}}
	r.origin.Store(-1)
	return r
}

// now is zero until the system starts.
func (r *realClock) now() messages.Instant {
	origin := r.origin.Load()
	if origin < 0 {
		return 0
	}
	return messages.Instant(int64(time.Since(r.base)) - origin)
}

// remaining returns the time until ctx ends, or false if it has no deadline.
func remaining(ctx context.Context) (time.Duration, bool) {
	end, has := ctx.Deadline()
	return time.Until(end), has
}

// farthest is the last instant until which a thread sleeps: later ones would overflow the machine's
// clock.
const farthest = messages.Instant(1 << 61)

// instantOf returns an instant of the system on the monotonic clock.
func (r *realClock) instantOf(t messages.Instant) time.Time {
	return r.base.Add(time.Duration(min(t, farthest)) + time.Duration(r.origin.Load()))
}

func (r *realClock) wake(m *mailbox) {
	if w := m.worker.Load(); w != nil {
		w.kick()
		return
	}
	m.cell.domain.thread.sleeper.Kick()
}

func (r *realClock) at(t messages.Instant, fn func(), owner any) *timerqueue.Event {
	return r.alarms.add(t, fn, owner)
}

func (r *realClock) cancel(e *timerqueue.Event) { r.alarms.cancel(e) }

// arrange makes the threads and workers before a message can arrive; none of them runs yet.
func (r *realClock) arrange() {
	for _, d := range r.s.domains {
		d.thread = newThread(r, d)
		r.threads.Add(d.thread)
	}
	for _, g := range r.s.groups {
		r.addWorker(g.cell.mailbox)
	}
	for _, c := range r.s.cells() {
		if c.domain == nil {
			r.addWorker(c.mailbox)
		}
	}
}

// prepare starts the threads, so that actors can start in them; no release is due before start.
// Time begins here.
func (r *realClock) prepare() {
	r.origin.Store(int64(time.Since(r.base)))
	granted := &Grants{MemoryLocked: r.s.lockMemory && platform.LockMemory() == nil}
	if !r.s.goCollects {
		platform.SpareCollections()
	}
	if !r.s.fixedProcs {
		r.giveBack = platform.AddProcessors(len(r.s.domains) + 1) // the watchdog has a thread too
	}
	r.alarms.start(r)
	r.calls.start(r)
	ready := make(chan Grant, len(r.threads.Load()))
	for _, t := range r.threads.Load() {
		go t.run(t.executor.Load(), ready)
	}
	for range r.threads.Load() {
		granted.Domains = append(granted.Domains, <-ready)
	}
	for _, w := range r.workers.Load() {
		go w.run(w.executor.Load())
	}
	r.watchdog = startWatchdog(r)
	granted.Watchdog = r.watchdog.grant
	if r.s.raiseThreads && platform.FIFOThreads() > 0 {
		if lower, err := platform.RaiseThreads(); err == nil {
			r.lower, granted.Raised = lower, true
		}
	}
	r.grants.Store(granted)
}

func (r *realClock) addWorker(m *mailbox) *worker {
	w := newWorker(r, m)
	m.worker.Store(w)
	r.workers.Add(w)
	return w
}

// firstRelease is the time that threads have to begin before the first release.
const firstRelease = 2 * time.Millisecond

// start puts every release on the grid after now.
func (r *realClock) start() {
	from := r.now().Add(firstRelease)
	for _, d := range r.s.domains {
		for _, c := range d.members.Load() {
			p := messages.Instant(c.spec.Period)
			if c.grid.next < from {
				k := (from - c.grid.next + p - 1) / p
				c.grid.next += k * p
				c.grid.sequence += uint64(k)
			}
		}
		d.arrange()
	}
	r.begun.Store(true)
	for _, t := range r.threads.Load() {
		t.sleeper.Kick()
	}
}

// stopGrace bounds how long the threads take to end; all actors have stopped before, or were given
// up.
const stopGrace = 500 * time.Millisecond

// stop ends every thread. The error names those whose actor's code does not return.
func (r *realClock) stop() error {
	if r.watchdog == nil {
		return nil // never prepared
	}
	defer r.giveBack()
	r.watchdog.stop()
	r.alarms.close()
	r.calls.close()
	for _, t := range r.threads.Load() {
		t.closing.Store(true)
		t.sleeper.Kick()
	}
	for _, w := range r.workers.Load() {
		w.closing.Store(true)
		w.kick()
	}
	grace, cancel := context.WithTimeout(context.Background(), stopGrace)
	defer cancel()
	errs := []error{awaitEnd(grace, r.alarms.done, nil, "the goroutine of the runtime's timers"),
		awaitEnd(grace, r.calls.done, nil, "the goroutine of scheduled functions")}
	for _, t := range r.threads.Load() {
		errs = append(errs, awaitEnd(grace, t.done, &t.executor, "the thread of domain "+t.domain.spec.Name))
	}
	for _, w := range r.workers.Load() {
		errs = append(errs, awaitEnd(grace, w.done, &w.executor, "the goroutine of "+w.mailbox.cell.spec.Name))
	}
	if granted := r.grants.Load(); granted != nil && granted.MemoryLocked {
		platform.UnlockMemory()
	}
	r.lower()
	return errors.Join(errs...)
}

// awaitEnd gives up a goroutine that does not end in time; it ends once the code that it runs
// returns.
func awaitEnd(grace context.Context, done <-chan struct{}, executor *atomic.Pointer[executor], what string) error {
	select {
	case <-done:
		return nil
	case <-grace.Done():
	}
	select {
	case <-done:
		return nil
	default:
	}
	if executor != nil {
		if c, call := executor.Load().busy(); c != nil && executor.Load().giveUp(call) {
			return fmt.Errorf("%s was given up: code of %s does not return", what, c.spec.Name)
		}
	}
	return fmt.Errorf("%s did not end within %v", what, stopGrace)
}

// sleep blocks the calling thread without using the processor.
func sleep(d time.Duration) { time.Sleep(d) }

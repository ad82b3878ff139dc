package actors

import (
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// realClock runs every domain on a thread of its own, event-driven actors on goroutines, and timers on one goroutine.
type realClock struct {
	s       *System
	base    time.Time
	mu      sync.Mutex
	events  eventQueue
	rearm   chan struct{}
	quit    chan struct{}
	closed  atomic.Bool
	wait    sync.WaitGroup
	threads []*thread
	grants  Grants
	dog     *watchdog
	begun   atomic.Bool
}

func newRealClock(s *System) *realClock {
	return &realClock{s: s, base: time.Now(), rearm: make(chan struct{}, 1), quit: make(chan struct{})}
}

func (r *realClock) now() messages.Instant { return messages.Instant(time.Since(r.base)) }

func (r *realClock) wake(c *cell) {
	if c.domain != nil {
		for _, t := range r.threads {
			if t.domain == c.domain {
				t.sleeper.kick()
				return
			}
		}
		return
	}
	if c.mailbox.claim() {
		r.wait.Add(1)
		go func() {
			defer r.wait.Done()
			c.mailbox.stepEvents()
		}()
	}
}

func (r *realClock) at(t messages.Instant, fn func()) func() {
	r.mu.Lock()
	defer r.mu.Unlock()
	e := r.events.add(t, fn)
	select {
	case r.rearm <- struct{}{}:
	default:
	}
	return func() {
		r.mu.Lock()
		e.dead = true
		r.mu.Unlock()
	}
}

// prepare starts the threads, so that actors can start in them; no release is due before start.
func (r *realClock) prepare() error {
	r.base = time.Now()
	r.wait.Add(1)
	go r.timers()
	for _, d := range r.s.domains {
		t := &thread{clock: r, domain: d, done: make(chan struct{})}
		r.threads = append(r.threads, t)
	}
	var errs []error
	for _, t := range r.threads {
		errs = append(errs, t.open())
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	ready := make(chan Grant, len(r.threads))
	for _, t := range r.threads {
		go t.run(ready)
	}
	for range r.threads {
		r.grants.Domains = append(r.grants.Domains, <-ready)
	}
	if r.s.lockMemory {
		r.grants.MemoryLocked = lockMemory() == nil
	}
	r.dog = startWatchdog(r)
	return nil
}

// firstRelease leaves the threads time to begin before the first release.
const firstRelease = 2 * time.Millisecond

// start puts every release on the grid after now.
func (r *realClock) start() error {
	from := r.now().Add(firstRelease)
	for _, d := range r.s.domains {
		for _, c := range d.members {
			p := messages.Instant(c.spec.Period)
			if c.grid.next < from {
				k := (from - c.grid.next + p - 1) / p
				c.grid.next += k * p
				c.grid.sequence += uint64(k)
			}
		}
	}
	r.begun.Store(true)
	for _, t := range r.threads {
		t.sleeper.kick()
	}
	return nil
}

func (r *realClock) stop() {
	if r.closed.Swap(true) {
		return
	}
	close(r.quit)
	if r.dog != nil {
		r.dog.stop()
	}
	for _, t := range r.threads {
		t.stop()
	}
	if r.grants.MemoryLocked {
		unlockMemory()
	}
	r.wait.Wait()
}

// timers calls events when they are due.
func (r *realClock) timers() {
	defer r.wait.Done()
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		wait := time.Hour
		for {
			fn, d := r.dueEvent()
			if fn == nil {
				wait = d
				break
			}
			fn()
		}
		timer.Reset(wait)
		select {
		case <-r.quit:
			return
		case <-r.rearm:
		case <-timer.C:
		}
	}
}

// dueEvent returns the event that is due, or how long the next one is away.
func (r *realClock) dueEvent() (func(), time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	at, ok := r.events.next()
	if !ok {
		return nil, time.Hour
	}
	if now := r.now(); at > now {
		return nil, at.Sub(now)
	}
	return r.events.pop().fn, 0
}

// thread runs one domain.
type thread struct {
	clock   *realClock
	domain  *domain
	sleeper sleeper
	closing atomic.Bool
	release func() // gives back the scheduling class
	done    chan struct{}
}

// sleeper waits for an absolute instant, or until it is kicked from another thread.
type sleeper interface {
	// sleep returns at the given instant of the monotonic clock or after a kick; zero means no instant.
	sleep(until time.Duration, base time.Time)
	kick()
	close()
}

func (t *thread) stop() {
	t.closing.Store(true)
	t.sleeper.kick()
	if t.domain.hung.Load() {
		return // the thread cannot be freed; the process is about to end
	}
	<-t.done
}

// run is the thread's life. A Goexit in an actor's code would end it; then another goroutine goes on.
func (t *thread) run(ready chan<- Grant) {
	finished := false
	defer func() {
		if !finished && !t.closing.Load() {
			go t.run(make(chan Grant, 1))
			return
		}
		if t.release != nil {
			t.release()
		}
		t.sleeper.close()
		close(t.done)
	}()
	ready <- t.enter()
	for !t.closing.Load() {
		t.wakeups()
		t.cycle()
	}
	t.wakeups()
	finished = true
}

// wakeups steps the members for which a system message waits.
func (t *thread) wakeups() {
	for _, c := range t.domain.members {
		if c.mailbox.pending.Load() > 0 {
			c.mailbox.step(nil)
		}
	}
}

// cycle runs the release that is due, or sleeps until the next one.
func (t *thread) cycle() {
	d, r := t.domain, t.clock
	var c *cell
	var at messages.Instant
	if r.begun.Load() {
		c, at = d.next()
	}
	if c == nil {
		t.sleeper.sleep(0, r.base)
		return
	}
	now := r.now()
	if now < at {
		t.sleeper.sleep(time.Duration(at), r.base)
		return
	}
	d.since.Store(int64(now))
	d.running.Store(int32(d.index(c)) + 1)
	c.release(now)
	d.running.Store(0)
	c.stats.execution.add(r.now().Sub(now))
}

// Grant says what a domain's thread was granted by the machine.
type Grant struct {
	Domain string
	// Policy is SCHED_FIFO or SCHED_OTHER.
	Policy   string
	Priority int
	// Wait names how the thread sleeps: futex or timerfd.
	Wait string
	// Note says why something was not granted.
	Note string
}

// Grants says what the machine granted a system in real time.
type Grants struct {
	Domains      []Grant
	MemoryLocked bool
	Processors   int
	MaxProcs     int
}

// Grants returns what the machine granted, once the system has started in real time.
func (s *System) Grants() Grants {
	r, ok := s.clock.(*realClock)
	if !ok {
		return Grants{}
	}
	g := r.grants
	g.Processors, g.MaxProcs = runtime.NumCPU(), runtime.GOMAXPROCS(0)
	return g
}

// hangForReal blocks a tick until the system stops, as an injected hang.
func (s *System) hangForReal(*cell) { <-s.done }

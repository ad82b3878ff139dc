package actors

import (
	"runtime"
	"sync/atomic"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/platform"
	"github.com/robo-actors/robo-actors/messages"
)

// thread runs one domain.
type thread struct {
	clock    *realClock
	domain   *domain
	sleeper  platform.Sleeper
	executor atomic.Pointer[executor]
	closing  atomic.Bool
	done     chan struct{}
	giveBack func() // returns the added Go processor; nil without one
}

func newThread(r *realClock, d *domain) *thread {
	t := &thread{clock: r, domain: d, sleeper: platform.NewThreadSleeper(), done: make(chan struct{})}
	t.executor.Store(&executor{})
	return t
}

// run is the life of the thread. If an actor's code ends its goroutine, another one continues; if
// the executor was given up, its successor already runs.
func (t *thread) run(e *executor, ready chan<- Grant) {
	runtime.LockOSThread() // never unlocked: the thread ends with its scheduling class
	spec := t.domain.spec
	if t.domain.hung.Load() {
		spec.Priority = 0 // only orderly stops are left
	}
	grant, release := enterThread(spec)
	e.release.Store(&release)
	grant.Spin = t.domain.spinFor(grant)
	finished := false
	defer func() {
		release()
		switch {
		case finished:
			t.sleeper.Close()
			close(t.done)
		case e.left() && t.executor.Load() == e:
			go t.run(e, nil)
		}
	}()
	if ready != nil {
		ready <- grant
	}
	for !t.closing.Load() {
		t.wakeups(e)
		if t.domain.shiftIfDue() {
			grant.Spin = t.domain.spinFor(grant)
			continue
		}
		t.cycle(e, grant.Spin)
	}
	t.wakeups(e)
	finished = true
}

// enterThread asks for the scheduling class of a domain for the calling goroutine's locked thread.
// Any thread may call release, which gives the class back, and more than once.
func enterThread(spec DomainSpec) (g Grant, release func()) {
	s, release := platform.EnterThread(spec.Priority)
	return Grant{Domain: spec.Name, Policy: s.Policy, Priority: s.Priority, Wait: s.Wait, Note: s.Note}, release
}

// replace starts a goroutine in the place of one that was given up. In a domain with one actor it
// runs the next incarnation; in any other domain it only handles system messages, so that the
// actors can stop. The thread that does not return gives its scheduling class back.
func (t *thread) replace() {
	if release := t.executor.Load().release.Load(); release != nil {
		(*release)()
	}
	e := &executor{}
	t.executor.Store(e)
	go t.run(e, nil)
}

// wakeups steps the members with waiting system messages.
func (t *thread) wakeups(e *executor) {
	for _, c := range t.domain.members.Load() {
		if m := c.mailbox; m.pending.Load() > 0 || m.inflight != nil {
			m.step(e, nil)
		}
	}
}

// cycle runs the release that is due, or sleeps until shortly before the next one. If the next one
// is so near that the thread stays awake, cycle only returns.
func (t *thread) cycle(e *executor, spin time.Duration) {
	d, r := t.domain, t.clock
	var c *cell
	var at messages.Instant
	if r.begun.Load() && !d.hung.Load() {
		c, at = d.next()
	}
	if c == nil {
		t.sleeper.Sleep(time.Time{})
		return
	}
	now := r.now()
	if now < at {
		if awake := at.Add(-spin); now < awake {
			t.sleeper.Sleep(r.instantOf(awake))
		}
		return
	}
	d.released = c.grid.next
	if c.release(e, now) {
		c.stats.execution.Add(r.now().Sub(now))
	}
}

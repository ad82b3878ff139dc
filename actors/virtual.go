package actors

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync/atomic"

	"github.com/robo-actors/robo-actors/actors/internal/platform"
	"github.com/robo-actors/robo-actors/actors/internal/random"
	"github.com/robo-actors/robo-actors/actors/internal/timerqueue"
	"github.com/robo-actors/robo-actors/messages"
)

// virtualClock runs all mailboxes of all worlds on the caller's goroutine, from one queue. Time
// passes only between events, so that the same application, seed and faults give the same run.
//
// At one instant, woken mailboxes come first, in the order of their waking; then scheduled
// functions; then releases, one at a time.
type virtualClock struct {
	s        *System
	instant  atomic.Int64 // a messages.Instant; the loop writes it, and any goroutine may read it
	events   timerqueue.Queue
	waiting  []*mailbox // to be stepped at this instant, from the given place on
	place    int
	explore  *rand.Rand // permutes what real time leaves open; nil for the fixed order
	executor executor
	changes  []func()      // to be made between two cycles
	inside   bool          // the loop is running
	owner    atomic.Uint64 // the goroutine of the loop, where it is checked
	thread   atomic.Int64  // to which that goroutine is locked while the loop runs; zero otherwise
	steps    int           // at this instant
}

func newVirtualClock(s *System) *virtualClock {
	v := &virtualClock{s: s, executor: executor{alone: true}}
	if s.explore {
		v.explore = random.Stream(s.seed, "explore")
	}
	return v
}

func (v *virtualClock) now() messages.Instant { return messages.Instant(v.instant.Load()) }

func (v *virtualClock) wake(m *mailbox) {
	if !m.waiting {
		m.waiting = true
		v.waiting = append(v.waiting, m)
	}
	if !v.inside {
		v.settle()
	}
}

func (v *virtualClock) at(t messages.Instant, fn func(), owner any) *timerqueue.Event {
	return v.events.Add(max(t, v.now()), fn, owner)
}

func (v *virtualClock) cancel(e *timerqueue.Event) { v.events.Remove(e) }

// enter begins the loop.
func (v *virtualClock) enter() {
	v.inside = true
	if v.s.checkGoroutines {
		runtime.LockOSThread()
		v.owner.Store(goroutine())
		v.thread.Store(platform.ThreadNumber())
	}
}

// leave ends the loop, also when an actor's code ends the goroutine. The number of the goroutine
// stays, for code that is called later.
func (v *virtualClock) leave() {
	v.inside = false
	if v.s.checkGoroutines {
		v.thread.Store(0)
		runtime.UnlockOSThread()
	}
	v.executor.left()
}

// settle steps the woken mailboxes until none is left.
func (v *virtualClock) settle() {
	if v.inside {
		return
	}
	v.enter()
	defer v.leave()
	v.drain()
}

// stepsAtOnce bounds how often mailboxes are stepped at one instant; beyond it, actors answer each
// other endlessly.
const stepsAtOnce = 1_000_000

func (v *virtualClock) drain() {
	for v.place < len(v.waiting) {
		m := v.waiting[v.place]
		v.waiting[v.place] = nil
		v.place++
		m.waiting = false
		if v.endless(m.cell.spec.Name) {
			break
		}
		if m.cell.domain != nil {
			m.step(&v.executor, nil)
			v.occupy(m.cell)
			continue
		}
		m.cell.took = 0
		m.stepEvents(&v.executor)
		if m.cell.took > m.cell.limit {
			v.hang(m.cell)
		}
	}
	for i := v.place; i < len(v.waiting); i++ {
		v.waiting[i].waiting = false
	}
	clear(v.waiting)
	v.waiting, v.place = v.waiting[:0], 0
}

// advance runs until the given instant, inclusive, or until the system must stop.
func (v *virtualClock) advance(until messages.Instant) error {
	if v.inside {
		return errors.New("Advance was called from inside of the system; actors use Context.After, tests System.At")
	}
	v.enter()
	defer v.leave()
	v.drain()
	for !v.s.isHalted() {
		if v.change() {
			v.drain()
			continue
		}
		d, c, start := v.first()
		at, timed := v.events.Next()
		switch {
		case timed && at <= until && (d == nil || at <= start):
			v.moveTo(at)
			if e := v.events.Pop(); !v.endless("a timer") {
				e.Call()
			}
		case d != nil && start <= until:
			v.moveTo(start)
			v.run(d, c)
		default:
			v.moveTo(until)
			return nil
		}
		v.drain()
	}
	return nil
}

// endless counts the steps at one instant, and ends the application if they exceed the bound.
func (v *virtualClock) endless(who string) bool {
	if v.steps++; v.steps <= stepsAtOnce {
		return false
	}
	v.s.halt(fmt.Errorf("virtual time does not advance beyond %s: more than %d steps at one instant, the last one of %s; check whether actors send to each other endlessly", v.now(), stepsAtOnce, who))
	return true
}

// next returns when the next event or release is due.
func (v *virtualClock) next() (messages.Instant, bool) {
	at, ok := v.events.Next()
	for _, d := range v.s.domains {
		if d.hung.Load() {
			continue
		}
		if c, start := d.next(); c != nil && (!ok || start < at) {
			at, ok = start, true
		}
	}
	return max(at, v.now()), ok
}

func (v *virtualClock) moveTo(t messages.Instant) {
	if t <= v.now() {
		return
	}
	if due := v.s.health.next; due <= t { // before the events of that instant
		v.instant.Store(int64(due))
		v.s.recordHealth()
		v.s.health.skipTo(t)
	}
	v.instant.Store(int64(t))
	v.steps = 0
}

// first returns the domain that is released first, and its member.
func (v *virtualClock) first() (first *domain, member *cell, start messages.Instant) {
	ties := 0
	for _, d := range v.s.domains {
		if d.hung.Load() {
			continue
		}
		c, at := d.next()
		if c == nil {
			continue
		}
		switch {
		case first == nil || at < start:
			first, member, start, ties = d, c, at, 1
		case at == start && v.explore != nil:
			if ties++; v.explore.IntN(ties) == 0 {
				first, member = d, c
			}
		case at == start && earlier(c, member):
			first, member = d, c
		}
	}
	return first, member, start
}

func (v *virtualClock) run(d *domain, c *cell) {
	d.released = c.grid.next
	if c.release(&v.executor, v.now()) {
		c.stats.execution.Add(min(c.took, c.limit)) // what exceeds the limit may last without end
	}
	d.busy = v.now().Add(c.took)
	v.occupy(c)
	if c.took > c.limit {
		d.hung.Store(true)
		v.hang(c)
	}
}

// hang models code that does not return: its thread does nothing more, and the watchdog acts once
// the limit has passed.
func (v *virtualClock) hang(c *cell) {
	held := []*cell{c}
	if c.domain != nil {
		held = c.domain.members.Load()
	}
	for _, m := range held {
		m.mailbox.stuck = true
	}
	v.at(v.now().Add(c.limit), func() {
		for _, m := range held {
			m.mailbox.stuck = false
		}
		if c.domain != nil && !c.holdsDomain() {
			c.domain.hung.Store(false)
			c.domain.busy = v.now()
		}
		v.s.hung(c)
		for _, m := range held {
			v.wake(m.mailbox) // for the messages that arrived meanwhile
		}
	}, nil)
}

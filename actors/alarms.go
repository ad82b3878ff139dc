package actors

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// alarms calls functions at their instants, in real time, one after the other on one goroutine.
type alarms struct {
	mu      sync.Mutex
	events  eventQueue
	sleeper sleeper // nil before start
	closing atomic.Bool
	done    chan struct{}
}

func (a *alarms) add(t messages.Instant, fn func()) *event {
	a.mu.Lock()
	defer a.mu.Unlock()
	e := a.events.add(t, fn)
	if a.sleeper != nil && e.place == 0 {
		a.sleeper.kick()
	}
	return e
}

func (a *alarms) cancel(e *event) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.events.remove(e)
}

func (a *alarms) start(r *realClock) {
	a.mu.Lock()
	a.sleeper = newSharedSleeper()
	a.mu.Unlock()
	a.done = make(chan struct{})
	go func() {
		defer close(a.done)
		defer a.sleeper.close()
		for !a.closing.Load() {
			fn, next := a.due(r.now())
			if fn != nil {
				fn()
				continue
			}
			var until time.Time
			if next >= 0 {
				until = r.instantOf(next)
			}
			a.sleeper.sleep(until)
		}
	}()
}

// due removes and returns the function that is due, or says when the next one is; negative means that there is none.
func (a *alarms) due(now messages.Instant) (fn func(), next messages.Instant) {
	a.mu.Lock()
	defer a.mu.Unlock()
	at, ok := a.events.next()
	if !ok {
		return nil, -1
	}
	if at > now {
		return nil, at
	}
	return a.events.pop().fn, 0
}

// close ends the goroutine, once the function that it calls has returned; done is closed then.
func (a *alarms) close() {
	a.closing.Store(true)
	a.sleeper.kick()
}

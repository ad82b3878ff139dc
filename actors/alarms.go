package actors

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/platform"
	"github.com/robo-actors/robo-actors/actors/internal/timerqueue"
	"github.com/robo-actors/robo-actors/messages"
)

// alarms calls functions at their instants in real time, one after the other on one goroutine.
type alarms struct {
	mu      sync.Mutex
	events  timerqueue.Queue
	sleeper platform.Sleeper // nil before start
	closing atomic.Bool
	done    chan struct{}
}

func (a *alarms) add(t messages.Instant, fn func(), owner any) *timerqueue.Event {
	a.mu.Lock()
	defer a.mu.Unlock()
	e := a.events.Add(t, fn, owner)
	if a.sleeper != nil && e.First() {
		a.sleeper.Kick()
	}
	return e
}

func (a *alarms) cancel(e *timerqueue.Event) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.events.Remove(e)
}

func (a *alarms) start(r *realClock) {
	a.mu.Lock()
	a.sleeper = platform.NewSharedSleeper()
	a.mu.Unlock()
	a.done = make(chan struct{})
	go a.run(r)
}

// run is the life of the goroutine. If a function ends it, another one continues.
func (a *alarms) run(r *realClock) {
	finished := false
	defer func() {
		if !finished {
			go a.run(r)
			return
		}
		a.sleeper.Close()
		close(a.done)
	}()
	for !a.closing.Load() {
		e, next := a.due(r.now())
		if e != nil {
			e.Call()
			continue
		}
		var until time.Time
		if next >= 0 {
			until = r.instantOf(next)
		}
		a.sleeper.Sleep(until)
	}
	finished = true
}

// due removes and returns the event that is due, or returns the instant of the next one, negative
// without events.
func (a *alarms) due(now messages.Instant) (e *timerqueue.Event, next messages.Instant) {
	a.mu.Lock()
	defer a.mu.Unlock()
	at, ok := a.events.Next()
	if !ok {
		return nil, -1
	}
	if at > now {
		return nil, at
	}
	return a.events.Pop(), 0
}

// close ends the goroutine after the running function has returned; done is closed then.
func (a *alarms) close() {
	a.closing.Store(true)
	a.sleeper.Kick()
}

// all returns the waiting functions, the first one first.
func (a *alarms) all() []*timerqueue.Event {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.events.All()
}

// waiting counts the waiting functions.
func (a *alarms) waiting() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.events.Len()
}

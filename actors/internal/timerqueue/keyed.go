package timerqueue

import (
	"sync"

	"github.com/robo-actors/robo-actors/messages"
)

// Keyed has the keyed timers of one incarnation of an actor. A list is enough for so few. Only one
// goroutine should use it; a lock keeps the list intact if another one does.
type Keyed struct {
	mu   sync.Mutex
	list []timer
	set  uint64 // how many were started
}

type timer struct {
	key     string
	at      messages.Instant
	order   uint64 // among timers of one instant
	message any
}

// Start starts a timer. It replaces a timer with the same key.
func (t *Keyed) Start(key string, at messages.Instant, message any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cancel(key)
	t.set++
	t.list = append(t.list, timer{key, at, t.set, message})
}

// Started returns how many timers were started so far.
func (t *Keyed) Started() uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.set
}

// Cancel removes a timer and reports whether it existed.
func (t *Keyed) Cancel(key string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.cancel(key)
}

// Clear removes all timers.
func (t *Keyed) Clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.list = nil
}

func (t *Keyed) cancel(key string) bool {
	for i := range t.list {
		if t.list[i].key == key {
			t.remove(i)
			return true
		}
	}
	return false
}

// Due removes and returns the message of the earliest timer that is due. It considers the first
// upTo timers that were started.
func (t *Keyed) Due(now messages.Instant, upTo uint64) (any, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	first := -1
	for i := range t.list {
		if t.list[i].at <= now && t.list[i].order <= upTo && (first < 0 || t.list[i].before(&t.list[first])) {
			first = i
		}
	}
	if first < 0 {
		return nil, false
	}
	message := t.list[first].message
	t.remove(first)
	return message, true
}

// Earliest returns the instant of the first timer.
func (t *Keyed) Earliest() (at messages.Instant, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range t.list {
		if !ok || t.list[i].at < at {
			at, ok = t.list[i].at, true
		}
	}
	return at, ok
}

func (t *Keyed) remove(i int) {
	n := len(t.list) - 1
	t.list[i] = t.list[n]
	t.list[n] = timer{}
	t.list = t.list[:n]
}

func (t *timer) before(other *timer) bool {
	return t.at < other.at || t.at == other.at && t.order < other.order
}

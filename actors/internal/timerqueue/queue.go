// Package timerqueue orders what is due at an instant: the functions that a clock calls, and the
// keyed timers of an actor.
package timerqueue

import "github.com/robo-actors/robo-actors/messages"

// Event is a function to be called at an instant.
type Event struct {
	at    messages.Instant
	order uint64
	fn    func()
	place int // in the heap, or -1

	// Owner says what the function is for, so that a copy of the program can make it anew. It does
	// not change.
	Owner any
}

// Queue is a binary heap of events by time, then by the order of their addition. Each event knows
// its place, so that a cancelled event is removed.
type Queue struct {
	heap  []*Event
	order uint64
}

// Add adds a call of fn at an instant, for an owner.
func (q *Queue) Add(at messages.Instant, fn func(), owner any) *Event {
	q.order++
	return q.Put(Place{at, q.order}, fn, owner)
}

// Len returns how many events wait.
func (q *Queue) Len() int { return len(q.heap) }

// Next returns the time of the earliest event.
func (q *Queue) Next() (messages.Instant, bool) {
	if len(q.heap) == 0 {
		return 0, false
	}
	return q.heap[0].at, true
}

// Pop removes and returns the earliest event of a queue that is not empty.
func (q *Queue) Pop() *Event {
	first := q.heap[0]
	q.Remove(first)
	return first
}

// Remove removes an event, if it is still in the queue.
func (q *Queue) Remove(e *Event) {
	i := e.place
	if i < 0 || i >= len(q.heap) || q.heap[i] != e {
		return
	}
	n := len(q.heap) - 1
	q.swap(i, n)
	q.heap[n] = nil
	q.heap = q.heap[:n]
	e.place = -1
	if i < n {
		q.down(i)
		q.up(i)
	}
}

func (q *Queue) up(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if !before(q.heap[i], q.heap[parent]) {
			return
		}
		q.swap(i, parent)
		i = parent
	}
}

func (q *Queue) down(i int) {
	for {
		child := 2*i + 1
		if child >= len(q.heap) {
			return
		}
		if child+1 < len(q.heap) && before(q.heap[child+1], q.heap[child]) {
			child++
		}
		if !before(q.heap[child], q.heap[i]) {
			return
		}
		q.swap(i, child)
		i = child
	}
}

func (q *Queue) swap(i, j int) {
	q.heap[i], q.heap[j] = q.heap[j], q.heap[i]
	q.heap[i].place, q.heap[j].place = i, j
}

// First reports whether the event is the earliest of its queue.
func (e *Event) First() bool { return e.place == 0 }

// Call calls the function of the event.
func (e *Event) Call() { e.fn() }

func before(a, b *Event) bool {
	if a.at != b.at {
		return a.at < b.at
	}
	return a.order < b.order
}

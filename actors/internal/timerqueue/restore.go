package timerqueue

import (
	"slices"

	"github.com/robo-actors/robo-actors/messages"
)

// A Place is when an event is due, and its order among the events of one instant.
type Place struct {
	At    messages.Instant
	Order uint64
}

// Place returns the place of the event.
func (e *Event) Place() Place { return Place{e.at, e.order} }

// All returns the events that wait, the first one first.
func (q *Queue) All() []*Event {
	all := slices.Clone(q.heap)
	slices.SortFunc(all, func(a, b *Event) int {
		if before(a, b) {
			return -1
		}
		return 1
	})
	return all
}

// Added returns how many events were added so far.
func (q *Queue) Added() uint64 { return q.order }

// Restart removes every event and counts from a number of added events on.
func (q *Queue) Restart(added uint64) {
	for _, e := range q.heap {
		e.place = -1
	}
	q.heap, q.order = nil, added
}

// Put adds an event at a place, for instance one that was taken from another queue.
func (q *Queue) Put(at Place, fn func(), owner any) *Event {
	e := &Event{at: at.At, order: at.Order, fn: fn, place: len(q.heap), Owner: owner}
	q.heap = append(q.heap, e)
	q.up(e.place)
	return e
}

// State returns pointers to the variables of the timers.
func (t *Keyed) State() []any {
	return []any{&t.list, &t.set}
}

package actors

import "github.com/robo-actors/robo-actors/messages"

// event is a function to be called at an instant.
type event struct {
	at    messages.Instant
	order uint64
	fn    func()
	place int // in the heap, or -1
}

// eventQueue is a binary heap of events by time, then by the order in which they were set. Each event knows its place,
// so that one that was cancelled does not stay.
type eventQueue struct {
	heap  []*event
	order uint64
}

func (q *eventQueue) add(at messages.Instant, fn func()) *event {
	q.order++
	e := &event{at: at, order: q.order, fn: fn, place: len(q.heap)}
	q.heap = append(q.heap, e)
	q.up(e.place)
	return e
}

// next returns the time of the earliest event.
func (q *eventQueue) next() (messages.Instant, bool) {
	if len(q.heap) == 0 {
		return 0, false
	}
	return q.heap[0].at, true
}

// pop removes and returns the earliest event of a queue that is not empty.
func (q *eventQueue) pop() *event {
	first := q.heap[0]
	q.remove(first)
	return first
}

// remove takes an event out; one that is not in the queue any more stays out.
func (q *eventQueue) remove(e *event) {
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

func (q *eventQueue) up(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if !before(q.heap[i], q.heap[parent]) {
			return
		}
		q.swap(i, parent)
		i = parent
	}
}

func (q *eventQueue) down(i int) {
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

func (q *eventQueue) swap(i, j int) {
	q.heap[i], q.heap[j] = q.heap[j], q.heap[i]
	q.heap[i].place, q.heap[j].place = i, j
}

func before(a, b *event) bool {
	if a.at != b.at {
		return a.at < b.at
	}
	return a.order < b.order
}

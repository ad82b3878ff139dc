package actors

import (
	"github.com/robo-actors/robo-actors/messages"
)

// clock is where time and threads live: the virtual scheduler or the real one. All rules about mailboxes, releases and
// failures are above it.
type clock interface {
	// now returns the current instant of the system.
	now() messages.Instant
	// wake has a mailbox stepped because something waits that does not wait for a release.
	wake(c *cell)
	// at has fn called at the given instant, or soon when that is past; it returns a function that prevents it.
	at(t messages.Instant, fn func()) (cancel func())
	// start lets the releases begin; stop ends every thread and timer and waits for them.
	start() error
	stop()
}

// event is an entry of the queue of a clock's timers.
type event struct {
	at    messages.Instant
	order uint64
	fn    func()
	dead  bool
}

// eventQueue is a binary heap of events by time, then by the order in which they were set.
type eventQueue struct {
	heap  []*event
	order uint64
}

func (q *eventQueue) add(at messages.Instant, fn func()) *event {
	q.order++
	e := &event{at: at, order: q.order, fn: fn}
	q.heap = append(q.heap, e)
	for i := len(q.heap) - 1; i > 0; {
		parent := (i - 1) / 2
		if !before(q.heap[i], q.heap[parent]) {
			break
		}
		q.heap[i], q.heap[parent] = q.heap[parent], q.heap[i]
		i = parent
	}
	return e
}

// next returns the time of the earliest event that was not prevented.
func (q *eventQueue) next() (messages.Instant, bool) {
	for len(q.heap) > 0 && q.heap[0].dead {
		q.pop()
	}
	if len(q.heap) == 0 {
		return 0, false
	}
	return q.heap[0].at, true
}

func (q *eventQueue) pop() *event {
	first := q.heap[0]
	n := len(q.heap) - 1
	q.heap[0] = q.heap[n]
	q.heap[n] = nil
	q.heap = q.heap[:n]
	for i := 0; ; {
		child := 2*i + 1
		if child >= n {
			break
		}
		if child+1 < n && before(q.heap[child+1], q.heap[child]) {
			child++
		}
		if !before(q.heap[child], q.heap[i]) {
			break
		}
		q.heap[i], q.heap[child] = q.heap[child], q.heap[i]
		i = child
	}
	return first
}

func before(a, b *event) bool {
	if a.at != b.at {
		return a.at < b.at
	}
	return a.order < b.order
}

// Package queue implements a bounded queue for many writers and readers, which never blocks and
// allocates only when it is made.
package queue

import (
	"math/bits"
	"sync/atomic"
)

// Queue is Dmitry Vyukov's bounded queue for many writers and readers. Each cell has a turn: if it
// equals the cell's index plus the rounds made, a writer may fill the cell; if it is one more, a
// reader may empty it.
//
// At most limit messages wait, also if the number of cells, a power of two, is larger: head only
// grows, so a writer that found room and then won its place keeps the limit.
type Queue struct {
	_     [64]byte
	tail  atomic.Uint64
	_     [56]byte
	head  atomic.Uint64
	_     [56]byte
	mask  uint64
	limit uint64
	cells []cell
}

type cell struct {
	turn  atomic.Uint64
	value any
}

// New makes a queue for n messages.
func New(n int) *Queue {
	n = max(n, 1)
	size := 1 << bits.Len(uint(max(n, 2)-1))
	q := &Queue{mask: uint64(size - 1), limit: uint64(n), cells: make([]cell, size)}
	for i := range q.cells {
		q.cells[i].turn.Store(uint64(i))
	}
	return q
}

// Push adds a message and reports whether there was room.
func (q *Queue) Push(v any) bool {
	for {
		t := q.tail.Load()
		if t-q.head.Load() >= q.limit {
			if t == q.tail.Load() {
				return false
			}
			continue
		}
		c := &q.cells[t&q.mask]
		switch d := int64(c.turn.Load()) - int64(t); {
		case d == 0:
			if q.tail.CompareAndSwap(t, t+1) {
				c.value = v
				c.turn.Store(t + 1)
				return true
			}
		case d < 0:
			return false
		}
	}
}

// Pop returns the oldest message, or false.
func (q *Queue) Pop() (any, bool) {
	for {
		h := q.head.Load()
		c := &q.cells[h&q.mask]
		switch d := int64(c.turn.Load()) - int64(h+1); {
		case d == 0:
			if q.head.CompareAndSwap(h, h+1) {
				v := c.value
				c.value = nil
				c.turn.Store(h + q.mask + 1)
				return v, true
			}
		case d < 0:
			return nil, false
		}
	}
}

// Peek returns the oldest message without removing it. Only the reader of a queue with a single
// reader may call Peek.
func (q *Queue) Peek() (any, bool) {
	h := q.head.Load()
	c := &q.cells[h&q.mask]
	if c.turn.Load() != h+1 {
		return nil, false
	}
	return c.value, true
}

// Limit returns how many messages the queue holds at most.
func (q *Queue) Limit() int { return int(q.limit) }

// Length returns the number of messages. It is exact while no goroutine writes or reads.
func (q *Queue) Length() int {
	head := q.head.Load()
	return int(q.tail.Load() - head)
}

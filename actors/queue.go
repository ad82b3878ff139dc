package actors

import (
	"math/bits"
	"sync/atomic"
)

// Overflow says what a full queue does with one more message.
type Overflow uint8

const (
	// DropNewest refuses the new message; the sender is told. It is the default.
	DropNewest Overflow = iota
	// DropOldest makes room by discarding the message that has waited longest.
	DropOldest
)

// String returns the word that application files use.
func (o Overflow) String() string {
	if o == DropOldest {
		return "drop_oldest"
	}
	return "drop_newest"
}

// queue is a bounded queue of many writers and one reader that never blocks (after D. Vyukov's bounded queue). A cell's
// turn says what may happen to it: equal to the position, a writer may fill it; one more, the reader may empty it.
type queue struct {
	_     [64]byte
	tail  atomic.Uint64
	_     [56]byte
	head  atomic.Uint64
	_     [56]byte
	mask  uint64
	cells []queueCell
}

type queueCell struct {
	turn  atomic.Uint64
	value any
}

// newQueue makes a queue for at least n messages.
func newQueue(n int) *queue {
	n = 1 << bits.Len(uint(max(n, 2)-1))
	q := &queue{mask: uint64(n - 1), cells: make([]queueCell, n)}
	for i := range q.cells {
		q.cells[i].turn.Store(uint64(i))
	}
	return q
}

// push reports whether there was room.
func (q *queue) push(v any) bool {
	for {
		t := q.tail.Load()
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

// pop returns the oldest message, or false.
func (q *queue) pop() (any, bool) {
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

// peek returns the oldest message without taking it. Only the reader of a queue with a single reader may call it.
func (q *queue) peek() (any, bool) {
	h := q.head.Load()
	c := &q.cells[h&q.mask]
	if c.turn.Load() != h+1 {
		return nil, false
	}
	return c.value, true
}

// length is exact while nobody writes or reads.
func (q *queue) length() int { return int(q.tail.Load() - q.head.Load()) }

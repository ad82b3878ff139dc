package sim

import "sync/atomic"

// tripleBuffer is a register between one writer and one reader that holds the newest value. Neither
// side waits or retries (wait-free): the writer fills a slot of its own and swaps it with the
// middle one, the reader swaps the middle one for its own when it is newer. Every slot is at each
// moment owned by exactly one of writer, reader and middle.
type tripleBuffer[T any] struct {
	slots [3]T
	// middle is the index of the slot between writer and reader, plus unread while the reader has
	// not had it.
	middle atomic.Uint32
	back   uint32 // the writer's slot
	_      [60]byte
	front  uint32 // the reader's slot
}

const unread = 4

// newTripleBuffer returns a register whose three slots are made by make, which may allocate.
func newTripleBuffer[T any](make func() T) *tripleBuffer[T] {
	t := &tripleBuffer[T]{slots: [3]T{make(), make(), make()}, back: 0, front: 2}
	t.middle.Store(1)
	return t
}

// write returns the slot that the writer may fill; what is in it is old.
func (t *tripleBuffer[T]) write() *T { return &t.slots[t.back] }

// publish hands the written slot over.
func (t *tripleBuffer[T]) publish() { t.back = t.middle.Swap(t.back|unread) &^ unread }

// read returns the newest published value, which stays as it is until the next read, and whether it
// is new since then. Before the first publish it is what make made.
func (t *tripleBuffer[T]) read() (value *T, fresh bool) {
	if t.middle.Load()&unread == 0 {
		return &t.slots[t.front], false
	}
	t.front = t.middle.Swap(t.front) &^ unread
	return &t.slots[t.front], true
}

package slot

import (
	"sync/atomic"
	"unsafe"
)

// Ring carries every value of an output, in order, from one writer to one reader, which may run on
// different threads. It allocates nothing after construction.
type Ring struct {
	layout  layout // of the values
	entries []Entry
	head    atomic.Uint64 // next to read
	tail    atomic.Uint64 // next to write
}

// NewRing makes a ring for n values whose arrays have the given sizes.
func NewRing(n int, plan *Plan, sizes map[string]int) *Ring {
	r := &Ring{layout: plan.layoutOf(sizes), entries: make([]Entry, n)}
	values := plan.newValues(n, sizes)
	for i := range r.entries {
		r.entries[i] = values.entry(i)
	}
	return r
}

// Put copies a value in, unless the header is that of a withdrawal. It reports whether there was
// room. Only the writer may call Put.
func (r *Ring) Put(value unsafe.Pointer, h Header) bool {
	tail := r.tail.Load()
	if tail-r.head.Load() == uint64(len(r.entries)) {
		return false
	}
	e := &r.entries[tail%uint64(len(r.entries))]
	e.Header = h
	if !h.Withdrawn {
		r.layout.copy(e, value)
	}
	r.tail.Store(tail + 1)
	return true
}

// Drain calls each for every entry that waits. The entry is valid during the call only. Only the
// reader may call Drain.
func (r *Ring) Drain(each func(*Entry)) {
	for head := r.head.Load(); head != r.tail.Load(); head++ {
		each(&r.entries[head%uint64(len(r.entries))])
		r.head.Store(head + 1)
	}
}

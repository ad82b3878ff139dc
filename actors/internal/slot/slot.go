package slot

import (
	"sync/atomic"
	"unsafe"
)

// Entry is a value in a slot with its header.
type Entry struct {
	Header
	Value unsafe.Pointer // to a value of the plan's type
	cut   bool           // slices of the value may be shorter than their arrays
	block unsafe.Pointer // that its arrays lie in
}

// Slot carries the newest value of one link from one writer to one reader, which may run on
// different threads. It is a triple buffer: exactly three entries exist, always one at the writer
// (back), one in the middle and one at the reader (front); a hand-over is one atomic swap. Nothing
// is allocated after construction, neither side waits for the other, and no value is ever seen half
// written.
type Slot struct {
	// middle is the index of the middle entry, plus slotFresh while the reader has not taken it.
	middle  atomic.Uint32
	_       [60]byte
	back    uint32 // the writer's own
	_       [60]byte
	front   uint32 // the reader's own
	held    bool   // the reader has the newest entry ahead of a Take; the reader's own
	entries [3]Entry
	layout  layout // of the values
}

const slotFresh = 4

// New makes a slot whose entries own arrays of the given sizes.
func New(plan *Plan, sizes map[string]int) *Slot {
	s := &Slot{back: 0, front: 1, layout: plan.layoutOf(sizes)}
	s.middle.Store(2)
	values := plan.newValues(len(s.entries), sizes)
	for i := range s.entries {
		s.entries[i] = values.entry(i)
	}
	return s
}

// Put copies a value in, unless the header is that of a withdrawal. It reports whether it replaced
// a value that was not read. Only the writer may call Put.
func (s *Slot) Put(value unsafe.Pointer, h Header) (overwritten bool) {
	e := &s.entries[s.back]
	e.Header = h
	if !h.Withdrawn {
		s.layout.copy(e, value)
	}
	old := s.middle.Swap(s.back | slotFresh)
	s.back = old &^ slotFresh
	return old&slotFresh != 0
}

// Take returns the newest entry, or nil when the reader has taken it before. The entry belongs to
// the reader until the next Take. Only the reader may call Take.
func (s *Slot) Take() *Entry {
	if s.middle.Load()&slotFresh == 0 {
		if s.held {
			s.held = false
			return &s.entries[s.front]
		}
		return nil
	}
	s.held = false
	s.front = s.middle.Swap(s.front) &^ slotFresh
	return &s.entries[s.front]
}

package actors

import (
	"sync/atomic"
	"unsafe"

	"github.com/robo-actors/robo-actors/messages"
)

// entry is a value in a slot with what travels beside it.
type entry struct {
	stamp messages.Stamp
	// valid is false where the sender withdrew its value: the receiver has nothing to act on.
	valid bool
	cut   bool           // slices of the value may be shorter than their arrays
	value unsafe.Pointer // to a value of the plan's type
	block unsafe.Pointer // that its arrays lie in
}

// slot carries the newest value of one link from one writer to one reader, who may run on different threads. It is a
// triple buffer: exactly three entries exist, always one at the writer (back), one in the middle and one at the
// reader (front); a hand-over is one atomic swap. Nothing is allocated after construction, neither side waits for the
// other, and no value is ever seen half written.
type slot struct {
	// middle is the index of the middle entry, plus slotFresh while the reader has not taken it.
	middle  atomic.Uint32
	_       [60]byte
	back    uint32 // the writer's own
	_       [60]byte
	front   uint32 // the reader's own
	entries [3]entry
	layout  layout // of the values
}

const slotFresh = 4

// newSlot makes a slot whose entries own arrays of the given sizes.
func newSlot(plan *copyPlan, sizes Sizes) *slot {
	s := &slot{back: 0, front: 1, layout: plan.layoutOf(sizes)}
	s.middle.Store(2)
	values := plan.newValues(len(s.entries), sizes)
	for i := range s.entries {
		s.entries[i] = values.entry(i)
	}
	return s
}

// put copies value in, and reports whether it replaced one that nobody has read.
func (s *slot) put(value unsafe.Pointer, stamp messages.Stamp, valid bool) (overwritten bool) {
	e := &s.entries[s.back]
	e.stamp, e.valid = stamp, valid
	if valid {
		s.layout.copy(e, value)
	}
	old := s.middle.Swap(s.back | slotFresh)
	s.back = old &^ slotFresh
	return old&slotFresh != 0
}

// take returns the newest entry, or nil when there is none that the reader has not seen. The entry stays the reader's
// until its next take.
func (s *slot) take() *entry {
	if s.middle.Load()&slotFresh == 0 {
		return nil
	}
	s.front = s.middle.Swap(s.front) &^ slotFresh
	return &s.entries[s.front]
}

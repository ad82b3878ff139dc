package slot

import "unsafe"

// layout describes where the arrays of a value lie in their block, for one plan and given sizes.
// Values of one layout are copied with all their arrays at once: the loan of an output into the
// slots of its links.
type layout struct {
	plan  *Plan
	parts []part
	bytes uintptr // of the block that are used
}

// part is where the array of a slice field begins in the block, and its length. It is small because
// it is read for every value that is sent.
type part struct{ field, begin, length uint32 }

// layoutOf returns the layout of values of the given sizes.
func (p *Plan) layoutOf(sizes map[string]int) layout {
	l := layout{plan: p, parts: make([]part, len(p.slices))}
	begin := uintptr(0)
	for i := range p.slices {
		f := &p.slices[i]
		n := uintptr(sizes[f.dimension])
		l.parts[i] = part{uint32(f.offset), uint32(begin), uint32(n)}
		l.bytes = begin + n*f.element
		begin = alignUp(l.bytes)
	}
	return l
}

// block returns the block of a value whose arrays are complete and in their places, otherwise nil.
func (l *layout) block(value unsafe.Pointer) unsafe.Pointer {
	var first unsafe.Pointer
	for i := range l.parts {
		p := &l.parts[i]
		h := (*header)(unsafe.Add(value, p.field))
		switch {
		case h.len != int(p.length):
			return nil
		case p.length == 0: // its array may be anywhere
		case first == nil:
			first = h.data // the block begins with it
		case uintptr(h.data)-uintptr(first) != uintptr(p.begin):
			return nil
		}
	}
	return first
}

// copy copies a value into an entry whose value was made with this layout.
func (l *layout) copy(e *Entry, value unsafe.Pointer) {
	block := l.block(value)
	if block == nil {
		l.plan.copy(e.Value, value)
		e.cut = true
		return
	}
	l.plan.copyPlain(e.Value, value)
	if e.cut {
		l.restore(e.Value)
		e.cut = false
	}
	move(e.block, block, l.bytes)
}

// restore gives slices the whole length of their arrays.
func (l *layout) restore(value unsafe.Pointer) {
	for i := range l.parts {
		(*header)(unsafe.Add(value, l.parts[i].field)).len = int(l.parts[i].length)
	}
}

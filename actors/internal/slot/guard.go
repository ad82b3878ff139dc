package slot

import (
	"math"
	"unsafe"
)

// marked are the upper bits of the numbers that Mark writes: NaN, with a payload that arithmetic
// keeps.
const marked = 0x7ffa10a7 << 32

// Mark writes NaN into every floating-point number of a value. Those of 64 bits carry the label.
func (p *Plan) Mark(value unsafe.Pointer, label uint32) {
	nan := math.Float64frombits(marked | uint64(label))
	p.EachNumber(value, func(n Number) { n.Set(nan) })
}

// Marked returns the label of the first number of a value that comes from a marked one.
func (p *Plan) Marked(value unsafe.Pointer) (label uint32, found bool) {
	p.EachNumber(value, func(n Number) {
		if n.single || found {
			return
		}
		if bits := *(*uint64)(n.at) &^ (1 << 63); bits>>32 == marked>>32 {
			label, found = uint32(bits), true
		}
	})
	return label, found
}

// Sum returns a check sum of a value with its arrays.
func (p *Plan) Sum(value unsafe.Pointer) uint64 {
	sum := uint64(14695981039346656037)
	for i := range p.plain {
		r := &p.plain[i]
		sum = add(sum, unsafe.Add(value, r.offset), r.length)
	}
	for i := range p.slices {
		f := &p.slices[i]
		h := (*header)(unsafe.Add(value, f.offset))
		sum = (sum ^ uint64(h.len)) * 1099511628211
		sum = add(sum, h.data, uintptr(h.len)*f.element)
	}
	return sum
}

// add adds memory to a check sum (the hash FNV-1a, in words).
func add(sum uint64, at unsafe.Pointer, bytes uintptr) uint64 {
	const prime = 1099511628211
	done := uintptr(0)
	for ; done+8 <= bytes; done += 8 {
		word := *(*[8]byte)(unsafe.Add(at, done))
		sum = (sum ^ *(*uint64)(unsafe.Pointer(&word))) * prime
	}
	for ; done < bytes; done++ {
		sum = (sum ^ uint64(*(*byte)(unsafe.Add(at, done)))) * prime
	}
	return sum
}

// Lender hands a reader copies of values, so that what it keeps of one is found out.
type Lender struct {
	plan   *Plan
	copies [4]Entry
	all    neighbours
	newest int
}

// NewLender makes a lender of values of the given sizes.
func NewLender(plan *Plan, sizes map[string]int) *Lender {
	l := &Lender{plan: plan}
	l.all = plan.newValues(len(l.copies), sizes)
	for i := range l.copies {
		l.copies[i] = l.all.entry(i)
	}
	return l
}

// Lend returns the next copy of an entry.
func (l *Lender) Lend(e *Entry) *Entry {
	l.newest = (l.newest + 1) % len(l.copies)
	c := &l.copies[l.newest]
	c.Header = e.Header
	l.plan.copy(c.Value, e.Value)
	return c
}

// TakeBack marks the newest copy.
func (l *Lender) TakeBack(label uint32) { l.plan.Mark(l.copies[l.newest].Value, label) }

// Returned reports whether memory belongs to a copy that is not the newest one.
func (l *Lender) Returned(at unsafe.Pointer) bool {
	i, in := within(at, l.all.first, l.all.size)
	if !in {
		i, in = within(at, l.all.block, l.all.bytes)
	}
	return in && i < len(l.copies) && i != l.newest
}

// within returns in which of the parts of memory, each of some bytes, an address lies.
func within(at, first unsafe.Pointer, bytes uintptr) (part int, in bool) {
	if bytes == 0 || uintptr(at) < uintptr(first) {
		return 0, false
	}
	n := (uintptr(at) - uintptr(first)) / bytes
	return int(n), n < 4
}

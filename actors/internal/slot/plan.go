package slot

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sort"
	"strings"
	"sync"
	"unsafe"
)

// Plan describes how a value of one type is copied into a buffer that owns its arrays: plain
// regions byte by byte, and the elements of each slice into the buffer's own array. It is made once
// for a type, by reflection, and used without. It never changes: all ports of a type share one.
type Plan struct {
	Type    reflect.Type // of the values
	several reflect.Type // a slice of typ
	plain   []region
	slices  []sliceField
	floats  []float  // for the injection of values that are not finite
	sizes   []string // the dimensions of a value
	needed  []string // those that a value's sizes must name
}

type region struct{ offset, length uintptr }

type sliceField struct {
	offset    uintptr
	element   uintptr // size in bytes
	name      string
	dimension string
	elemType  reflect.Type
}

// plans caches the plan of every type, or its error. A program has few types of values.
var plans sync.Map // reflect.Type -> planned

type planned struct {
	plan *Plan
	err  error
}

// PlanFor returns the plan of a type.
func PlanFor(t reflect.Type) (*Plan, error) {
	p, known := plans.Load(t)
	if !known {
		plan, err := newPlan(t)
		p, _ = plans.LoadOrStore(t, planned{plan, err})
	}
	return p.(planned).plan, p.(planned).err
}

// newPlan rejects types that cannot be bounded: those with a pointer, map, string, interface,
// channel or function, or a slice whose length no dimension names.
func newPlan(t reflect.Type) (*Plan, error) {
	p := &Plan{Type: t, several: reflect.SliceOf(t)}
	if t.Kind() != reflect.Struct {
		if err := mustBePlain(t, t.String()); err != nil {
			return nil, err
		}
		p.plain = []region{{0, t.Size()}}
		p.floats = appendFloats(nil, t, 0)
		return p, nil
	}
	if err := p.addStruct(t, 0, t.String()); err != nil {
		return nil, err
	}
	p.merge()
	return p, nil
}

func (p *Plan) addStruct(t reflect.Type, base uintptr, path string) error {
	for i := range t.NumField() {
		f := t.Field(i)
		at, name := base+f.Offset, path+"."+f.Name
		switch {
		case f.Type.Kind() == reflect.Slice:
			if err := mustBePlain(f.Type.Elem(), name+"[]"); err != nil {
				return err
			}
			dim, option, _ := strings.Cut(f.Tag.Get("dim"), ",")
			if dim == "" {
				return fmt.Errorf("%s is a slice without a size: give the field a tag such as `dim:\"joints\"`, or use an array", name)
			}
			p.slices = append(p.slices, sliceField{at, f.Type.Elem().Size(), name, dim, f.Type.Elem()})
			if !slices.Contains(p.sizes, dim) {
				p.sizes = append(p.sizes, dim)
			}
			if option != "optional" && !slices.Contains(p.needed, dim) {
				p.needed = append(p.needed, dim)
			}
		case f.Type.Kind() == reflect.Struct && !isPlain(f.Type):
			if err := p.addStruct(f.Type, at, name); err != nil {
				return err
			}
		default:
			if err := mustBePlain(f.Type, name); err != nil {
				return err
			}
			p.plain = append(p.plain, region{at, f.Type.Size()})
			p.floats = appendFloats(p.floats, f.Type, at)
		}
	}
	return nil
}

// merge joins regions that touch, so that a struct without slices is copied at once.
func (p *Plan) merge() {
	var joined []region
	for _, r := range p.plain {
		if n := len(joined); n > 0 && alignUp(joined[n-1].offset+joined[n-1].length) >= r.offset {
			joined[n-1].length = r.offset + r.length - joined[n-1].offset
			continue
		}
		joined = append(joined, r)
	}
	p.plain = joined
}

func alignUp(n uintptr) uintptr { return (n + 7) &^ 7 }

// float is a floating-point number within a value.
type float struct {
	offset uintptr
	single bool // float32
}

func appendFloats(to []float, t reflect.Type, at uintptr) []float {
	switch t.Kind() {
	case reflect.Float64:
		to = append(to, float{at, false})
	case reflect.Float32:
		to = append(to, float{at, true})
	case reflect.Complex128:
		to = append(to, float{at, false}, float{at + 8, false})
	case reflect.Complex64:
		to = append(to, float{at, true}, float{at + 4, true})
	case reflect.Array:
		for i := range t.Len() {
			to = appendFloats(to, t.Elem(), at+uintptr(i)*t.Elem().Size())
		}
	case reflect.Struct:
		for i := range t.NumField() {
			to = appendFloats(to, t.Field(i).Type, at+t.Field(i).Offset)
		}
	}
	return to
}

func isPlain(t reflect.Type) bool { return mustBePlain(t, "") == nil }

func mustBePlain(t reflect.Type, path string) error {
	switch t.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64,
		reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		return nil
	case reflect.Array:
		return mustBePlain(t.Elem(), path+"[]")
	case reflect.Struct:
		for i := range t.NumField() {
			if err := mustBePlain(t.Field(i).Type, path+"."+t.Field(i).Name); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("%s is a %s, which cannot be copied into a slot of fixed size; expected numbers, booleans, arrays, structs of them, or slices with a `dim` tag", path, t.Kind())
}

// Dimensions lists the dimensions that the sizes of a value must name.
func (p *Plan) Dimensions() []string { return p.sizes }

// mostBytes bounds the arrays of a value: a slot has three of them, a recorder's buffer some
// hundred.
const mostBytes = 1 << 30

// Check returns an error for dimensions without a size, and for values that are too large.
func (p *Plan) Check(sizes map[string]int) error {
	if err := p.checkDimensions(sizes); err != nil {
		return err
	}
	total := 0
	for i := range p.slices {
		f := &p.slices[i]
		n := sizes[f.dimension]
		if f.element > 0 && n > mostBytes/int(f.element) {
			n = mostBytes/int(f.element) + 1
		}
		if total += n * int(f.element); total > mostBytes {
			return fmt.Errorf("%s has %d elements of dimension %q: its arrays take more than the %d bytes that a value may have", f.name, sizes[f.dimension], f.dimension, mostBytes)
		}
	}
	return nil
}

func (p *Plan) checkDimensions(sizes map[string]int) error {
	for _, d := range p.Dimensions() {
		if n, ok := sizes[d]; ok && n < 0 {
			return fmt.Errorf("%s has the size %d in dimension %q; expected at least 0", p.Type, n, d)
		} else if !ok && slices.Contains(p.needed, d) {
			known := slices.Collect(maps.Keys(sizes))
			sort.Strings(known)
			return fmt.Errorf("%s needs the size of dimension %q; known sizes: [%s]; name it with Setup.Size in Configure", p.Type, d, strings.Join(known, " "))
		}
	}
	return nil
}

// neighbours are values side by side in memory, all of a plan's type.
type neighbours struct {
	first, block unsafe.Pointer // the values, and the block of their arrays
	size, bytes  uintptr        // of one value, and of its arrays
}

func (v neighbours) at(i int) unsafe.Pointer { return unsafe.Add(v.first, uintptr(i)*v.size) }

// entry returns an empty entry with value i.
func (v neighbours) entry(i int) Entry {
	return Entry{Value: v.at(i), block: unsafe.Add(v.block, uintptr(i)*v.bytes)}
}

// newValues makes n values whose arrays have the given sizes and are zero: two blocks of memory in
// all.
func (p *Plan) newValues(n int, sizes map[string]int) neighbours {
	v := neighbours{first: reflect.MakeSlice(p.several, n, n).UnsafePointer(), size: p.Type.Size()}
	if n == 0 {
		return v
	}
	for i := range p.slices {
		f := &p.slices[i]
		(*header)(unsafe.Add(v.first, f.offset)).len = sizes[f.dimension]
	}
	v.bytes = p.arrays(v.first)
	v.block = newBlock(uintptr(n) * v.bytes)
	for i := range n {
		p.lay(v.at(i), v.first, unsafe.Add(v.block, uintptr(i)*v.bytes))
	}
	return v
}

// NewValue makes a value whose arrays have the given sizes and are zero.
func (p *Plan) NewValue(sizes map[string]int) unsafe.Pointer { return p.newValues(1, sizes).first }

// NewBare makes a value without arrays.
func (p *Plan) NewBare() unsafe.Pointer { return reflect.New(p.Type).UnsafePointer() }

// Clone copies a value into arrays of its own.
func (p *Plan) Clone(value unsafe.Pointer) unsafe.Pointer {
	c := p.NewBare()
	p.lay(c, value, newBlock(p.arrays(value)))
	p.copy(c, value)
	return c
}

// newBlock makes memory of plain words: no element holds a pointer. Every part of it begins at a
// word, which suits every element.
func newBlock(bytes uintptr) unsafe.Pointer {
	return unsafe.Pointer(unsafe.SliceData(make([]uint64, bytes/unsafe.Sizeof(uint64(0)))))
}

// arrays returns how many bytes the arrays of a value take in a block.
func (p *Plan) arrays(value unsafe.Pointer) (bytes uintptr) {
	for i := range p.slices {
		f := &p.slices[i]
		bytes += alignUp(uintptr((*header)(unsafe.Add(value, f.offset)).len) * f.element)
	}
	return bytes
}

// lay gives the slices at dst arrays as long as those at src, as parts of a block.
func (p *Plan) lay(dst, src, block unsafe.Pointer) {
	used := uintptr(0)
	for i := range p.slices {
		f := &p.slices[i]
		n := (*header)(unsafe.Add(src, f.offset)).len
		part := block // also of an empty slice: nothing may point behind the block
		if n > 0 {
			part = unsafe.Add(block, used)
		}
		*(*header)(unsafe.Add(dst, f.offset)) = header{part, n, n}
		used += alignUp(uintptr(n) * f.element)
	}
}

// header is the layout of every slice.
type header struct {
	data     unsafe.Pointer
	len, cap int
}

// Lengths lists the number of elements of each slice.
func (p *Plan) Lengths(sizes map[string]int) []int {
	n := make([]int, len(p.slices))
	for i := range p.slices {
		n[i] = sizes[p.slices[i].dimension]
	}
	return n
}

// Slice returns the path and the dimension of slice i of the plan.
func (p *Plan) Slice(i int) (name, dimension string) { return p.slices[i].name, p.slices[i].dimension }

// Exceeds returns the number of the first slice of a value that is longer than its room, or -1.
func (p *Plan) Exceeds(room []int, value unsafe.Pointer) int {
	for i, most := range room {
		if (*header)(unsafe.Add(value, p.slices[i].offset)).len > most {
			return i
		}
	}
	return -1
}

// copy copies the value at src into the buffer at dst, whose arrays are its own and long enough.
func (p *Plan) copy(dst, src unsafe.Pointer) {
	p.copyPlain(dst, src)
	for i := range p.slices {
		f := &p.slices[i]
		d, s := (*header)(unsafe.Add(dst, f.offset)), (*header)(unsafe.Add(src, f.offset))
		n := min(s.len, d.cap)
		d.len = n
		if n > 0 {
			move(d.data, s.data, uintptr(n)*f.element)
		}
	}
}

// copyPlain copies all but the slices.
func (p *Plan) copyPlain(dst, src unsafe.Pointer) {
	for i := range p.plain {
		r := &p.plain[i]
		move(unsafe.Add(dst, r.offset), unsafe.Add(src, r.offset), r.length)
	}
}

// move copies memory without pointers.
func move(dst, src unsafe.Pointer, bytes uintptr) {
	copy(unsafe.Slice((*byte)(dst), bytes), unsafe.Slice((*byte)(src), bytes))
}

package state

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"reflect"
	"slices"
	"sync/atomic"
	"unsafe"
)

// Saved is what a Writer wrote. Any number of readers may read it, also at the same time.
type Saved struct {
	bytes []byte
	kept  []any // values that never change: messages, errors, types
}

// Size returns the number of bytes.
func (s *Saved) Size() int { return len(s.bytes) }

// Equal reports whether two programs of one form were in the same state, except values that never
// change.
func (s *Saved) Equal(other *Saved) bool { return bytes.Equal(s.bytes, other.bytes) }

// Writer saves variables. The zero Writer is ready.
type Writer struct {
	saved Saved
	ids   map[place]uint64
	next  uint64
}

// place identifies a variable: a struct and its first field have one address.
type place struct {
	at  unsafe.Pointer
	typ reflect.Type
}

// Saved returns what was written so far.
func (w *Writer) Saved() *Saved { return &w.saved }

// Write saves what a pointer points to.
func (w *Writer) Write(pointer any) error {
	v := reflect.ValueOf(pointer)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return fmt.Errorf("a %T cannot be saved; expected a pointer to a variable", pointer)
	}
	if err := w.value(v.Elem()); err != nil {
		return fmt.Errorf("%s%w", v.Type().Elem(), err)
	}
	return nil
}

func (w *Writer) number(n uint64) { w.saved.bytes = binary.AppendUvarint(w.saved.bytes, n) }

func (w *Writer) keep(v any) {
	w.number(uint64(len(w.saved.kept)))
	w.saved.kept = append(w.saved.kept, v)
}

// meet numbers a variable.
func (w *Writer) meet(v reflect.Value) {
	if w.ids == nil {
		w.ids = map[place]uint64{}
	}
	at := place{v.Addr().UnsafePointer(), v.Type()}
	if _, met := w.ids[at]; !met {
		w.ids[at] = w.next
	}
	w.next++
}

// memory returns the bytes of a variable.
func memory(at unsafe.Pointer, size uintptr) []byte { return unsafe.Slice((*byte)(at), size) }

// value writes an addressable value.
func (w *Writer) value(v reflect.Value) error {
	t := v.Type()
	switch treatmentOf(t) {
	case skipped:
		return nil
	case raw:
		w.saved.bytes = append(w.saved.bytes, memory(v.Addr().UnsafePointer(), t.Size())...)
		return nil
	case atomics:
		w.words(v.Addr().UnsafePointer(), t)
		return nil
	}
	if err := outside(t); err != nil {
		return fmt.Errorf(": %w", err)
	}
	switch t.Kind() {
	case reflect.String:
		w.number(uint64(v.Len()))
		w.saved.bytes = append(w.saved.bytes, v.String()...)
	case reflect.Slice:
		return w.slice(v)
	case reflect.Array:
		return w.elements(v)
	case reflect.Struct:
		return w.structure(v)
	case reflect.Pointer:
		return w.pointer(v)
	case reflect.Interface:
		return w.iface(v)
	case reflect.Map:
		return w.table(v)
	default:
		return fmt.Errorf(": a %s cannot be saved", t)
	}
	return nil
}

// words writes a variable of a type of sync/atomic, or an array of such variables.
func (w *Writer) words(at unsafe.Pointer, t reflect.Type) {
	if t.Align() == 4 {
		all := unsafe.Slice((*uint32)(at), t.Size()/4)
		for i := range all {
			w.saved.bytes = binary.NativeEndian.AppendUint32(w.saved.bytes, atomic.LoadUint32(&all[i]))
		}
		return
	}
	all := unsafe.Slice((*uint64)(at), t.Size()/8)
	for i := range all {
		w.saved.bytes = binary.NativeEndian.AppendUint64(w.saved.bytes, atomic.LoadUint64(&all[i]))
	}
}

func (w *Writer) slice(v reflect.Value) error {
	if v.IsNil() {
		w.number(0)
		return nil
	}
	w.number(uint64(v.Len()) + 1)
	if treatmentOf(v.Type().Elem()) == raw {
		w.saved.bytes = append(w.saved.bytes, memory(v.UnsafePointer(), uintptr(v.Len())*v.Type().Elem().Size())...)
		return nil
	}
	return w.elements(v)
}

func (w *Writer) elements(v reflect.Value) error {
	for i := range v.Len() {
		if err := w.value(v.Index(i)); err != nil {
			return fmt.Errorf("[%d]%w", i, err)
		}
	}
	return nil
}

// field returns field i of a struct, also if it is not exported.
func field(v reflect.Value, i int) reflect.Value {
	f := v.Field(i)
	return reflect.NewAt(f.Type(), f.Addr().UnsafePointer()).Elem()
}

func (w *Writer) structure(v reflect.Value) error {
	if to := atomicPointer(v.Type()); to != nil {
		now := atomic.LoadPointer((*unsafe.Pointer)(v.Addr().UnsafePointer()))
		return w.value(reflect.NewAt(to.Elem(), now))
	}
	w.meet(v)
	t := v.Type()
	for i := range t.NumField() {
		f := t.Field(i)
		switch tag := f.Tag.Get("state"); {
		case f.Name == "_" || tag == "-":
			continue
		case tag == "shared":
			w.keep(field(v, i).Interface())
			continue
		}
		if err := w.value(field(v, i)); err != nil {
			return fmt.Errorf(".%s%w", t.Field(i).Name, err)
		}
	}
	return nil
}

// The forms of a pointer; a known variable has the number of the variable plus known.
const (
	absent uint64 = iota
	first
	known
)

func (w *Writer) pointer(v reflect.Value) error {
	if v.IsNil() {
		w.number(absent)
		return nil
	}
	if id, met := w.ids[place{v.UnsafePointer(), v.Type().Elem()}]; met {
		w.number(known + id)
		return nil
	}
	w.number(first)
	if treatmentOf(v.Type().Elem()) == raw || v.Type().Elem().Kind() != reflect.Struct {
		w.meet(v.Elem())
	}
	return w.value(v.Elem())
}

// The forms of an interface.
const (
	shared uint64 = iota + 1 // a value that never changes
	follow                   // a pointer
)

func (w *Writer) iface(v reflect.Value) error {
	if v.IsNil() {
		w.number(absent)
		return nil
	}
	inner := v.Elem()
	if treatmentOf(inner.Type()) == skipped {
		w.number(absent)
		return nil
	}
	if _, failed := v.Interface().(error); failed || inner.Kind() != reflect.Pointer {
		w.number(shared)
		w.keep(v.Interface())
		return nil
	}
	w.number(follow)
	w.keep(inner.Type())
	to := reflect.New(inner.Type()).Elem()
	to.Set(inner)
	return w.pointer(to)
}

// entry is an element of a map with the bytes of its key.
type entry struct {
	key   []byte
	value reflect.Value
}

// table writes a map in the order of the bytes of its keys.
func (w *Writer) table(v reflect.Value) error {
	if v.IsNil() {
		w.number(0)
		return nil
	}
	all := make([]entry, 0, v.Len())
	for each := v.MapRange(); each.Next(); {
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		key.Set(each.Key())
		value.Set(each.Value())
		if key.Kind() != reflect.String && treatmentOf(key.Type()) != raw {
			return fmt.Errorf(": keys of type %s cannot be saved; expected numbers or strings", key.Type())
		}
		var k Writer
		if err := k.value(key); err != nil {
			return err
		}
		all = append(all, entry{k.saved.bytes, value})
	}
	slices.SortFunc(all, func(a, b entry) int { return cmp.Or(cmp.Compare(len(a.key), len(b.key)), bytes.Compare(a.key, b.key)) })
	w.number(uint64(len(all)) + 1)
	for _, e := range all {
		w.saved.bytes = append(w.saved.bytes, e.key...)
		if err := w.value(e.value); err != nil {
			return fmt.Errorf("[...]%w", err)
		}
	}
	return nil
}

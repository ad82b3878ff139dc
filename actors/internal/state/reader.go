package state

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
)

// Reader reads variables in the order in which a Writer wrote them.
type Reader struct {
	saved *Saved
	rest  []byte
	met   []reflect.Value // pointers to the variables, by number
}

// NewReader returns a reader of saved variables.
func NewReader(saved *Saved) *Reader { return &Reader{saved: saved, rest: saved.bytes} }

// errForm is the error of bytes that do not fit the variables.
var errForm = errors.New(": the saved state has another form; expected a program that was built in the same way")

// Read reads a variable through a pointer to it.
func (r *Reader) Read(pointer any) error {
	v := reflect.ValueOf(pointer)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return fmt.Errorf("a %T cannot be read; expected a pointer to a variable", pointer)
	}
	if err := r.value(v.Elem()); err != nil {
		return fmt.Errorf("%s%w", v.Type().Elem(), err)
	}
	return nil
}

// Done returns an error if something is left to read.
func (r *Reader) Done() error {
	if len(r.rest) > 0 {
		return fmt.Errorf("%d of %d bytes are left%w", len(r.rest), len(r.saved.bytes), errForm)
	}
	return nil
}

func (r *Reader) number() (uint64, error) {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 {
		return 0, errForm
	}
	r.rest = r.rest[size:]
	return n, nil
}

func (r *Reader) take(n uint64) ([]byte, error) {
	if n > uint64(len(r.rest)) {
		return nil, errForm
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b, nil
}

func (r *Reader) kept() (any, error) {
	n, err := r.number()
	if err != nil || n >= uint64(len(r.saved.kept)) {
		return nil, errForm
	}
	return r.saved.kept[n], nil
}

// overwrite copies bytes if they differ.
func overwrite(to, from []byte) {
	if !bytes.Equal(to, from) {
		copy(to, from)
	}
}

// value reads an addressable value.
func (r *Reader) value(v reflect.Value) error {
	t := v.Type()
	switch treatmentOf(t) {
	case skipped:
		return nil
	case raw, atomics:
		b, err := r.take(uint64(t.Size()))
		if err == nil {
			overwrite(memory(v.Addr().UnsafePointer(), t.Size()), b)
		}
		return err
	}
	switch t.Kind() {
	case reflect.String:
		return r.text(v)
	case reflect.Slice:
		return r.slice(v)
	case reflect.Array:
		return r.elements(v)
	case reflect.Struct:
		return r.structure(v)
	case reflect.Pointer:
		return r.pointer(v)
	case reflect.Interface:
		return r.iface(v)
	case reflect.Map:
		return r.table(v)
	}
	return errForm
}

func (r *Reader) text(v reflect.Value) error {
	n, err := r.number()
	if err != nil {
		return err
	}
	b, err := r.take(n)
	if err == nil && v.String() != string(b) {
		v.SetString(string(b))
	}
	return err
}

func (r *Reader) slice(v reflect.Value) error {
	n, err := r.number()
	if err != nil {
		return err
	}
	if n == 0 {
		if !v.IsNil() {
			v.SetZero()
		}
		return nil
	}
	elem := v.Type().Elem()
	if elem.Size() > 0 && n-1 > uint64(len(r.rest)) && treatmentOf(elem) != skipped {
		return errForm
	}
	if length := int(n - 1); v.IsNil() || length > v.Cap() {
		grown := reflect.MakeSlice(v.Type(), length, length)
		reflect.Copy(grown, v)
		v.Set(grown)
	} else if length != v.Len() {
		v.SetLen(length)
	}
	if treatmentOf(elem) == raw {
		size := uintptr(v.Len()) * elem.Size()
		b, err := r.take(uint64(size))
		if err == nil && size > 0 {
			overwrite(memory(v.UnsafePointer(), size), b)
		}
		return err
	}
	return r.elements(v)
}

func (r *Reader) elements(v reflect.Value) error {
	for i := range v.Len() {
		if err := r.value(v.Index(i)); err != nil {
			return fmt.Errorf("[%d]%w", i, err)
		}
	}
	return nil
}

func (r *Reader) structure(v reflect.Value) error {
	if to := atomicPointer(v.Type()); to != nil {
		return r.value(reflect.NewAt(to, v.Addr().UnsafePointer()).Elem())
	}
	r.met = append(r.met, v.Addr())
	t := v.Type()
	for i := range t.NumField() {
		f := t.Field(i)
		switch tag := f.Tag.Get("state"); {
		case f.Name == "_" || tag == "-":
			continue
		case tag == "shared":
			kept, err := r.kept()
			if err != nil || reflect.TypeOf(kept) != f.Type {
				return fmt.Errorf(".%s%w", f.Name, errForm)
			}
			field(v, i).Set(reflect.ValueOf(kept))
			continue
		}
		if err := r.value(field(v, i)); err != nil {
			return fmt.Errorf(".%s%w", t.Field(i).Name, err)
		}
	}
	return nil
}

func (r *Reader) pointer(v reflect.Value) error {
	n, err := r.number()
	switch {
	case err != nil:
		return err
	case n == absent:
		if !v.IsNil() {
			v.SetZero()
		}
		return nil
	case n >= known:
		if n-known >= uint64(len(r.met)) || r.met[n-known].Type() != v.Type() {
			return errForm
		}
		if to := r.met[n-known]; to.UnsafePointer() != v.UnsafePointer() {
			v.Set(to)
		}
		return nil
	}
	elem := v.Type().Elem()
	if v.IsNil() {
		if err := makeable(elem); err != nil {
			return fmt.Errorf(": %w", err)
		}
		v.Set(reflect.New(elem))
	}
	if treatmentOf(elem) == raw || elem.Kind() != reflect.Struct {
		r.met = append(r.met, v.Elem().Addr())
	}
	return r.value(v.Elem())
}

func (r *Reader) iface(v reflect.Value) error {
	n, err := r.number()
	if err != nil {
		return err
	}
	if !v.IsNil() && treatmentOf(v.Elem().Type()) == skipped {
		if n != absent {
			return errForm
		}
		return nil
	}
	switch n {
	case absent:
		if !v.IsNil() {
			v.SetZero()
		}
		return nil
	case shared:
		return r.sharedValue(v)
	}
	kept, err := r.kept()
	t, is := kept.(reflect.Type)
	if err != nil || !is || !t.AssignableTo(v.Type()) {
		return errForm
	}
	to := reflect.New(t).Elem()
	if !v.IsNil() && v.Elem().Type() == t {
		to.Set(v.Elem())
	}
	before := to.UnsafePointer()
	if err := r.pointer(to); err != nil {
		return err
	}
	if to.UnsafePointer() != before || v.IsNil() {
		v.Set(to)
	}
	return nil
}

// sharedValue reads an interface with a value that never changes. Errors of the reading program
// stay its own, because a program may compare them.
func (r *Reader) sharedValue(v reflect.Value) error {
	kept, err := r.kept()
	if err != nil {
		return err
	}
	value := reflect.ValueOf(kept)
	if !value.Type().AssignableTo(v.Type()) {
		return errForm
	}
	if _, failed := kept.(error); failed && !v.IsNil() && v.Elem().Type() == value.Type() {
		return nil
	}
	v.Set(value)
	return nil
}

func (r *Reader) table(v reflect.Value) error {
	n, err := r.number()
	if err != nil {
		return err
	}
	if n == 0 {
		if !v.IsNil() {
			v.SetZero()
		}
		return nil
	}
	if v.IsNil() {
		v.Set(reflect.MakeMap(v.Type()))
	}
	found := reflect.MakeMap(reflect.MapOf(v.Type().Key(), reflect.TypeFor[bool]()))
	for range n - 1 {
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		if err := r.value(key); err != nil {
			return err
		}
		before := v.MapIndex(key)
		if before.IsValid() {
			value.Set(before)
		}
		if err := r.value(value); err != nil {
			return fmt.Errorf("[...]%w", err)
		}
		if !before.IsValid() || !before.Comparable() || !before.Equal(value) {
			v.SetMapIndex(key, value)
		}
		found.SetMapIndex(key, reflect.ValueOf(true))
	}
	for _, key := range v.MapKeys() {
		if !found.MapIndex(key).IsValid() {
			v.SetMapIndex(key, reflect.Value{})
		}
	}
	return nil
}

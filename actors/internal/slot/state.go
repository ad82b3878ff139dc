package slot

import (
	"reflect"
	"unsafe"
)

// State returns pointers to the variables of the slot. Neither writer nor reader may use it.
func (s *Slot) State() []any {
	all := []any{&s.middle, &s.back, &s.front, &s.held}
	for i := range s.entries {
		e := &s.entries[i]
		all = append(all, &e.Header, &e.cut, s.layout.plan.Typed(e.Value))
	}
	return all
}

// Hold returns the entry that the next Take would return, or nil; Take returns it nevertheless,
// unless the writer has put a newer one meanwhile. The entry of the latest Take may be overwritten
// afterwards. Only the reader may call Hold.
func (s *Slot) Hold() *Entry {
	e := s.Take()
	s.held = e != nil
	return e
}

// Held returns what Hold has returned, nil after the next Take.
func (s *Slot) Held() *Entry {
	if !s.held {
		return nil
	}
	return &s.entries[s.front]
}

// Index returns the number of an entry of the slot, or false for another entry.
func (s *Slot) Index(e *Entry) (int, bool) {
	for i := range s.entries {
		if e == &s.entries[i] {
			return i, true
		}
	}
	return 0, false
}

// Entry returns an entry by its number.
func (s *Slot) Entry(i int) *Entry { return &s.entries[i] }

// Typed returns a pointer to a value with its type.
func (p *Plan) Typed(value unsafe.Pointer) any { return reflect.NewAt(p.Type, value).Interface() }

// Untyped is the inverse of Typed.
func Untyped(pointer any) unsafe.Pointer { return reflect.ValueOf(pointer).UnsafePointer() }

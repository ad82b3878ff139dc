// Package borrowed finds pointers into memory that a value must not keep. It is for tests: it reads
// by reflection.
package borrowed

import (
	"fmt"
	"reflect"
	"strings"
	"unsafe"
)

// Bounds of a search: it then ends without a result.
const (
	deepest = 12
	most    = 20_000 // values visited
)

// Find returns the path of a field, within what actor points to, whose pointer or slice leads to
// memory for which inside is true. It follows fields, arrays, slices and maps, and pointers and
// interfaces to types of the actor's own package. It does not look into functions, channels, and
// structs with locks or atomic values, which other goroutines may use meanwhile.
func Find(actor any, inside func(unsafe.Pointer) bool) (path string, found bool) {
	v := reflect.ValueOf(actor)
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return "", false
	}
	s := &search{inside: inside, home: v.Elem().Type().PkgPath(), seen: map[visit]bool{}}
	if strings.HasSuffix(s.home, runtimePath) {
		return "", false // would search the runtime
	}
	s.structure(v.Elem(), v.Elem().Type().Name(), 0)
	return s.path, s.path != ""
}

type search struct {
	inside func(unsafe.Pointer) bool
	home   string // package of the actor
	seen   map[visit]bool
	path   string // of the first pointer found
}

type visit struct {
	at unsafe.Pointer
	of reflect.Type
}

func (s *search) over(depth int) bool { return s.path != "" || depth > deepest || len(s.seen) > most }

// value looks at one value.
func (s *search) value(v reflect.Value, path string, depth int) {
	if s.over(depth) {
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		s.pointer(v, path, depth)
	case reflect.Slice:
		s.slice(v, path, depth)
	case reflect.Array:
		for i := 0; i < v.Len() && holdsPointers(v.Type().Elem()); i++ {
			s.value(v.Index(i), fmt.Sprintf("%s[%d]", path, i), depth+1)
		}
	case reflect.Struct:
		s.structure(v, path, depth)
	case reflect.Interface:
		if !v.IsNil() {
			s.value(v.Elem(), path, depth+1)
		}
	case reflect.Map:
		for entries := v.MapRange(); entries.Next(); {
			s.value(entries.Value(), path+"[...]", depth+1)
		}
	}
}

func (s *search) pointer(v reflect.Value, path string, depth int) {
	if v.IsNil() {
		return
	}
	if s.inside(v.UnsafePointer()) {
		s.path = path
		return
	}
	to := v.Type().Elem()
	if to.PkgPath() != s.home && to.PkgPath() != "" || !s.first(v.UnsafePointer(), v.Type()) {
		return
	}
	s.value(v.Elem(), path, depth+1)
}

func (s *search) slice(v reflect.Value, path string, depth int) {
	if v.Cap() == 0 {
		return
	}
	if s.inside(v.UnsafePointer()) {
		s.path = path
		return
	}
	if !holdsPointers(v.Type().Elem()) || !s.first(v.UnsafePointer(), v.Type()) {
		return
	}
	for i := range v.Len() {
		s.value(v.Index(i), fmt.Sprintf("%s[%d]", path, i), depth+1)
	}
}

func (s *search) structure(v reflect.Value, path string, depth int) {
	t := v.Type()
	if shared(t) {
		return
	}
	for i := range t.NumField() {
		if f := t.Field(i); holdsPointers(f.Type) && !s.skips(f.Type) {
			s.value(v.Field(i), path+"."+f.Name, depth+1)
		}
	}
}

// first reports whether the search has not been at a place.
func (s *search) first(at unsafe.Pointer, t reflect.Type) bool {
	place := visit{at, t}
	if s.seen[place] {
		return false
	}
	s.seen[place] = true
	return true
}

const runtimePath = "/robo-actors/actors"

// skips reports whether a type belongs to the runtime, as ports do, or to the standard library.
func (s *search) skips(t reflect.Type) bool {
	path := t.PkgPath()
	first, _, _ := strings.Cut(path, "/")
	return path != "" && path != s.home && (strings.HasSuffix(path, runtimePath) || !strings.Contains(first, "."))
}

// shared reports whether a struct has fields by which goroutines share it.
func shared(t reflect.Type) bool {
	for i := range t.NumField() {
		if path := t.Field(i).Type.PkgPath(); path == "sync" || path == "sync/atomic" {
			return true
		}
	}
	return false
}

// holdsPointers reports whether values of a type may lead to other memory.
func holdsPointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Interface, reflect.Map:
		return true
	case reflect.Array:
		return holdsPointers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if holdsPointers(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}

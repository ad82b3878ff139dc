package state

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
)

// A treatment says how the walk handles values of a type.
type treatment uint8

const (
	walked  treatment = iota // part by part
	raw                      // byte by byte: the type has no pointers
	atomics                  // word by word, because other threads may write them meanwhile
	skipped                  // the reading program keeps its own value
)

// treatments caches the treatment of every type.
var treatments sync.Map // reflect.Type -> treatment

// skippedPackages hold locks, descriptions of types and loggers, which are no state.
var skippedPackages = []string{"sync", "reflect", "context", "regexp", "go.uber.org/zap", "go.uber.org/zap/zapcore"}

func treatmentOf(t reflect.Type) treatment {
	if known, is := treatments.Load(t); is {
		return known.(treatment)
	}
	found := treat(t)
	treatments.Store(t, found)
	return found
}

func treat(t reflect.Type) treatment {
	for _, pkg := range skippedPackages {
		if t.PkgPath() == pkg {
			return skipped
		}
	}
	if t.PkgPath() == "sync/atomic" && t.Name() != "Value" && atomicPointer(t) == nil {
		return atomics
	}
	switch t.Kind() {
	case reflect.Func, reflect.Chan:
		return skipped
	case reflect.Pointer:
		if treatmentOfNamed(t.Elem()) == skipped {
			return skipped
		}
		return walked
	case reflect.Array:
		return treatmentOf(t.Elem())
	case reflect.Struct:
		all := raw
		for i := range t.NumField() {
			f := t.Field(i)
			if f.Name == "_" {
				continue
			}
			if f.Tag.Get("state") != "" || treatmentOf(f.Type) != raw {
				all = walked
			}
		}
		return all
	case reflect.Slice, reflect.Map, reflect.Interface, reflect.String, reflect.UnsafePointer:
		return walked
	}
	return raw
}

// treatmentOfNamed looks at the package of a type only, because types can refer to themselves.
func treatmentOfNamed(t reflect.Type) treatment {
	for _, pkg := range skippedPackages {
		if t.PkgPath() == pkg {
			return skipped
		}
	}
	return walked
}

// outside returns an error for types that stand for something outside of the program.
func outside(t reflect.Type) error {
	switch pkg := t.PkgPath(); {
	case pkg == "os" || pkg == "net" || strings.HasPrefix(pkg, "net/") || pkg == "syscall" || strings.HasPrefix(pkg, "golang.org/x/sys"):
		return fmt.Errorf("a %s cannot be saved: it belongs to something outside of the program", t)
	}
	return nil
}

// atomicPointer returns the type that an atomic.Pointer points to, nil for other types.
func atomicPointer(t reflect.Type) reflect.Type {
	if t.PkgPath() == "sync/atomic" && strings.HasPrefix(t.Name(), "Pointer[") {
		return t.Field(0).Type.Elem() // its first field is a [0]*T
	}
	return nil
}

// makeable returns an error for types whose variables the reader cannot make, because a part of
// them comes from the program only.
func makeable(t reflect.Type) error {
	switch t.Kind() {
	case reflect.Func, reflect.Chan:
		return fmt.Errorf("the reading program lacks a value that holds a %s", t)
	case reflect.Array:
		return makeable(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if err := makeable(t.Field(i).Type); err != nil {
				return fmt.Errorf("%s.%s: %w", t, t.Field(i).Name, err)
			}
		}
	}
	return nil
}

// SkipType makes the walk leave values of a type, and pointers to them, to the reading program.
func SkipType(t reflect.Type) {
	treatments.Store(t, skipped)
	treatments.Store(reflect.PointerTo(t), skipped)
}

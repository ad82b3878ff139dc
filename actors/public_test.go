package actors

import (
	"reflect"
	"strings"
	"testing"
)

// What every controller imports is read by the compiler each time: it must stay small.
func TestWhatAnActorIsGivenDoesNotLeadIntoTheRuntime(t *testing.T) {
	for _, root := range []reflect.Type{
		reflect.TypeFor[Context](), reflect.TypeFor[Tick](), reflect.TypeFor[Setup](), reflect.TypeFor[Registry](),
		reflect.TypeFor[In[float64]](), reflect.TypeFor[Out[float64]](),
	} {
		w := wayIn{seen: map[reflect.Type]bool{}}
		if w.walk(root, root.String()); w.found != "" {
			t.Errorf("%s: hold it behind an interface, as public.go says", w.found)
		}
		if len(w.seen) < 5 {
			t.Errorf("from %s only %d types were looked at", root, len(w.seen))
		}
	}
	w := wayIn{seen: map[reflect.Type]bool{}}
	if w.walk(reflect.TypeFor[cell](), "cell"); w.found == "" {
		t.Error("a cell does not seem to lead into the runtime: this test looks at too little")
	}
}

// wayIn looks for a way to one of the types that cost much.
type wayIn struct {
	seen  map[reflect.Type]bool
	found string
}

func (w *wayIn) walk(t reflect.Type, path string) {
	if w.seen[t] || w.found != "" {
		return
	}
	w.seen[t] = true
	if heavy := strings.HasPrefix(t.PkgPath(), "github.com/asynkron/") || strings.HasPrefix(t.Name(), "Pointer["); heavy {
		w.found = path + " leads to " + t.String()
		return
	}
	for i := range t.NumMethod() {
		w.walk(t.Method(i).Type, path+"."+t.Method(i).Name+"()")
	}
	switch t.Kind() {
	case reflect.Struct:
		for f := range t.Fields() {
			w.walk(f.Type, path+"."+f.Name)
			w.walk(reflect.PointerTo(f.Type), path+"."+f.Name)
		}
	case reflect.Map:
		w.walk(t.Key(), path)
		w.walk(t.Elem(), path)
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Chan:
		w.walk(t.Elem(), path)
	case reflect.Func:
		for p := range t.Ins() {
			w.walk(p, path)
		}
		for p := range t.Outs() {
			w.walk(p, path)
		}
	}
}

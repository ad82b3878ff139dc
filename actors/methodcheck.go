package actors

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
)

// callable are the methods of an actor that the runtime calls, each with a parameter type that no
// unrelated method of that name would have. Names are constants, so that the linker still drops
// unused methods.
var callable = []struct {
	contract, mark reflect.Type
	of             func(reflect.Type) (reflect.Method, bool)
}{
	{reflect.TypeFor[Configurer](), reflect.TypeFor[*Setup](), func(t reflect.Type) (reflect.Method, bool) { return t.MethodByName("Configure") }},
	{reflect.TypeFor[Starter](), reflect.TypeFor[*Context](), func(t reflect.Type) (reflect.Method, bool) { return t.MethodByName("Start") }},
	{reflect.TypeFor[Ticker](), reflect.TypeFor[*Tick](), func(t reflect.Type) (reflect.Method, bool) { return t.MethodByName("Tick") }},
	{reflect.TypeFor[Receiver](), reflect.TypeFor[*Context](), func(t reflect.Type) (reflect.Method, bool) { return t.MethodByName("Receive") }},
	{reflect.TypeFor[Stopper](), reflect.TypeFor[*Context](), func(t reflect.Type) (reflect.Method, bool) { return t.MethodByName("Stop") }},
	{reflect.TypeFor[Fencer](), reflect.TypeFor[messages.Instant](), func(t reflect.Type) (reflect.Method, bool) { return t.MethodByName("Fence") }},
}

// checkMethodSignatures returns an error for a method that is meant for the runtime, judged by its
// name and parameters, but has another signature, so that it would never be called.
func checkMethodSignatures(actor reflect.Type) error {
	for _, c := range callable {
		if actor.Implements(c.contract) {
			continue
		}
		have, is := c.of(actor)
		if !is {
			continue
		}
		want, _ := c.of(c.contract)
		for i := 1; i < have.Type.NumIn(); i++ { // the first one is the actor
			if have.Type.In(i) == c.mark {
				return fmt.Errorf("%s has a method %s%s, which is never called; expected %s%s",
					actor, have.Name, signature(have.Type, 1), want.Name, signature(want.Type, 0))
			}
		}
	}
	return nil
}

// signature returns the parameters from one on, and the results, as text.
func signature(f reflect.Type, from int) string {
	var in, out []string
	for i := from; i < f.NumIn(); i++ {
		in = append(in, typeName(f.In(i)))
	}
	for i := range f.NumOut() {
		out = append(out, typeName(f.Out(i)))
	}
	results := strings.Join(out, ", ")
	if len(out) > 1 {
		results = "(" + results + ")"
	}
	return strings.TrimSuffix(fmt.Sprintf("(%s) %s", strings.Join(in, ", "), results), " ")
}

func typeName(t reflect.Type) string {
	if t == reflect.TypeFor[any]() {
		return "any"
	}
	return t.String()
}

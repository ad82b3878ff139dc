package actors

import (
	"reflect"

	"github.com/robo-actors/robo-actors/actors/internal/state"
)

// StateSaver is implemented by actors that can be cloned into a twin, see [System.Twin]. SaveState
// saves what the actor has learnt since its Configure, and LoadState loads it into a struct that
// was made, configured and started in the twin. Both name the same variables in the same order; an
// actor without a variable of its own has two methods that return nil. The usual methods are
//
//	func (c *Controller) SaveState(w *actors.StateWriter) error { return w.Save(c) }
//	func (c *Controller) LoadState(r *actors.StateReader) error { return r.Load(c) }
//
// They are called between two ticks, never at the same time as other methods of the actor.
type StateSaver interface {
	SaveState(w *StateWriter) error
	LoadState(r *StateReader) error
}

// StateChecker is implemented by actors that can be cloned depending on their options. The error
// says why this one cannot.
type StateChecker interface {
	CheckState() error
}

// StateSharer is implemented by actors that write variables which other actors write, too, as the
// simulated drives and the plant of a robot do. In real time they are cloned only if one thread
// runs them. SharesState is called after Configure, and returns the same comparable value for all
// of them, nil for an actor that shares nothing.
type StateSharer interface {
	SharesState() any
}

// StateSubstitute is implemented by actors that take, in a twin, the place of actors that cannot be
// cloned, as simulated drives take that of real ones. SubstitutesState is called after Configure.
// If it returns true, the CheckState of the original is not called.
type StateSubstitute interface {
	SubstitutesState() bool
}

// StateWriter takes the state of an actor.
type StateWriter struct{ w *state.Writer }

// Save saves the variables that the pointers point to, with everything that they refer to: numbers,
// strings, structs with their unexported fields, slices, maps and pointers. It leaves out ports,
// functions, channels, locks, loggers, a kept *Context, and fields with the tag `state:"-"`. A
// pointer in a field with the tag `state:"shared"` is not followed, because nobody changes what it
// points to. Messages and errors in interfaces are not copied, because nobody changes them. The
// error names the field that cannot be saved.
func (w *StateWriter) Save(pointers ...any) error {
	for _, p := range pointers {
		if err := w.w.Write(p); err != nil {
			return err
		}
	}
	return nil
}

// StateReader gives the state of an actor back.
type StateReader struct{ r *state.Reader }

// Load loads variables in the order in which they were saved.
func (r *StateReader) Load(pointers ...any) error {
	for _, p := range pointers {
		if err := r.r.Read(p); err != nil {
			return err
		}
	}
	return nil
}

// What belongs to one system is no state of its actors.
func init() {
	for _, t := range []reflect.Type{reflect.TypeFor[System](), reflect.TypeFor[Context](), reflect.TypeFor[Tick](),
		reflect.TypeFor[Setup](), reflect.TypeFor[cell](), reflect.TypeFor[Job]()} {
		state.SkipType(t)
	}
}

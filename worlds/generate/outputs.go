package generate

import (
	"go/token"
	"reflect"
	"strings"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// actor is one actor of the application with its outputs, in the order in which it declares them.
type actor struct {
	path, doc string
	outputs   []output
}

// output is one output of an actor.
type output struct {
	name, doc string
	value     reflect.Type
}

// channels is a recorder that learns the types of all outputs when a system is made, and takes
// nothing: the system reports each type before anything starts.
type channels map[string]reflect.Type

func (c channels) Channel(topic string, value reflect.Type) (id int, ok bool) {
	c[topic] = value
	return 0, false
}

func (channels) Record(int, messages.Stamp, any) {}
func (channels) Event(messages.Event)            {}
func (channels) Dropped(int, uint64)             {}

// outputsOf makes the system of an application, which starts nothing, and returns what its actors
// send.
func outputsOf(config *app.Config) ([]actor, error) {
	types := channels{}
	system, err := app.New(config, actors.WithRecorder(types))
	if err != nil {
		return nil, err
	}
	var all []actor
	for _, info := range system.Actors() {
		a := actor{path: info.Spec.Name, doc: info.Spec.Doc}
		for _, p := range info.Outputs {
			a.outputs = append(a.outputs, output{name: p.Name, doc: p.Doc, value: types[a.path+"."+p.Name]})
		}
		if len(a.outputs) > 0 {
			all = append(all, a)
		}
	}
	return all, nil
}

// nameable reports whether the generated file may name a type: it is predeclared, or exported by a
// package that is neither a program nor internal. A type without a name of its own, such as a list
// or an instance of a generic type, is not nameable.
func nameable(t reflect.Type) bool {
	name, path := t.Name(), t.PkgPath()
	switch {
	case name == "" || strings.Contains(name, "["):
		return false
	case path == "":
		return true
	}
	return token.IsExported(name) && path != "main" && !strings.Contains("/"+path+"/", "/internal/")
}

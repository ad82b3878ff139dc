package actors

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/actors/internal/options"
)

// roles lists every role, in the order of the constants.
var roles = []Role{RoleController, RoleModel, RoleObserver, RolePlanner, RoleDriver, RolePlant}

// checkKind checks a kind except its options.
func checkKind(r *Registry, name string, role Role, doc string, defaults reflect.Type) error {
	if r == nil {
		return fmt.Errorf("kind %q: the registry is nil; make one with NewRegistry or kinds.Standard", name)
	}
	if !slices.Contains(roles, role) {
		return fmt.Errorf("kind %q: role %q is unknown; known: %s", name, role, list(roles))
	}
	if !options.IsName(name) {
		return fmt.Errorf("kind %q: expected a name of small letters, digits and underscores", name)
	}
	if doc == "" {
		return fmt.Errorf("kind %q: its line of documentation is missing", name)
	}
	if defaults.Kind() != reflect.Struct {
		return fmt.Errorf("kind %q: defaults must be a struct, not a %s", name, defaults)
	}
	if role != RoleDriver && role != RolePlant {
		p := reflect.PointerTo(defaults)
		if !isActor(p) {
			return fmt.Errorf("kind %q: %s is not an actor: it needs a method Tick(*actors.Tick) error or Receive(*actors.Context, any) error", name, p)
		}
		if method := onCopies(defaults); method != "" {
			return fmt.Errorf("kind %q: method %s of %s has a value receiver, so that it would work on a copy of the actor and its ports; expected func (x *%s) %s", name, method, defaults, defaults.Name(), method)
		}
	}
	if _, ok := r.kinds[kindKey{role, name}]; ok {
		return fmt.Errorf("the %s kind %q is registered already", role, name)
	}
	return nil
}

// onCopies returns a method of an actor with state that works on a copy of it, or nothing.
func onCopies(t reflect.Type) string {
	for i := range t.NumField() {
		if f := t.Field(i); f.Anonymous && f.Type.Kind() != reflect.Struct {
			return "" // an embedded pointer may have the methods
		}
	}
	for _, name := range []string{"Configure", "Start", "Tick", "Receive"} {
		if _, of := t.MethodByName(name); of && t.NumField() > 0 {
			return name
		}
	}
	return ""
}

func list(roles []Role) string {
	names := make([]string, len(roles))
	for i, r := range roles {
		names[i] = string(r)
	}
	return strings.Join(names, ", ")
}

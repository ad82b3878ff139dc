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
	}
	if _, ok := r.kinds[kindKey{role, name}]; ok {
		return fmt.Errorf("the %s kind %q is registered already", role, name)
	}
	return nil
}

func list(roles []Role) string {
	names := make([]string, len(roles))
	for i, r := range roles {
		names[i] = string(r)
	}
	return strings.Join(names, ", ")
}

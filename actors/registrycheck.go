package actors

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"
)

// roles are all there are, in the order of the constants.
var roles = []Role{RoleController, RoleModel, RoleObserver, RolePlanner, RoleDriver, RolePlant}

// word is what application files name kinds and options by.
var word = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// checkKind returns what is wrong with a kind before its options are looked at. It is no method, as nothing with reflect.Type is
// of the types here that other packages know: its methods would be compiled in each of them.
func checkKind(r *Registry, name string, role Role, doc string, defaults reflect.Type) error {
	if r == nil {
		return fmt.Errorf("kind %q: there is no registry; make one with NewRegistry or kinds.Standard", name)
	}
	if !slices.Contains(roles, role) {
		return fmt.Errorf("kind %q: role %q is unknown; known: %s", name, role, list(roles))
	}
	if !word.MatchString(name) {
		return fmt.Errorf("kind %q: expected a name of small letters, digits and underscores, as application files have them", name)
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
			return fmt.Errorf("kind %q: %s is no actor: it needs a method Tick(*actors.Tick) error or Receive(*actors.Context, any) error", name, p)
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

// checkOptions returns what is wrong with the options of one struct, and of those inside of it.
func checkOptions(options []OptionInfo, path string) error {
	var errs []error
	for i := range options {
		o := &options[i]
		at := path + "." + o.Name
		if !word.MatchString(o.Name) {
			errs = append(errs, fmt.Errorf("option %s: expected a name of small letters, digits and underscores", at))
		}
		if slices.ContainsFunc(options[:i], func(other OptionInfo) bool { return other.Name == o.Name }) {
			errs = append(errs, fmt.Errorf("option %s: two fields have this name", at))
		}
		if o.Min != nil && o.Max != nil && *o.Min > *o.Max {
			errs = append(errs, fmt.Errorf("option %s: no number is at least %g and at most %g", at, *o.Min, *o.Max))
		}
		errs = append(errs, checkOptions(o.Fields, at))
	}
	return errors.Join(errs...)
}

// checkDefault returns what is wrong with the default of an option. The zero value stands for nothing, and may lie outside.
func checkDefault(o *OptionInfo, v reflect.Value, path string) error {
	if v.IsZero() {
		return nil
	}
	if len(o.OneOf) > 0 && v.Kind() == reflect.String && !slices.Contains(o.OneOf, v.String()) {
		return fmt.Errorf("option %s: its default %q is none of %s", path, v.String(), strings.Join(o.OneOf, ", "))
	}
	number, is := numberOf(v)
	if !is {
		return nil
	}
	if math.IsNaN(number) || o.Min != nil && number < *o.Min || o.Max != nil && number > *o.Max {
		return fmt.Errorf("option %s: its default %g is not within its own bounds", path, number)
	}
	return nil
}

// numberOf returns a number, or a duration in seconds.
func numberOf(v reflect.Value) (float64, bool) {
	switch {
	case v.Type() == reflect.TypeFor[time.Duration]():
		return float64(v.Int()) / 1e9, true
	case v.CanFloat():
		return v.Float(), true
	case v.CanInt():
		return float64(v.Int()), true
	case v.CanUint():
		return float64(v.Uint()), true
	}
	return 0, false
}

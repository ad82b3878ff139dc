package actors

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/options"
)

// declaredPorts lists the ports that the fields of an actor's struct declare, also those of
// embedded structs.
func declaredPorts(v reflect.Value, defaults Sizes) ([]boundPort, error) {
	d := declarationsOf(v.Type())
	if d.err != nil || len(d.ports) == 0 {
		return nil, d.err
	}
	ports := make([]boundPort, len(d.ports))
	for i := range d.ports {
		p := &d.ports[i]
		ports[i] = boundPort{name: p.name, options: p.options, sizes: merged(defaults, nil), address: v.FieldByIndex(p.field).Addr().Interface()}
		ports[i].binder = ports[i].address.(binder)
	}
	return ports, nil
}

// declaration is a port as the tags of a field describe it.
type declaration struct {
	field   []int // for reflect's FieldByIndex
	name    string
	options PortOptions
}

// declarations are those of one struct type, or the error in them.
type declarations struct {
	ports []declaration
	err   error
}

// declared caches the declarations of struct types, of which a program has few.
var declared sync.Map // reflect.Type -> declarations

func declarationsOf(t reflect.Type) declarations {
	d, found := declared.Load(t)
	if !found {
		ports, err := declarationsIn(t, nil)
		d, _ = declared.LoadOrStore(t, declarations{ports, err})
	}
	return d.(declarations)
}

// declarationsIn lists the ports of a struct at a place within the actor's struct.
func declarationsIn(t reflect.Type, at []int) ([]declaration, error) {
	var ports []declaration
	for i := range t.NumField() {
		f, place := t.Field(i), append(slices.Clone(at), i)
		if err := options.CheckTag(f); err != nil {
			return nil, err
		}
		switch {
		case isPort(f.Type) || hasPortTag(f):
			d, is, err := declarationIn(f)
			if err != nil {
				return nil, err
			}
			if is {
				d.field = place
				ports = append(ports, d)
			}
		case f.Anonymous && f.Type.Kind() == reflect.Struct:
			inner, err := declarationsIn(f.Type, place)
			if err != nil {
				return nil, err
			}
			ports = append(ports, inner...)
		case f.Anonymous && f.Type.Kind() == reflect.Pointer && holdsPorts(f.Type.Elem()):
			return nil, fmt.Errorf("field %s embeds a pointer to a struct with ports; embed the struct itself", f.Name)
		}
	}
	return ports, nil
}

// declarationIn reads the tags of one field. A port without a tag in an unexported field is one
// that Configure adds.
func declarationIn(f reflect.StructField) (d declaration, is bool, err error) {
	tag := f.Tag.Get("port")
	switch {
	case !isPort(f.Type):
		return d, false, fmt.Errorf("field %s has a port tag but is a %s; expected actors.In or actors.Out", f.Name, f.Type)
	case !f.IsExported() && !hasPortTag(f):
		return d, false, nil
	case !f.IsExported():
		return d, false, fmt.Errorf("port field %s must be exported", f.Name)
	case tag == "":
		return d, false, fmt.Errorf("port field %s needs a tag with its name, such as `port:\"%s\"`", f.Name, strings.ToLower(f.Name))
	}
	if err := checkOut(f); err != nil {
		return d, false, err
	}
	d = declaration{name: tag, options: PortOptions{Doc: f.Tag.Get("doc"), Optional: f.Tag.Get("optional") == "true"}}
	if word, ok := f.Tag.Lookup("optional"); ok && word != "true" && word != "false" {
		return d, false, fmt.Errorf("port field %s: optional %q; expected true or false", f.Name, word)
	}
	if age, ok := f.Tag.Lookup("max_age"); ok {
		bound, err := time.ParseDuration(age)
		if err != nil || bound <= 0 {
			return d, false, fmt.Errorf("port field %s: max_age %q must be a positive duration such as 20ms", f.Name, age)
		}
		d.options.MaxAge = bound
	}
	return d, true, nil
}

// checkOut rejects tags of inputs on an output.
func checkOut(f reflect.StructField) error {
	if reflect.New(f.Type).Interface().(binder).direction() {
		return nil
	}
	for _, tag := range []string{"max_age", "optional"} {
		if _, ok := f.Tag.Lookup(tag); ok {
			return fmt.Errorf("port field %s: %s is for inputs; give it to the In that reads, or give max_age to the link", f.Name, tag)
		}
	}
	return nil
}

func isPort(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && reflect.PointerTo(t).Implements(reflect.TypeFor[binder]())
}

func hasPortTag(f reflect.StructField) bool { _, ok := f.Tag.Lookup("port"); return ok }

// holdsPorts reports whether a type is a struct with ports among its own fields.
func holdsPorts(t reflect.Type) bool {
	if t.Kind() != reflect.Struct {
		return false
	}
	for i := range t.NumField() {
		if f := t.Field(i); isPort(f.Type) || hasPortTag(f) {
			return true
		}
	}
	return false
}

// validPort rejects names that cannot follow the dot of a path.
func validPort(name string) error {
	for _, r := range name {
		ok := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-' || r == '/'
		if !ok {
			return fmt.Errorf("invalid port name %q; expected letters, digits, _, - and /", name)
		}
	}
	if name == "" {
		return errors.New("a port has no name")
	}
	return nil
}

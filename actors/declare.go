package actors

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"
)

// declaredPorts lists the ports that the fields of an actor's struct declare, those of embedded structs too.
func declaredPorts(v reflect.Value, defaults Sizes) ([]boundPort, error) {
	var ports []boundPort
	for i := range v.NumField() {
		f := v.Type().Field(i)
		switch {
		case isPort(f.Type) || hasPortTag(f):
			p, declared, err := declaredPort(f, v.Field(i), defaults)
			if err != nil {
				return nil, err
			}
			if declared {
				ports = append(ports, p)
			}
		case f.Anonymous && f.Type.Kind() == reflect.Struct:
			inner, err := declaredPorts(v.Field(i), defaults)
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

// declaredPort reads the tags of one field. A port without a tag in a field that is not exported is one that Configure
// adds.
func declaredPort(f reflect.StructField, v reflect.Value, defaults Sizes) (p boundPort, declared bool, err error) {
	tag := f.Tag.Get("port")
	switch {
	case !isPort(f.Type):
		return p, false, fmt.Errorf("field %s has a port tag but is a %s; expected actors.In or actors.Out", f.Name, f.Type)
	case !f.IsExported() && !hasPortTag(f):
		return p, false, nil
	case !f.IsExported():
		return p, false, fmt.Errorf("port field %s must be exported", f.Name)
	case tag == "":
		return p, false, fmt.Errorf("port field %s needs a tag with its name, such as `port:\"%s\"`", f.Name, strings.ToLower(f.Name))
	}
	p = boundPort{name: tag, address: v.Addr().Interface(), sizes: merged(defaults, nil)}
	p.binder = p.address.(binder)
	p.options.Doc, p.options.Optional = f.Tag.Get("doc"), f.Tag.Get("optional") == "true"
	if age, ok := f.Tag.Lookup("max_age"); ok {
		d, err := time.ParseDuration(age)
		if err != nil || d <= 0 {
			return p, false, fmt.Errorf("port field %s: max_age %q must be a positive duration such as 20ms", f.Name, age)
		}
		p.options.MaxAge = d
	}
	return p, true, nil
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

// validPort refuses names that cannot stand behind the dot of a path.
func validPort(name string) error {
	for _, r := range name {
		ok := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-' || r == '/'
		if !ok {
			return fmt.Errorf("port name %q may have letters, digits, _, - and /", name)
		}
	}
	if name == "" {
		return errors.New("a port has no name")
	}
	return nil
}

package actors

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Registry holds the kinds of things that an application file can name. A program fills it in plain sight: nothing is
// registered by importing a package.
type Registry struct{ kinds map[kindKey]*Kind }

// kindKey: kinds of different roles may share a name.
type kindKey struct {
	role Role
	name string
}

// NewRegistry returns an empty registry.
func NewRegistry() *Registry { return &Registry{kinds: map[kindKey]*Kind{}} }

// Role says where in an application file a kind may stand.
type Role string

// The roles of kinds.
const (
	RoleController Role = "controller"
	RoleModel      Role = "model"
	RoleObserver   Role = "observer"
	RolePlanner    Role = "planner"
	RoleDriver     Role = "driver"
	RolePlant      Role = "plant"
)

// Kind is a named kind of actor, driver or plant with typed options.
type Kind struct {
	Name string
	Role Role
	Doc  string
	// Options lists the options in the order of the struct's fields.
	Options []OptionInfo
	// Ports lists the ports that the struct's fields declare; a kind may add others when it is configured.
	Ports []PortInfo

	defaults any // a pointer to the struct with its defaults
}

// OptionInfo describes an option: a field with a tag such as
//
//	Stiffness messages.NewtonMetersPerRadian `option:"stiffness" doc:"spring of the joint" min:"0"`
//
// Its type is a number, a boolean, a string, a time.Duration, a quantity with a unit, or a slice, an array or a struct
// of these; fields of inner structs have option tags too. The other tags are doc, which every option has; required:"true";
// min and max, which bound a number, the elements of a list of numbers, or a duration in seconds; one_of:"a,b" for strings;
// and unit:"rad" for plain numbers, which have no type that names it; unit:"rad|m" where it depends on a joint.
type OptionInfo struct {
	Name, Doc, Unit string
	// Type is number, integer, boolean, string, duration, list or group.
	Type string
	// Default is what holds when a file says nothing; Required means that a file must say something.
	Default  string
	Required bool
	// Min and Max bound numbers; nil means no bound. OneOf lists the words that a string may be.
	Min, Max *float64
	OneOf    []string
	// Fields are the options of a group, or of the elements of a list of groups.
	Fields []OptionInfo
	// Path is the index of the field, for reflect's FieldByIndex, in its own struct.
	Path []int
}

// Register adds a kind. Defaults is a struct whose fields with an `option` tag are the options, and whose pointer is the
// actor, or the maker of a driver or plant. Every actor, and every incarnation of it, gets a copy of its own.
func Register[T any](r *Registry, name string, role Role, doc string, defaults T) error {
	return r.register(name, role, doc, &defaults)
}

// register is [Register] with a pointer to the defaults: all of it that needs no type of its own.
func (r *Registry) register(name string, role Role, doc string, defaults any) error {
	v := reflect.ValueOf(defaults).Elem()
	if err := checkKind(r, name, role, doc, v.Type()); err != nil {
		return err
	}
	options, err := optionsOf(v, name)
	if err != nil {
		return err
	}
	if err := checkOptions(options, name); err != nil {
		return err
	}
	ports, err := declaredPorts(v, nil)
	if err != nil {
		return fmt.Errorf("kind %q: %w", name, err)
	}
	k := &Kind{Name: name, Role: role, Doc: doc, Options: options, defaults: defaults}
	for _, p := range ports {
		k.Ports = append(k.Ports, PortInfo{Name: p.name, Input: p.binder.direction(), Optional: p.options.Optional, Type: strings.TrimPrefix(reflect.TypeOf(p.address).Elem().String(), "actors."), Doc: p.options.Doc, MaxAge: p.options.MaxAge})
	}
	if r.kinds == nil {
		r.kinds = map[kindKey]*Kind{}
	}
	r.kinds[kindKey{role, name}] = k
	return nil
}

// Kind returns the kind with that name. The error lists the kinds of that role that there are.
func (r *Registry) Kind(name string, role Role) (*Kind, error) {
	if r == nil {
		return nil, fmt.Errorf("type %q is unknown, since there is no registry; make one with NewRegistry or kinds.Standard", name)
	}
	if k, ok := r.kinds[kindKey{role, name}]; ok {
		return k, nil
	}
	for _, k := range r.Kinds() {
		if k.Name == name {
			return nil, fmt.Errorf("type %q is a %s, not a %s; known %ss: %s", name, k.Role, role, role, strings.Join(r.Names(role), ", "))
		}
	}
	return nil, fmt.Errorf("type %q is unknown; known %ss: %s", name, role, strings.Join(r.Names(role), ", "))
}

// Names lists the names of the kinds of a role, or of all with an empty role.
func (r *Registry) Names(role Role) []string {
	var names []string
	for _, k := range r.Kinds() {
		if role == "" || k.Role == role {
			names = append(names, k.Name)
		}
	}
	return names
}

// Kinds lists every kind by role, then name; none without a registry.
func (r *Registry) Kinds() []*Kind {
	if r == nil {
		return nil
	}
	all := slices.Collect(maps.Values(r.kinds))
	slices.SortStableFunc(all, func(a, b *Kind) int {
		return cmp.Or(cmp.Compare(a.Role, b.Role), cmp.Compare(a.Name, b.Name))
	})
	return all
}

// Instance returns a pointer to a new struct of the kind with its defaults, to be filled with options.
func (k *Kind) Instance() any {
	return Fresh(k.defaults)
}

// Fresh returns a pointer to a copy of an instance, for the next incarnation. Slices of exported fields are copied, too:
// what one incarnation writes into its options, no other one finds there.
func Fresh(instance any) any {
	v := reflect.ValueOf(instance).Elem()
	c := reflect.New(v.Type())
	c.Elem().Set(v)
	ownSlices(c.Elem())
	return c.Interface()
}

// ownSlices gives a value arrays of its own.
func ownSlices(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() {
				ownSlices(f)
			}
		}
	case reflect.Array, reflect.Slice:
		if v.Kind() == reflect.Slice && !v.IsNil() {
			c := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
			reflect.Copy(c, v)
			v.Set(c)
		}
		switch v.Type().Elem().Kind() {
		case reflect.Struct, reflect.Array, reflect.Slice:
			for i := range v.Len() {
				ownSlices(v.Index(i))
			}
		}
	}
}

// holdsItself reports whether values of a type have values of the same type in them, in slices.
func holdsItself(t reflect.Type) bool {
	var holds func(inner reflect.Type, within []reflect.Type) bool
	holds = func(inner reflect.Type, within []reflect.Type) bool {
		switch inner.Kind() {
		case reflect.Slice, reflect.Array:
			return holds(inner.Elem(), within)
		case reflect.Struct:
			if slices.Contains(within, inner) {
				return true
			}
			for i := range inner.NumField() {
				if holds(inner.Field(i).Type, append(within, inner)) {
					return true
				}
			}
		}
		return false
	}
	return holds(t, nil)
}

func optionsOf(v reflect.Value, path string) ([]OptionInfo, error) {
	var options []OptionInfo
	for i := range v.NumField() {
		f := v.Type().Field(i)
		tag, ok := f.Tag.Lookup("option")
		if f.Anonymous && f.Type.Kind() == reflect.Struct && !ok {
			inner, err := optionsOf(v.Field(i), path)
			if err != nil {
				return nil, err
			}
			for _, o := range inner {
				o.Path = append([]int{i}, o.Path...)
				options = append(options, o)
			}
			continue
		}
		if !ok {
			continue
		}
		o, err := optionOf(f, v.Field(i), path+"."+tag)
		if err != nil {
			return nil, err
		}
		o.Name, o.Path = tag, []int{i}
		options = append(options, o)
	}
	return options, nil
}

func optionOf(f reflect.StructField, v reflect.Value, path string) (o OptionInfo, err error) {
	if !f.IsExported() {
		return o, fmt.Errorf("option %s: field %s must be exported", path, f.Name)
	}
	o.Doc, o.Unit = f.Tag.Get("doc"), f.Tag.Get("unit")
	if o.Doc == "" {
		return o, fmt.Errorf("option %s needs a doc tag", path)
	}
	if text, ok := f.Tag.Lookup("required"); ok {
		if o.Required, err = strconv.ParseBool(text); err != nil {
			return o, fmt.Errorf("option %s: required %q; expected true or false", path, text)
		}
	}
	if words := f.Tag.Get("one_of"); words != "" {
		o.OneOf = strings.Split(words, ",")
	}
	for _, b := range []struct {
		tag string
		to  **float64
	}{{"min", &o.Min}, {"max", &o.Max}} {
		if text, ok := f.Tag.Lookup(b.tag); ok {
			bound, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return o, fmt.Errorf("option %s: %s %q is no number", path, b.tag, text)
			}
			*b.to = &bound
		}
	}
	if err := typed(&o, f.Type, v, path); err != nil {
		return o, err
	}
	if err := checkTags(f, path); err != nil {
		return o, err
	}
	if err := checkDefault(&o, v, path); err != nil {
		return o, err
	}
	if !o.Required && o.Type != "group" && o.Type != "list" {
		o.Default = fmt.Sprint(v.Interface())
	}
	return o, nil
}

// checkTags refuses tags that the type of a field gives no meaning: nothing would look at them.
func checkTags(f reflect.StructField, path string) error {
	one := f.Type // of what a list holds, the value itself elsewhere
	for one.Kind() == reflect.Slice || one.Kind() == reflect.Array {
		one = one.Elem()
	}
	if words, ok := f.Tag.Lookup("one_of"); ok {
		if one.Kind() != reflect.String {
			return fmt.Errorf("option %s: one_of %q is for words, and nothing would keep %s to it", path, words, f.Type)
		}
		for word := range strings.SplitSeq(words, ",") {
			if word == "" || strings.TrimSpace(word) != word {
				return fmt.Errorf("option %s: one_of %q has the word %q; expected words without blanks around them, as %q", path, words, word, "red,green")
			}
		}
	}
	for _, tag := range []string{"min", "max"} {
		bound, ok := f.Tag.Lookup(tag)
		if number := one.Kind() == reflect.Float64 || one.Kind() >= reflect.Int && one.Kind() <= reflect.Uint64; ok && !number {
			return fmt.Errorf("option %s: %s %q bounds numbers and durations, and nothing would keep %s to it", path, tag, bound, f.Type)
		}
	}
	unit, ok := f.Tag.Lookup("unit")
	if own, is := reflect.Zero(one).Interface().(Unit); ok && is && own.Unit() != unit {
		return fmt.Errorf("option %s: unit %q, but %s is in %s; expected no unit tag", path, unit, one, own.Unit())
	}
	return nil
}

// Unit is implemented by quantities.
type Unit interface{ Unit() string }

// typed finds out what an option of that type takes.
func typed(o *OptionInfo, t reflect.Type, v reflect.Value, path string) (err error) {
	if t.Implements(reflect.TypeFor[Unit]()) {
		o.Unit = reflect.Zero(t).Interface().(Unit).Unit()
	}
	switch {
	case t == reflect.TypeFor[time.Duration]():
		o.Type = "duration"
	case t.Kind() == reflect.Float64:
		o.Type = "number"
	case t.Kind() >= reflect.Int && t.Kind() <= reflect.Uint64:
		o.Type = "integer"
	case t.Kind() == reflect.Bool:
		o.Type = "boolean"
	case t.Kind() == reflect.String:
		o.Type = "string"
	case t.Kind() == reflect.Slice || t.Kind() == reflect.Array:
		element := OptionInfo{}
		if err := typed(&element, t.Elem(), reflect.New(t.Elem()).Elem(), path+"[]"); err != nil {
			return err
		}
		o.Type, o.Fields = "list", element.Fields
		if element.Unit != "" {
			o.Unit = element.Unit
		}
	case t.Kind() == reflect.Struct:
		if holdsItself(t) {
			return fmt.Errorf("option %s has type %s, which holds itself; expected a struct whose depth is known", path, t)
		}
		o.Type = "group"
		if o.Fields, err = optionsOf(v, path); err == nil && len(o.Fields) == 0 {
			return fmt.Errorf("option %s has type %s, a struct without options of its own: nothing could be given; its fields need option tags", path, t)
		}
		return err
	default:
		return fmt.Errorf("option %s has type %s; expected a number, a boolean, a string, a duration, a quantity, or a list or struct of these", path, t)
	}
	return nil
}

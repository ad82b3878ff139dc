package app

import (
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/worlds/internal/strictyaml"
)

// optionSet is what became of the options of one kind: the struct that they were written into, and
// where each stands.
type optionSet struct {
	instance any
	// at has the cursor of every value that the file gives, by its path below the options:
	// "gains.stiffness", "wheels[2]".
	at map[string]cursor
	// all has the options in which the file names all joints.
	all []allOption
}

// decodeOptions writes the options of a file into a new instance of a kind. Value is the mapping
// behind the key options, and found is false where the file has none; owner is what options are
// missing from then.
func decodeOptions(kind *actors.Kind, options cursor, found bool, owner cursor) optionSet {
	set := optionSet{instance: kind.Instance(), at: map[string]cursor{}}
	if !found {
		options = owner.child(&strictyaml.Node{Kind: strictyaml.Mapping, Offset: owner.Offset}, "options")
	}
	set.group(kind.Options, reflect.ValueOf(set.instance).Elem(), options, "")
	return set
}

// group writes a mapping into a struct whose options are known. What a group requires is required
// where the group is given; a group that is required itself must be given.
func (s *optionSet) group(options []actors.OptionInfo, into reflect.Value, from cursor, path string) {
	names := make([]string, len(options))
	for i := range options {
		names[i] = options[i].Name
	}
	f := from.fields(names...)
	for i := range options {
		o := &options[i]
		value, found := f.get(o.Name)
		switch {
		case found:
			s.value(o, into.FieldByIndex(o.Path), value, childPath(path, o.Name))
		case o.Required:
			f.need(o.Name, describeOption(o))
		}
	}
}

// value writes one value. The option's unit, bounds and words hold for the elements of lists, too.
func (s *optionSet) value(o *actors.OptionInfo, into reflect.Value, from cursor, path string) {
	s.at[path] = from
	switch {
	case into.Type() == reflect.TypeFor[time.Duration]():
		if d, ok := from.duration(-1 << 63); ok && inRange(o, d.Seconds(), from, "s") {
			into.SetInt(int64(d))
		}
	case into.Kind() == reflect.Float64:
		switch v, ok := from.quantity(o.Unit); {
		case !ok:
			delete(s.at, path) // refused: nothing more is said of it
		case inRange(o, v, from, o.Unit):
			into.SetFloat(v)
		}
	case into.CanInt(), into.CanUint():
		s.integer(o, into, from)
	case into.Kind() == reflect.Bool:
		if v, ok := from.boolean(); ok {
			into.SetBool(v)
		}
	case into.Kind() == reflect.String:
		s.text(o, into, from)
	case into.Kind() == reflect.Struct:
		s.group(o.Fields, into, from, path)
	default:
		s.elements(o, into, from, path)
	}
}

func (s *optionSet) integer(o *actors.OptionInfo, into reflect.Value, from cursor) {
	v, ok := from.integer("a whole number")
	if !ok || !inRange(o, float64(v), from, o.Unit) {
		return
	}
	switch {
	case into.CanInt() && !into.OverflowInt(v):
		into.SetInt(v)
	case into.CanUint() && v >= 0 && !into.OverflowUint(uint64(v)):
		into.SetUint(uint64(v))
	default:
		from.refuse(fmt.Sprintf("the value %d is out of range", v), "a value that fits into "+into.Kind().String(), "")
	}
}

func (s *optionSet) text(o *actors.OptionInfo, into reflect.Value, from cursor) {
	var v string
	var ok bool
	if len(o.OneOf) > 0 {
		v, ok = from.word(o.OneOf...)
	} else {
		v, ok = from.str("a string")
	}
	if ok {
		into.SetString(v)
	}
}

// elements writes a list into a slice or an array. A list that the file gives replaces the default.
func (s *optionSet) elements(o *actors.OptionInfo, into reflect.Value, from cursor, path string) {
	if from.isAll() && takesAll(o.Name, into.Type()) {
		s.all = append(s.all, allOption{into, from, path})
		return
	}
	items := from.elements(describeOption(o))
	if items == nil {
		return
	}
	if into.Kind() == reflect.Array {
		if len(items) != into.Len() {
			from.refuse(fmt.Sprintf("the list has %d elements", len(items)), fmt.Sprintf("%d elements", into.Len()), "")
			return
		}
	} else {
		into.Set(reflect.MakeSlice(into.Type(), len(items), len(items)))
	}
	for i, item := range items {
		s.value(o, into.Index(i), item, elementPath(path, i))
	}
}

// inRange reports whether a number is within the bounds of an option, and refuses it otherwise. The
// bounds of a duration are in seconds.
func inRange(o *actors.OptionInfo, v float64, at cursor, unit string) bool {
	if (o.Min == nil || v >= *o.Min) && (o.Max == nil || v <= *o.Max) {
		return true
	}
	at.refuse(fmt.Sprintf("the value %s is out of range", withUnit(v, unit)), rangeText(o, unit), "")
	return false
}

// rangeText describes the bounds of an option, which has at least one.
func rangeText(o *actors.OptionInfo, unit string) string {
	switch {
	case o.Max == nil:
		return "at least " + withUnit(*o.Min, unit)
	case o.Min == nil:
		return "at most " + withUnit(*o.Max, unit)
	}
	return withUnit(*o.Min, unit) + " to " + withUnit(*o.Max, unit)
}

func withUnit(v float64, unit string) string {
	if unit == "" {
		return fmt.Sprintf("%g", v)
	}
	return fmt.Sprintf("%g %s", v, strings.ReplaceAll(unit, "|", " or "))
}

// describeOption says in a line what an option takes.
func describeOption(o *actors.OptionInfo) string {
	text := map[string]string{"number": "a number", "integer": "a whole number", "boolean": "true or false", "string": "a string",
		"duration": durationForm, "list": "a list", "group": "a mapping"}[o.Type]
	if len(o.OneOf) > 0 {
		text = oneOf(o.OneOf)
		if o.Type == "list" {
			text = "a list of " + text
		}
	}
	if o.Unit != "" {
		text += " in " + strings.ReplaceAll(o.Unit, "|", " or ")
	}
	if o.Min != nil || o.Max != nil {
		unit := o.Unit
		if o.Type == "duration" {
			unit = "s"
		}
		text += ", " + rangeText(o, unit)
	}
	if o.Doc != "" {
		text += ": " + o.Doc
	}
	return text
}

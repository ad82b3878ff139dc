// Package options reads the options of a kind from the fields and tags of its struct.
package options

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Option describes an option: a field with an option tag. Package actors documents the tags.
type Option struct {
	Name, Doc, Unit string
	// Type is number, integer, boolean, string, duration, list or group.
	Type string
	// Default is the value without an entry in the file; Required means that the file must have an
	// entry.
	Default  string
	Required bool
	// Min and Max bound numbers; nil means no bound. OneOf lists the words that a string may be.
	Min, Max *float64
	OneOf    []string
	// Fields are the options of a group, or of the elements of a list of groups.
	Fields []Option
	// Path is the index of the field in its own struct, for reflect's FieldByIndex.
	Path []int
}

// Of returns the options of a struct, whose fields hold the defaults. Errors start with the path.
func Of(v reflect.Value, path string) ([]Option, error) {
	options, err := optionsOf(v, path)
	if err != nil {
		return nil, err
	}
	return options, checkOptions(options, path)
}

// holdsItself reports whether values of a type contain values of the same type, in slices.
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

func optionsOf(v reflect.Value, path string) ([]Option, error) {
	var options []Option
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if err := CheckTag(f); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
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

func optionOf(f reflect.StructField, v reflect.Value, path string) (o Option, err error) {
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
				return o, fmt.Errorf("option %s: %s %q is not a number; expected %s", path, b.tag, text, boundExample(f.Type))
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

// checkTags rejects tags that have no meaning for the type of the field.
func checkTags(f reflect.StructField, path string) error {
	one := f.Type // of what a list holds, the value itself elsewhere
	for one.Kind() == reflect.Slice || one.Kind() == reflect.Array {
		one = one.Elem()
	}
	if words, ok := f.Tag.Lookup("one_of"); ok {
		if one.Kind() != reflect.String {
			return fmt.Errorf("option %s: one_of %q is for strings, not for %s", path, words, f.Type)
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
			return fmt.Errorf("option %s: %s %q is for numbers and durations, not for %s", path, tag, bound, f.Type)
		}
	}
	unit, ok := f.Tag.Lookup("unit")
	if own, is := reflect.Zero(one).Interface().(quantity); ok && is && own.Unit() != unit {
		return fmt.Errorf("option %s: unit %q, but %s is in %s; expected no unit tag", path, unit, one, own.Unit())
	}
	return nil
}

// quantity is a number with a unit.
type quantity interface{ Unit() string }

// typed sets the type of an option.
func typed(o *Option, t reflect.Type, v reflect.Value, path string) (err error) {
	if t.Implements(reflect.TypeFor[quantity]()) {
		o.Unit = reflect.Zero(t).Interface().(quantity).Unit()
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
		element := Option{}
		if err := typed(&element, t.Elem(), reflect.New(t.Elem()).Elem(), path+"[]"); err != nil {
			return err
		}
		o.Type, o.Fields = "list", element.Fields
		if element.Unit != "" {
			o.Unit = element.Unit
		}
	case t.Kind() == reflect.Struct:
		if holdsItself(t) {
			return fmt.Errorf("option %s has type %s, which contains itself; expected a struct of finite depth", path, t)
		}
		o.Type = "group"
		if o.Fields, err = optionsOf(v, path); err == nil && len(o.Fields) == 0 {
			return fmt.Errorf("option %s has type %s, a struct without options; its fields need option tags", path, t)
		}
		return err
	default:
		return fmt.Errorf("option %s has type %s; expected a number, a boolean, a string, a duration, a quantity, or a list or struct of these", path, t)
	}
	return nil
}

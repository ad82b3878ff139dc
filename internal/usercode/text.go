package usercode

import (
	"fmt"
	"reflect"
)

// text returns a value as text. It calls the value's own methods. A value that refers to itself, or
// is very large, is only named by its type: fmt would not end.
func text(value any) string {
	switch v := value.(type) {
	case nil:
		return "nil"
	case string:
		return limited(v)
	case error, fmt.Stringer, fmt.Formatter:
		return limited(fmt.Sprint(v))
	}
	left := maxNodes
	if !bounded(reflect.ValueOf(value), &left, maxTextDepth) {
		return fmt.Sprintf("a value of type %T", value)
	}
	return limited(fmt.Sprint(value))
}

// maxTextDepth bounds how deeply values that become text are nested.
const maxTextDepth = 20

// bounded reports whether a value has few elements.
func bounded(v reflect.Value, left *int, depth int) bool {
	if *left--; *left < 0 || depth == 0 {
		return false
	}
	switch v.Kind() {
	case reflect.String:
		*left -= v.Len() / 64
		return *left >= 0
	case reflect.Interface, reflect.Pointer:
		return v.IsNil() || bounded(v.Elem(), left, depth-1)
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if !bounded(v.Index(i), left, depth-1) {
				return false
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if !bounded(v.Field(i), left, depth-1) {
				return false
			}
		}
	case reflect.Map:
		for entries := v.MapRange(); entries.Next(); {
			if !bounded(entries.Key(), left, depth-1) || !bounded(entries.Value(), left, depth-1) {
				return false
			}
		}
	}
	return true
}

// limited cuts a text that is too long.
func limited(s string) string {
	if len(s) <= maxText {
		return s
	}
	return fmt.Sprintf("%s... (%d bytes)", s[:maxText], len(s))
}

package options

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

// name is the form of the names of kinds and options in application files.
var name = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// IsName reports whether a text can name a kind or an option: small letters, digits and
// underscores.
func IsName(text string) bool { return name.MatchString(text) }

// checkOptions checks the options of one struct and of the structs within.
func checkOptions(options []Option, path string) error {
	var errs []error
	for i := range options {
		o := &options[i]
		at := path + "." + o.Name
		if !IsName(o.Name) {
			errs = append(errs, fmt.Errorf("option %s: expected a name of small letters, digits and underscores", at))
		}
		if slices.ContainsFunc(options[:i], func(other Option) bool { return other.Name == o.Name }) {
			errs = append(errs, fmt.Errorf("option %s: two fields have this name", at))
		}
		if o.Min != nil && o.Max != nil && *o.Min > *o.Max {
			errs = append(errs, fmt.Errorf("option %s: no number is at least %g and at most %g", at, *o.Min, *o.Max))
		}
		errs = append(errs, checkOptions(o.Fields, at))
	}
	return errors.Join(errs...)
}

// checkDefault checks the default of an option. The zero value means no default, and may lie
// outside of the bounds.
func checkDefault(o *Option, v reflect.Value, path string) error {
	if v.IsZero() {
		return nil
	}
	if len(o.OneOf) > 0 && v.Kind() == reflect.String && !slices.Contains(o.OneOf, v.String()) {
		return fmt.Errorf("option %s: its default %q is not one of %s", path, v.String(), strings.Join(o.OneOf, ", "))
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

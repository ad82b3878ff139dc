// Package optioncheck collects errors about options: each names the option, the invalid value and
// the valid ones.
package optioncheck

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Errors collects the errors about some options. The zero value has none.
type Errors struct {
	// Joint is the joint that the options belong to, or empty.
	Joint string

	all []error
}

// Add adds an error about the option at path. Expected says what would be valid; it may be empty.
func (e *Errors) Add(path, expected, format string, args ...any) {
	e.all = append(e.all, &messages.OptionError{Path: path, Joint: e.Joint, Err: fmt.Errorf(format, args...), Expected: expected})
}

// Unknown adds an error about a name that is not among the known ones. What names the kind of the
// object, as "joint".
func (e *Errors) Unknown(path, what, name string, known []string) {
	e.all = append(e.all, &messages.OptionError{Path: path, Joint: e.Joint, Err: fmt.Errorf("unknown %s %q", what, name),
		Unknown: name, Known: known})
}

// In adds the errors of err with path in front of the path of each.
func (e *Errors) In(path string, err error) {
	if err != nil {
		e.all = append(e.all, messages.InOption(path, err))
	}
}

// Count returns the number of errors.
func (e *Errors) Count() int { return len(e.all) }

// Err returns all errors, joined, or nil.
func (e *Errors) Err() error { return errors.Join(e.all...) }

// Positive checks that value is finite and above 0, and returns it.
func (e *Errors) Positive(path string, value float64) float64 {
	if !(value > 0) || math.IsInf(value, 1) {
		e.Add(path, "a finite number above 0", "%s is %g", last(path), value)
	}
	return value
}

// AtLeast checks that value is finite and not below least, and returns it.
func (e *Errors) AtLeast(path string, value, least float64) float64 {
	if !(value >= least) || math.IsInf(value, 1) {
		e.Add(path, fmt.Sprintf("a finite number of at least %g", least), "%s is %g", last(path), value)
	}
	return value
}

// Within checks that value is at least low and at most high, and returns it. The unit, which begins
// with a blank, may be empty.
func (e *Errors) Within(path string, value, low, high float64, unit string) float64 {
	if !(value >= low && value <= high) {
		e.Add(path, fmt.Sprintf("%g to %g%s", low, high, unit), "%s is %g%s", last(path), value, unit)
	}
	return value
}

// Duration checks that value is at least low and at most high, and returns it; it returns standard
// where value is zero.
func (e *Errors) Duration(path string, value, standard, low, high time.Duration) time.Duration {
	if value == 0 {
		return standard
	}
	if value < low || value > high {
		e.Add(path, fmt.Sprintf("%s to %s", low, high), "%s is %s", last(path), value)
	}
	return value
}

// last is the last element of a path.
func last(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// Or returns value, or standard where value is zero.
func Or(value, standard float64) float64 {
	if value == 0 {
		return standard
	}
	return value
}

// OrLimit returns value, or where that is zero the limit if it is finite.
func OrLimit(value, limit float64) float64 {
	if value == 0 && !math.IsInf(limit, 1) {
		return limit
	}
	return value
}

// Finite reports whether no value is infinite or NaN.
func Finite(values ...float64) bool {
	for _, x := range values {
		if x-x != 0 {
			return false
		}
	}
	return true
}

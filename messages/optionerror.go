package messages

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// OptionError is an error about one option of an actor, a drive or a plant. Its fields locate the
// error, so that a program that read the options from a file can report the line. The text of an
// error is for people only.
type OptionError struct {
	// Path is the option as application files name it, such as "servos[2].velocity_limit". It is
	// empty where the error concerns all options together.
	Path string
	// Joint is the joint that the error concerns, or empty.
	Joint string
	// Err says what is invalid.
	Err error
	// Expected says what would be valid, or is empty.
	Expected string
	// Unknown is the name that was not found among Known, or empty. Both serve the hint at the
	// nearest known name.
	Unknown string
	// Known lists the valid names, or is nil.
	Known []string
}

// Error returns the path, the joint, the problem, what was expected and the known names.
func (e *OptionError) Error() string {
	var b strings.Builder
	if e.Path != "" {
		b.WriteString(e.Path + ": ")
	}
	if e.Joint != "" {
		fmt.Fprintf(&b, "joint %q: ", e.Joint)
	}
	b.WriteString(e.Err.Error())
	if e.Expected != "" {
		b.WriteString("; expected " + e.Expected)
	}
	if len(e.Known) > 0 {
		b.WriteString("; known: " + strings.Join(e.Known, ", "))
	}
	return b.String()
}

// Unwrap returns the problem.
func (e *OptionError) Unwrap() error { return e.Err }

// InOption returns err with path in front of the path of every OptionError in it. Errors joined
// with errors.Join are located one by one; any other error becomes an OptionError at path. InOption
// of nil is nil.
func InOption(path string, err error) error {
	var all []error
	for _, one := range Each(err) {
		located := &OptionError{Path: path, Err: one}
		if inner, is := one.(*OptionError); is {
			copied := *inner
			copied.Path = joinPath(path, inner.Path)
			located = &copied
		}
		all = append(all, located)
	}
	return errors.Join(all...)
}

// joinPath joins two paths of options: "servos" and "[2].gain" to "servos[2].gain", "grasps[0]" and
// "body" to "grasps[0].body".
func joinPath(outer, inner string) string {
	if outer == "" || inner == "" || strings.HasPrefix(inner, "[") {
		return outer + inner
	}
	return outer + "." + inner
}

// Each returns the errors that err joins with errors.Join, at any depth, or err alone. It returns
// none for nil.
func Each(err error) []error {
	joined, is := err.(interface{ Unwrap() []error })
	switch {
	case err == nil:
		return nil
	case !is || reflect.TypeOf(err) != joinedType:
		return []error{err}
	}
	var all []error
	for _, one := range joined.Unwrap() {
		all = append(all, Each(one)...)
	}
	return all
}

// joinedType is the type of what errors.Join returns: the only one whose text is that of its parts.
var joinedType = reflect.TypeOf(errors.Join(errors.New("")))

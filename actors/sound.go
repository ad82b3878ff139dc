package actors

import (
	"errors"
	"fmt"
	"reflect"
)

// sound returns an error of a user's code, or one that says what is wrong with it where its own methods panic: most of
// all a nil pointer in an error, which is not nil. What becomes of an error is asked of it outside of the actor's code,
// where a panic would end the program.
func sound(err error) error {
	if err == nil || panics(err) == nil {
		return err
	}
	err = culprit(err)
	if v := reflect.ValueOf(err); v.Kind() == reflect.Pointer && v.IsNil() {
		return fmt.Errorf("a nil %T was returned as an error, which is not nil: return nil itself where nothing is wrong", err)
	}
	return fmt.Errorf("an error of type %T cannot be read, for its methods fail: %w", err, panics(err))
}

// panics returns how the methods of an error, and of those that it wraps, panic, nil if they do not.
func panics(err error) (caught error) {
	defer func() {
		if r := recover(); r != nil {
			caught = fmt.Errorf("panic: %v", r)
		}
	}()
	_ = err.Error()
	_ = errors.Is(err, errNobodys) // asks every error of the tree
	return nil
}

// errNobodys is returned by nobody.
var errNobodys = errors.New("nobody returns this")

// culprit returns the innermost error whose methods panic of one that does.
func culprit(err error) error {
	for _, inner := range wrapped(err) {
		if inner != nil && panics(inner) != nil {
			return culprit(inner)
		}
	}
	return err
}

// wrapped returns what an error wraps, nothing where it cannot be asked.
func wrapped(err error) (inner []error) {
	defer func() {
		if recover() != nil {
			inner = nil
		}
	}()
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		return []error{e.Unwrap()}
	case interface{ Unwrap() []error }:
		return e.Unwrap()
	}
	return nil
}

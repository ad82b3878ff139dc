// Package sound reads the errors of a user's code where a panic would end the program.
package sound

import (
	"errors"
	"fmt"
	"reflect"
)

// Error returns an error of a user's code, or one that says what is wrong with it where its own methods panic, or those
// of an error that it wraps: most of all a nil pointer in an error, which is not nil. What becomes of an error is asked of
// it outside of the code that returned it.
func Error(err error) error {
	if err == nil {
		return nil
	}
	bad, within, how := culprit(err)
	if bad == nil {
		return err
	}
	words := fmt.Errorf("an error of type %T cannot be read, for its methods fail: %w", bad, how)
	if v := reflect.ValueOf(bad); v.Kind() == reflect.Pointer && v.IsNil() {
		words = fmt.Errorf("a nil %T was returned as an error, which is not nil: return nil itself where nothing is wrong", bad)
	}
	if said, panics := text(err); within && panics == nil {
		return fmt.Errorf("%s: %w", said, words)
	}
	return words
}

// culprit returns the innermost error of a tree whose methods panic, whether another one wraps it, and how they panic;
// nil if there is none.
func culprit(err error) (bad error, within bool, how error) {
	inner, how := wrapped(err)
	for _, e := range inner {
		if e == nil {
			continue
		}
		if bad, _, how := culprit(e); bad != nil {
			return bad, true, how
		}
	}
	if how == nil {
		_, how = text(err)
	}
	if how == nil {
		how = asked(err)
	}
	if how == nil {
		return nil, false, nil
	}
	return err, false, how
}

// text returns what an error says, or how that panics.
func text(err error) (said string, panics error) {
	defer caught(&panics)
	return err.Error(), nil
}

// wrapped returns what an error wraps, or how that panics.
func wrapped(err error) (inner []error, panics error) {
	defer caught(&panics)
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		inner = []error{e.Unwrap()}
	case interface{ Unwrap() []error }:
		inner = e.Unwrap()
	}
	return inner, nil
}

// asked returns how an error panics that is asked whether it is another one, or as which type it can be taken.
func asked(err error) (panics error) {
	defer caught(&panics)
	if e, can := err.(interface{ Is(error) bool }); can {
		e.Is(errNobodys)
	}
	var none *nobodys
	if e, can := err.(interface{ As(any) bool }); can {
		e.As(&none)
	}
	return nil
}

func caught(panics *error) {
	if r := recover(); r != nil {
		*panics = fmt.Errorf("panic: %v", r)
	}
}

// nobodys is an error that nobody returns.
type nobodys struct{}

func (*nobodys) Error() string { return "nobody returns this" }

var errNobodys = errors.New("nobody returns this either")

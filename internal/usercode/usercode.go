// Package usercode calls the code of users, and turns what would end the program into an error: a
// panic, and an error whose own methods panic.
package usercode

import (
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
)

// PanicError is a recovered panic.
type PanicError struct {
	Value any
	// Stack is where the panic came from; empty where the caller keeps it elsewhere.
	Stack string
}

// Error returns the value of the panic as text.
func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v", e.Value) }

// Unwrap returns the value of the panic if the value is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return Readable(err)
}

// StackOf returns the stack of the panic that an error wraps, empty without one.
func StackOf(err error) string {
	var p *PanicError
	if errors.As(err, &p) {
		return p.Stack
	}
	return ""
}

// Call calls fn and returns its error. A panic of fn is returned as a PanicError. All methods of
// the returned error are safe to call.
func Call(fn func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &PanicError{Value: r, Stack: string(debug.Stack())}
		}
	}()
	return Readable(fn())
}

// Readable returns err, or another error in its place if methods of err, or of an error that err
// wraps, panic. The usual reason is a nil pointer in an error value, which is not nil.
func Readable(err error) (readable error) {
	at := err
	defer func() {
		if r := recover(); r == nil {
			return
		} else if v := reflect.ValueOf(at); v.Kind() == reflect.Pointer && v.IsNil() {
			readable = fmt.Errorf("a nil %T was returned as an error, which is not nil: return nil itself for no error", at)
		} else {
			readable = fmt.Errorf("the methods of an error of type %T panic: %v", at, r)
		}
	}()
	read(err, &at)
	return err
}

// read calls every method of an error and of the errors that it wraps, and notes in at whose
// methods it calls.
func read(err error, at *error) {
	if err == nil {
		return
	}
	*at = err
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		read(e.Unwrap(), at)
	case interface{ Unwrap() []error }:
		for _, inner := range e.Unwrap() {
			read(inner, at)
		}
	}
	*at = err
	_ = err.Error()
	if e, can := err.(interface{ Is(error) bool }); can {
		e.Is(errUnused)
	}
	if e, can := err.(interface{ As(any) bool }); can {
		e.As(new(*unusedError))
	}
}

// unusedError is the type of an error that nothing returns.
type unusedError struct{}

func (*unusedError) Error() string { return "unused" }

var errUnused error = &unusedError{}

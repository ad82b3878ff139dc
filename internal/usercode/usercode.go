// Package usercode calls code of users and contains what it does: a panic, the end of its
// goroutine, a call that does not return, and errors and panic values whose methods do any of
// these.
package usercode

import (
	"errors"
	"fmt"
	"runtime/debug"
	"time"
)

// ErrGoexit is the error of code that ends its goroutine.
var ErrGoexit = errors.New("runtime.Goexit was called, as testing.T.FailNow does; return an error instead")

// ErrBlocks is wrapped by the error of code that does not return within its limit.
var ErrBlocks = errors.New("its code does not return")

// PanicError is a recovered panic.
type PanicError struct {
	Value any
	// Stack is where the panic came from; empty where the caller keeps it elsewhere.
	Stack string

	text    string // of Value
	where   string // file:line of the code that panicked, empty if unknown
	wrapped error  // Value if it is an error; its methods call no code of users
}

// NewPanicError describes a recovered panic. It calls the methods of the value, once: the methods
// of the result call no code of users. The deferred function that recovers calls it, so that it
// finds the line that panicked.
func NewPanicError(value any) *PanicError {
	e := &PanicError{Value: value, where: where(value)}
	if err, is := value.(error); is {
		e.wrapped = Readable(err)
		e.text = e.wrapped.Error()
	} else {
		e.text = text(value)
	}
	return e
}

// Error returns the value of the panic as text, and the line that panicked.
func (e *PanicError) Error() string {
	if e.where == "" {
		return "panic: " + e.text
	}
	return "panic: " + e.text + " (" + e.where + ")"
}

// Unwrap returns the value of the panic if the value is an error.
func (e *PanicError) Unwrap() error { return e.wrapped }

// StackOf returns the stack of the panic that an error wraps, empty without one.
func StackOf(err error) string {
	var p *PanicError
	if errors.As(err, &p) {
		return p.Stack
	}
	return ""
}

// Call calls fn and returns its error. A panic of fn is returned as a PanicError. The methods of
// the returned error call no code of users.
func Call(fn func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			stack := string(debug.Stack())
			p := NewPanicError(r)
			p.Stack = stack
			err = p
		}
	}()
	return Readable(fn())
}

// CallWithin is Call on a goroutine of its own. If fn has not returned after limit, CallWithin
// returns an error that wraps ErrBlocks, and fn keeps its goroutine: no goroutine can be killed.
func CallWithin(limit time.Duration, fn func() error) error {
	returned := make(chan error, 1)
	go func() {
		err := ErrGoexit
		defer func() { returned <- err }()
		err = Call(fn)
	}()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case err := <-returned:
		return err
	case <-timer.C:
	}
	select {
	case err := <-returned: // both were ready
		return err
	default:
		return fmt.Errorf("%w within %v", ErrBlocks, limit)
	}
}

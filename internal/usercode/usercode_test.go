package usercode

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

type slip struct{ cause error }

func (s *slip) Error() string { return "slip: " + s.cause.Error() }
func (s *slip) Unwrap() error { return s.cause }

type speechless struct{}

func (speechless) Error() string { panic("no words") }

type touchy struct{}

func (touchy) Error() string   { return "touchy" }
func (touchy) Is(error) bool   { panic("do not ask") }
func (touchy) As(any) bool     { return false }
func (touchy) Unwrap() []error { return []error{nil} }

var errPlain = errors.New("plain")

func TestAnErrorWhoseMethodsPanicIsReplaced(t *testing.T) {
	const nilSlip = "a nil *usercode.slip was returned as an error, which is not nil: return nil itself for no error"
	for _, c := range []struct {
		err  error
		want string
	}{
		{(*slip)(nil), nilSlip},
		{fmt.Errorf("3 exchanges failed: %w", (*slip)(nil)), nilSlip},
		{errors.Join(errPlain, (*slip)(nil)), nilSlip},
		{&slip{speechless{}}, "the methods of an error of type usercode.speechless panic: no words"},
		{speechless{}, "the methods of an error of type usercode.speechless panic: no words"},
		{touchy{}, "the methods of an error of type usercode.touchy panic: do not ask"},
		{fmt.Errorf("outer: %w", touchy{}), "the methods of an error of type usercode.touchy panic: do not ask"},
	} {
		if got := Readable(c.err); got.Error() != c.want || errors.Is(got, errPlain) {
			t.Errorf("got %q, expected %q", got, c.want)
		}
	}
}

func TestAnErrorThatCanBeReadStaysItself(t *testing.T) {
	for _, err := range []error{nil, errPlain, fmt.Errorf("x: %w", errPlain), errors.Join(errPlain, nil, errPlain), &slip{errPlain}} {
		if got := Readable(err); got != err {
			t.Errorf("%v became %v", err, got)
		}
	}
}

func TestAPanicIsAnErrorWithItsStackAndWhatItWraps(t *testing.T) {
	err := Call(func() error { panic(errPlain) })
	if err.Error() != "panic: plain" || !errors.Is(err, errPlain) || !strings.Contains(StackOf(fmt.Errorf("x: %w", err)), "usercode_test.go") {
		t.Errorf("got %v with the stack %q", err, StackOf(err))
	}
	if err := Call(func() error { panic((*slip)(nil)) }); errors.Is(err, errPlain) {
		t.Errorf("got %v", err)
	}
	if err := Call(func() error { return errPlain }); err != errPlain || StackOf(err) != "" {
		t.Errorf("got %v with the stack %q", err, StackOf(err))
	}
}

package usercode

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

type slip struct{ cause error }

func (s *slip) Error() string { return "slip: " + s.cause.Error() }
func (s *slip) Unwrap() error { return s.cause }

type speechless struct{}

func (speechless) Error() string { panic("no words") }

// uncomparable cannot be compared with ==.
type uncomparable struct{ parts []error }

func (u uncomparable) Error() string   { return "parts" }
func (u uncomparable) Unwrap() []error { return u.parts }

// once answers one call of each method, and panics at the second.
type once struct{ said, unwrapped bool }

func (o *once) Error() string {
	if o.said {
		panic("asked twice")
	}
	o.said = true
	return "once"
}

func (o *once) Unwrap() error {
	if o.unwrapped {
		panic("unwrapped twice")
	}
	o.unwrapped = true
	return errPlain
}

func (o *once) Is(error) bool          { panic("Is was called") }
func (o *once) As(any) bool            { panic("As was called") }
func (o *once) Format(fmt.State, rune) { panic("Format was called") }

// round wraps itself.
type round struct{}

func (round) Error() string   { return "round" }
func (r round) Unwrap() error { return r }

// wide wraps itself many times over.
type wide struct{}

func (wide) Error() string     { return "wide" }
func (w wide) Unwrap() []error { return []error{w, w, w, w} }

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
	} {
		if got := Readable(c.err); got.Error() != c.want || errors.Is(got, errPlain) {
			t.Errorf("got %q, expected %q", got, c.want)
		}
	}
}

func TestPlainErrorsOfTheLibraryStayThemselves(t *testing.T) {
	_, missing := os.Open("nowhere/at/all")
	located := &messages.OptionError{Path: "a.b", Err: errPlain}
	for _, err := range []error{nil, errPlain, fmt.Errorf("x: %w", errPlain), errors.Join(errPlain, nil, errPlain), missing, located} {
		if got := Readable(err); got != err {
			t.Errorf("%v became %v", err, got)
		}
	}
	if !errors.Is(Readable(&slip{missing}), fs.ErrNotExist) {
		t.Error("the kind of a missing file was lost")
	}
}

func TestAnErrorOfAUserIsFoundAndItsMethodsAreCalledOnce(t *testing.T) {
	o := &once{}
	got := Readable(fmt.Errorf("tick: %w", errors.Join(&named{"slip", o}, uncomparable{[]error{nil, errPlain}})))
	for range 3 {
		text := fmt.Sprintf("%v %+v %s", got, got, got)
		if strings.Count(text, "tick: slip\nparts") != 3 {
			t.Fatalf("got %q", text)
		}
	}
	var s *named
	var asked *once
	var parts uncomparable
	if !errors.Is(got, errPlain) || !errors.Is(got, o) || errors.Is(got, fs.ErrExist) || errors.Is(got, uncomparable{}) {
		t.Error("errors.Is does not find what the error wraps")
	}
	if !errors.As(got, &s) || !errors.As(got, &asked) || asked != o || !errors.As(got, &parts) || len(parts.parts) != 2 {
		t.Error("errors.As does not find what the error wraps")
	}
	if again := Readable(got); again != got {
		t.Errorf("%v became %v", got, again)
	}
}

func TestTheLocationOfAnOptionIsKept(t *testing.T) {
	o := &once{}
	errs := messages.Each(Readable(errors.Join(&messages.OptionError{Path: "a.b", Joint: "j", Err: o}, errPlain)))
	located, is := errs[0].(*messages.OptionError)
	if len(errs) != 2 || !is || located.Path != "a.b" || located.Joint != "j" || located.Error() != `a.b: joint "j": once` || located.Error() == "" {
		t.Errorf("got %v", errs)
	}
}

func TestAnErrorThatWrapsItselfEnds(t *testing.T) {
	ring := &slip{}
	ring.cause = &named{"a", nil}
	ring.cause.(*named).cause = ring.cause
	long := errPlain
	for range 10 * maxDepth {
		long = &named{"long", long}
	}
	for _, err := range []error{round{}, wide{}, ring, long, fmt.Errorf("outer: %w", round{}), errors.Join(wide{}, round{})} {
		got := Readable(err)
		if !strings.Contains(got.Error(), err.Error()) || !strings.Contains(got.Error(), "wraps itself, or more than 100 others") {
			t.Errorf("%v became %v", err, got)
		}
		if errors.Is(got, errPlain) || errors.As(got, new(*PanicError)) {
			t.Errorf("%v is something else", got)
		}
	}
	if huge := Readable(&named{strings.Repeat("x", 1<<20), nil}).Error(); len(huge) > maxText+100 {
		t.Errorf("a text of %d bytes", len(huge))
	}
}

// named has a text that does not depend on what it wraps.
type named struct {
	text  string
	cause error
}

func (n *named) Error() string { return n.text }
func (n *named) Unwrap() error { return n.cause }

func TestAPanicIsAnErrorWithItsStackAndWhatItWraps(t *testing.T) {
	err := Call(func() error { panic(errPlain) })
	if !strings.HasPrefix(err.Error(), "panic: plain (usercode_test.go:") || !errors.Is(err, errPlain) || !strings.Contains(StackOf(fmt.Errorf("x: %w", err)), "usercode_test.go") {
		t.Errorf("got %v with the stack %q", err, StackOf(err))
	}
	if err := Call(func() error { panic((*slip)(nil)) }); errors.Is(err, errPlain) {
		t.Errorf("got %v", err)
	}
	if err := Call(func() error { return errPlain }); err != errPlain || StackOf(err) != "" {
		t.Errorf("got %v with the stack %q", err, StackOf(err))
	}
}

func TestThePanicOfACallNamesItsLine(t *testing.T) {
	var table map[string]int
	var none *named
	for name, fn := range map[string]func() error{
		"panic":       func() error { panic("plain") },
		"nil map":     func() error { table["x"] = 1; return nil },
		"nil pointer": func() error { none.text = "x"; return nil },
		"index":       func() error { _ = []int{}[len(table)]; return nil },
		"deferred":    func() error { defer func() { panic(recover()) }(); panic("first") },
	} {
		if err := Call(fn); !strings.Contains(err.Error(), " (usercode_test.go:") {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if err := Call(func() error { panic(Injected("injected")) }); err.Error() != "panic: injected" {
		t.Errorf("got %v, expected no line of an injected panic", err)
	}
}

// loud panics in String.
type loud struct{}

func (loud) String() string { panic("loud") }

// A value that holds itself ends the program where fmt prints it.
func TestAnyValueOfAPanicIsTextOfBoundedLength(t *testing.T) {
	self := []any{nil}
	self[0] = self
	loop := map[string]any{}
	loop["x"] = loop
	for want, value := range map[string]any{
		"panic: 7": 7, "panic: {1 [2 3]}": struct {
			a int
			b []int
		}{1, []int{2, 3}},
		"panic: a value of type []interface {}":          self,
		"panic: a value of type map[string]interface {}": loop,
		"panic: a value of type [1000000]int":            [1000000]int{},
		"PANIC=String method: loud":                      loud{},
		"wraps itself":                                   round{},
		"(1048576 bytes)":                                strings.Repeat("x", 1<<20),
		"panic called with nil argument":                 nil,
	} {
		err := Call(func() error { panic(value) })
		if got := err.Error(); !strings.Contains(got, want) || len(got) > maxText+100 {
			t.Errorf("got %.200q, expected %q", got, want)
		}
	}
}

func TestCallWithinNamesWhatDoesNotReturn(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	for want, fn := range map[error]func() error{
		errPlain:  func() error { return errPlain },
		ErrBlocks: func() error { <-release; return nil },
		ErrGoexit: func() error { runtime.Goexit(); return nil },
		nil:       func() error { return nil },
	} {
		limit := time.Minute
		if want == ErrBlocks {
			limit = time.Millisecond
		}
		if got := CallWithin(limit, fn); !errors.Is(got, want) {
			t.Errorf("got %v, expected %v", got, want)
		}
	}
	if err := CallWithin(time.Minute, func() error { panic(errPlain) }); !errors.Is(err, errPlain) || StackOf(err) == "" {
		t.Errorf("got %v", err)
	}
}

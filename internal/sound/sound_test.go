package sound

import (
	"errors"
	"fmt"
	"testing"
)

type slip struct{ cause error }

func (s *slip) Error() string { return "slip: " + s.cause.Error() }

type speechless struct{}

func (speechless) Error() string { panic("no words") }

type touchy struct{}

func (touchy) Error() string   { return "touchy" }
func (touchy) Is(error) bool   { panic("do not ask") }
func (touchy) As(any) bool     { return false }
func (touchy) Unwrap() []error { return []error{nil} }

var errSound = errors.New("sound")

func TestAnErrorThatCannotBeReadIsToldInWords(t *testing.T) {
	const nilSlip = "a nil *sound.slip was returned as an error, which is not nil: return nil itself where nothing is wrong"
	for _, c := range []struct {
		err  error
		want string
	}{
		{(*slip)(nil), nilSlip},
		{fmt.Errorf("3 exchanges failed: %w", (*slip)(nil)), "3 exchanges failed: <nil>: " + nilSlip},
		{errors.Join(errSound, (*slip)(nil)), nilSlip},
		{&slip{speechless{}}, "an error of type *sound.slip cannot be read, for its methods fail: panic: no words"},
		{speechless{}, "an error of type sound.speechless cannot be read, for its methods fail: panic: no words"},
		{touchy{}, "an error of type sound.touchy cannot be read, for its methods fail: panic: do not ask"},
		{fmt.Errorf("outer: %w", touchy{}), "outer: touchy: an error of type sound.touchy cannot be read, for its methods fail: panic: do not ask"},
	} {
		if got := Error(c.err); got.Error() != c.want || errors.Is(got, errSound) {
			t.Errorf("got %q, expected %q", got, c.want)
		}
	}
}

func TestASoundErrorStaysWhatItIs(t *testing.T) {
	for _, err := range []error{nil, errSound, fmt.Errorf("x: %w", errSound), errors.Join(errSound, nil, errSound), &slip{errSound}} {
		if got := Error(err); got != err {
			t.Errorf("%v became %v", err, got)
		}
	}
}

package actors

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// slip is an error type whose methods need a value: a nil pointer to it in an error is the slip.
type slip struct{ cause error }

func (s *slip) Error() string { return "slip: " + s.cause.Error() }
func (s *slip) Unwrap() error { return s.cause }

// slipped returns what a function with the result *slip returns where nothing is wrong, as an
// error.
func slipped() error { return (*slip)(nil) }

const aboutTheSlip = "a nil *actors.slip was returned as an error, which is not nil"

// Each of these ended the program, in real time too: what an error says was asked outside of the
// actor's code.
func TestANilPointerInAnErrorIsAFailureOfTheActorThatReturnsIt(t *testing.T) {
	lives := 0
	for name, s := range map[string]*script{
		"start": {start: func(_ *scripted, c *Context) error { return firstLife(c) }},
		"tick":  {tick: func(_ *scripted, t *Tick) error { return firstLife(t.Context) }},
		"wrapped": {tick: func(_ *scripted, t *Tick) error {
			if err := firstLife(t.Context); err != nil {
				return fmt.Errorf("while reading: %w", err)
			}
			return nil
		}},
		"joined": {tick: func(_ *scripted, t *Tick) error { return errors.Join(nil, firstLife(t.Context)) }},
		"receive": {
			start:   func(_ *scripted, c *Context) error { return c.Send("w/a", 1) },
			receive: func(_ *scripted, c *Context, _ any) error { return firstLife(c) },
		},
		"configure of the second life": {
			configure: func(*scripted, *Setup) error { lives++; return map[bool]error{true: slipped()}[lives == 2] },
			tick:      func(_ *scripted, t *Tick) error { return map[bool]error{true: errScripted}[t.Incarnation() == 1] },
		},
	} {
		t.Run(name, func(t *testing.T) {
			sys := virtual(t, Application{Actors: []Spec{s.spec("w/a", 10*ms)}})
			if err := sys.Advance(time.Second); err != nil {
				t.Fatal(err)
			}
			h := sys.Health()[0]
			if !strings.Contains(h.LastError, aboutTheSlip) || h.Restarts == 0 {
				t.Errorf("%d restarts, the last error is %q; expected one that says %q", h.Restarts, h.LastError, aboutTheSlip)
			}
		})
	}
}

// firstLife slips in the first incarnation only.
func firstLife(c *Context) error {
	if c.Incarnation() > 1 {
		return nil
	}
	return slipped()
}

func TestANilPointerInAnErrorOfStopFenceOrConfigureIsReportedInWords(t *testing.T) {
	stops := &script{stop: func(*scripted, *Context, StopReason) error { return slipped() }}
	sys := virtual(t, Application{Actors: []Spec{stops.spec("w/a", 10*ms)}})
	if err := sys.Stop(context.Background()); err == nil || !strings.Contains(err.Error(), aboutTheSlip) {
		t.Errorf("Stop: %v, expected an error with %q", err, aboutTheSlip)
	}

	var told []string
	fences := &script{
		tick:  func(_ *scripted, t *Tick) error { return map[bool]error{true: errScripted}[t.Incarnation() == 1] },
		fence: func(messages.Instant, messages.Cause) error { return slipped() },
	}
	sys = virtual(t, Application{Actors: []Spec{fences.spec("w/a", 10*ms)}}, WithEvents(func(e messages.Event) { told = append(told, e.Text) }))
	if err := sys.Advance(50 * ms); err != nil || !strings.Contains(strings.Join(told, "\n"), "the safe command failed: "+aboutTheSlip) {
		t.Errorf("error %v, events %q; expected one about %q", err, told, aboutTheSlip)
	}

	configures := &script{configure: func(*scripted, *Setup) error { return slipped() }}
	_, err := New(Application{Actors: []Spec{configures.spec("w/a", 10*ms)}})
	if named := new(ConfigureError); !errors.As(err, &named) || named.Actor != "w/a" || !strings.Contains(err.Error(), "w/a: "+aboutTheSlip) {
		t.Errorf("New: %v, expected a ConfigureError with %q", err, aboutTheSlip)
	}
}

func TestARequesterReceivesWordsWhereTheRefusalIsANilPointer(t *testing.T) {
	refuses := &script{receive: func(_ *scripted, c *Context, _ any) error { c.Refuse(slipped()); return nil }}
	sys := virtual(t, Application{Actors: []Spec{refuses.spec("w/a", 10*ms)}})
	var got error
	if err := sys.Request("w/a", 1, func(_ any, err error) { got = err }); err != nil {
		t.Fatal(err)
	}
	if err := sys.Advance(50 * ms); err != nil || got == nil || !strings.Contains(got.Error(), aboutTheSlip) {
		t.Errorf("error %v, answer %v; expected %q", err, got, aboutTheSlip)
	}
}

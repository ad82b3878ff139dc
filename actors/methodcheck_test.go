package actors

import (
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

type ticking struct{}

func (*ticking) Tick(*Tick) error { return nil }

type stopsWithoutReason struct{ ticking }

func (*stopsWithoutReason) Stop(*Context) error { return nil }

type startsWithoutError struct{ ticking }

func (*startsWithoutError) Start(*Context) {}

type receivesTheOtherWayRound struct{ ticking }

func (*receivesTheOtherWayRound) Receive(any, *Context) error { return nil }

type fencesWithoutCause struct{ ticking }

func (*fencesWithoutCause) Fence(messages.Instant) error { return nil }

type configuresWithoutError struct{ ticking }

func (*configuresWithoutError) Configure(*Setup) {}

type ticksWithoutError struct{}

func (*ticksWithoutError) Tick(*Tick) {}

// motion has methods of the runtime's names that are its own affair.
type motion struct{ ticking }

func (*motion) Start(speed float64) bool { return speed > 0 }
func (*motion) Stop()                    {}
func (*motion) Receive(any) error        { return nil }

// A driver's Stop that was never called stopped nothing, and nobody said so.
func TestAMethodThatWouldNeverBeCalledIsRefused(t *testing.T) {
	for want, make := range map[string]func() any{
		"w/a: *actors.stopsWithoutReason has a method Stop(*actors.Context) error, which is never called; expected Stop(*actors.Context, actors.StopReason) error": func() any { return &stopsWithoutReason{} },
		"has a method Start(*actors.Context), which is never called; expected Start(*actors.Context) error":                                                        func() any { return &startsWithoutError{} },
		"has a method Receive(any, *actors.Context) error, which is never called; expected Receive(*actors.Context, any) error":                                    func() any { return &receivesTheOtherWayRound{} },
		"has a method Fence(messages.Instant) error, which is never called; expected Fence(messages.Instant, messages.Cause) error":                                func() any { return &fencesWithoutCause{} },
		"has a method Configure(*actors.Setup), which is never called; expected Configure(*actors.Setup) error":                                                    func() any { return &configuresWithoutError{} },
		"has a method Tick(*actors.Tick), which is never called; expected Tick(*actors.Tick) error":                                                                func() any { return &ticksWithoutError{} },
	} {
		_, err := New(Application{Actors: []Spec{{Name: "w/a", Period: ms, New: make}}}, WithVirtualTime())
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, expected %q", err, want)
		}
	}
	if _, err := New(Application{Actors: []Spec{{Name: "w/a", Period: ms, New: func() any { return &motion{} }}}}, WithVirtualTime()); err != nil {
		t.Errorf("methods that are the actor's own affair: %v", err)
	}
}

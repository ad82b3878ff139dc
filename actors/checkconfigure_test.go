package actors

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

func TestOneActorIsConfiguredWithoutASystem(t *testing.T) {
	var refused *ConfigureError
	spec := Spec{Name: "w/refusing", New: func() any { return &refusing{} }, Period: 1}
	if err := CheckConfigure(spec); !errors.As(err, &refused) || refused.Actor != "w/refusing" {
		t.Errorf("got %v, want a ConfigureError of w/refusing", err)
	}
	spec.New = func() any { return &jointSource{} }
	if err := CheckConfigure(spec); err != nil {
		t.Errorf("an actor that accepts its options is rejected: %v", err)
	}
	spec.New = func() any { panic("no such device") }
	if err := CheckConfigure(spec); err == nil {
		t.Error("a panic of a constructor is not reported")
	}
}

// unsized has an output whose sizes its Configure does not give.
type unsized struct {
	Phase Out[messages.Signals] `port:"phase"`
}

func (*unsized) Tick(*Tick) error { return nil }

func TestAnErrorOfAPortSaysWhoseItIs(t *testing.T) {
	_, err := New(Application{Actors: []Spec{{Name: "w/unsized", Period: time.Millisecond, New: func() any { return &unsized{} }}}})
	var of *ActorError
	if !errors.As(err, &of) || of.Actor != "w/unsized" || !strings.Contains(err.Error(), `output w/unsized.phase: messages.Signals needs the size of dimension "signals"`) {
		t.Errorf("got %v", err)
	}
}

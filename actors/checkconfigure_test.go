package actors

import (
	"errors"
	"testing"
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

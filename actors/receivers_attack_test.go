package actors

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

// policyFunc is a policy made of a function.
type policyFunc func() Decision

func (p policyFunc) Decide(*Failure, []string, float64) Decision { return p() }

func TestAPolicyThatDoesNotDecideEndsTheApplication(t *testing.T) {
	over := make(chan struct{})
	defer close(over)
	for name, policy := range map[string]policyFunc{
		"blocks": func() Decision { <-over; return Decision{} },
		"exits":  func() Decision { runtime.Goexit(); return Decision{} },
		"panics": func() Decision { panic("hostile") },
	} {
		s := &script{tick: func(*scripted, *Tick) error { return errScripted }}
		sys := started(t, Application{Actors: []Spec{s.spec("w/a", ms)}, Groups: []Group{{Name: "w", Policy: policy}}})
		<-sys.Halted()
		var f *Failure
		if reason := sys.HaltReason(); !strings.Contains(reason.Error(), `the policy of supervisor "w" failed`) || !errors.As(reason, &f) || f.Actor != "w/a" {
			t.Errorf("%s: ended with %v", name, reason)
		}
		stop(t, sys)
	}
}

func TestAReceiverOfEventsThatEndsItsGoroutineEndsTheApplicationOnly(t *testing.T) {
	var j journal
	sys := started(t, Application{Actors: []Spec{counting().spec("w/a", ms)}}, WithEvents(func(e messages.Event) {
		j.add("%s", e)
		if e.Kind == messages.EventStarted {
			runtime.Goexit()
		}
	}))
	<-sys.Halted()
	if reason := sys.HaltReason(); !strings.Contains(reason.Error(), "a receiver of events or a recorder failed: runtime.Goexit was called") {
		t.Errorf("ended with %v", reason)
	}
	stop(t, sys)
	if text := j.String(); !strings.Contains(text, "stopped") {
		t.Errorf("later events were lost: %s", text)
	}
}

// A back-off ends although a function of At does not return.
func TestAScheduledFunctionThatBlocksDelaysNoRestart(t *testing.T) {
	over := make(chan struct{})
	s := &script{tick: func(_ *scripted, t *Tick) error { return failing(t.Incarnation() == 1, errScripted) }}
	sys := started(t, Application{Actors: []Spec{s.spec("w/a", ms)}})
	sys.At(0, func() { <-over })
	eventually(t, "it has restarted", func() bool { h := healthOf(t, sys, "w/a"); return h.Restarts == 1 && h.State == "running" })
	err := sys.Stop(context.Background())
	if err == nil || !strings.Contains(err.Error(), "the goroutine of scheduled functions did not end") {
		t.Errorf("Stop returned %v", err)
	}
	close(over)
}

func TestAScheduledFunctionThatEndsItsGoroutineEndsTheApplication(t *testing.T) {
	sys := started(t, Application{Actors: []Spec{counting().spec("w/a", ms)}})
	sys.At(0, runtime.Goexit)
	<-sys.Halted()
	if reason := sys.HaltReason(); !strings.Contains(reason.Error(), "a function scheduled for 0.000000s failed: runtime.Goexit was called") {
		t.Errorf("ended with %v", reason)
	}
	stop(t, sys)
}

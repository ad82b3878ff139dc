package actors

import (
	"context"
	"fmt"
	"testing"
	"time"
)

// Faults may be injected before the start, with either clock: they act from the first instant on.
func TestAFaultThatIsInjectedBeforeTheStartActsFromTheStart(t *testing.T) {
	for _, options := range [][]Option{nil, {WithVirtualTime()}} {
		sys, err := New(Application{Name: t.Name(), Actors: []Spec{counting().spec("w/a", 10*ms), (&script{}).spec("w/b", 10*ms)},
			Links: []Link{{From: "w/a.out", To: "w/b.in"}}}, append(options, WithFaults())...)
		if err != nil {
			t.Fatal(err)
		}
		inject(t, sys, Fault{Kind: FaultDrop, Target: "w/a.out", Probability: 1})
		inject(t, sys, Fault{Kind: FaultError, Target: "w/b"})
		if err := sys.Start(context.Background()); err != nil {
			t.Fatal(err)
		}
		eventually(t, "the fault of the actor has happened", func() bool {
			if sys.Virtual() {
				advance(t, sys, 100*ms)
			}
			return healthOf(t, sys, "w/b").Restarts > 0
		})
		stop(t, sys)
		if l := sys.Links()[0]; l.Dropped == 0 || healthOf(t, sys, "w/b").Inputs[0].Received > 0 {
			t.Errorf("the fault of the link has not happened: %+v", l)
		}
	}
}

// An actor that was stopped before its turn to start came is never started, and the others are.
func TestAnActorThatIsStoppedBeforeTheStartStaysStopped(t *testing.T) {
	for _, options := range [][]Option{nil, {WithVirtualTime()}} {
		var j journal
		says := &script{start: func(_ *scripted, c *Context) error { j.add("%s starts", c.Name()); return nil }}
		sys, err := New(Application{Name: t.Name(), Actors: []Spec{says.spec("w/a", 10*ms), says.spec("w/b", 0)}}, append(options, WithFaults())...)
		if err != nil {
			t.Fatal(err)
		}
		inject(t, sys, Fault{Kind: FaultStopActor, Target: "w/a"})
		inject(t, sys, Fault{Kind: FaultStopActor, Target: "w/a"})
		if err := sys.Start(context.Background()); err != nil {
			t.Fatal(err)
		}
		j.wants(t, "w/b starts")
		if state := healthOf(t, sys, "w/a").State; state != "stopped" {
			t.Errorf("w/a is %s", state)
		}
		stop(t, sys)
	}
}

// Nothing that is asked of a system that has stopped reaches anybody, and nothing panics.
func TestFaultsOfASystemThatHasStoppedAreHarmless(t *testing.T) {
	for _, options := range [][]Option{nil, {WithVirtualTime()}} {
		sys := started(t, Application{Actors: []Spec{counting().spec("w/a", 10*ms), counting().spec("w/b", 0)}}, append(options, WithFaults())...)
		stop(t, sys)
		for _, f := range []Fault{
			{Kind: FaultError, Target: "*", Duration: 10 * ms}, {Kind: FaultStopActor, Target: "*"}, {Kind: FaultParentDies, Target: "*"},
			{Kind: FaultFlood, Target: "*", Count: 100}, {Kind: FaultSuspend, Target: "*", Delay: 5 * ms},
		} {
			inject(t, sys, f)
		}
		sys.At(5, func() { t.Error("something was called after the stop") })
		sys.ClearFaults()
		if err := sys.Send("w/b", 1); err == nil {
			t.Error("a message was taken")
		}
	}
}

// A supervisor may answer the failure of the first actor with the end of siblings that have not
// started yet.
func TestASiblingThatIsToStopBeforeItsStartIsNotStarted(t *testing.T) {
	var j journal
	failing := &script{start: func(*scripted, *Context) error { return errScripted }}
	says := &script{start: func(_ *scripted, c *Context) error { j.add("%s starts", c.Name()); return nil }}
	sys := virtual(t, Application{
		Actors: []Spec{failing.spec("w/a", 0), says.spec("w/b", 10*ms), says.spec("v/c", 10*ms)},
		Groups: []Group{{Name: "w", Policy: always{Decision{Action: StopActor, Also: []string{"w/a", "w/b"}}}}},
	})
	advance(t, sys, time.Second)
	j.wants(t, "v/c starts")
	if states := statesOf(sys); states != "w/a stopped w/b stopped v/c running " {
		t.Errorf("got %s", states)
	}
	if err := sys.Send("w/b", 1); err == nil {
		t.Error("an actor that will not start takes a message")
	}
}

// A group that is stopped while the system starts begins none of its actors any more: nobody would
// supervise them.
func TestAGroupThatIsStoppedDuringTheStartBeginsNothing(t *testing.T) {
	for _, options := range [][]Option{nil, {WithVirtualTime()}} {
		var j journal
		failing := &script{start: func(*scripted, *Context) error { return errScripted }}
		says := &script{start: func(_ *scripted, c *Context) error { j.add("%s starts", c.Name()); return nil }}
		var sys *System
		ended := &script{start: func(*scripted, *Context) error { // until what the application has decided is carried out
			for _, i := range []int{0, 2, 3} { // all of w
				for !sys.Virtual() && sys.cells()[i].state.Load() != stateStopped {
					time.Sleep(100 * time.Microsecond)
				}
			}
			return nil
		}}
		below := says.spec("w/below", 0)
		below.Group = "below"
		sys, err := New(Application{
			Name:   t.Name(),
			Actors: []Spec{failing.spec("w/a", 0), ended.spec("v/waits", 0), says.spec("w/b", 10*ms), below, says.spec("v/c", 10*ms)},
			Groups: []Group{{Name: "w", Policy: always{Decision{Action: Escalate}}}, {Name: "below", Parent: "w"}},
			Policy: always{Decision{Action: StopActor}},
		}, options...)
		if err != nil {
			t.Fatal(err)
		}
		if err := sys.Start(context.Background()); err != nil {
			t.Fatal(err)
		}
		j.wants(t, "v/c starts")
		if states := statesOf(sys); states != "w/a stopped v/waits running w/b stopped w/below stopped v/c running " {
			t.Errorf("got %s", states)
		}
		stop(t, sys)
	}
}

// statesOf is each actor with its state, in order.
func statesOf(sys *System) (states string) {
	for _, h := range sys.Health() {
		states += fmt.Sprintf("%s %s ", h.Actor, h.State)
	}
	return states
}

package actors

import (
	"errors"
	"testing"
	"time"
)

// The requester of an actor whose code does not return gets an error when the actor is replaced:
// about the request that it hangs on, about those that it kept, and about those that waited.
func TestEveryRequestOfAnActorThatHangsIsAnswered(t *testing.T) {
	free := make(chan struct{})
	defer close(free)
	var late *Deferred
	hangs := &script{receive: func(_ *scripted, c *Context, message any) error {
		if message == "keep" {
			late = c.Defer()
			return nil
		}
		<-free
		c.Reply("too late")
		return nil
	}}
	spec := hangs.spec("w/a", 0)
	spec.HangAfter = 50 * ms
	sys := started(t, Application{Actors: []Spec{spec}})
	answers := map[string]chan error{}
	for _, message := range []string{"keep", "hang", "wait"} {
		answer := make(chan error, 2)
		answers[message] = answer
		if err := sys.Request("w/a", message, func(_ any, err error) { answer <- err }); err != nil {
			t.Fatal(err)
		}
	}
	for message, answer := range answers {
		select {
		case err := <-answer:
			if !errors.Is(err, ErrRestarted) {
				t.Errorf("%s: got %v", message, err)
			}
		case <-time.After(20 * time.Second):
			t.Errorf("%s: nobody answered", message)
		}
	}
	if late.Open() || late.Reply("too late") {
		t.Error("a request of an incarnation that was replaced still takes an answer")
	}
}

// What an actor keeps while it is replaced is answered too.
func TestARequestThatIsKeptTooLateIsAnswered(t *testing.T) {
	var all taken
	all.abandon("w/a", ErrRestarted)
	var got error
	r := &request{answer: func(_ any, err error) { got = err }}
	if err := all.keep(r, 10); !errors.Is(err, ErrRestarted) {
		t.Errorf("got %v", err)
	}
	all.receive(r)
	all.abandon("w/a", ErrStopped)
	if !errors.Is(got, ErrStopped) {
		t.Errorf("got %v", got)
	}
}

// An injected failure comes in place of a message; the sender of a request gets it as an error.
func TestARequestThatAnInjectedFailureTookIsAnswered(t *testing.T) {
	for _, kind := range []FaultKind{FaultError, FaultPanic, FaultGoexit, FaultHang} {
		answers := receiving{func(c *Context, _ any) error { c.Reply("done"); return nil }}
		sys := virtual(t, Application{Actors: []Spec{{Name: "w/a", New: func() any { r := answers; return &r }}}})
		inject(t, sys, Fault{Kind: kind, Target: "w/a"})
		var got []error
		if err := sys.Request("w/a", 1, func(_ any, err error) { got = append(got, err) }); err != nil {
			t.Fatal(err)
		}
		advance(t, sys, time.Minute)
		if len(got) != 1 || got[0] == nil {
			t.Errorf("%s: answered with %v", kind, got)
		}
	}
}

// receiving is an actor without ticks.
type receiving struct {
	receive func(*Context, any) error
}

func (r *receiving) Receive(c *Context, message any) error { return r.receive(c, message) }

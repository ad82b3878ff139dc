package actors

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

// misuses are what an actor's goroutine of its own must not do.
var misuses = map[string]func(a *scripted, t *Tick){
	"Context.Send":  func(_ *scripted, t *Tick) { _ = t.Send("w/a", 1) },
	"Context.After": func(_ *scripted, t *Tick) { t.After("x", ms, 1) },
	"Context.Emit":  func(_ *scripted, t *Tick) { t.Emit(messages.Event{Kind: messages.EventNote}) },
	"Context.Ask":   func(_ *scripted, t *Tick) { _ = t.Ask("w/a", 1, ms, func(*Context, any, error) error { return nil }) },
	"Out.Send":      func(a *scripted, t *Tick) { _ = a.Out.Send(t, note{N: 1}) },
	"Out.Publish":   func(a *scripted, t *Tick) { _ = a.Out.Publish(t) },
	"Out.Withdraw":  func(a *scripted, t *Tick) { _ = a.Out.Withdraw(t) },
}

func TestAGoroutineOfAnActorThatUsesItsContextOrOutputsIsNamed(t *testing.T) {
	for name, misuse := range misuses {
		s := &script{tick: func(a *scripted, t *Tick) error {
			var done sync.WaitGroup
			done.Go(func() { misuse(a, t) })
			done.Wait()
			return nil
		}}
		sys := virtual(t, Application{Actors: []Spec{s.spec("w/a", 10*ms)}}, WithGoroutineCheck())
		if err := sys.Advance(time.Second); err == nil || !strings.Contains(err.Error(), "w/a: its Context or one of its outputs was used by another goroutine") {
			t.Errorf("%s: Advance returned %v", name, err)
		}
	}
}

func TestAnActorsOwnUseIsNoMisuse(t *testing.T) {
	s := &script{tick: func(a *scripted, t *Tick) error {
		for _, use := range misuses {
			use(a, t)
		}
		return nil
	}}
	sys := virtual(t, Application{Actors: []Spec{s.spec("w/a", 10*ms)}}, WithGoroutineCheck())
	advance(t, sys, 100*ms)
	done := make(chan error)
	go func() { done <- sys.Advance(100 * ms) }() // another one may advance it
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// Lists of the Context stay intact whatever goroutines do with them: an index out of range in one
// of them ended the process.
func TestGoroutinesThatMisuseAContextDoNotBreakIt(t *testing.T) {
	if testkit.Race {
		t.Skip("the misuse is a data race, which the race detector reports")
	}
	stopped := make(chan struct{})
	var busy sync.WaitGroup
	s := &script{start: func(_ *scripted, c *Context) error {
		for range 4 {
			busy.Go(func() {
				for {
					select {
					case <-stopped:
						return
					default:
						c.After("x", 0, 1)
						_ = c.Ask("w/a", 1, ms, func(*Context, any, error) error { return nil })
						c.Cancel("x")
					}
				}
			})
		}
		return nil
	}}
	sys := started(t, Application{Actors: []Spec{s.spec("w/a", ms)}})
	eventually(t, "it has ticked", func() bool { return healthOf(t, sys, "w/a").Ticks > 50 })
	close(stopped)
	busy.Wait()
	if h := healthOf(t, sys, "w/a"); h.State != "running" || h.Restarts != 0 {
		t.Errorf("%s after %d restarts: %s", h.State, h.Restarts, h.LastError)
	}
}

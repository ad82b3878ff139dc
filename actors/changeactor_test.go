package actors

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

// An actor requests a change from within its tick. The change is made once the cycle is complete,
// and the actor receives the result.
func TestAnActorRequestsAChange(t *testing.T) {
	for clock, options := range map[string][]Option{"virtual": {WithVirtualTime()}, "real": nil} {
		t.Run(clock, func(t *testing.T) {
			results := make(chan string, 10)
			var others journal // ticks of w/b
			asks := &script{tick: func(a *scripted, k *Tick) error {
				if a.ticks != 3 {
					return nil
				}
				result := func(c *Context, err error) error {
					results <- fmt.Sprintf("%s %v", c.Name(), err)
					return nil
				}
				return errors.Join(
					k.Change(Change{Actors: []Spec{counting().spec("w/new", ms)}}, time.Second, result),
					k.Change(Change{Remove: []string{"w/nobody"}}, time.Second, result),
					k.Change(Change{Remove: []string{"w/b"}}, time.Second, result))
			}}
			other := &script{tick: func(_ *scripted, k *Tick) error { others.add("%d", k.Sequence); return nil }}
			sys := started(t, Application{Actors: []Spec{asks.spec("w/a", ms), other.spec("w/b", ms)}}, options...)
			if sys.Virtual() {
				advance(t, sys, 2*ms)
				others.wants(t, "0", "1", "2") // the cycle of the request was completed
				advance(t, sys, 5*ms)
			}
			testkit.MustContain(t, <-results+<-results+<-results, "w/a <nil>", `actor "w/nobody" is unknown`)
			eventually(t, "the new actor ticks", func() bool { return sys.Virtual() || healthOf(t, sys, "w/new").Ticks > 0 })
			if sys.named("w/b") != nil || sys.named("w/new") == nil {
				t.Error("the changes were not made")
			}
		})
	}
}

// What is removed puts its drives into their safe state before any actor stops.
func TestDrivesAreMadeSafeBeforeAnyActorStops(t *testing.T) {
	var calls journal
	noting := func(name string, fences bool) Spec {
		s := &script{stop: func(_ *scripted, _ *Context, r StopReason) error { calls.add("%s stops: %v", name, r); return nil },
			fence: func(_ messages.Instant, cause messages.Cause) error {
				if fences {
					calls.add("%s is made safe: %v", name, cause)
				}
				return nil
			}}
		return s.spec(name, ms)
	}
	sys := virtual(t, Application{Actors: []Spec{noting("w/drives", true), noting("w/controller", false), counting().spec("v/other", ms)}})
	advance(t, sys, 2*ms)
	change(t, sys, Change{Remove: []string{"w/controller", "w/drives"}})
	calls.wants(t, "w/drives is made safe: operator", "w/controller stops: stop", "w/drives stops: stop")
}

// Code of an actor that does not return delays no tick and no later change: it is given up within
// its bound, and named.
func TestCodeThatDoesNotReturnDelaysNobody(t *testing.T) {
	block := make(chan struct{})
	defer close(block)
	blocked := func() error { <-block; return nil }
	hangs := map[string]*script{
		"Configure": {configure: func(a *scripted, _ *Setup) error { return blocked() }},
		"Start":     {start: func(*scripted, *Context) error { return blocked() }},
		"Stop":      {stop: func(*scripted, *Context, StopReason) error { return blocked() }},
	}
	for method, s := range hangs {
		for _, period := range []time.Duration{0, ms} {
			sys := started(t, Application{Actors: []Spec{counting().spec("w/steady", ms)}}, WithStopDeadline(200*ms))
			spec := s.spec("w/hangs", period)
			spec.StartWithin, spec.StopWithin = 20*ms, 20*ms
			ctx, cancel := context.WithTimeout(context.Background(), 100*ms)
			err := sys.Change(ctx, Change{Actors: []Spec{spec}})
			if method == "Stop" && err == nil {
				err = sys.Change(context.Background(), Change{Remove: []string{"w/hangs"}})
			}
			cancel()
			if err == nil {
				t.Errorf("%s of an actor with period %v: no error", method, period)
			} else {
				testkit.MustContain(t, err.Error(), "not return")
			}
			if sys.named("w/hangs") != nil {
				t.Errorf("%s of an actor with period %v: it is still there", method, period)
			}
			if err := sys.HaltReason(); err != nil {
				t.Errorf("%s of an actor with period %v ended the application: %v", method, period, err)
			}
			change(t, sys, Change{Actors: []Spec{counting().spec("w/after", ms)}})
			before := healthOf(t, sys, "w/steady").Ticks
			eventually(t, "the others tick", func() bool { return healthOf(t, sys, "w/steady").Ticks > before+5 })
		}
	}
}

// The thread of a domain makes a change without allocating.
func TestAThreadMakesAChangeWithoutAllocating(t *testing.T) {
	sys := virtual(t, Application{Actors: []Spec{counting().spec("w/a", ms), counting().spec("w/b", 2*ms), counting().spec("w/c", ms)}})
	d, out := sys.domains[0], sys.cells()[0].outputs[0]
	all := func(all []*cell) []*cell { return all }
	if n := testing.AllocsPerRun(1, func() {}); n != 0 {
		t.Fatalf("%v allocations of nothing", n)
	}
	var allocated atomic.Int64
	for range 20 {
		next, sinks := d.arranged(all), out.sinks.Edit(func(all []*link) []*link { return all })
		x := shift{steps: []func(){next.set, func() { out.sinks.Set(sinks) }, sys.cells()[1].inputs[0].detach}, done: make(chan struct{})}
		xs := []shift{x, x}
		xs[1].done = make(chan struct{})
		i := 0
		allocated.Add(int64(testing.AllocsPerRun(1, func() { xs[i].make(); i++ })))
	}
	if n := allocated.Load(); n != 0 {
		t.Errorf("%d allocations", n)
	}
}

// A change waits for an actor that hangs until the watchdog has acted: before, its thread obeys
// nothing, and nothing in it stops.
func TestAChangeWaitsForAnActorThatHangs(t *testing.T) {
	for name, c := range map[string]struct {
		removed, want string
		at            messages.Instant
	}{
		"another actor":              {"w/b", "<nil>", messages.Instant(12 * ms)},
		"an actor beside its thread": {"own/a", "could not be stopped in an orderly way", messages.Instant(12 * ms)},
	} {
		t.Run(name, func(t *testing.T) {
			alone := counting().spec("own/a", ms)
			alone.Domain, alone.HangAfter = "own", 10*ms
			sys := virtual(t, Application{Actors: []Spec{alone, counting().spec("w/b", ms)}, Domains: []DomainSpec{{Name: "own"}}}, WithFaults())
			inject(t, sys, Fault{Kind: FaultHang, Target: "own/a"})
			advance(t, sys, 2500*time.Microsecond)
			var result string
			var at messages.Instant
			if err := sys.RequestChange(Change{Remove: []string{c.removed}}, func(err error) { result, at = fmt.Sprint(err), sys.Now() }); err != nil {
				t.Fatal(err)
			}
			advance(t, sys, 20*ms)
			if testkit.MustContain(t, result, c.want); at < messages.Instant(10*ms) || at > c.at || sys.named(c.removed) != nil || sys.Orphans() != nil {
				t.Errorf("at %v: %s, left %v", at, result, sys.Orphans())
			}
		})
	}
}

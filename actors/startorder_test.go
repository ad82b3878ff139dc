package actors

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/testkit"
)

func TestActorsStartOneAfterTheOtherAcrossTheirGroups(t *testing.T) {
	for name, options := range map[string][]Option{"real": nil, "virtual": {WithVirtualTime()}} {
		t.Run(name, func(t *testing.T) {
			var j journal
			noting := func(actor string, takes time.Duration) Spec {
				s := &script{start: func(*scripted, *Context) error {
					j.add("begins %s", actor)
					time.Sleep(takes)
					j.add("ends %s", actor)
					return nil
				}}
				return s.spec(actor, 10*ms)
			}
			sys, err := New(Application{
				Groups: []Group{{Name: "base"}, {Name: "arm"}},
				Actors: []Spec{noting("base/bus", 5*ms), noting("arm/bus", ms), noting("base/controller", 2*ms), noting("arm/controller", 0)},
			}, options...)
			if err != nil {
				t.Fatal(err)
			}
			if err := sys.Start(context.Background()); err != nil {
				t.Fatal(err)
			}
			j.wants(t, "begins base/bus", "ends base/bus", "begins arm/bus", "ends arm/bus",
				"begins base/controller", "ends base/controller", "begins arm/controller", "ends arm/controller")
			stop(t, sys)
		})
	}
}

func TestAnActorThatHangsInItsStartIsNamed(t *testing.T) {
	release := make(chan struct{})
	sys, err := New(Application{Actors: []Spec{
		(&script{start: func(*scripted, *Context) error { <-release; return nil }}).spec("w/slow", 10*ms),
		(&script{}).spec("w/next", 10*ms)}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*ms)
	defer cancel()
	go func() {
		eventually(t, "the start is given up", sys.stopping.Load)
		close(release)
	}()
	err = sys.Start(ctx)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("got %v", err)
	}
	testkit.MustContain(t, err.Error(), "waiting for w/slow to start")
}

func TestAFunctionThatTakesAReplyAndPanicsStopsTheApplication(t *testing.T) {
	sys := virtual(t, Application{Name: "asked", Actors: []Spec{(&script{}).spec("w/a", 10*ms)}})
	if err := sys.Request("w/a", "question", func(any, error) { panic("of the asking program") }); err != nil {
		t.Fatal(err)
	}
	err := sys.Advance(50 * ms)
	if err == nil {
		t.Fatal("the panic was swallowed")
	}
	testkit.MustContain(t, err.Error(), "the reply handler for w/a failed", "of the asking program")
}

func TestLinksSayTheirEndsTheirBoundAndWhatTheyLost(t *testing.T) {
	sys := virtual(t, pair(counting(), &script{}, 15*ms))
	advance(t, sys, 50*ms)
	links := sys.Links()
	if len(links) != 1 {
		t.Fatalf("got %+v", links)
	}
	if l := links[0]; l.From != "w/a_source.out" || l.To != "w/b_sink.in" || l.MaxAge != 15*ms || l.Dropped != 0 {
		t.Errorf("got %+v", l)
	}
}

func TestAnInputThatLacksAValueForLongAllocatesOnce(t *testing.T) {
	var first, later error
	never := sendingWhile(func(uint64) bool { return false })
	sys := virtual(t, pair(never, &script{tick: func(a *scripted, t *Tick) error {
		_, err := a.In.Fresh(t)
		if first == nil {
			first = err
		}
		later = err
		return nil
	}}, 15*ms))
	advance(t, sys, 50*ms)
	if first != later || !errors.Is(first, ErrNoValue) {
		t.Errorf("got %v, later %v; want one and the same error", first, later)
	}
}

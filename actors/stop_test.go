package actors

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// stubborn is an actor whose Stop fails with err, or does what f does.
func stubborn(f func() error) *script {
	return &script{
		tick: func(*scripted, *Tick) error { return nil },
		stop: func(*scripted, *Context, StopReason) error { return f() },
	}
}

func TestStopNamesEveryActorThatFailedWhileItStopped(t *testing.T) {
	lost, jammed := errors.New("the bus is lost"), errors.New("the brake is jammed")
	app := func() Application {
		return Application{Name: t.Name(), Actors: []Spec{
			stubborn(func() error { return lost }).spec("w/bus", 10*ms),
			stubborn(func() error { return nil }).spec("w/fine", 10*ms),
			stubborn(func() error { panic(jammed) }).spec("w/brake", 10*ms)}}
	}
	for name, options := range map[string][]Option{"virtual": {WithVirtualTime()}, "real": nil} {
		for _, by := range []string{"Stop", "Run"} {
			sys, err := New(app(), append(options, WithStopAfter(50*ms))...)
			if err != nil {
				t.Fatal(err)
			}
			if by == "Run" {
				err = sys.Run(context.Background())
			} else if err = sys.Start(context.Background()); err == nil {
				err = sys.Stop(context.Background())
			}
			e, ok := errors.AsType[*StopError](err)
			if !ok || len(e.Failures) != 2 || e.Failures[0].Actor != "w/brake" || e.Failures[1].Actor != "w/bus" || e.Left != nil {
				t.Fatalf("%s in %s time: %v; expected the failures of w/brake and w/bus", by, name, err)
			}
			if !errors.Is(err, lost) || !errors.Is(err, jammed) || strings.Count(err.Error(), "\n") != 1 {
				t.Errorf("%s in %s time: %v; expected a line for each failure, and the errors themselves", by, name, err)
			}
			if sys.HaltReason() != nil || sys.Stop(context.Background()) != nil {
				t.Errorf("%s in %s time: it was halted by %v, or stops a second time", by, name, sys.HaltReason())
			}
		}
	}
}

// What fails while its supervisor stops it, and the rest goes on, is that supervisor's matter;
// later stops of the system do not report it again.
func TestAnActorThatWasStoppedBeforeIsNoFailureOfTheStop(t *testing.T) {
	s := &script{
		tick: func(*scripted, *Tick) error { return errScripted },
		stop: func(*scripted, *Context, StopReason) error { return fmt.Errorf("again: %w", errScripted) },
	}
	app := Application{Groups: []Group{{Name: "w", Policy: always{Decision{Action: StopActor}}}}, Actors: []Spec{s.spec("w/a", 10*ms)}}
	sys := virtual(t, app)
	advance(t, sys, 20*ms)
	if h := healthOf(t, sys, "w/a"); h.State != "stopped" {
		t.Fatalf("the actor is %+v; expected it to have stopped", h)
	}
	if err := sys.Stop(context.Background()); err != nil {
		t.Errorf("Stop returned %v; the actor had been stopped by its supervisor", err)
	}
}

func TestWhatIsLeftAndWhatFailedAreReportedTogether(t *testing.T) {
	app := Application{Domains: []DomainSpec{{Name: "other"}}, Actors: []Spec{
		stubborn(func() error { return errScripted }).spec("w/fails", 10*ms),
		stubborn(func() error { return nil }).spec("w/hangs", 10*ms)}}
	app.Actors[1].Domain = "other"
	sys := virtual(t, app, WithFaults())
	advance(t, sys, 5*ms)
	inject(t, sys, Fault{Kind: FaultHang, Target: "w/hangs"})
	advance(t, sys, 10*ms)
	err := sys.Stop(context.Background())
	e, ok := errors.AsType[*StopError](err)
	if !ok || len(e.Failures) != 1 || e.Failures[0].Actor != "w/fails" || e.Left == nil || !strings.Contains(e.Left.Error(), "w/hangs") {
		t.Fatalf("%v; expected the failure of w/fails, and w/hangs to be left", err)
	}
	if text := err.Error(); !strings.Contains(text, e.Failures[0].Error()) || !strings.Contains(text, e.Left.Error()) || !errors.Is(err, e.Left) {
		t.Errorf("%v does not say both", err)
	}
}

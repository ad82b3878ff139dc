package supervision_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision"
)

var errLost = errors.New("the bus is lost")

// part is an actor that notes its stop. A broken one fails in each tick.
type part struct {
	name    string
	broken  bool
	stopped *[]string
}

func (p *part) Tick(*actors.Tick) error {
	if p.broken {
		return errLost
	}
	return nil
}

func (p *part) Stop(_ *actors.Context, reason actors.StopReason) error {
	*p.stopped = append(*p.stopped, p.name+" "+reason.String())
	return nil
}

// robot is an application of two worlds, one of them with a bus of its own, whose driver fails in
// each tick. Each supervisor restarts once within 10 s.
func robot(stopped *[]string) actors.Application {
	restart := supervision.DefaultRestart()
	restart.BackoffJitter, restart.Max = 0, 1
	a := actors.Application{Policy: actors.NewPolicy(restart), Groups: []actors.Group{
		{Name: "base", Policy: actors.NewPolicy(restart)},
		{Name: "arm", Policy: actors.NewPolicy(restart)},
		{Name: "can0", Parent: "arm", Policy: actors.NewPolicy(restart)},
	}}
	for _, p := range [][2]string{{"base/wheels", "base"}, {"arm/can0", "can0"}, {"arm/controller", "arm"}} {
		a.Actors = append(a.Actors, actors.Spec{Name: p[0], Group: p[1], Period: 10 * time.Millisecond,
			New: func() any { return &part{p[0], p[0] == "arm/can0", stopped} }})
	}
	return a
}

// The world base has no part in the failures of the arm until the application ends. A supervisor
// whose failure escalated remembers it: the bus is restarted once, not once for each restart of its
// world.
func TestFailuresClimbFromTheJointGroupToAProtectiveStop(t *testing.T) {
	var told, stopped []string
	system, err := actors.New(robot(&stopped), actors.WithVirtualTime(), actors.WithEvents(func(e messages.Event) {
		switch {
		case e.Kind == messages.EventRestarting, e.Kind == messages.EventEscalated:
			told = append(told, fmt.Sprintf("%s %s: %s", e.Source, e.Kind, e.Text))
		case e.Kind == messages.EventStarted && e.Incarnation > 1:
			told = append(told, fmt.Sprintf("%s %s", e.Source, e.Kind))
		}
	}))
	if err != nil {
		t.Fatal(err)
	}
	if err := system.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := system.Advance(9 * time.Second); !errors.Is(err, errLost) || !errors.Is(system.HaltReason(), errLost) {
		t.Errorf("the run ended with %v, halted by %v; expected the failure of the bus", err, system.HaltReason())
	}
	stopped = nil // the restarts stopped some before
	if err := system.Stop(context.Background()); err != nil {
		t.Error(err)
	}
	want := []string{
		"arm/can0 restarting: failure 1 of at most 1 within 10s",
		"arm/can0 started",
		"arm/can0 escalated: 2 failures within 10s, at most 1 are restarted",
		"can0 restarting: failure 1 of at most 1 within 10s", // decided by the world
		"arm/can0 started",
		"arm/can0 escalated: 3 failures within 10s, at most 1 are restarted",
		"arm restarting: failure 1 of at most 1 within 10s", // decided by the application
		"arm/can0 started",
		"arm/controller started",
		"arm/can0 escalated: 4 failures within 10s, at most 1 are restarted",
	}
	if !slices.Equal(told, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(told, "\n"), strings.Join(want, "\n"))
	}
	slices.Sort(stopped)
	if want := []string{"arm/can0 stop", "arm/controller stop", "base/wheels stop"}; !slices.Equal(stopped, want) {
		t.Errorf("the end of the application stops %q, want %q", stopped, want)
	}
}

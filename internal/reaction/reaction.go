// Package reaction measures in real time how soon faults are seen and answered: an application with simulated drives
// runs, a fault is injected, and the stamps of the events tell when its detector saw it and when the safe command was
// handed to the driver.
package reaction

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/internal/session"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// Case is a fault, and which events tell that it was seen and answered.
type Case struct {
	Name  string
	Fault actors.Fault
	// Seen and Answered match the first event of each.
	Seen, Answered func(messages.Event) bool
	// Ends says that the application ends with the fault.
	Ends bool
}

// Times are those of one case: from the fault to its detection, and from there to the answer.
type Times struct {
	Case      string          `json:"case"`
	Detection []time.Duration `json:"detection_ns"`
	Reaction  []time.Duration `json:"reaction_ns"`
}

// Cases are the faults that are measured, on one bus, its world's gate, and a coupling into another world.
func Cases(c *app.Config) ([]Case, error) {
	var bus *app.Drive
	var world *app.World
	var coupling *app.Coupling
	for i := range c.Couplings {
		coupling = &c.Couplings[i]
		world = &c.Worlds[coupling.State.From.World]
	}
	if coupling == nil || len(world.Drives) == 0 {
		return nil, errors.New("the application has no coupling with a world that has drives; expected one, such as the mobile manipulator")
	}
	bus = &world.Drives[0]
	above := c.Worlds[coupling.State.To.World].Name
	from := func(kind messages.EventKind, source string) func(messages.Event) bool {
		return func(e messages.Event) bool { return e.Kind == kind && e.Source == source }
	}
	stopped := from(messages.EventStopSent, bus.Path)
	port := "joint_" + coupling.Joint
	return []Case{
		{Name: "panic", Fault: actors.Fault{Kind: actors.FaultPanic, Target: bus.Path}, Seen: from(messages.EventFailed, bus.Path), Answered: stopped},
		{Name: "error", Fault: actors.Fault{Kind: actors.FaultError, Target: bus.Path}, Seen: from(messages.EventFailed, bus.Path), Answered: stopped},
		{Name: "stale coupling", Fault: actors.Fault{Kind: actors.FaultDrop, Target: world.Processors[coupling.State.From.Processor].Path + "." + coupling.State.From.Port, Probability: 1, Duration: 300 * time.Millisecond},
			Seen: func(e messages.Event) bool {
				return e.Kind == messages.EventStale && e.Source == above+"/"+app.PerceptionActor && e.Port == port
			},
			Answered: func(e messages.Event) bool {
				return e.Kind == messages.EventModeChanged && e.Source == above+"/"+app.GateActor && e.Joint == coupling.Joint && e.To.Stops()
			}},
		{Name: "lost bus", Fault: actors.Fault{Kind: actors.FaultNoReply, Target: "*", Probability: 1, Duration: 500 * time.Millisecond}, Seen: from(messages.EventFailed, bus.Path), Answered: stopped},
		{Name: "hang", Fault: actors.Fault{Kind: actors.FaultHang, Target: bus.Path, Delay: time.Second}, Seen: from(messages.EventHang, bus.Path), Answered: stopped, Ends: true},
	}, nil
}

const (
	patience = 30 * time.Second // bounds what is waited for
	settling = 5 * time.Second  // bounds how long a robot takes to come to rest and to be re-armed
)

// errNotArmed is returned where a robot does not run again: an arm that has sunk to a bound while no drive answered waits
// for a hand that moves it.
var errNotArmed = errors.New("it does not run")

// Measure injects a fault so many times, and returns its times. A case that ends the application runs it anew, and so does
// one after which the robot cannot be re-armed.
func Measure(ctx context.Context, c *app.Config, k Case, trials int) (Times, error) {
	t := Times{Case: k.Name}
	for len(t.Detection) < trials {
		r, err := start(ctx, c)
		if err != nil {
			return t, err
		}
		for first := true; len(t.Detection) < trials && (first || !k.Ends); first = false {
			if err = r.trial(ctx, k, &t); errors.Is(err, errNotArmed) && !first {
				err = nil
				break
			}
			if err != nil {
				break
			}
		}
		_ = r.system.Stop(context.WithoutCancel(ctx)) // what was made to hang does not stop
		if err != nil {
			return t, fmt.Errorf("%s: %w", k.Name, err)
		}
	}
	for _, times := range [][]time.Duration{t.Detection, t.Reaction} {
		sort.Slice(times, func(i, j int) bool { return times[i] < times[j] })
	}
	return t, nil
}

// run is an application under way.
type run struct {
	system *actors.System
	config *app.Config
	mu     sync.Mutex
	events []messages.Event
}

func start(ctx context.Context, c *app.Config) (*run, error) {
	r := &run{config: c}
	application, err := app.Build(c, c.Seed)
	if err != nil {
		return nil, err
	}
	for i := range application.Groups {
		application.Groups[i].Policy = patient{}
	}
	r.system, err = actors.New(application, actors.WithSeed(c.Seed), actors.WithFaults(), actors.WithEvents(func(e messages.Event) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.events = append(r.events, e)
	}))
	if err != nil {
		return nil, err
	}
	return r, r.system.Start(ctx)
}

// patient restarts whatever has failed: here it is to fail often.
type patient struct{}

func (patient) Decide(*actors.Failure, []string, float64) actors.Decision {
	return actors.Decision{Action: actors.Restart, After: 10 * time.Millisecond}
}

// trial waits until every joint runs, injects the fault, and notes the times.
func (r *run) trial(ctx context.Context, k Case, t *Times) error {
	if err := r.armed(ctx); err != nil {
		return err
	}
	r.mu.Lock()
	r.events = r.events[:0]
	r.mu.Unlock()
	if err := r.system.Inject(k.Fault); err != nil {
		return err
	}
	for begin := time.Now(); ; time.Sleep(time.Millisecond) {
		r.mu.Lock()
		injected, i := first(r.events, func(e messages.Event) bool { return e.Kind == messages.EventFaultInjected })
		seen, s := first(r.events, k.Seen)
		answered, a := first(r.events, k.Answered)
		r.mu.Unlock()
		switch {
		case i && s && a:
			t.Detection = append(t.Detection, seen.Time.Sub(injected.Time))
			t.Reaction = append(t.Reaction, max(0, answered.Time.Sub(seen.Time))) // the safe command goes out before the failure is told
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case time.Since(begin) > patience:
			return fmt.Errorf("seen %t, answered %t within %s", s, a, patience)
		}
	}
}

func first(events []messages.Event, fits func(messages.Event) bool) (messages.Event, bool) {
	i := slices.IndexFunc(events, fits)
	if i < 0 {
		return messages.Event{}, false
	}
	return events[i], true
}

// armed re-arms every world until all joints run.
func (r *run) armed(ctx context.Context) error {
	for begin := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		waiting := ""
		for i := range r.config.Worlds {
			world := r.config.Worlds[i].Name
			if still := r.world(world); still != "" {
				waiting = still
			}
		}
		switch {
		case waiting == "":
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case r.system.HaltReason() != nil:
			return r.system.HaltReason()
		case time.Since(begin) > settling:
			return fmt.Errorf("%w: %s", errNotArmed, waiting)
		}
	}
}

// world asks the gate of a world for re-arm and returns which joint does not run, empty where all do.
func (r *run) world(world string) string {
	answer := make(chan gate.Status, 1)
	session.Reset(r.system, world, func(s gate.Status, err error) {
		if err != nil { // refused where there is nothing to re-arm: the next question tells
			s = gate.Status{}
		}
		answer <- s
	})
	var s gate.Status
	select {
	case s = <-answer:
	case <-time.After(patience):
		return world + " does not answer"
	}
	status := make(chan gate.Status, 1)
	err := r.system.Request(world+"/"+app.GateActor, gate.StatusRequest{}, func(reply any, _ error) {
		s, _ := reply.(gate.Status)
		status <- s
	})
	if err != nil {
		return err.Error()
	}
	select {
	case s = <-status:
	case <-time.After(patience):
		return world + " does not answer"
	}
	for _, j := range s.Joints {
		if !j.Following {
			return strings.Join([]string{world, j.Joint, j.Mode.String(), j.Causes}, " ")
		}
	}
	if len(s.Joints) == 0 {
		return world + " has told of no joint"
	}
	return ""
}

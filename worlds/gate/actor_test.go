package gate_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/gate"
	"github.com/robo-actors/robo-actors/worlds/perception"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

const cycle = 10 * time.Millisecond

// bus has drives, which rest at zero and do not obey. Its first incarnation fails at an instant.
type bus struct {
	State  actors.Out[messages.DriveState] `port:"state"`
	drives int
	fails  messages.Instant
}

func (b *bus) Configure(c *actors.Setup) error {
	c.Size(&b.State, actors.Sizes{"drives": b.drives})
	return nil
}

func (b *bus) Tick(t *actors.Tick) error {
	if t.Incarnation() == 1 && b.fails > 0 && t.Now >= b.fails {
		return errors.New("the bus is gone")
	}
	for i := range b.State.Loan().Answered {
		b.State.Loan().Answered[i] = true
	}
	return b.State.Publish(t)
}

// others are the outputs of the perception and the controller, which send nothing.
type others struct {
	Snapshot actors.Out[messages.Snapshot]     `port:"snapshot"`
	Command  actors.Out[messages.JointCommand] `port:"command"`
	world    *worlds.World
}

func (o *others) Configure(c *actors.Setup) error {
	c.Size(&o.Snapshot, perception.Sizes(o.world))
	n := o.world.NumJoints()
	c.Size(&o.Command, actors.Sizes{"joints": n, "positions": n, "velocities": n})
	return nil
}

func (o *others) Tick(*actors.Tick) error { return nil }

// lonely is a system of one gate and its bus with one drive. The gate watches nobody, so that the
// test decides which events it receives.
func lonely(t *testing.T, fails messages.Instant, options ...actors.Option) *actors.System {
	t.Helper()
	return chain(t, 1, fails, options...)
}

// chain is lonely for a chain of so many joints.
func chain(t *testing.T, joints int, fails messages.Instant, options ...actors.Option) *actors.System {
	t.Helper()
	file := "robot:\n  name: robot\n  links: [{name: link0}"
	for i := range joints {
		file += fmt.Sprintf(", {name: link%d}", i+1)
	}
	file += "]\n  joints:\n"
	drives, rules := gate.BusConfig{Actor: "arm/bus", Port: "to_bus", StatePort: "from_bus", MaxAge: 5 * cycle}, []gate.JointConfig{}
	for i := range joints {
		file += fmt.Sprintf("    - {name: joint%d, type: revolute, parent: link%d, child: link%d, axis: [0, 1, 0], limits: {lower: -2, upper: 2, velocity: 1.5, effort: 10}}\n", i, i, i+1)
		drives.Joints = append(drives.Joints, i)
		rules = append(rules, gate.JointConfig{SafeMode: messages.ModeRampHold, Rearm: modes.Acknowledge, Start: modes.Acknowledge})
	}
	d, err := urdf.Parse("robot.urdf.yaml", []byte(file), urdf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := worlds.Build(d)
	if err != nil {
		t.Fatal(err)
	}
	g := gate.Actor{Config: gate.Config{World: w, Joints: rules, Buses: []gate.BusConfig{drives},
		Claims: []gate.Claim{{Controller: "arm/controller", Port: "command", Group: w.All(), Period: cycle, MaxAge: 5 * cycle}}}}
	system, err := actors.New(actors.Application{Name: "lonely", Worlds: []string{"arm"},
		Actors: []actors.Spec{{Name: "arm/bus", New: func() any { return &bus{drives: joints, fails: fails} }, Period: cycle},
			{Name: "arm/others", New: func() any { return &others{world: w} }, Period: cycle},
			{Name: "arm/gate", New: func() any { c := g; return &c }, Period: cycle, Phase: actors.Actuation}},
		Links: []actors.Link{{From: "arm/bus.state", To: "arm/gate.from_bus", MaxAge: 5 * cycle},
			{From: "arm/others.snapshot", To: "arm/gate.snapshot", MaxAge: 5 * cycle}, {From: "arm/others.command", To: "arm/gate.command", MaxAge: 5 * cycle}},
	}, append(options, actors.WithVirtualTime())...)
	if err != nil {
		t.Fatal(err)
	}
	if err := system.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := system.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return system
}

func advance(t *testing.T, system *actors.System, d time.Duration) {
	t.Helper()
	if err := system.Advance(d); err != nil {
		t.Fatal(err)
	}
}

// status reads the status of the gate in virtual time.
func status(t *testing.T, system *actors.System) (got gate.Status) {
	t.Helper()
	gate.Request(system, "arm", gate.StatusRequest{}, func(s gate.Status, err error) {
		if err != nil {
			t.Error(err)
		}
		got = s
	})
	advance(t, system, 2*cycle)
	return got
}

func TestABusWhoseRestartNobodyReportedIsBackWithItsStates(t *testing.T) {
	system := lonely(t, messages.Instant(500*time.Millisecond))
	advance(t, system, 400*time.Millisecond)
	failure := messages.Event{Kind: messages.EventFailed, Source: "arm/bus", Cause: messages.CauseError, Incarnation: 1}
	if err := system.Send("arm/gate", failure); err != nil {
		t.Fatal(err)
	}
	if s := status(t, system); !s.Joints[0].Present.Has(messages.CauseError) {
		t.Errorf("%+v; expected that the failure is present", s.Joints[0])
	}
	advance(t, system, time.Second)
	if s := status(t, system); s.Joints[0].Present.Has(messages.CauseError) || !s.Joints[0].Causes.Has(messages.CauseError) {
		t.Errorf("%+v; expected a failure that is over", s.Joints[0])
	}
}

func TestAStopIsUnconfirmedAtTheInstantAtWhichItIsReported(t *testing.T) {
	var reported, answered messages.Instant
	system := lonely(t, 0, actors.WithEvents(func(e messages.Event) {
		if e.Kind == messages.EventEscalated && e.Joint == "joint0" {
			reported = e.Time
		}
	}))
	system.At(messages.Instant(500*time.Millisecond), func() {
		gate.Request(system, "arm", gate.StopRequest{Mode: messages.ModeOff}, func(_ gate.Status, err error) {
			var late *gate.UnconfirmedError
			if answered = system.Now(); !errors.As(err, &late) || len(late.Joints) != 1 || late.Joints[0] != "joint0" {
				t.Errorf("%v; expected that joint0 has not confirmed", err)
			}
		})
	})
	advance(t, system, 2*time.Second)
	if reported == 0 || answered != reported || answered.Sub(messages.Instant(500*time.Millisecond)) <= 100*time.Millisecond {
		t.Errorf("reported at %s, answered at %s", reported, answered)
	}
}

func TestEventsOfManyJointsAreReportedInTheCycleOfTheirCause(t *testing.T) {
	const joints = 80
	stop := messages.Instant(500 * time.Millisecond)
	changed := map[messages.Instant]int{}
	system := chain(t, joints, 0, actors.WithEvents(func(e messages.Event) {
		if e.Kind == messages.EventModeChanged && e.Cause == messages.CauseOperator {
			changed[e.Time]++
		}
	}))
	system.At(stop, func() {
		gate.Request(system, "arm", gate.StopRequest{Mode: messages.ModeOff}, func(gate.Status, error) {})
	})
	advance(t, system, time.Second)
	if len(changed) != 1 {
		t.Errorf("the modes of %d joints changed at %v; expected one instant", joints, changed)
	}
	for at, n := range changed {
		if n != joints || at < stop || at > stop.Add(cycle) {
			t.Errorf("%d changes at %s; expected %d within a cycle after %s", n, at, joints, stop)
		}
	}
}

package gate_test

import (
	"context"
	"errors"
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

// bus has one drive, which rests at zero and does not obey. Its first incarnation fails at an
// instant.
type bus struct {
	State actors.Out[messages.DriveState] `port:"state"`
	fails messages.Instant
}

func (b *bus) Configure(c *actors.Setup) error {
	c.Size(&b.State, actors.Sizes{"drives": 1})
	return nil
}

func (b *bus) Tick(t *actors.Tick) error {
	if t.Incarnation() == 1 && b.fails > 0 && t.Now >= b.fails {
		return errors.New("the bus is gone")
	}
	b.State.Loan().Answered[0] = true
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
	c.Size(&o.Command, actors.Sizes{"joints": 1, "positions": 1, "velocities": 1})
	return nil
}

func (o *others) Tick(*actors.Tick) error { return nil }

// lonely is a system of one gate and its bus. The gate watches nobody, so that the test decides
// which events it receives.
func lonely(t *testing.T, fails messages.Instant, options ...actors.Option) *actors.System {
	t.Helper()
	d, err := urdf.Parse("robot.urdf.yaml", []byte(`
robot:
  name: robot
  links: [{name: room}, {name: upper}]
  joints:
    - {name: elbow, type: revolute, parent: room, child: upper, axis: [0, 1, 0], limits: {lower: -2, upper: 2, velocity: 1.5, effort: 10}}
`), urdf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := worlds.Build(d)
	if err != nil {
		t.Fatal(err)
	}
	g := gate.Actor{Config: gate.Config{World: w, Joints: []gate.JointConfig{{SafeMode: messages.ModeRampHold, Rearm: modes.Acknowledge, Start: modes.Acknowledge}},
		Buses:  []gate.BusConfig{{Actor: "arm/bus", Port: "to_bus", StatePort: "from_bus", Joints: []int{0}, MaxAge: 5 * cycle}},
		Claims: []gate.Claim{{Controller: "arm/controller", Port: "command", Group: w.All(), Period: cycle, MaxAge: 5 * cycle}}}}
	system, err := actors.New(actors.Application{Name: "lonely", Worlds: []string{"arm"},
		Actors: []actors.Spec{{Name: "arm/bus", New: func() any { return &bus{fails: fails} }, Period: cycle},
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
		if e.Kind == messages.EventEscalated && e.Joint == "elbow" {
			reported = e.Time
		}
	}))
	system.At(messages.Instant(500*time.Millisecond), func() {
		gate.Request(system, "arm", gate.StopRequest{Mode: messages.ModeOff}, func(_ gate.Status, err error) {
			var late *gate.UnconfirmedError
			if answered = system.Now(); !errors.As(err, &late) || len(late.Joints) != 1 || late.Joints[0] != "elbow" {
				t.Errorf("%v; expected that elbow has not confirmed", err)
			}
		})
	})
	advance(t, system, 2*time.Second)
	if reported == 0 || answered != reported || answered.Sub(messages.Instant(500*time.Millisecond)) <= 100*time.Millisecond {
		t.Errorf("reported at %s, answered at %s", reported, answered)
	}
}

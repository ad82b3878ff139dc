package coupling_test

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/coupling"
)

// sender sends one velocity in every tick.
type sender struct {
	Command actors.Out[messages.JointCommand] `port:"command"`
}

func (s *sender) Configure(c *actors.Setup) error {
	c.Size(&s.Command, actors.Sizes{"joints": 1, "positions": 1, "velocities": 1})
	return nil
}

func (s *sender) Tick(t *actors.Tick) error {
	c := s.Command.Loan()
	c.Control[0], c.Velocity[0] = messages.ControlVelocity, 0.5
	return s.Command.Publish(t)
}

func TestAReceiverBeginsWithOneCycleOfItsAcceleration(t *testing.T) {
	for _, fault := range []*actors.Fault{nil, falsePeriod("zero"), falsePeriod("negative"), falsePeriod("nanosecond"), falsePeriod("infinite")} {
		sent := begun(t, fault)
		if len(sent) < 5 {
			t.Fatalf("%v: sent %v", fault, sent)
		}
		for i, v := range sent[:5] {
			if want := 0.02 * float64(i+1); math.Abs(v-want) > 1e-12 {
				t.Errorf("%v: command %d has %g; expected %g", fault, i, v, want)
			}
		}
	}
}

// falsePeriod has the ticks of the receiver report a nonsensical time since the last one.
func falsePeriod(choice string) *actors.Fault {
	return &actors.Fault{Kind: actors.FaultBadPeriod, Target: "receiver/lift", Choice: choice}
}

// begun returns the velocities that a receiver sends from the beginning on. Its first tick has a
// command already.
func begun(t *testing.T, fault *actors.Fault) (sent []float64) {
	t.Helper()
	const period = 10 * time.Millisecond
	a := coupling.Actor{Joint: "lift", From: "above", Config: coupling.Config{Control: messages.ControlVelocity, MaxAge: 50 * time.Millisecond, SourcePeriod: period,
		OnStale: coupling.RampToZero, Acceleration: []float64{2}, Velocity: []float64{0.8}, EffortRate: []float64{100}, Positions: 1}}
	system, err := actors.New(actors.Application{Name: "pair", Worlds: []string{"above", "receiver"},
		Actors: []actors.Spec{{Name: "above/controller", New: func() any { return &sender{} }, Period: period},
			{Name: "receiver/lift", New: func() any { c := a; return &c }, Period: period}},
		Links: []actors.Link{{From: "above/controller.command", To: "receiver/lift.in", MaxAge: 50 * time.Millisecond}},
	}, actors.WithVirtualTime(), actors.WithFaults())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := actors.Tap(system, "receiver/lift.out", func(_ messages.Stamp, c *messages.JointCommand) { sent = append(sent, c.Velocity[0]) }); err != nil {
		t.Fatal(err)
	}
	if err := system.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	if fault != nil {
		if err := system.Inject(*fault); err != nil {
			t.Fatal(err)
		}
	}
	if err := system.Advance(10 * period); err != nil {
		t.Fatal(err)
	}
	if err := system.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	return sent
}

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
	const period = 10 * time.Millisecond
	a := coupling.Actor{Joint: "lift", From: "sender", Config: coupling.Config{Control: messages.ControlVelocity, MaxAge: 50 * time.Millisecond, SourcePeriod: period,
		OnStale: coupling.RampToZero, Acceleration: []float64{2}, Velocity: []float64{0.8}, EffortRate: []float64{100}, Positions: 1}}
	system, err := actors.New(actors.Application{Name: "pair", Worlds: []string{"sender", "receiver"},
		Actors: []actors.Spec{{Name: "sender/controller", New: func() any { return &sender{} }, Period: period},
			{Name: "receiver/lift", New: func() any { c := a; return &c }, Period: period}},
		Links: []actors.Link{{From: "sender/controller.command", To: "receiver/lift.in", MaxAge: 50 * time.Millisecond}},
	}, actors.WithVirtualTime())
	if err != nil {
		t.Fatal(err)
	}
	var sent []float64
	if _, err := actors.Tap(system, "receiver/lift.out", func(_ messages.Stamp, c *messages.JointCommand) { sent = append(sent, c.Velocity[0]) }); err != nil {
		t.Fatal(err)
	}
	if err := system.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := system.Advance(10 * period); err != nil {
		t.Fatal(err)
	}
	if err := system.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	if len(sent) < 5 {
		t.Fatalf("sent %v", sent)
	}
	for i, v := range sent[:5] {
		if want := 0.02 * float64(i+1); math.Abs(v-want) > 1e-12 {
			t.Errorf("command %d has %g; expected %g", i, v, want)
		}
	}
}

package wholebody

import (
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/perception"
)

// crane is the rest of a gantry: its state, and the commands of the joint that it realises until
// they end.
type crane struct {
	Snapshot actors.Out[messages.Snapshot]     `port:"snapshot"`
	Target   actors.Out[messages.JointCommand] `port:"target"`
	world    *worlds.World
	ends     messages.Instant
}

func (c *crane) Configure(s *actors.Setup) error {
	s.Size(&c.Snapshot, perception.Sizes(c.world))
	s.Size(&c.Target, actors.Sizes{"joints": 1, "positions": 1, "velocities": 1})
	return nil
}

func (c *crane) Tick(t *actors.Tick) error {
	s := c.Snapshot.Loan()
	for i := range s.Mode {
		s.Mode[i], s.Valid[i], s.Time[i] = messages.ModeRun, true, t.Now
	}
	if t.Now < c.ends {
		v := c.Target.Loan()
		v.Control[0], v.Position[0] = messages.ControlPosition, 0.1
		if err := c.Target.Publish(t); err != nil {
			return err
		}
	}
	return c.Snapshot.Publish(t)
}

func TestACommandOfTheRealisedJointEndsWhenItIsStale(t *testing.T) {
	w := shelltest.World(t, strings.Replace(gantryText, "JOINT", wishes["prismatic"], 1))
	var shell *Actor
	system, err := actors.New(actors.Application{Name: "crane", Worlds: []string{"arm"}, Resources: []any{w},
		Actors: []actors.Spec{{Name: "arm/crane", Period: 10 * time.Millisecond, Phase: actors.Perception, New: func() any { return &crane{world: w, ends: messages.Instant(time.Second)} }},
			{Name: "arm/controller", Period: 10 * time.Millisecond, Phase: actors.Control, New: func() any {
				shell = &Actor{Options: gantryOptions("position")}
				return shell
			}}},
		Links: []actors.Link{{From: "arm/crane.snapshot", To: "arm/controller.snapshot", MaxAge: 50 * time.Millisecond}, {From: "arm/crane.target", To: "arm/controller.target"}},
	}, actors.WithVirtualTime())
	if err != nil {
		t.Fatal(err)
	}
	if err := system.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []bool{true, false} {
		if err := system.Advance(900 * time.Millisecond); err != nil {
			t.Fatal(err)
		}
		if there := shell.in.Targets[0] != nil; there != want {
			t.Errorf("at %s there is a command: %v", system.Now(), there)
		}
	}
	if err := system.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
}

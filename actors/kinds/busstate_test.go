package kinds_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// monitor repeats the states of the drives of a bus.
type monitor struct {
	Motors actors.In[messages.DriveState]  `port:"motors" doc:"states of the drives"`
	Seen   actors.Out[messages.DriveState] `port:"seen" doc:"the same states"`
}

func (m *monitor) Configure(s *actors.Setup) error {
	s.Size(&m.Seen, actors.Sizes{"drives": 2})
	return nil
}

func (m *monitor) Tick(t *actors.Tick) error {
	if v, err := m.Motors.Fresh(t); err == nil {
		return m.Seen.Send(t, *v)
	}
	return nil
}

func TestAnActorReadsTheDrivesOfABus(t *testing.T) {
	r := standard(t)
	if err := actors.Register(r, "monitor", actors.RoleObserver, "repeats the states of a bus", monitor{}); err != nil {
		t.Fatal(err)
	}
	c, err := app.LoadFile("testdata/busstate.yaml", r)
	if err != nil {
		t.Fatalf("\n%s", err)
	}
	sys, err := app.New(c, actors.WithVirtualTime())
	if err != nil {
		t.Fatalf("\n%s", err)
	}
	var modes []messages.Mode
	var answered []bool
	if _, err := actors.Tap(sys, "arm/monitor.seen", func(_ messages.Stamp, s *messages.DriveState) {
		modes, answered = append(modes[:0], s.Mode...), append(answered[:0], s.Answered...)
	}); err != nil {
		t.Fatal(err)
	}
	if err := sys.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := sys.Advance(time.Second); err != nil {
		t.Fatal(err)
	}
	if want := []messages.Mode{messages.ModeRun, messages.ModeRun}; !slices.Equal(modes, want) || !slices.Equal(answered, []bool{true, true}) {
		t.Errorf("the drives are in %v and answered %v; expected %v, answered", modes, answered, want)
	}
	if err := sys.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
}

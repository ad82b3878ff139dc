package typed

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// walker sends where it is: one metre in x a second.
type walker struct {
	State actors.Out[messages.BodyState] `port:"state"`
}

func (c *walker) Tick(t *actors.Tick) error {
	return c.State.Send(t, messages.BodyState{Pose: messages.Pose{Position: [3]float64{t.Now.Seconds()}}})
}

func walking(t *testing.T, options ...actors.Option) *actors.System {
	t.Helper()
	s, err := actors.New(actors.Application{Actors: []actors.Spec{{Name: "room/walker", Period: 10 * time.Millisecond, New: func() any { return &walker{} }}}}, options...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestATapSeesEveryValueOfAnOutput(t *testing.T) {
	system := walking(t, actors.WithVirtualTime(), actors.WithStopAfter(95*time.Millisecond))
	state := OutputAt[messages.BodyState]("room/walker.state")
	if state.Path() != "room/walker.state" || state.String() != state.Path() {
		t.Errorf("the path is %q and prints as %q", state.Path(), state)
	}
	seen := 0
	remove, err := state.Tap(system, func(stamp messages.Stamp, s *messages.BodyState) {
		if s.Pose.Position[0] != stamp.Time.Seconds() {
			t.Errorf("at %s the walker is at %v", stamp.Time, s.Pose.Position)
		}
		seen++
	})
	if err != nil {
		t.Fatal(err)
	}
	defer remove()
	if err := system.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	if seen != 10 {
		t.Errorf("%d values in 95 ms at 100 Hz, expected 10", seen)
	}
}

func TestAnOutputIsWatchedWhileTheSystemRuns(t *testing.T) {
	system := walking(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	values, err := OutputAt[messages.BodyState]("room/walker.state").Watch(ctx, system)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- system.Run(ctx) }()
	for stamp, s := range values {
		if s.Pose.Position[0] != stamp.Time.Seconds() {
			t.Errorf("at %s the walker is at %v", stamp.Time, s.Pose.Position)
		}
		break
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestAnOutputThatASystemHasNotIsRefused(t *testing.T) {
	system := walking(t)
	if _, err := OutputAt[messages.BodyState]("room/walker.stat").Watch(context.Background(), system); err == nil || !strings.Contains(err.Error(), "room/walker") {
		t.Errorf("error %v, expected one about the unknown output", err)
	}
	if _, err := OutputAt[messages.JointState]("room/walker.state").Tap(system, func(messages.Stamp, *messages.JointState) {}); err == nil || !strings.Contains(err.Error(), "carries messages.BodyState") {
		t.Errorf("error %v, expected one about the type", err)
	}
}

// carrier has a port whose vectors get their lengths from the sizes of a joint group.
type carrier struct {
	Command actors.Out[messages.JointCommand] `port:"command"`

	sizes Sizes
	have  Sizes
}

func (c *carrier) Configure(s *actors.Setup) error {
	s.Size(&c.Command, c.sizes.Dimensions())
	return nil
}

func (c *carrier) Tick(*actors.Tick) error {
	v := c.Command.Loan()
	c.have = Sizes{len(v.Control), len(v.Position), len(v.Velocity)}
	return nil
}

func TestSizesAreThoseOfAPortsVectors(t *testing.T) {
	c := &carrier{sizes: Sizes{Joints: 2, Positions: 8, Velocities: 7}}
	s, err := actors.New(actors.Application{Actors: []actors.Spec{{Name: "arm/carrier", Period: time.Millisecond, New: func() any { return c }}}},
		actors.WithVirtualTime(), actors.WithStopAfter(5*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	if c.have != c.sizes {
		t.Errorf("the port's vectors have the sizes %+v, expected %+v", c.have, c.sizes)
	}
}

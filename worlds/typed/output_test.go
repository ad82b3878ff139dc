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

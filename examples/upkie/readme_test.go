package upkie

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/examples/upkie/drive"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// The law that balances the robot panics: it is back within a millisecond, no joint leaves its
// mode, and the robot stays up.
func TestALawThatPanicsIsBackWithinAMillisecond(t *testing.T) {
	longRun(t)
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	config, err := app.LoadFile("campaign.yaml", registry)
	if err != nil {
		t.Fatal(err)
	}
	config.Virtual, config.Duration = true, 0
	var failed, restarted messages.Instant
	const until = 10 * time.Second
	sys, err := app.New(config, actors.WithEvents(func(e messages.Event) {
		switch {
		case e.Source == "upkie/steering" && e.Kind == messages.EventFailed:
			failed = e.Time
		case e.Source == "upkie/steering" && e.Kind == messages.EventStarted && failed > 0:
			restarted = e.Time
		case e.Kind == messages.EventModeChanged && e.Time > messages.Instant(time.Second) && e.Time < messages.Instant(until):
			t.Errorf("%s", e)
		}
	}))
	if err != nil {
		t.Fatal(err)
	}
	if err := sys.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	steepest := 0.0
	if _, err := actors.Tap(sys, "upkie/orientation.orientation", func(_ messages.Stamp, o *messages.BaseOrientation) {
		steepest = max(steepest, math.Abs(o.Pitch))
	}); err != nil {
		t.Fatal(err)
	}
	if err := sys.Advance(4 * time.Second); err != nil {
		t.Fatal(err)
	}
	if err := sys.Inject(actors.Fault{Kind: actors.FaultPanic, Target: "upkie/steering"}); err != nil {
		t.Fatal(err)
	}
	if err := sys.Advance(until - 4*time.Second); err != nil {
		t.Fatal(err)
	}
	if err := sys.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	if failed == 0 || restarted.Sub(failed) <= 0 || restarted.Sub(failed) > time.Millisecond || steepest > 0.05 {
		t.Errorf("failed at %s, back at %s, pitch at most %.3f rad; expected it back within 1ms, and the robot up", failed, restarted, steepest)
	}
}

// The picture of the README: a target step of 0.3 m/s at 2 s, a push of 1 N s at 6 s.
func TestAnAgentRecoversFromAPushOf1NsWhileItDrives(t *testing.T) {
	longRun(t)
	r := startSpineOf(t, "push.yaml")
	r.start()
	d := &drive.Driver{Route: drive.Route{SideM: 3}}
	r.drive(d, 4*time.Second)
	r.upright("with a step of 0.3 m/s", 0.1)
	r.drive(d, 7500*time.Millisecond)
	r.upright("pushed", 0.1)
	if o := r.observation; math.Abs(r.pitch-rollingLean) > 0.02 || math.Abs(o.WheelOdometry.Velocity-0.3) > 0.03 {
		t.Errorf("5.5 s after the push the pitch is %.3f rad and the speed %.2f m/s; expected %.3f and 0.3", r.pitch, o.WheelOdometry.Velocity, rollingLean)
	}
}

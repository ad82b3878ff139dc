package session_test

import (
	"context"
	"errors"
	"log"
	"os"
	"os/signal"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/actors/session"
	"github.com/robo-actors/robo-actors/actors/view"
	"github.com/robo-actors/robo-actors/messages"
)

// A program runs an application with a recording and the live view, until Ctrl-C, and prints where
// its joints are.
func ExampleRun() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := runUntilInterrupt(ctx, "robot/app.yaml"); err != nil {
		log.Fatal(err)
	}
}

func runUntilInterrupt(ctx context.Context, file string) error {
	registry, err := kinds.Standard() // actors.Register adds kinds of your own
	if err != nil {
		return err
	}
	s, err := session.New(registry, file,
		session.WithDuration(0),        // until ctx ends; without it, for the duration of the file
		session.WithDefaultRecording(), // recordings/NAME-DATE.mcap
		session.WithView(view.Options{}),
		session.WithControl()) // robo-actors list --live, goal, stop and rearm reach this program
	if err != nil {
		return err
	}
	defer s.Discard() // an error before Run leaves no empty recording behind
	states, err := actors.Watch[messages.Snapshot](ctx, s.System, "robot/perception.snapshot")
	if err != nil {
		return err
	}
	go func() {
		for stamp, state := range states {
			log.Print(stamp.Time, state.Position)
		}
	}()
	report, reason := s.Run(ctx)
	if report != nil { // the report of the command run
		reason = errors.Join(reason, report.Text(os.Stdout))
	}
	return reason
}

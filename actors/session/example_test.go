package session_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/actors/session"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// A program simulates an application with a fault, and leaves its report as a page for people.
func ExampleWithReportPage() {
	registry, err := kinds.Standard()
	if err != nil {
		log.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "report")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	panics, err := faults.Parse("at 1s panic mobile_base/wheels")
	if err != nil {
		log.Fatal(err)
	}
	report, err := session.Run(context.Background(), registry, "../../examples/mobile_manipulator/app.yaml",
		session.WithVirtualTime(), session.WithDuration(2*time.Second), session.WithSchedule(panics), session.WithLogger(nil),
		session.WithReportPage(filepath.Join(dir, "run.html"), ""))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Faults[0].Actor, report.Faults[0].Cause, filepath.Base(report.Page))
	// Output: mobile_base/wheels panic run.html
}

// A program runs an application in real time, stops a world and brings it back.
func ExampleSession_Rearm() {
	registry, err := kinds.Standard()
	if err != nil {
		log.Fatal(err)
	}
	s, err := session.New(registry, "examples/mobile_manipulator/app.yaml", session.WithDefaultRecording(), session.WithControl())
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	go func() {
		if _, err := s.Stop(ctx, "mobile_base", messages.ModeRampHold); err != nil {
			log.Print(err) // a drive did not confirm its stop, say
		}
		status, err := s.Rearm(ctx, "mobile_base")
		if err != nil {
			log.Print(err) // it names every joint that stays stopped, and the reason
		}
		for _, j := range status.Joints {
			fmt.Println(j.Joint, j.Mode)
		}
		s.End()
	}()
	report, err := s.Run(ctx)
	fmt.Println(report.Unasked, err)
}

// A program operates an application in another process. A person consents to what they have seen.
func ExampleClient() {
	ctx := context.Background()
	client, err := session.Connect("mobile_manipulator")
	if err != nil {
		log.Fatal(err)
	}
	seen, err := client.Gate(ctx, "mobile_base")
	if err != nil {
		log.Fatal(err)
	}
	for _, j := range seen.Joints {
		fmt.Println(j.Joint, j.Mode, j.Causes)
	}
	if _, err := client.RearmSeen(ctx, "mobile_base", modes.Acknowledge, seen); err != nil {
		log.Fatal(err)
	}
	if _, err := client.Tasks("whole_body/controller").Set(ctx, "reach", "gains.proportional", 150); err != nil {
		log.Fatal(err)
	}
}

// A program looks ahead: what will the robot do within two seconds?
func ExampleSession_Twin() {
	registry, err := kinds.Standard()
	if err != nil {
		log.Fatal(err)
	}
	s, err := session.New(registry, "../../examples/mobile_manipulator/app.yaml", session.WithVirtualTime(), session.WithLogger(nil))
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	if err := s.System.Start(ctx); err != nil {
		log.Fatal(err)
	}
	if err := s.System.Advance(time.Second); err != nil {
		log.Fatal(err)
	}
	twin, err := s.Twin()
	if err != nil {
		log.Fatal(err) // it names the actors that cannot be cloned
	}
	if err := twin.Advance(2 * time.Second); err != nil {
		log.Fatal(err) // the application would end
	}
	fmt.Printf("the twin is at %v, the robot at %v\n", twin.Now(), s.System.Now())
	if err := errors.Join(twin.Stop(ctx), s.System.Stop(ctx)); err != nil {
		log.Fatal(err)
	}
	// Output: the twin is at 3.000000s, the robot at 1.000000s
}

package agent_test

import (
	"context"
	"log"
	"math"
	"os"
	"os/signal"
	"time"

	"github.com/robo-actors/robo-actors/actors/spine/agent"
	"github.com/robo-actors/robo-actors/actors/spine/dictionary"
	"github.com/robo-actors/robo-actors/messages"
)

// An agent swings one leg of a robot at 200 Hz until it is interrupted, and stops the robot.
func Example() {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	spine, err := agent.Connect(ctx, "upkie", agent.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer spine.Close()
	if _, err := spine.Start(ctx, &messages.SpineConfig{}); err != nil {
		log.Fatal(err)
	}
	action := dictionary.NewAction([]string{"left_hip"}, dictionary.DefaultServoAction())
	err = agent.Every(ctx, 5*time.Millisecond, func(skipped int) error {
		newest, err := spine.Newest()
		if err != nil {
			return err
		}
		action.Servos[0].Position = 0.2 * math.Sin(newest.Stamp.Seconds())
		_, err = spine.Step(ctx, action)
		return err
	})
	log.Print(err)
	if err := spine.Stop(context.Background()); err != nil {
		log.Print(err)
	}
}

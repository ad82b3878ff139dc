package wholebody_test

import (
	"context"
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/controllers/wholebody"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// controllerOf finds the options of the controller of a world; they may be changed until the system
// is made.
func controllerOf(config *app.Config, world string) *wholebody.Actor {
	for i := range config.World(world).Actors {
		if a, is := config.World(world).Actors[i].Instance.(*wholebody.Actor); is {
			return a
		}
	}
	return nil
}

// A program that embeds an application adds tasks and task sets in Go, sets goals, and asks for
// another task set. It does so in virtual time here; of a system in real time, System.Ask waits for
// the reply, and actors.Watch yields the status.
func Example() {
	registry, err := kinds.Standard()
	if err != nil {
		fmt.Println(err)
		return
	}
	config, err := app.LoadFile("../../../examples/arm_levels/app.yaml", registry)
	if err != nil {
		fmt.Println(err)
		return
	}
	options := controllerOf(config, "arm")
	options.Behavior = wholebody.BehaviorOptions{} // every task set is a state that can be asked for
	options.Tasks = append(options.Tasks, wholebody.TaskOptions{Name: "aside", Kind: "frame_position", Frame: "gripper",
		Motion: wholebody.MotionOptions{Velocity: []float64{0.4}, Acceleration: []float64{2}, Jerk: []float64{20}},
		Goal:   wholebody.GoalOptions{Position: []float64{0.45, 0.2, 0.4}}})
	options.TaskSets = append(options.TaskSets, wholebody.TaskSetOptions{Name: "beside", Levels: [][]string{{"aside"}, {"turned"}, {"elbow"}}})
	config.Duration = 4 * time.Second
	system, err := app.New(config, actors.WithVirtualTime()) // New checks what was added, too
	if err != nil {
		fmt.Println(err)
		return
	}
	ask := func(at time.Duration, r messages.TaskRequest) {
		system.At(messages.Instant(at), func() {
			err := system.Request("arm/controller", r, func(reply any, err error) {
				if said, is := reply.(messages.TaskReply); is {
					fmt.Println(said.Text)
				} else {
					fmt.Println(err)
				}
			})
			if err != nil {
				fmt.Println(err)
			}
		})
	}
	ask(1*time.Second, messages.TaskRequest{Verb: messages.TaskState, Name: "beside"})
	ask(2*time.Second, messages.TaskRequest{Verb: messages.TaskSet, Task: "aside", Parameter: "goal.position", Numbers: []float64{0.45, 0.2, 0.5}})
	var last messages.TaskStatus
	if _, err := actors.Tap(system, "arm/controller.status", func(_ messages.Stamp, s *messages.TaskStatus) {
		last.Set, last.Error = s.Set, append(last.Error[:0], s.Error...)
	}); err != nil {
		fmt.Println(err)
		return
	}
	if err := system.Run(context.Background()); err != nil {
		fmt.Println(err)
	}
	set, aside := options.TaskSets[last.Set].Name, last.Error[len(options.Tasks)-1] // numbered as they were declared
	fmt.Println("at the end in", set, "and less than 0.1 mm away:", aside < 1e-4)
	// Output:
	// state "beside" after "three_levels", task set "beside", transition 1
	// goal.position of task "aside" is [0.45 0.2 0.5] m
	// at the end in beside and less than 0.1 mm away: true
}

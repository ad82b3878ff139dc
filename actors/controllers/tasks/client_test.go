package tasks_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/controllers/tasks"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

func TestEveryMethodSendsItsRequest(t *testing.T) {
	var sent messages.TaskRequest
	reply := messages.TaskReply{Parameters: make([]messages.ParameterInfo, 1), Behavior: &messages.BehaviorInfo{State: "work"}}
	c := tasks.Over(func(_ context.Context, r messages.TaskRequest) (messages.TaskReply, error) {
		sent = r
		return reply, nil
	})
	ctx := t.Context()
	for name, test := range map[string]struct {
		call func() error
		want messages.TaskRequest
	}{
		"list":       {func() error { _, err := c.List(ctx); return err }, messages.TaskRequest{Verb: messages.TaskList}},
		"parameters": {func() error { _, err := c.Parameters(ctx, "reach"); return err }, messages.TaskRequest{Verb: messages.TaskShow, Task: "reach"}},
		"parameter": {func() error { _, err := c.Parameter(ctx, "reach", "goal"); return err },
			messages.TaskRequest{Verb: messages.TaskShow, Task: "reach", Parameter: "goal"}},
		"set": {func() error { _, err := c.Set(ctx, "reach", "goal", 1, 2); return err },
			messages.TaskRequest{Verb: messages.TaskSet, Task: "reach", Parameter: "goal", Numbers: []float64{1, 2}}},
		"set a word": {func() error { _, err := c.SetWord(ctx, "reach", "law", "stiff"); return err },
			messages.TaskRequest{Verb: messages.TaskSet, Task: "reach", Parameter: "law", Text: "stiff"}},
		"target":    {func() error { _, err := c.Target(ctx, "reach", "hull"); return err }, messages.TaskRequest{Verb: messages.TaskTarget, Task: "reach", Name: "hull"}},
		"behaviour": {func() error { _, err := c.Behavior(ctx); return err }, messages.TaskRequest{Verb: messages.TaskBehavior}},
		"event":     {func() error { _, err := c.Event(ctx, "grasped"); return err }, messages.TaskRequest{Verb: messages.TaskEvent, Name: "grasped"}},
		"state":     {func() error { _, err := c.State(ctx, "release"); return err }, messages.TaskRequest{Verb: messages.TaskState, Name: "release"}},
		"signal": {func() error { _, err := c.Signal(ctx, "grip", -4.5); return err },
			messages.TaskRequest{Verb: messages.TaskSignal, Name: "grip", Numbers: []float64{-4.5}}},
	} {
		if err := test.call(); err != nil || !reflect.DeepEqual(sent, test.want) {
			t.Errorf("%s: sent %+v, %v; expected %+v", name, sent, err, test.want)
		}
	}
	reply = messages.TaskReply{}
	if _, err := c.Behavior(ctx); err == nil {
		t.Error("a reply without a behaviour is accepted")
	}
	if _, err := c.Parameter(ctx, "reach", "goal"); err == nil {
		t.Error("a reply without the parameter is accepted")
	}
}

func TestARejectedRequestIsAnErrorThatNamesTheNearestKnownName(t *testing.T) {
	c := tasks.Over(func(context.Context, messages.TaskRequest) (messages.TaskReply, error) {
		return messages.TaskReply{Result: messages.TaskUnknownTask, Text: `task "raech"; known: reach, rest`, Known: []string{"reach", "rest"}}, nil
	})
	_, err := c.Set(t.Context(), "raech", "goal", 1)
	rejected, is := errors.AsType[*tasks.RejectedError](err)
	if !is || rejected.Result != messages.TaskUnknownTask || rejected.Name != "raech" || !strings.Contains(err.Error(), `did you mean "reach"?`) {
		t.Errorf("%v", err)
	}
}

func TestAnActorWithoutTasksIsAnError(t *testing.T) {
	system := armLevels(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- system.Run(ctx) }()
	if _, err := tasks.Of(system, "arm/gate").List(ctx); err == nil {
		t.Error("the gate answered as a controller with tasks")
	}
	if _, err := tasks.Of(system, "arm/nobody").List(ctx); err == nil || !strings.Contains(err.Error(), "arm/nobody") {
		t.Errorf("%v; expected that the actor is unknown", err)
	}
	all, err := tasks.Of(system, "arm/controller").List(ctx)
	if err != nil || len(all) == 0 {
		t.Errorf("%d tasks, %v", len(all), err)
	}
	cancel()
	if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
		t.Log(err) // a busy machine may fail the robot
	}
}

// armLevels builds the example with three levels of tasks, in real time.
func armLevels(t *testing.T) *actors.System {
	t.Helper()
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	config, err := app.LoadFile("../../../examples/arm_levels/app.yaml", registry)
	if err != nil {
		t.Fatal(err)
	}
	config.Virtual = false
	system, err := app.New(config)
	if err != nil {
		t.Fatal(err)
	}
	return system
}

// In real time, Of is all that a program needs. This example runs in virtual time, where nothing
// waits: its send function advances the time until the controller has replied.
func ExampleOver() {
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
	system, err := app.New(config, actors.WithVirtualTime())
	if err != nil {
		fmt.Println(err)
		return
	}
	arm := tasks.Over(func(_ context.Context, r messages.TaskRequest) (reply messages.TaskReply, err error) {
		err = errors.Join(system.Request("arm/controller", r, func(got any, refused error) {
			reply, _ = got.(messages.TaskReply)
			err = refused
		}), system.Advance(100*time.Millisecond))
		return reply, err
	})
	ctx := context.Background()
	if err := system.Start(ctx); err != nil {
		fmt.Println(err)
		return
	}
	reply, err := arm.Set(ctx, "elbow", "gains.proportional", 90)
	fmt.Println(reply.Text, err)
	gain, err := arm.Parameter(ctx, "elbow", "gains.proportional")
	fmt.Println(gain.Numbers, err)
	_, err = arm.Set(ctx, "elbw", "gains.proportional", 90)
	fmt.Println(err)
	fmt.Println(system.Stop(ctx))
	// Output:
	// gains.proportional of task "elbow" is [90] 1/s2 <nil>
	// [90 90 90 90 90 90 90] <nil>
	// unknown task: task "elbw"; known tasks are place, turned, elbow; did you mean "elbow"?
	// <nil>
}

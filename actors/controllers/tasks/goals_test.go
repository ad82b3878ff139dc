package tasks_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors/controllers/tasks"
	"github.com/robo-actors/robo-actors/messages"
)

func TestEveryMethodOfGoalsSendsItsRequest(t *testing.T) {
	var sent messages.GoalRequest
	c := tasks.GoalsOver(func(_ context.Context, r messages.GoalRequest) (messages.GoalReply, error) {
		sent = r
		return messages.GoalReply{Goals: make([]messages.GoalInfo, 1)}, nil
	})
	ctx := t.Context()
	goal := messages.Goal{Task: "reach", Values: []messages.GoalValue{{Name: "position", Numbers: []float64{1, 2, 3}}}}
	for name, test := range map[string]struct {
		call func() error
		want messages.GoalRequest
	}{
		"send":       {func() error { _, err := c.Send(ctx, goal); return err }, messages.GoalRequest{Verb: messages.GoalSend, Goal: goal}},
		"cancel":     {func() error { _, err := c.Cancel(ctx, 7); return err }, messages.GoalRequest{Verb: messages.GoalCancel, ID: 7}},
		"cancel all": {func() error { _, err := c.CancelAll(ctx, "reach"); return err }, messages.GoalRequest{Verb: messages.GoalCancel, Task: "reach"}},
		"goals":      {func() error { _, err := c.Goals(ctx, "reach"); return err }, messages.GoalRequest{Verb: messages.GoalShow, Task: "reach"}},
		"goal":       {func() error { _, err := c.Goal(ctx, 7); return err }, messages.GoalRequest{Verb: messages.GoalShow, ID: 7}},
	} {
		if err := test.call(); err != nil || !reflect.DeepEqual(sent, test.want) {
			t.Errorf("%s: sent %+v, %v; expected %+v", name, sent, err, test.want)
		}
	}
}

func TestAGoalIsAwaitedUntilItEnds(t *testing.T) {
	for _, end := range []messages.GoalInfo{
		{ID: messages.NewGoalID(1, 2), State: messages.GoalSucceeded},
		{ID: messages.NewGoalID(1, 2), State: messages.GoalAborted, Reason: messages.GoalOffPath, Text: "joint elbow"},
	} {
		asked := 0
		c := tasks.GoalsOver(func(context.Context, messages.GoalRequest) (messages.GoalReply, error) {
			if asked++; asked < 3 {
				return messages.GoalReply{Goals: []messages.GoalInfo{{State: messages.GoalActive}}}, nil
			}
			return messages.GoalReply{Goals: []messages.GoalInfo{end}}, nil
		})
		looks := 0
		got, err := c.Wait(t.Context(), end.ID, func(messages.GoalInfo) { looks++ })
		failed, is := errors.AsType[*tasks.GoalError](err)
		if got != end || looks != 2 || is != (end.State == messages.GoalAborted) {
			t.Errorf("%+v after %d looks, %v", got, looks, err)
		}
		if is && (failed.Goal != end || err.Error() != "goal 1.2 aborted: off the path: joint elbow") {
			t.Errorf("%v", err)
		}
	}
}

func TestWaitingEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := tasks.GoalsOver(func(context.Context, messages.GoalRequest) (messages.GoalReply, error) {
		cancel()
		return messages.GoalReply{Goals: []messages.GoalInfo{{State: messages.GoalActive}}}, nil
	})
	if _, err := c.Wait(ctx, 1, nil); !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "goal 0.1, which is still active") {
		t.Errorf("%v", err)
	}
}

func TestARejectedGoalIsAnErrorAndSoIsAReplyWithoutGoals(t *testing.T) {
	reply := messages.GoalReply{Result: messages.TaskUnknownTask, Text: `task "raech"; known tasks are reach`, Unknown: "raech", Known: []string{"reach"}}
	c := tasks.GoalsOver(func(context.Context, messages.GoalRequest) (messages.GoalReply, error) { return reply, nil })
	_, err := c.Send(t.Context(), messages.Goal{})
	if rejected, is := errors.AsType[*tasks.RejectedError](err); !is || rejected.Result != messages.TaskUnknownTask || !strings.Contains(err.Error(), `did you mean "reach"?`) {
		t.Errorf("%v", err)
	}
	reply = messages.GoalReply{}
	for name, call := range map[string]func() error{
		"send": func() error { _, err := c.Send(t.Context(), messages.Goal{}); return err },
		"goal": func() error { _, err := c.Goal(t.Context(), 1); return err },
	} {
		if call() == nil {
			t.Errorf("%s: a reply without a goal is accepted", name)
		}
	}
}

func TestAnActorWithoutGoalsIsAnError(t *testing.T) {
	system := armLevels(t)
	if _, err := tasks.GoalsOf(system, "arm/none").Goals(t.Context(), ""); err == nil {
		t.Error("an actor that does not exist has goals")
	}
}

package tasks

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// SendGoal sends a request about goals to a controller and returns its reply.
type SendGoal func(context.Context, messages.GoalRequest) (messages.GoalReply, error)

// GoalClient gives goals to one controller, waits for their results and cancels them. Its methods
// may be called from any goroutine.
type GoalClient struct{ send SendGoal }

// GoalsOf returns a client for a controller of a system in real time, by its path, "world/name".
func GoalsOf(s *actors.System, controller string) *GoalClient {
	return GoalsOver(func(ctx context.Context, r messages.GoalRequest) (messages.GoalReply, error) {
		got, err := s.Ask(ctx, controller, r)
		if err != nil {
			return messages.GoalReply{}, err
		}
		reply, is := got.(messages.GoalReply)
		if !is {
			return reply, fmt.Errorf("%s answered with a %T; expected a controller that pursues goals", controller, got)
		}
		return reply, nil
	})
}

// GoalsOver returns a client whose requests go through send, for a controller in another process.
func GoalsOver(send SendGoal) *GoalClient { return &GoalClient{send} }

// Send gives a task a new goal, which replaces the present one without a jump. It returns the
// accepted goal. A rejection is a *RejectedError.
func (c *GoalClient) Send(ctx context.Context, goal messages.Goal) (messages.GoalInfo, error) {
	reply, err := c.do(ctx, messages.GoalRequest{Verb: messages.GoalSend, Goal: goal})
	switch {
	case err != nil:
		return messages.GoalInfo{}, err
	case len(reply.Goals) != 1:
		return messages.GoalInfo{}, fmt.Errorf("the controller described %d goals; expected the accepted one", len(reply.Goals))
	}
	return reply.Goals[0], nil
}

// Cancel gives a goal up: the joints come to rest. The reply describes the canceled goal.
func (c *GoalClient) Cancel(ctx context.Context, id messages.GoalID) (messages.GoalReply, error) {
	return c.do(ctx, messages.GoalRequest{Verb: messages.GoalCancel, ID: id})
}

// CancelAll gives up every active goal of a task. An empty task means all tasks.
func (c *GoalClient) CancelAll(ctx context.Context, task string) (messages.GoalReply, error) {
	return c.do(ctx, messages.GoalRequest{Verb: messages.GoalCancel, Task: task})
}

// Goals returns the present goal of each task and the last ones that ended, the newest last. An
// empty task means all tasks.
func (c *GoalClient) Goals(ctx context.Context, task string) ([]messages.GoalInfo, error) {
	reply, err := c.do(ctx, messages.GoalRequest{Verb: messages.GoalShow, Task: task})
	return reply.Goals, err
}

// Goal returns one goal.
func (c *GoalClient) Goal(ctx context.Context, id messages.GoalID) (messages.GoalInfo, error) {
	reply, err := c.do(ctx, messages.GoalRequest{Verb: messages.GoalShow, ID: id})
	switch {
	case err != nil:
		return messages.GoalInfo{}, err
	case len(reply.Goals) != 1:
		return messages.GoalInfo{}, fmt.Errorf("the controller described %d goals; expected goal %s", len(reply.Goals), id)
	}
	return reply.Goals[0], nil
}

// look is the time between two looks at a goal that is waited for.
const look = 100 * time.Millisecond

// Wait waits until a goal has ended and returns it, with the error of a goal that did not succeed,
// a *GoalError. It calls progress, unless that is nil, at every look at the active goal. If ctx
// ends first, the goal stays active.
func (c *GoalClient) Wait(ctx context.Context, id messages.GoalID, progress func(messages.GoalInfo)) (messages.GoalInfo, error) {
	timer := time.NewTicker(look)
	defer timer.Stop()
	for {
		goal, err := c.Goal(ctx, id)
		switch {
		case ctx.Err() != nil:
			return goal, fmt.Errorf("stopped waiting for goal %s, which is still active: %w", id, ctx.Err())
		case err != nil:
			return goal, err
		case goal.State == messages.GoalSucceeded:
			return goal, nil
		case goal.State.Ended():
			return goal, &GoalError{goal}
		}
		if progress != nil {
			progress(goal)
		}
		select {
		case <-ctx.Done():
		case <-timer.C:
		}
	}
}

// GoalError is the result of a goal that did not succeed.
type GoalError struct{ Goal messages.GoalInfo }

// Error returns the state of the goal and the reason.
func (e *GoalError) Error() string {
	words := []string{fmt.Sprintf("goal %s %s", e.Goal.ID, e.Goal.State)}
	if e.Goal.Reason != messages.GoalNoReason {
		words = append(words, e.Goal.Reason.String())
	}
	if e.Goal.Text != "" {
		words = append(words, e.Goal.Text)
	}
	return strings.Join(words, ": ")
}

func (c *GoalClient) do(ctx context.Context, r messages.GoalRequest) (messages.GoalReply, error) {
	reply, err := c.send(ctx, r)
	if err == nil && reply.Result != messages.TaskSuccess {
		err = &RejectedError{Result: reply.Result, Text: reply.Text, Name: reply.Unknown, Known: reply.Known}
	}
	return reply, err
}

package tasks

import (
	"context"
	"errors"
	"fmt"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// Send sends a request to a controller and returns its reply.
type Send func(context.Context, messages.TaskRequest) (messages.TaskReply, error)

// Client operates one controller with tasks. Its methods may be called from any goroutine.
type Client struct{ send Send }

// Of returns a client for a controller of a system in real time, by its path, "world/name".
func Of(s *actors.System, controller string) *Client {
	return Over(func(ctx context.Context, r messages.TaskRequest) (messages.TaskReply, error) {
		got, err := s.Ask(ctx, controller, r)
		if err != nil {
			return messages.TaskReply{}, err
		}
		reply, is := got.(messages.TaskReply)
		if !is {
			return reply, fmt.Errorf("%s answered with a %T; expected a controller with tasks", controller, got)
		}
		return reply, nil
	})
}

// Over returns a client whose requests go through send, for a controller in another process.
func Over(send Send) *Client { return &Client{send} }

// List returns all tasks with their errors.
func (c *Client) List(ctx context.Context) ([]messages.TaskInfo, error) {
	reply, err := c.do(ctx, messages.TaskRequest{Verb: messages.TaskList})
	return reply.Tasks, err
}

// Parameters returns the parameters of a task with their values. Goals are parameters.
func (c *Client) Parameters(ctx context.Context, task string) ([]messages.ParameterInfo, error) {
	reply, err := c.do(ctx, messages.TaskRequest{Verb: messages.TaskShow, Task: task})
	return reply.Parameters, err
}

// Parameter returns one parameter of a task.
func (c *Client) Parameter(ctx context.Context, task, name string) (messages.ParameterInfo, error) {
	reply, err := c.do(ctx, messages.TaskRequest{Verb: messages.TaskShow, Task: task, Parameter: name})
	switch {
	case err != nil:
		return messages.ParameterInfo{}, err
	case len(reply.Parameters) != 1:
		return messages.ParameterInfo{}, fmt.Errorf("the controller described %d parameters; expected parameter %q of task %q", len(reply.Parameters), name, task)
	}
	return reply.Parameters[0], nil
}

// Set gives a parameter of a task numbers, in SI units. The command stays continuous. The value
// holds until a state of the behaviour sets the parameter or the controller restarts. The reply
// describes the change.
func (c *Client) Set(ctx context.Context, task, parameter string, numbers ...float64) (messages.TaskReply, error) {
	return c.do(ctx, messages.TaskRequest{Verb: messages.TaskSet, Task: task, Parameter: parameter, Numbers: numbers})
}

// SetWord gives a parameter of a task a word, such as one of its choices.
func (c *Client) SetWord(ctx context.Context, task, parameter, word string) (messages.TaskReply, error) {
	return c.do(ctx, messages.TaskRequest{Verb: messages.TaskSet, Task: task, Parameter: parameter, Text: word})
}

// Target chooses the task that realises a virtual joint of a controller's options target and
// targets. An empty joint stands for the only one. The task before stays where it is, and the
// command stays continuous.
func (c *Client) Target(ctx context.Context, task, joint string) (messages.TaskReply, error) {
	return c.do(ctx, messages.TaskRequest{Verb: messages.TaskTarget, Task: task, Name: joint})
}

// Behavior returns the condition of the state machine.
func (c *Client) Behavior(ctx context.Context) (*messages.BehaviorInfo, error) {
	reply, err := c.do(ctx, messages.TaskRequest{Verb: messages.TaskBehavior})
	if err == nil && reply.Behavior == nil {
		err = errors.New("the controller did not describe a behaviour")
	}
	return reply.Behavior, err
}

// Event raises an event of the behaviour. It returns when the transition has ended.
func (c *Client) Event(ctx context.Context, name string) (messages.TaskReply, error) {
	return c.do(ctx, messages.TaskRequest{Verb: messages.TaskEvent, Name: name})
}

// State changes the behaviour to a state that may be requested by name. Without a behaviour, every
// task set is such a state. State returns when the transition has ended.
func (c *Client) State(ctx context.Context, name string) (messages.TaskReply, error) {
	return c.do(ctx, messages.TaskRequest{Verb: messages.TaskState, Name: name})
}

// Signal sets a signal of the behaviour that is not linked to an input of the controller.
func (c *Client) Signal(ctx context.Context, name string, value float64) (messages.TaskReply, error) {
	return c.do(ctx, messages.TaskRequest{Verb: messages.TaskSignal, Name: name, Numbers: []float64{value}})
}

func (c *Client) do(ctx context.Context, r messages.TaskRequest) (messages.TaskReply, error) {
	reply, err := c.send(ctx, r)
	if err == nil && reply.Result != messages.TaskSuccess {
		err = &RejectedError{Result: reply.Result, Text: reply.Text, Name: unknown(&r, reply.Result), Known: reply.Known}
	}
	return reply, err
}

// unknown returns the name in a request that the controller does not know.
func unknown(r *messages.TaskRequest, result messages.TaskResult) string {
	return map[messages.TaskResult]string{messages.TaskUnknownTask: r.Task, messages.TaskUnknownParameter: r.Parameter,
		messages.TaskUnknownState: r.Name, messages.TaskUnknownEvent: r.Name, messages.TaskUnknownSignal: r.Name}[result]
}

// RejectedError is the reply of a controller that did not carry out a request.
type RejectedError struct {
	Result messages.TaskResult
	// Text is the reason.
	Text string
	// Name is the unknown name and Known the known ones, if the controller does not know a name.
	Name  string
	Known []string
}

// Error returns the reason, and the known name nearest to an unknown one.
func (e *RejectedError) Error() string {
	text := fmt.Sprintf("%s: %s", e.Result, e.Text)
	if hint := source.DidYouMean(e.Name, e.Known); hint != "" {
		text += "; " + hint
	}
	return text
}

package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// TaskArguments are the arguments of the verb task: a request for a controller, "world/name". An
// empty name means the only controller with tasks.
type TaskArguments struct {
	Controller string
	Request    messages.TaskRequest
}

// TaskControllers returns the controllers with a port for the status of tasks.
func (s *Session) TaskControllers() (paths []string) {
	for w := range s.parts.Config().Worlds {
		for p := range s.parts.Config().Worlds[w].Actors {
			actor := &s.parts.Config().Worlds[w].Actors[p]
			for _, port := range actor.Kind.Ports {
				if !port.Input && strings.HasSuffix(port.Type, "messages.TaskStatus]") {
					paths = append(paths, actor.Path)
					break
				}
			}
		}
	}
	return paths
}

// tasked is a controller that answers requests for tasks without a status port, as a joint_space
// controller does for its goal.
type tasked interface{ TaskNames() []string }

// otherTaskControllers returns the controllers that answer requests for tasks without a status
// port.
func (s *Session) otherTaskControllers() (paths []string) {
	for w := range s.parts.Config().Worlds {
		for p := range s.parts.Config().Worlds[w].Actors {
			if actor := &s.parts.Config().Worlds[w].Actors[p]; actor.Instance != nil {
				if _, is := actor.Instance.(tasked); is {
					paths = append(paths, actor.Path)
				}
			}
		}
	}
	return paths
}

// tasks handles the verb task. A rejection by the controller is a reply, not an error.
func (s *Session) tasks(ctx context.Context, raw json.RawMessage) (any, error) {
	controller, request, err := readTask(raw)
	if err != nil {
		return nil, err
	}
	path, err := s.taskController(controller)
	if err != nil {
		return nil, err
	}
	reply, err := s.System.Ask(ctx, path, request)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, overdue(path, request.Verb)
	}
	return reply, err
}

// readTask reads TaskArguments. It rejects a null among numbers, which some clients send for NaN
// and JSON decodes as 0.
func readTask(raw json.RawMessage) (controller string, request messages.TaskRequest, err error) {
	var a struct {
		Controller string
		Request    struct {
			messages.TaskRequest
			Numbers []*float64
		}
	}
	if err := json.Unmarshal(raw, &a); err != nil {
		return "", request, fmt.Errorf("invalid arguments: %w", err)
	}
	request = a.Request.TaskRequest
	for i, v := range a.Request.Numbers {
		if v == nil {
			return "", request, fmt.Errorf("number %d of the request is null; expected a finite number", i)
		}
		request.Numbers = append(request.Numbers, *v)
	}
	return a.Controller, request, nil
}

// taskController finds the controller of a request. Without a name it is the only one with a status
// of tasks, or else the only one that answers.
func (s *Session) taskController(name string) (string, error) {
	all, others := s.TaskControllers(), s.otherTaskControllers()
	if len(all) == 0 || name != "" {
		all = append(all, others...)
	}
	switch {
	case len(all) == 0:
		return "", fmt.Errorf("application %s has no controller with tasks, such as whole_body or joint_space", s.Config.Name)
	case name == "" && len(all) == 1:
		return all[0], nil
	case name == "":
		return "", fmt.Errorf("several controllers have tasks: %s; name one", strings.Join(all, ", "))
	}
	for _, path := range all {
		if path == name {
			return path, nil
		}
	}
	return "", fmt.Errorf("controller %q has no tasks; controllers with tasks: %s", name, strings.Join(all, ", "))
}

// overdue is the error of a request without an answer in time. The controller may still carry out a
// transition that it has begun to prepare.
func overdue(path string, verb messages.TaskVerb) error {
	then := ""
	if verb == messages.TaskState || verb == messages.TaskEvent {
		then = "; the transition may still be pending, for as long as the controller's prepare_within: robo-actors behavior shows where it stands"
	}
	return fmt.Errorf("%s: %w%s", path, actors.ErrTimeout, then)
}

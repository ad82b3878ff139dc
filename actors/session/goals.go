package session

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/actors/controllers/tasks"
	"github.com/robo-actors/robo-actors/messages"
)

// GoalArguments are the arguments of the verb goal: a request for a controller, "world/name". An
// empty name means the only controller that pursues goals.
type GoalArguments struct {
	Controller string
	Request    messages.GoalRequest
}

// pursuer is a controller that pursues goals, of its tasks by name.
type pursuer interface{ GoalTasks() []string }

// Goals returns a client for a controller that pursues goals, "world/name". An empty name means the
// only one.
func (s *Session) Goals(controller string) (*tasks.GoalClient, error) {
	if _, err := s.goalController(controller); err != nil {
		return nil, err
	}
	return tasks.GoalsOver(func(ctx context.Context, r messages.GoalRequest) (messages.GoalReply, error) {
		return s.askGoal(ctx, controller, r)
	}), nil
}

// askGoal sends a request about goals. If joints are stopped, the text of the reply has the causes.
func (s *Session) askGoal(ctx context.Context, controller string, request messages.GoalRequest) (reply messages.GoalReply, err error) {
	path, err := s.goalController(controller)
	if err != nil {
		return reply, err
	}
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	got, err := s.System.Ask(ctx, path, request)
	if err != nil {
		return reply, err
	}
	reply, is := got.(messages.GoalReply)
	if !is {
		return reply, fmt.Errorf("%s answered with a %T; expected a controller that pursues goals", path, got)
	}
	if reply.Result == messages.TaskStopped {
		world, _, _ := strings.Cut(path, "/")
		s.explainStopped(ctx, world, &reply)
	}
	return reply, nil
}

// goals handles the verb goal.
func (s *Session) goals(ctx context.Context, raw json.RawMessage) (any, error) {
	arguments, err := readGoal(raw)
	if err != nil {
		return nil, err
	}
	return s.askGoal(ctx, arguments.Controller, arguments.Request)
}

// readGoal reads GoalArguments. It rejects a null among numbers, which some clients send for NaN
// and JSON decodes as 0.
func readGoal(raw json.RawMessage) (a GoalArguments, err error) {
	var nullable struct {
		Request struct {
			Goal struct {
				Values []struct{ Numbers []*float64 }
			}
		}
	}
	if err := json.Unmarshal(raw, &a); err != nil {
		return a, fmt.Errorf("invalid arguments: %w", err)
	}
	if err := json.Unmarshal(raw, &nullable); err != nil {
		return a, fmt.Errorf("invalid arguments: %w", err)
	}
	for i, v := range nullable.Request.Goal.Values {
		if k := slices.Index(v.Numbers, nil); k >= 0 {
			return a, fmt.Errorf("number %d of value %q is null; expected a finite number", k, a.Request.Goal.Values[i].Name)
		}
	}
	return a, nil
}

// goalController finds the controller of a request.
func (s *Session) goalController(name string) (string, error) {
	all := s.GoalControllers()
	switch {
	case len(all) == 0:
		return "", fmt.Errorf("application %s has no controller that pursues goals, such as joint_trajectory, joint_space or whole_body", s.Config.Name)
	case name == "" && len(all) == 1:
		return all[0], nil
	case name == "":
		return "", fmt.Errorf("several controllers pursue goals: %s; name one", strings.Join(all, ", "))
	case slices.Contains(all, name):
		return name, nil
	}
	return "", fmt.Errorf("controller %q pursues no goals; controllers with goals: %s", name, strings.Join(all, ", "))
}

// explainStopped adds the causes of stopped joints to a rejection, as the gate of the world reports
// them.
func (s *Session) explainStopped(ctx context.Context, world string, reply *messages.GoalReply) {
	status, err := s.Gate(ctx, world)
	if err != nil {
		return // the reply names the joints and their modes already
	}
	var causes []string
	for _, stopped := range reply.Stopped {
		for _, j := range status.Joints {
			if text := fmt.Sprintf("%s: %s", j.Joint, j.Causes); j.Joint == stopped.Joint && j.Mode.Stops() {
				causes = append(causes, text)
			}
		}
		if other := s.realises(world, stopped.Joint); stopped.Virtual && other != "" {
			causes = append(causes, fmt.Sprintf("%s: world %q realises it: robo-actors rearm %s", stopped.Joint, other, other))
		}
	}
	if len(causes) > 0 {
		reply.Text += " (causes: " + strings.Join(causes, "; ") + ")"
	}
}

// realises returns the world that realises a virtual joint of a world, or nothing.
func (s *Session) realises(world, joint string) string {
	for i := range s.parts.Config().Couplings {
		c := &s.parts.Config().Couplings[i]
		if c.Joint == joint && c.Command != nil && s.parts.Config().Worlds[c.Command.From.World].Name == world {
			return s.parts.Config().Worlds[c.Command.To.World].Name
		}
	}
	return ""
}

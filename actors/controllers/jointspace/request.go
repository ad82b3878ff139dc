package jointspace

import (
	"fmt"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// The one task that the controller has for its users, and its one parameter.
const (
	taskName = "joints"
	goalName = "goal"
)

// TaskNames lists the tasks for which the controller answers a messages.TaskRequest.
func (a *Actor) TaskNames() []string { return []string{taskName} }

// Answer answers one request of a user, and sets the goal that it gives.
func (a *Actor) Answer(r *messages.TaskRequest) messages.TaskReply {
	switch r.Verb {
	case messages.TaskList:
		return messages.TaskReply{Tasks: []messages.TaskInfo{{Name: taskName, Kind: "joint_space", Unit: a.unit()}}}
	case messages.TaskShow, messages.TaskSet:
	default:
		return refused(messages.TaskUnknownVerb, "verb %q; a joint_space controller knows %s, %s and %s", r.Verb, messages.TaskList, messages.TaskShow, messages.TaskSet)
	}
	if r.Task != taskName {
		reply := refused(messages.TaskUnknownTask, "task %q; known: %s", r.Task, taskName)
		reply.Known = []string{taskName}
		return reply
	}
	if r.Parameter != goalName && (r.Parameter != "" || r.Verb == messages.TaskSet) {
		reply := refused(messages.TaskUnknownParameter, "parameter %q of task %q; known: %s", r.Parameter, taskName, goalName)
		reply.Known = []string{goalName}
		return reply
	}
	if r.Verb == messages.TaskShow {
		return messages.TaskReply{Parameters: []messages.ParameterInfo{a.goal()}}
	}
	return a.setGoal(r)
}

// goal describes the goal and its present value, none while the joints hold where they began.
func (a *Actor) goal() messages.ParameterInfo {
	return messages.ParameterInfo{Name: goalName, Doc: a.fixed.String() + " of the joints " + strings.Join(a.names(), ", "), Type: "vector", Unit: a.unit(),
		Lengths: []int{len(a.axes)}, Fixed: a.Target.Linked(), Numbers: slices.Clone(a.Goal)}
}

func (a *Actor) setGoal(r *messages.TaskRequest) messages.TaskReply {
	switch {
	case a.Target.Linked():
		return refused(messages.TaskNotAllowed, "%s of task %q: targets come through the input target; change what feeds it", goalName, taskName)
	case r.Text != "":
		return refused(messages.TaskInvalidData, "%s of task %q: it is a vector, not %q", goalName, taskName, r.Text)
	case len(r.Numbers) != len(a.axes):
		return refused(messages.TaskInvalidDimension, "%s of task %q: there are %d numbers; expected %d, for the joints %s", goalName, taskName, len(r.Numbers), len(a.axes), strings.Join(a.names(), ", "))
	}
	if refusal := a.pursue(r.Numbers, 0, 0, 0); refusal != nil {
		return messages.TaskReply{Result: refusal.Result, Text: refusal.Text}
	}
	return messages.TaskReply{Text: fmt.Sprintf("%s of task %q is %v %s", goalName, taskName, a.Goal, a.unit())}
}

// goals returns the least and the greatest goal that the limits of a degree of freedom allow.
func goals(l worlds.Limit, control messages.ControlMode) (low, high float64) {
	switch control {
	case messages.ControlPosition:
		return l.Lower, l.Upper
	case messages.ControlVelocity:
		return -l.Velocity, l.Velocity
	}
	return -l.Effort, l.Effort
}

func (a *Actor) names() []string {
	names := make([]string, len(a.axes))
	for i := range a.axes {
		names[i] = a.axes[i].name
	}
	return names
}

// unit is that of a goal; of several, those of the joints in their order.
func (a *Actor) unit() string {
	var units []string
	for i := range a.axes {
		units = append(units, worlds.UnitOf(a.axes[i].slot.Type, a.fixed))
	}
	if len(slices.Compact(slices.Clone(units))) == 1 {
		return units[0]
	}
	return strings.Join(units, ", ")
}

func refused(result messages.TaskResult, format string, arguments ...any) messages.TaskReply {
	return messages.TaskReply{Result: result, Text: fmt.Sprintf(format, arguments...)}
}

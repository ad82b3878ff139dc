package elasticplan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
)

// taskName is the one task of the actor.
const taskName = "plan"

// ending is how a goal ends once the arm rests.
type ending struct {
	state  messages.GoalState
	reason messages.GoalReason
	why    string
}

// record is when the newest goal began and ended, and why it was given up.
type record struct {
	accepted, ended messages.Instant
	why             string
}

// GoalTasks lists the tasks for which the actor answers a messages.GoalRequest.
func (a *Actor) GoalTasks() []string { return []string{taskName} }

// GoalGroup is the joint group whose joints a goal may name.
func (a *Actor) GoalGroup() string { return a.JointGroup }

// JobThreads implements worlds.JobRunner: a plan deforms while the planner looks for another one.
func (a *Actor) JobThreads() int { return 2 }

// answer answers a request about goals. A goal that is accepted is returned as a configuration.
func (a *Actor) answer(r *messages.GoalRequest, s *messages.Snapshot) (messages.GoalReply, []float64) {
	if task := r.Task + r.Goal.Task; task != "" && task != taskName {
		return messages.GoalReply{Result: messages.TaskUnknownTask, Text: fmt.Sprintf("task %q; the only one is %q", task, taskName), Unknown: task, Known: []string{taskName}}, nil
	}
	switch r.Verb {
	case messages.GoalShow:
		return a.shown("", r.ID), nil
	case messages.GoalCancel:
		if a.goal == nil || r.ID != 0 && r.ID != a.last.ID {
			return messages.GoalReply{Result: messages.TaskNotNow, Text: "no such goal is active"}, nil
		}
		a.goal.ending = &ending{state: messages.GoalCanceled}
		return a.shown(fmt.Sprintf("goal %s is canceled; the arm comes to rest on its plan", a.last.ID), a.last.ID), nil
	case messages.GoalSend:
		return a.resolve(&r.Goal, s)
	}
	return messages.GoalReply{Result: messages.TaskUnknownVerb, Text: fmt.Sprintf("verb %q; known verbs are %s, %s and %s", r.Verb, messages.GoalSend, messages.GoalCancel, messages.GoalShow)}, nil
}

// resolve makes a configuration of a goal. Joints that it does not name stay where they are.
func (a *Actor) resolve(g *messages.Goal, s *messages.Snapshot) (messages.GoalReply, []float64) {
	names := a.group.JointNames()
	if err := g.Check(); err != nil {
		return messages.GoalReply{Result: messages.TaskInvalidData, Text: err.Error()}, nil
	}
	switch {
	case len(g.Times) > 0:
		return messages.GoalReply{Result: messages.TaskInvalidData, Text: "the goal has times; expected none, because the way is planned"}, nil
	case a.goal != nil || a.begun < len(a.Goals):
		return messages.GoalReply{Result: messages.TaskNotNow, Text: fmt.Sprintf("goal %s is on its way; cancel it, or wait for its end", a.last.ID)}, nil
	case s == nil || !a.running(s):
		return messages.GoalReply{Result: messages.TaskStopped, Text: "a joint of the arm takes no commands; expected all of them to run"}, nil
	}
	to := make([]float64, len(names))
	a.course.measured(to, s)
	if a.placed {
		copy(to, a.course.at)
	}
	for _, v := range g.Values {
		i := slices.Index(names, v.Name)
		switch {
		case i < 0:
			return messages.GoalReply{Result: messages.TaskUnknownParameter, Text: fmt.Sprintf("joint %q; joints of group %q are %s", v.Name, a.JointGroup, strings.Join(names, ", ")),
				Unknown: v.Name, Known: names}, nil
		case len(v.Numbers) != 1:
			return messages.GoalReply{Result: messages.TaskInvalidDimension, Text: fmt.Sprintf("joint %q has %d positions; expected one", v.Name, len(v.Numbers))}, nil
		}
		to[i] = v.Numbers[0]
	}
	return messages.GoalReply{}, to
}

// shown describes the newest goal.
func (a *Actor) shown(text string, id messages.GoalID) messages.GoalReply {
	if a.last.State == messages.GoalNone || id != 0 && id != a.last.ID {
		return messages.GoalReply{Result: messages.TaskNotNow, Text: "the actor keeps its newest goal only, and that is another one or there was none"}
	}
	return messages.GoalReply{Text: text, Goals: []messages.GoalInfo{{ID: a.last.ID, Task: taskName, State: a.last.State, Reason: a.last.Reason, Text: a.record.why,
		Progress: a.last.Progress, Remaining: a.last.Remaining, Unit: "rad", Accepted: a.record.accepted, Ended: a.record.ended}}}
}

// running reports whether every joint of the arm takes commands.
func (a *Actor) running(s *messages.Snapshot) bool {
	for i := range a.group.NumJoints() {
		if k := a.group.WorldJoint(i); !s.Valid[k] || !s.Mode[k].Passes() {
			return false
		}
	}
	return true
}

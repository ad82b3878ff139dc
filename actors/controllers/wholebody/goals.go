package wholebody

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/ledger"
	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// goalParts are the parameters that make a goal, in the order of the numbers of a GoalCommand.
var goalParts = []string{"position", "orientation", "joints", "momentum", "wrench"}

// restSpeed is the speed below which a goal counts as reached, m/s or rad/s.
const restSpeed = 0.02

// keeper is what the law knows of goals that come while it runs.
type keeper struct {
	ledger *ledger.Ledger
	world  string
	now    messages.Instant
	aims   []aim
	notes  []string // events that are still to be emitted
}

// aim is the goal of one task.
type aim struct {
	given     bool // the goal came by request or from a planner, not from the options
	rest      bool // the task is to stay where it is from the next tick on
	tolerance float64
	within    float64 // s; zero for no limit
	elapsed   float64 // s
	distance  float64 // to the goal at the beginning; negative before it is known
	joints    []joint // of a posture, in the order of its numbers
}

// joint is a joint of a posture. Lower and upper are its position limits, rad or m, without a bound
// where it has several degrees of freedom.
type joint struct {
	name          string
	first, length int
	lower, upper  float64
}

// makeKeeper prepares the goals of the tasks.
func (l *Law) makeKeeper(w *worlds.World) {
	units := make([]string, len(l.tasks))
	l.goals.aims = make([]aim, len(l.tasks))
	for i, kind := range l.kinds {
		units[i] = l.unitOf(w, i, errorUnit(kind))
		if kind == taskspace.Posture {
			l.goals.aims[i].joints = l.postureJoints(w, l.options.Tasks[i].Joints)
		}
	}
	l.goals.ledger = ledger.New(l.tasks, units)
}

// postureJoints lists the joints of a posture: the named ones, or all that take
// commands but those that tasks realise.
func (l *Law) postureJoints(w *worlds.World, named []string) (list []joint) {
	if len(named) == 0 {
		for j := range w.NumJoints() {
			_, realised := l.options.realises(w.Joint(j).Name)
			if slot := w.Slot(j); slot.VelocityLength > 0 && !l.follows(slot.Velocity) && !realised {
				named = append(named, w.Joint(j).Name)
			}
		}
	}
	first := 0
	for _, name := range named {
		j, err := w.JointIndex(name)
		if err != nil {
			return nil // reported where the task is bound
		}
		slot, lower, upper := w.Slot(j), math.Inf(-1), math.Inf(1)
		if slot.PositionLength == 1 {
			limit := w.Limits()[slot.Velocity]
			lower, upper = limit.Lower, limit.Upper
		}
		list, first = append(list, joint{name, first, slot.PositionLength, lower, upper}), first+slot.PositionLength
	}
	return list
}

// Goal answers a request about goals.
func (l *Law) Goal(r *messages.GoalRequest, in *Input) messages.GoalReply {
	switch r.Verb {
	case messages.GoalShow:
		return l.goals.ledger.Show(r)
	case messages.GoalCancel:
		tasks, refusal := l.goals.ledger.Canceled(r)
		if refusal != nil {
			return *refusal
		}
		reply := messages.GoalReply{}
		var ids []string
		for _, i := range tasks {
			g := l.giveUp(i, messages.GoalCanceled, messages.GoalNoReason, "")
			reply.Goals, ids = append(reply.Goals, *g), append(ids, g.ID.String())
		}
		reply.Text = fmt.Sprintf("goal %s is canceled; the task stays where it is", strings.Join(ids, ", "))
		return reply
	case messages.GoalSend:
		task, refusal := l.send(&r.Goal, in)
		if refusal != nil {
			return *refusal
		}
		reply := l.goals.ledger.Show(&messages.GoalRequest{ID: l.goals.ledger.ID(task)})
		reply.Text = fmt.Sprintf("goal %s of task %q is accepted", l.goals.ledger.ID(task), l.tasks[task])
		return reply
	}
	return *refusedGoal(messages.TaskUnknownVerb, "verb %q; known verbs are %s, %s and %s", r.Verb, messages.GoalSend, messages.GoalCancel, messages.GoalShow)
}

// send pursues a goal by names.
func (l *Law) send(g *messages.Goal, in *Input) (task int, refusal *messages.GoalReply) {
	if task, refusal = l.goals.ledger.Find(g.Task); refusal != nil {
		return 0, refusal
	}
	if err := g.Check(); err != nil {
		return 0, refusedGoal(messages.TaskInvalidData, "%v", err)
	}
	if len(g.Times) > 0 {
		return 0, refusedGoal(messages.TaskInvalidData, "a whole_body controller takes no times; expected a goal, or a joint_trajectory controller")
	}
	settings, refusal := l.settings(task, g.Values)
	if refusal == nil {
		refusal = l.pursueGoal(task, settings, g.Tolerance, g.Within, 0, in)
	}
	return task, refusal
}

// settings makes parameters of the values of a goal: its parts, or the joints of a posture. Joints
// that are not named keep their goal.
func (l *Law) settings(task int, values []messages.GoalValue) (list []messages.TaskRequest, refusal *messages.GoalReply) {
	known := l.partsOf(task)
	joints := -1 // in list
	for _, v := range values {
		r := messages.TaskRequest{Verb: messages.TaskSet, Task: l.tasks[task], Parameter: "goal." + v.Name, Numbers: v.Numbers}
		if slices.Contains(known, v.Name) {
			list = append(list, r)
			continue
		}
		k := slices.IndexFunc(l.goals.aims[task].joints, func(j joint) bool { return j.name == v.Name })
		if k < 0 {
			for _, j := range l.goals.aims[task].joints {
				known = append(known, j.name)
			}
			refusal = refusedGoal(messages.TaskUnknownParameter, "task %q has no %q; parts of its goal are %s", l.tasks[task], v.Name, strings.Join(known, ", "))
			refusal.Unknown, refusal.Known = v.Name, known
			return nil, refusal
		}
		j := &l.goals.aims[task].joints[k]
		if len(v.Numbers) != j.length {
			return nil, refusedGoal(messages.TaskInvalidDimension, "joint %q has %d numbers; expected %d", v.Name, len(v.Numbers), j.length)
		}
		if joints < 0 {
			p, _ := l.parameter(l.tasks[task], "goal.joints")
			r.Parameter, r.Numbers, joints = "goal.joints", slices.Clone(p.Value.Real), len(list)
			list = append(list, r)
		}
		copy(list[joints].Numbers[j.first:], v.Numbers)
	}
	return list, nil
}

// partsOf lists the parts of a task's goal.
func (l *Law) partsOf(task int) (parts []string) {
	all, _ := l.parameters(l.tasks[task])
	for _, name := range goalParts {
		if slices.ContainsFunc(all, func(p taskspace.Parameter) bool { return p.Name == "goal."+name }) {
			parts = append(parts, name)
		}
	}
	return parts
}

// numbersOf returns how many numbers a GoalCommand has for a task.
func (l *Law) numbersOf(task int) (n int) {
	for _, part := range l.partsOf(task) {
		if p, refusal := l.parameter(l.tasks[task], "goal."+part); refusal == nil {
			n += len(p.Value.Real)
		}
	}
	return n
}

// takeGoal pursues the goal of a planner. A rejected one is an event.
func (l *Law) takeGoal(m *messages.GoalCommand, sequence uint64, in *Input) {
	if refusal := l.unpack(m, sequence, in); refusal != nil {
		l.goals.ledger.Reject(sequence)
		l.goals.notes = append(l.goals.notes, fmt.Sprintf("goal at input goal rejected: %s: %s", refusal.Result, refusal.Text))
	}
}

func (l *Law) unpack(m *messages.GoalCommand, sequence uint64, in *Input) *messages.GoalReply {
	task := int(m.Task)
	if task >= len(l.tasks) || m.Points != 1 || len(m.TimeS) != 1 || m.TimeS[0] != 0 {
		return refusedGoal(messages.TaskInvalidDimension, "task %d with %d points; expected a task from 0 to %d with one point at time 0", m.Task, m.Points, len(l.tasks)-1)
	}
	var list []messages.TaskRequest
	at := 0
	for _, part := range l.partsOf(task) {
		p, refusal := l.parameter(l.tasks[task], "goal."+part)
		if refusal != nil || at+len(p.Value.Real) > len(m.Value) {
			return refusedGoal(messages.TaskInvalidDimension, "%d numbers; expected %d for task %q", len(m.Value), l.numbersOf(task), l.tasks[task])
		}
		list = append(list, messages.TaskRequest{Task: l.tasks[task], Parameter: p.Name, Numbers: slices.Clone(m.Value[at : at+len(p.Value.Real)])})
		at += len(p.Value.Real)
	}
	return l.pursueGoal(task, list, 0, 0, sequence, in)
}

// pursueGoal sets the parts of a goal, all or none, and begins to watch it.
func (l *Law) pursueGoal(task int, parts []messages.TaskRequest, tolerance float64, within time.Duration, command uint64, in *Input) *messages.GoalReply {
	if len(parts) == 0 {
		return refusedGoal(messages.TaskNotAllowed, "task %q has no goal", l.tasks[task])
	}
	for i := range parts {
		p, refusal := l.parameter(parts[i].Task, parts[i].Parameter)
		if refusal == nil {
			refusal = l.examine(&parts[i], p)
		}
		if refusal != nil {
			return &messages.GoalReply{Result: refusal.Result, Text: refusal.Text, Known: refusal.Known}
		}
	}
	if refusal := l.reachable(task, in); refusal != nil {
		return refusal
	}
	if !l.pursues(task) {
		return refusedGoal(messages.TaskNotNow, "task %q is not in task set %q, which is active; robo-actors behavior shows the states to ask for", l.tasks[task], l.active().name)
	}
	for i := range parts {
		if err := l.apply(parts[i].Task, parts[i].Parameter, taskspace.Value{Real: parts[i].Numbers}); err != nil {
			return refusedGoal(messages.TaskInvalidData, "%v", err)
		}
	}
	l.changed = true
	l.accept(task, tolerance, within, command)
	return nil
}

// accept watches a goal that was set.
func (l *Law) accept(task int, tolerance float64, within time.Duration, command uint64) {
	if tolerance == 0 {
		tolerance = tolerances[errorUnit(l.kinds[task])]
	}
	a := &l.goals.aims[task]
	*a = aim{given: true, tolerance: tolerance, within: within.Seconds(), distance: -1, joints: a.joints}
	accepted, preempted := l.goals.ledger.Accept(task, command, l.goals.now)
	if preempted != nil {
		l.goals.notes = append(l.goals.notes, ledger.Sentence(preempted))
	}
	l.goals.notes = append(l.goals.notes, fmt.Sprintf("goal %s of task %q accepted", accepted.ID, accepted.Task))
}

func refusedGoal(result messages.TaskResult, format string, arguments ...any) *messages.GoalReply {
	return &messages.GoalReply{Result: result, Text: fmt.Sprintf(format, arguments...)}
}

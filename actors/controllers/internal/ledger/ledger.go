// Package ledger keeps the goals of a controller: which one each task pursues, its progress, and
// how the last ones ended.
package ledger

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// keep is the number of ended goals that a ledger remembers.
const keep = 32

// Ledger has the goals of one incarnation of a controller. Each task pursues at most one goal; a
// newer one preempts it. Its memory is bounded.
type Ledger struct {
	incarnation messages.Incarnation
	tasks       []string
	unit        []string
	newest      []messages.GoalInfo // of each task; ID zero before the first
	ended       []messages.GoalInfo // at most keep, the oldest first
	command     []uint64            // that gave the newest goals
	number      uint32
	rejected    uint64
}

// New makes the ledger of some tasks, with the units of the distances to their goals.
func New(tasks, units []string) *Ledger {
	return &Ledger{tasks: tasks, unit: units, newest: make([]messages.GoalInfo, len(tasks)), command: make([]uint64, len(tasks)),
		ended: make([]messages.GoalInfo, 0, keep)}
}

// Begin sets the incarnation, which goes into the numbers of goals.
func (l *Ledger) Begin(incarnation messages.Incarnation) { l.incarnation = incarnation }

// Tasks returns the names of the tasks.
func (l *Ledger) Tasks() []string { return l.tasks }

// Reject notes that the command with that sequence was rejected.
func (l *Ledger) Reject(command uint64) { l.rejected = command }

// Accept makes a new goal the one of a task and returns it. command is the sequence of the
// GoalCommand that gives it, zero for a request. preempted is the goal that it replaces, nil
// without one.
func (l *Ledger) Accept(task int, command uint64, now messages.Instant) (accepted, preempted *messages.GoalInfo) {
	if l.Active(task) {
		preempted = l.End(task, messages.GoalPreempted, messages.GoalNoReason, "", now)
	}
	l.number++
	l.command[task] = command
	g := &l.newest[task]
	if g.ID != 0 {
		if len(l.ended) == keep {
			l.ended = slices.Delete(l.ended, 0, 1)
		}
		l.ended = append(l.ended, *g)
		if preempted != nil {
			preempted = &l.ended[len(l.ended)-1]
		}
	}
	*g = messages.GoalInfo{ID: messages.NewGoalID(l.incarnation, l.number), Task: l.tasks[task], State: messages.GoalActive, Unit: l.unit[task], Accepted: now}
	return g, preempted
}

// Active reports whether a task pursues a goal.
func (l *Ledger) Active(task int) bool { return l.newest[task].State == messages.GoalActive }

// ID returns the newest goal of a task, zero before the first.
func (l *Ledger) ID(task int) messages.GoalID { return l.newest[task].ID }

// Progress notes how far the goal of a task is. It does nothing without an active goal.
func (l *Ledger) Progress(task int, progress, remaining float64) {
	if g := &l.newest[task]; g.State == messages.GoalActive {
		g.Progress, g.Remaining = math.Min(math.Max(progress, 0), 1), remaining
	}
}

// ProgressOf notes how far the goal of a task is, of which a joint is the farthest: its distance is
// in unit.
func (l *Ledger) ProgressOf(task int, progress, remaining float64, joint, unit string) {
	l.Progress(task, progress, remaining)
	if l.Active(task) {
		l.newest[task].Joint, l.newest[task].Unit = joint, unit
	}
}

// End ends the active goal of a task. It returns nil if the task has no active goal.
func (l *Ledger) End(task int, state messages.GoalState, reason messages.GoalReason, text string, now messages.Instant) *messages.GoalInfo {
	g := &l.newest[task]
	if g.State != messages.GoalActive {
		return nil
	}
	g.State, g.Reason, g.Text, g.Ended = state, reason, text, now
	if state == messages.GoalSucceeded {
		g.Progress = 1
	}
	return g
}

// Fill writes the newest goal of each task.
func (l *Ledger) Fill(s *messages.GoalStatus) {
	s.Rejected = l.rejected
	for i := range s.Goal {
		g := &l.newest[i]
		s.Goal[i] = messages.GoalProgress{ID: g.ID, Command: l.command[i], State: g.State, Reason: g.Reason, Progress: g.Progress, Remaining: g.Remaining}
	}
}

// Find returns the number of a task; an empty name is the only task.
func (l *Ledger) Find(name string) (task int, refusal *messages.GoalReply) {
	if name == "" && len(l.tasks) == 1 {
		return 0, nil
	}
	if i := slices.Index(l.tasks, name); i >= 0 {
		return i, nil
	}
	text := fmt.Sprintf("task %q; known tasks are %s", name, strings.Join(l.tasks, ", "))
	if name == "" {
		text = "the goal names no task; known tasks are " + strings.Join(l.tasks, ", ")
	}
	return 0, &messages.GoalReply{Result: messages.TaskUnknownTask, Text: text, Unknown: name, Known: slices.Clone(l.tasks)}
}

// Show answers a request to show goals: one goal, or all that the ledger remembers of a task or of
// every task, in the order of their acceptance.
func (l *Ledger) Show(r *messages.GoalRequest) messages.GoalReply {
	if r.Task != "" {
		if _, refusal := l.Find(r.Task); refusal != nil {
			return *refusal
		}
	}
	var found []messages.GoalInfo
	for _, list := range [][]messages.GoalInfo{l.ended, l.newest} {
		for _, g := range list {
			if g.ID != 0 && (r.ID == 0 || g.ID == r.ID) && (r.Task == "" || g.Task == r.Task) {
				found = append(found, g)
			}
		}
	}
	if r.ID != 0 && len(found) == 0 {
		return messages.GoalReply{Result: messages.TaskUnknownGoal, Text: l.unknown(r.ID)}
	}
	slices.SortFunc(found, func(a, b messages.GoalInfo) int { return int(int64(a.ID) - int64(b.ID)) })
	return messages.GoalReply{Goals: found}
}

// unknown explains why the ledger has no goal of that number.
func (l *Ledger) unknown(id messages.GoalID) string {
	if id.Incarnation() != 0 && id.Incarnation() < l.incarnation {
		return fmt.Sprintf("goal %s ended when the controller restarted, as incarnation %d", id, l.incarnation)
	}
	return fmt.Sprintf("goal %s is unknown; the controller keeps the newest goals and the last %d that ended", id, keep)
}

// Canceled returns the tasks whose active goals a request to cancel is about, or a refusal.
func (l *Ledger) Canceled(r *messages.GoalRequest) (tasks []int, refusal *messages.GoalReply) {
	if r.Task != "" {
		if _, refusal := l.Find(r.Task); refusal != nil {
			return nil, refusal
		}
	}
	for i := range l.newest {
		g := &l.newest[i]
		if g.State == messages.GoalActive && (r.ID == 0 || r.ID == g.ID) && (r.Task == "" || r.Task == g.Task) {
			tasks = append(tasks, i)
		}
	}
	if len(tasks) > 0 {
		return tasks, nil
	}
	if r.ID == 0 {
		return nil, &messages.GoalReply{Result: messages.TaskNotNow, Text: "no goal is active"}
	}
	shown := l.Show(&messages.GoalRequest{ID: r.ID})
	if shown.Result != messages.TaskSuccess {
		return nil, &shown
	}
	return nil, &messages.GoalReply{Result: messages.TaskNotNow, Text: fmt.Sprintf("goal %s has ended already: %s", r.ID, Words(&shown.Goals[0])), Goals: shown.Goals}
}

// Words describes the state of a goal.
func Words(g *messages.GoalInfo) string {
	text := g.State.String()
	if g.Reason != messages.GoalNoReason {
		text += fmt.Sprintf(" (%s)", g.Reason)
	}
	if g.Text != "" {
		text += ": " + g.Text
	}
	return text
}

// Sentence is the text of the event that reports the state of a goal.
func Sentence(g *messages.GoalInfo) string {
	return fmt.Sprintf("goal %s of task %q %s", g.ID, g.Task, Words(g))
}

// Stopped rejects a goal because joints take no commands. A re-arm alone must never start a motion,
// so the goal is not kept.
func Stopped(world string, joints []messages.StoppedJoint) messages.GoalReply {
	words := make([]string, len(joints))
	for i, j := range joints {
		words[i] = j.Joint + " (state unknown)"
		if j.Known {
			words[i] = fmt.Sprintf("%s (%s)", j.Joint, j.Mode)
		}
		if j.Virtual {
			words[i] += ", which another world realises,"
		}
	}
	noun := "joint"
	if len(joints) > 1 {
		noun = "joints"
	}
	return messages.GoalReply{Result: messages.TaskStopped, Stopped: joints,
		Text: fmt.Sprintf("%s %s of world %q take no commands; re-arm first, then send the goal again: robo-actors rearm %s", noun, strings.Join(words, ", "), world, world)}
}

// Seconds converts times to seconds.
func Seconds(times []time.Duration) []float64 {
	s := make([]float64, len(times))
	for i, t := range times {
		s[i] = t.Seconds()
	}
	return s
}

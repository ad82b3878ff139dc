package jointspace

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/ledger"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// pursuit is what the actor knows of goals that come while it runs.
type pursuit struct {
	ledger    *ledger.Ledger
	world     string
	now       messages.Instant
	given     bool // the goal came by request or from a planner, not from the options
	tolerance float64
	within    time.Duration
	begun     messages.Instant
	distance  float64  // to the goal at the beginning; negative before it is known
	arrived   bool     // the joints have been at the goal of the options since all of them run
	notes     []string // events that are still to be emitted
}

// GoalTasks lists the tasks for which the controller answers a messages.GoalRequest: none where the
// targets come through the input.
func (a *Actor) GoalTasks() []string {
	if a.Target.Linked() {
		return nil
	}
	return []string{taskName}
}

// AnswerGoal answers a request about goals.
func (a *Actor) AnswerGoal(r *messages.GoalRequest) messages.GoalReply {
	switch r.Verb {
	case messages.GoalShow:
		return a.ledger.Show(r)
	case messages.GoalCancel:
		if _, refusal := a.ledger.Canceled(r); refusal != nil {
			return *refusal
		}
		g := a.giveUp(messages.GoalCanceled, messages.GoalNoReason, "")
		return messages.GoalReply{Text: fmt.Sprintf("goal %s is canceled; the joints come to rest", g.ID), Goals: []messages.GoalInfo{*g}}
	case messages.GoalSend:
		numbers, refusal := a.resolve(&r.Goal)
		if refusal == nil {
			refusal = a.pursue(numbers, r.Goal.Tolerance, r.Goal.Within, 0)
		}
		if refusal != nil {
			return *refusal
		}
		reply := a.ledger.Show(&messages.GoalRequest{ID: a.ledger.ID(0)})
		reply.Text = fmt.Sprintf("goal %s of task %q is accepted", a.ledger.ID(0), taskName)
		return reply
	}
	return *refusedGoal(messages.TaskUnknownVerb, "verb %q; known verbs are %s, %s and %s", r.Verb, messages.GoalSend, messages.GoalCancel, messages.GoalShow)
}

// resolve makes one number a joint of a goal. Joints that the goal does not name keep theirs.
func (a *Actor) resolve(g *messages.Goal) ([]float64, *messages.GoalReply) {
	if _, refusal := a.ledger.Find(g.Task); refusal != nil {
		return nil, refusal
	}
	if err := g.Check(); err != nil {
		return nil, refusedGoal(messages.TaskInvalidData, "%v", err)
	}
	if len(g.Times) > 0 {
		return nil, refusedGoal(messages.TaskInvalidData, "a joint_space controller takes no times; expected one number a joint, or a joint_trajectory controller")
	}
	numbers := a.present()
	for _, v := range g.Values {
		i := slices.Index(a.names(), v.Name)
		if i < 0 {
			r := refusedGoal(messages.TaskUnknownParameter, "joint %q; joints of group %q are %s", v.Name, a.JointGroup, strings.Join(a.names(), ", "))
			r.Unknown, r.Known = v.Name, a.names()
			return nil, r
		}
		if len(v.Numbers) != 1 {
			return nil, refusedGoal(messages.TaskInvalidDimension, "joint %q has %d numbers; expected 1", v.Name, len(v.Numbers))
		}
		numbers[i] = v.Numbers[0]
	}
	return numbers, nil
}

// present is the goal of now: that of the options or of a request, or else where the joints come to
// rest.
func (a *Actor) present() []float64 {
	if len(a.Goal) > 0 {
		return slices.Clone(a.Goal)
	}
	numbers := make([]float64, len(a.axes))
	for i := range numbers {
		if a.fixed == messages.ControlPosition {
			numbers[i] = math.Min(math.Max(a.axes[i].held, a.axes[i].limit.Lower), a.axes[i].limit.Upper)
		}
	}
	return numbers
}

// take pursues the goal of a planner. A rejected one is an event.
func (a *Actor) take(m *messages.GoalCommand, sequence uint64) {
	var refusal *messages.GoalReply
	switch {
	case m.Task != 0 || m.Points != 1 || len(m.TimeS) != 1 || m.TimeS[0] != 0:
		refusal = refusedGoal(messages.TaskInvalidDimension, "task %d with %d points; expected task 0 with one point at time 0", m.Task, m.Points)
	default:
		refusal = a.pursue(m.Value, 0, 0, sequence)
	}
	if refusal != nil {
		a.ledger.Reject(sequence)
		a.notes = append(a.notes, fmt.Sprintf("goal at input goal rejected: %s: %s", refusal.Result, refusal.Text))
	}
}

// pursue makes the numbers the goal. Nothing changes where they are rejected.
func (a *Actor) pursue(numbers []float64, tolerance float64, within time.Duration, command uint64) *messages.GoalReply {
	if a.Target.Linked() {
		return refusedGoal(messages.TaskNotAllowed, "%s of task %q: targets come through the input target; change what feeds it", goalName, taskName)
	}
	for i, v := range numbers {
		x := &a.axes[i]
		if !usable(v) {
			return refusedGoal(messages.TaskInvalidData, "%s of task %q: %g for joint %q; expected a finite number", goalName, taskName, v, x.name)
		}
		if low, high := goals(x.limit, a.fixed); v < low || v > high {
			return refusedGoal(messages.TaskOutOfRange, "%s of task %q: %g for joint %q; expected %g to %g", goalName, taskName, v, x.name, low, high)
		}
	}
	if stopped := a.stopped(); len(stopped) > 0 {
		r := ledger.Stopped(a.world, stopped)
		return &r
	}
	if tolerance == 0 {
		tolerance = a.GoalTolerance
	}
	a.Goal = slices.Clone(numbers) // the options' own slice belongs to every incarnation
	a.given, a.tolerance, a.within, a.begun, a.distance = true, tolerance, within, a.now, -1
	accepted, preempted := a.ledger.Accept(0, command, a.now)
	if preempted != nil {
		a.notes = append(a.notes, ledger.Sentence(preempted))
	}
	a.notes = append(a.notes, fmt.Sprintf("goal %s of task %q accepted", accepted.ID, taskName))
	return nil
}

// stopped lists the joints that take no commands.
func (a *Actor) stopped() (joints []messages.StoppedJoint) {
	for i := range a.axes {
		if x := &a.axes[i]; !x.known || !x.mode.Passes() {
			joints = append(joints, messages.StoppedJoint{Joint: x.name, Known: x.known, Mode: x.mode})
		}
	}
	return joints
}

// interrupt gives up a goal that came while the actor runs, because a joint stopped. The joints
// stay where they come to rest, also after their re-arm.
func (a *Actor) interrupt() {
	if !a.given {
		return
	}
	for i := range a.axes {
		if x := &a.axes[i]; !x.known || !x.mode.Passes() {
			a.giveUp(messages.GoalAborted, messages.GoalJointStopped, fmt.Sprintf("joint %q stopped; re-arm does not resume the goal, send it again", x.name))
			return
		}
	}
}

// giveUp ends the goal, and has the joints come to rest.
func (a *Actor) giveUp(state messages.GoalState, reason messages.GoalReason, text string) *messages.GoalInfo {
	a.Goal, a.given = nil, false
	for i := range a.axes {
		if x := &a.axes[i]; x.running {
			x.held = x.law.stopsAt(0)
		}
	}
	g := a.ledger.End(0, state, reason, text, a.now)
	if g != nil {
		a.notes = append(a.notes, ledger.Sentence(g))
	}
	return g
}

// advance notes how far the goal is, and ends it where it is reached or its time is over.
func (a *Actor) advance() {
	remaining, joint, still := a.remaining()
	if !a.ledger.Active(0) {
		a.declared(remaining <= a.GoalTolerance && still)
		return
	}
	if a.distance < 0 {
		a.distance = math.Max(remaining, a.tolerance)
	}
	unit := worlds.UnitOf(a.axes[joint].slot.Type, a.fixed)
	a.ledger.ProgressOf(0, 1-remaining/a.distance, remaining, a.axes[joint].name, unit)
	switch {
	case remaining <= a.tolerance && still:
		a.notes = append(a.notes, ledger.Sentence(a.ledger.End(0, messages.GoalSucceeded, messages.GoalNoReason, "", a.now)))
	case a.within > 0 && a.now.Sub(a.begun) > a.within:
		a.giveUp(messages.GoalAborted, messages.GoalMissed, fmt.Sprintf("%.4g %s of joint %q remain after %v, the tolerance is %g", remaining, unit, a.axes[joint].name, a.within, a.tolerance))
	}
}

// remaining returns how far the joint is that is farthest from the goal, its index, and whether
// joints that go to positions stand still.
func (a *Actor) remaining() (farthest float64, joint int, still bool) {
	still = true
	for i := range a.Goal {
		x := &a.axes[i]
		off := 0.0
		switch a.fixed {
		case messages.ControlPosition:
			off, still = a.Goal[i]-x.in.Position[0], still && math.Abs(x.in.Velocity[0]) <= a.StoppedSpeed
		case messages.ControlVelocity:
			off = a.Goal[i] - x.in.Velocity[0]
		default:
			off = a.Goal[i] - x.out.Value[0]
		}
		if off = math.Abs(off); off > farthest || math.IsNaN(off) {
			farthest, joint = off, i
		}
	}
	return farthest, joint, still
}

// declared notes that the joints are at the goal of the options, once after each time that one of
// them began to run.
func (a *Actor) declared(there bool) {
	if a.given || len(a.Goal) == 0 || a.Target.Linked() {
		return
	}
	for i := range a.axes {
		if !a.axes[i].running {
			a.arrived = false
			return
		}
	}
	if there && !a.arrived {
		a.notes = append(a.notes, fmt.Sprintf("the goal of the options of task %q is reached", taskName))
	}
	a.arrived = a.arrived || there
}

func refusedGoal(result messages.TaskResult, format string, arguments ...any) *messages.GoalReply {
	return &messages.GoalReply{Result: result, Text: fmt.Sprintf(format, arguments...)}
}

package wholebody

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/ledger"
	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/messages"
)

// tolerances are the distances that count as reached, by the unit of a task's error.
var tolerances = map[string]float64{"m": 0.005, "rad": 0.01, "rad|m": 0.01, "N": 1, "kg m/s": 0.5}

// active is the task set in force.
func (l *Law) active() *set { return l.sets[l.machine.SetOf(l.status.State)] }

// pursues reports whether a task is in the active set.
func (l *Law) pursues(task int) bool { return slices.Contains(l.active().tasks, task) }

// reachable rejects a goal while joints that it moves take no commands: their re-arm must not start
// a motion.
func (l *Law) reachable(task int, in *Input) *messages.GoalReply {
	if stopped := l.stopped(task, in); len(stopped) > 0 {
		r := ledger.Stopped(l.goals.world, stopped)
		return &r
	}
	return nil
}

// blocks reports whether axis i takes no commands and concerns a task. All driven axes concern
// every task, virtual ones all but postures of other joints.
func (l *Law) blocks(i, task int, in *Input) bool {
	if in.Passes[i] || l.passive[i] || l.unmoved[i] {
		return false
	}
	if !l.virtual[i] || l.kinds[task] != taskspace.Posture {
		return true
	}
	name, _, _ := strings.Cut(l.names[i], "/")
	for k := range l.goals.aims[task].joints {
		if l.goals.aims[task].joints[k].name == name {
			return true
		}
	}
	return false
}

// stopped lists the joints that concern a task and take no commands.
func (l *Law) stopped(task int, in *Input) (joints []messages.StoppedJoint) {
	for i := range in.Passes {
		if !l.blocks(i, task, in) {
			continue
		}
		name, _, _ := strings.Cut(l.names[i], "/")
		if n := len(joints); n == 0 || joints[n-1].Joint != name {
			joints = append(joints, messages.StoppedJoint{Joint: name, Known: in.Valid[i], Mode: in.Mode[i], Virtual: l.virtual[i]})
		}
	}
	return joints
}

// interrupt gives up the goals that came while the law ran, of tasks that a stopped joint concerns.
// The tasks stay where they are, also after the re-arm.
func (l *Law) interrupt(in *Input) {
	for task := range l.goals.aims {
		for i := 0; l.goals.aims[task].given && i < len(in.Passes); i++ {
			if l.blocks(i, task, in) {
				name, _, _ := strings.Cut(l.names[i], "/")
				l.giveUp(task, messages.GoalAborted, messages.GoalJointStopped, fmt.Sprintf("joint %q stopped; re-arm does not resume the goal, send it again", name))
			}
		}
	}
}

// giveUp ends the goal of a task, and has the task stay where it is.
func (l *Law) giveUp(task int, state messages.GoalState, reason messages.GoalReason, text string) *messages.GoalInfo {
	l.goals.aims[task].given, l.goals.aims[task].rest = false, true
	return l.end(task, state, reason, text)
}

// end ends the goal of a task.
func (l *Law) end(task int, state messages.GoalState, reason messages.GoalReason, text string) *messages.GoalInfo {
	g := l.goals.ledger.End(task, state, reason, text, l.goals.now)
	if g != nil {
		l.goals.notes = append(l.goals.notes, ledger.Sentence(g))
	}
	return g
}

// replaced ends the goal of a task that a state of the behaviour gave another one.
func (l *Law) replaced(task, parameter, state string) {
	i := slices.Index(l.tasks, task)
	if i < 0 || !strings.HasPrefix(parameter, "goal.") || l.goals.ledger == nil {
		return
	}
	l.goals.aims[i].given, l.goals.aims[i].rest = false, false
	l.end(i, messages.GoalAborted, messages.GoalReplaced, fmt.Sprintf("state %q set another goal", state))
}

// settle has tasks whose goals were given up stay where they are: in the active set s from now on,
// in others from when they take over.
func (l *Law) settle(s *set, in *Input) error {
	for task := range l.goals.aims {
		if !l.goals.aims[task].rest {
			continue
		}
		l.goals.aims[task].rest, l.changed = false, true
		for _, other := range l.sets {
			k := slices.Index(other.tasks, task)
			if k < 0 {
				continue
			}
			other.fresh.Hold(k)
			if other == s {
				if err := s.fresh.Begin(k, l.measured, in.Position); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// watch notes how far the goals are, and ends those that are reached or out of time.
func (l *Law) watch(in *Input) {
	s := l.active()
	for task := range l.goals.aims {
		a := &l.goals.aims[task]
		if !l.goals.ledger.Active(task) {
			continue
		}
		k := slices.Index(s.tasks, task)
		if a.elapsed += in.StepS; k < 0 {
			l.end(task, messages.GoalAborted, messages.GoalReplaced, fmt.Sprintf("task set %q, which is active, does not have the task", s.name))
			continue
		}
		remaining := l.errors[task]
		if !math.IsNaN(remaining) {
			if a.distance < 0 {
				a.distance = math.Max(remaining, a.tolerance)
			}
			l.goals.ledger.Progress(task, 1-remaining/a.distance, remaining)
		}
		switch {
		case l.arrived(task, s.fresh.Status(k).Arrived):
			l.end(task, messages.GoalSucceeded, messages.GoalNoReason, "")
		case a.within > 0 && a.elapsed > a.within:
			l.giveUp(task, messages.GoalAborted, messages.GoalMissed, fmt.Sprintf("%.4g %s remain after %.4g s, the tolerance is %g", remaining, errorUnit(l.kinds[task]), a.elapsed, a.tolerance))
		}
	}
}

// arrived reports whether the goal of a task is reached: the error is within the tolerance, that of
// the orientation beside a position within 0.02 rad, and the task rests.
func (l *Law) arrived(task int, onGoal bool) bool {
	switch l.kinds[task] {
	case taskspace.Force, taskspace.Momentum:
		return l.errors[task] <= l.goals.aims[task].tolerance
	}
	turned := errorPart(l.kinds[task]) == both && !(l.angles[task] <= 0.02)
	return onGoal && l.errors[task] <= l.goals.aims[task].tolerance && !turned && l.speeds[task] <= restSpeed
}

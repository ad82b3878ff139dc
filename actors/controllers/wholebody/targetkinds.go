package wholebody

import (
	"fmt"
	"strings"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// realisation says how tasks of a kind realise a virtual joint.
type realisation struct {
	kind taskspace.Kind
	// uses are the quantities of a command that become the goal. A command must have one of them;
	// others are ignored, so that tasks of several kinds can realise a joint in turn.
	uses messages.ControlMode
	// linear and angular say whether the goal depends on where the joint puts its child, and on how
	// it turns it.
	linear, angular bool
}

const (
	inMotion = messages.ControlPosition | messages.ControlVelocity
	byEffort = messages.ControlEffort
)

// realisations are the kinds of tasks that can realise a virtual joint: all that have a goal. The
// package documentation says what a command means for each.
var realisations = []realisation{
	{taskspace.FramePosition, inMotion, true, false},
	{taskspace.FrameOrientation, inMotion, false, true},
	{taskspace.FramePose, inMotion, true, true},
	{taskspace.RelativePose, inMotion, true, true},
	{taskspace.CentreOfMass, inMotion, true, false},
	{taskspace.Gaze, inMotion, true, false},
	{taskspace.Momentum, messages.ControlVelocity, true, true},
	{taskspace.Force, byEffort, true, true},
	{taskspace.Hybrid, inMotion | byEffort, true, true},
	{taskspace.Posture, inMotion, true, true},
}

// realisationOf returns how a kind realises joints, nil for a kind that cannot.
func realisationOf(kind taskspace.Kind) *realisation {
	for i := range realisations {
		if realisations[i].kind == kind {
			return &realisations[i]
		}
	}
	return nil
}

// realising lists the kinds of tasks that can realise a virtual joint.
func realising() string {
	names := make([]string, len(realisations))
	for i := range realisations {
		names[i] = realisations[i].kind.String()
	}
	return strings.Join(names, ", ")
}

// anyOf lists control modes of which a command must have one.
func anyOf(c messages.ControlMode) string {
	return strings.ReplaceAll(c.String(), "+", " or ")
}

// moves reports whether a joint can change what the goal depends on. The child of a revolute joint
// turns about its origin, which stays; that of a prismatic one does not turn.
func (r *realisation) moves(joint worlds.JointType) bool {
	switch joint {
	case worlds.Revolute, worlds.Continuous:
		return r.angular
	case worlds.Prismatic:
		return r.linear
	}
	return true
}

// cannotRealise returns why a task cannot realise the joint, or nothing.
func (l *Law) cannotRealise(t *target, task int) string {
	name, kind := l.tasks[task], l.kinds[task]
	r := realisationOf(kind)
	switch o := &l.options.Tasks[task]; {
	case r == nil:
		return fmt.Sprintf("task %q is a %s, which has no goal; expected one of %s", name, kind, realising())
	case len(o.Motion.Velocity) > 0:
		return fmt.Sprintf("task %q has a motion of its own; leave it out: the commands move already", name)
	case l.options.Follow == name:
		return fmt.Sprintf("task %q follows the input reference", name)
	case l.options.FollowPosture == name:
		return fmt.Sprintf("task %q follows the input posture", name)
	case kind == taskspace.Posture && t.positionsOf(task) != t.slot.PositionLength:
		return fmt.Sprintf("the joints of task %q have not as many positions as joint %q, which has %d", name, t.joint, t.slot.PositionLength)
	case l.taken(t, task) != "":
		return fmt.Sprintf("task %q realises joint %q already; a task realises one joint", name, l.taken(t, task))
	case !r.moves(t.slot.Type):
		return fmt.Sprintf("task %q is a %s, and joint %q is %s: it moves nothing that the task controls", name, kind, t.joint, t.slot.Type)
	case (kind == taskspace.CentreOfMass || kind == taskspace.Momentum) && l.heavy(t):
		return fmt.Sprintf("task %q is a %s, and the child of joint %q has a mass, which would count as the robot's; give it none, or less than %g of the robot's", name, kind, t.joint, ghostMass)
	}
	return ""
}

// ghostMass is the share of the mass that the child of the joint may have: it stands for no part of
// the robot, and the mass matrix of a law that commands efforts needs one above zero.
const ghostMass = 1e-3

// taken returns another joint that a task realises, empty without one.
func (l *Law) taken(t *target, task int) string {
	for i := range l.targets {
		if other := &l.targets[i]; other != t && other.joint != "" && other.task == task {
			return other.joint
		}
	}
	return ""
}

// heavy reports whether the child of the joint has a mass that counts.
func (l *Law) heavy(t *target) bool {
	m := l.measured.Model()
	return m.Body(t.child).Inertia.Mass > ghostMass*m.Mass()
}

// positionsOf counts the positions of a posture, -1 where a joint has more of them than velocities.
func (t *target) positionsOf(task int) (n int) {
	for _, slot := range t.places[task].slots {
		if slot.VelocityLength != slot.PositionLength {
			return -1
		}
		n += slot.PositionLength
	}
	return n
}

// unusable returns why a task can use nothing of a command, or nothing.
func (l *Law) unusable(t *target, task int, c messages.ControlMode) string {
	if r := realisationOf(l.kinds[task]); r != nil && c&r.uses == 0 {
		return fmt.Sprintf("joint %q is commanded in %s, and task %q is a %s, which needs %s", t.joint, c, l.tasks[task], r.kind, anyOf(r.uses))
	}
	return ""
}

// claims reports whether the commands of the joint give a parameter of a task. A hybrid task keeps
// the part of its goal that no command has.
func (t *target) claims(kind taskspace.Kind, parameter string) bool {
	if !strings.HasPrefix(parameter, "goal.") {
		return false
	}
	if kind != taskspace.Hybrid {
		return true
	}
	if parameter == "goal.wrench" {
		return t.given&byEffort != 0
	}
	return t.given&inMotion != 0
}

// UsesControlModes returns the quantities of which the commands of the joint of an input must have
// one, and the task that needs them.
func (a *Actor) UsesControlModes(port string) (modes messages.ControlMode, by string) {
	for k, o := range a.Options.targets() {
		command, _ := a.Options.ports(k)
		for i := range a.Tasks {
			t := &a.Tasks[i]
			kind, err := taskspace.ParseKind(t.Kind)
			if port != command || t.Name != o.Task || err != nil {
				continue
			}
			if r := realisationOf(kind); r != nil {
				return r.uses, fmt.Sprintf("task %q, a %s,", t.Name, kind)
			}
		}
	}
	return messages.ControlNone, ""
}

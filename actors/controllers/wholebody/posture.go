package wholebody

import (
	"errors"
	"fmt"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// goalJoint is one number of a posture's goal that is the position of a joint of one degree of
// freedom.
type goalJoint struct{ index, joint int }

// goalJoints returns the numbers of the goal of a posture that belong to joints of one degree of
// freedom. Postures of all joints leave out those that tasks of the controller realise. It returns
// none for other kinds of tasks, and stops at a joint that the world lacks.
func (o *TaskOptions) goalJoints(w *worlds.World, of *Options) (all []goalJoint) {
	if o.Kind != taskspace.Posture.String() {
		return nil
	}
	index := 0
	add := func(joint int) {
		if slot := w.Slot(joint); slot.PositionLength == 1 {
			all = append(all, goalJoint{index, joint})
		}
		index += w.Slot(joint).PositionLength
	}
	for _, name := range o.Joints {
		joint, err := w.JointIndex(name)
		if err != nil {
			return all
		}
		add(joint)
	}
	for joint := range w.NumJoints() {
		if _, realised := of.realises(w.Joint(joint).Name); len(o.Joints) == 0 && w.Joint(joint).Mimic == nil && !realised {
			add(joint)
		}
	}
	return all
}

// Units returns the units of the positions in the goals of postures.
func (a *Actor) Units(w *worlds.World) map[string]string {
	units := map[string]string{}
	for i := range a.Tasks {
		for _, g := range a.Tasks[i].goalJoints(w, &a.Options) {
			if unit := worlds.UnitOf(w.Slot(g.joint).Type, messages.ControlPosition); unit != "" {
				units[fmt.Sprintf("tasks[%d].goal.joints[%d]", i, g.index)] = unit
			}
		}
	}
	return units
}

// checkPostures rejects goals of postures beyond the limits of their joints, where joints take
// velocities. Efforts may press a joint against its end.
func (l *Law) checkPostures(w *worlds.World) error {
	if !l.velocities {
		return nil
	}
	var errs []error
	for i := range l.options.Tasks {
		goal := l.options.Tasks[i].Goal.Joints
		for _, g := range l.options.Tasks[i].goalJoints(w, l.options) {
			limit := w.Limits()[w.Slot(g.joint).Velocity]
			if g.index >= len(goal) || goal[g.index] >= limit.Lower && goal[g.index] <= limit.Upper {
				continue
			}
			errs = append(errs, &messages.OptionError{
				Path: fmt.Sprintf("tasks[%d].goal.joints[%d]", i, g.index), Joint: w.Joint(g.joint).Name,
				Err:      fmt.Errorf("the goal %g is beyond the joint's limits", goal[g.index]),
				Expected: fmt.Sprintf("%g to %g", limit.Lower, limit.Upper),
			})
		}
	}
	return errors.Join(errs...)
}

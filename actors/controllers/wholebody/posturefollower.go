package wholebody

import (
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// postureFollower is the posture whose positions and velocities come from outside, tick by tick.
type postureFollower struct {
	task   int            // of the controller; -1 for none
	sizes  map[string]int // of what port posture carries
	goal   taskspace.Goal // the newest positions and velocities
	known  bool           // there have been some
	moving bool           // the newest ones are fresh
}

// newPostureFollower finds the posture of the option.
func (l *Law) newPostureFollower(w *worlds.World, tasks []taskspace.Task) error {
	f := &l.postured
	f.task, f.sizes = -1, map[string]int{"joints": 0, "positions": 0, "velocities": 0}
	name := l.options.FollowPosture
	if name == "" {
		return nil
	}
	if f.task = slices.Index(l.tasks, name); f.task < 0 {
		return &messages.OptionError{Path: "follow_posture", Err: fmt.Errorf("unknown task %q", name), Unknown: name, Known: l.tasks}
	}
	t := &tasks[f.task]
	switch {
	case t.Kind != taskspace.Posture:
		return invalid("follow_posture", "task %q is a %s; expected a posture", name, t.Kind)
	case len(t.Motion.Velocity) > 0:
		return invalid("follow_posture", "task %q has a motion of its own; leave it out: the commands move already", name)
	case l.options.realiser(name) != "":
		return invalid("follow_posture", "task %q realises joint %q", name, l.options.realiser(name))
	}
	for _, x := range l.postureJoints(w, t.Joints) {
		f.sizes["joints"]++
		f.sizes["positions"] += x.length
		if j, err := w.JointIndex(x.name); err == nil { // an unknown joint is reported where the task is bound
			f.sizes["velocities"] += w.Slot(j).VelocityLength
		}
	}
	f.goal = taskspace.Goal{Joints: make([]float64, f.sizes["positions"]), JointVelocity: make([]float64, f.sizes["velocities"])}
	return nil
}

// pursuePosture passes the newest command to the posture of a set. Before the first one the posture
// keeps its own goal; where none is fresh it rests at the last one. Both changes are hand-overs.
func (l *Law) pursuePosture(s *set, in *Input) error {
	f := &l.postured
	i := slices.Index(s.tasks, f.task)
	if i < 0 {
		return nil
	}
	moving := in.Posture != nil
	if moving != f.moving {
		f.moving, l.changed = moving, true
	}
	switch {
	case moving:
		f.known = true
		for k, control := range in.Posture.Control {
			if !control.Has(messages.ControlPosition) {
				return fmt.Errorf("input posture: joint %d of task %q is commanded in %s; expected position, with velocity or without", k, l.tasks[f.task], control)
			}
		}
		copy(f.goal.Joints, in.Posture.Position)
		copy(f.goal.JointVelocity, in.Posture.Velocity)
	case !f.known:
		return nil
	default:
		clear(f.goal.JointVelocity)
	}
	return s.fresh.SetGoal(i, &f.goal)
}

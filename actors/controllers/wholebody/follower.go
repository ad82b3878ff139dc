package wholebody

import (
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/messages"
)

// follower is the task whose reference comes from outside, tick by tick.
type follower struct {
	task   int // of the controller; -1 for none
	kind   taskspace.Kind
	goal   taskspace.Goal // the newest reference
	known  bool           // there has been one
	moving bool           // the newest one is fresh
}

// followed are the kinds of tasks that may follow.
var followed = []taskspace.Kind{taskspace.FramePosition, taskspace.FrameOrientation, taskspace.FramePose, taskspace.CentreOfMass}

// FollowsBody reports whether the controller follows the position and the orientation of a body
// by the references at its input. Both are false for the centre of mass, which is no body's.
func (a *Actor) FollowsBody() (position, orientation bool) {
	for i := range a.Tasks {
		if t := &a.Tasks[i]; t.Name == a.Follow {
			position = t.Kind == taskspace.FramePosition.String() || t.Kind == taskspace.FramePose.String()
			orientation = t.Kind == taskspace.FrameOrientation.String() || t.Kind == taskspace.FramePose.String()
		}
	}
	return position, orientation
}

// newFollower finds the task of the option.
func newFollower(name string, tasks []taskspace.Task) (f follower, err error) {
	f.task = -1
	if name == "" {
		return f, nil
	}
	f.task = slices.IndexFunc(tasks, func(t taskspace.Task) bool { return t.Name == name })
	if f.task < 0 {
		names := make([]string, len(tasks))
		for i := range tasks {
			names[i] = tasks[i].Name
		}
		return f, &messages.OptionError{Path: "follow", Err: fmt.Errorf("unknown task %q", name), Unknown: name, Known: names}
	}
	t := &tasks[f.task]
	f.kind = t.Kind
	switch {
	case !slices.Contains(followed, t.Kind):
		err = inOption("follow", fmt.Sprintf("one of %v", followed), "task %q is a %s", name, t.Kind)
	case len(t.Motion.Velocity) > 0:
		err = invalid("follow", "task %q has a motion of its own; leave it out: the reference moves already", name)
	}
	return f, err
}

// pursue passes the newest reference to the task of a set. Before the first one the task keeps its
// own goal; where none is fresh it rests at the last one. Both changes are hand-overs.
func (l *Law) pursue(s *set, in *Input) error {
	f := &l.follower
	i := slices.Index(s.tasks, f.task)
	if i < 0 {
		return nil
	}
	moving := in.Reference != nil
	if moving != f.moving {
		f.moving, l.changed = moving, true
	}
	switch {
	case moving:
		f.known = true
		f.take(in.Reference, l.options.Lead)
		if f.turns() && f.goal.Orientation == [4]float64{} { // which a goal that nobody has given has
			return fmt.Errorf("input reference of task %q: orientation: %w", l.tasks[f.task], errNoRotation)
		}
	case !f.known:
		return nil
	default:
		f.goal.Twist, f.goal.Acceleration = [6]float64{}, [6]float64{}
	}
	return s.fresh.SetGoal(i, &f.goal)
}

// turns reports whether the task has an orientation.
func (f *follower) turns() bool {
	return f.kind == taskspace.FrameOrientation || f.kind == taskspace.FramePose
}

// take makes a reference the goal, in the fields that the task's kind uses. Its twist is the one
// that the reference has lead seconds later.
func (f *follower) take(r *messages.BodyReference, lead float64) {
	f.goal = taskspace.Goal{}
	if f.kind != taskspace.FrameOrientation {
		f.goal.Position = r.Pose.Position
		copy(f.goal.Twist[:3], r.Twist.Linear[:])
		copy(f.goal.Acceleration[:3], r.Acceleration[:3])
	}
	if f.turns() {
		f.goal.Orientation = r.Pose.Orientation
		copy(f.goal.Twist[3:], r.Twist.Angular[:])
		copy(f.goal.Acceleration[3:], r.Acceleration[3:])
	}
	for i, a := range f.goal.Acceleration {
		f.goal.Twist[i] += lead * a
	}
}

package wholebody

import (
	"fmt"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// target is the virtual joint that tasks of this controller realise. Its commands become the goal
// of one of them, and its state is measured by the same task.
type target struct {
	joint    string // empty for none
	slot     worlds.Slot
	child    int // body that the joint moves
	task     int
	known    bool                 // there has been a command
	moving   bool                 // the newest one is fresh
	given    messages.ControlMode // its quantities
	goal     taskspace.Goal
	places   []taskPlace // of each task
	space    *rigidbody.Workspace
	q, v     []float64
	step     []float64
	jacobian []float64
	position []float64 // measured, of the joint
	velocity []float64
	joints   []float64 // of the goal of a posture, and their velocities
	rates    []float64
	sighted  spatial.Vec // the place that a gaze looks at, m, and its velocity
	passing  spatial.Vec
}

// taskPlace is what a task measures: a point, axes and a direction of a body, or the joints of a
// posture.
type taskPlace struct {
	body, base int // -1 for none
	point      [3]float64
	direction  spatial.Vec
	rotation   spatial.Rotation // of the task's axes against those of the world
	slots      []worlds.Slot
}

// checkTarget checks that the joint of the option exists.
func checkTarget(w *worlds.World, o *TargetOptions) error {
	if o.Joint == "" && o.Task != "" {
		return invalid("target.joint", "target.task is %q, and no joint is named", o.Task)
	}
	if o.Joint == "" {
		return nil
	}
	_, err := w.JointIndex(o.Joint)
	return messages.InOption("target.joint", err)
}

// newTarget finds the joint and the task of the option.
func (l *Law) newTarget(w *worlds.World, tasks []taskspace.Task) error {
	o := l.options.Target
	if o.Joint == "" {
		return nil
	}
	j, err := w.JointIndex(o.Joint)
	if err != nil {
		return err
	}
	m := l.measured.Model()
	t := &l.target
	*t = target{joint: o.Joint, slot: w.Slot(j), space: m.NewWorkspace(), q: make([]float64, l.nq), v: make([]float64, l.n),
		step: make([]float64, l.n), jacobian: make([]float64, 6*l.n), places: make([]taskPlace, len(tasks))}
	t.position, t.velocity = make([]float64, t.slot.PositionLength), make([]float64, t.slot.VelocityLength)
	t.joints, t.rates = make([]float64, t.slot.PositionLength), make([]float64, t.slot.VelocityLength)
	if t.slot.VelocityLength == 0 {
		return invalid("target.joint", "joint %q does not move", o.Joint)
	}
	if t.child, err = m.BodyIndex(w.BodyNames()[w.BodyOfJoint(j)]); err != nil {
		return messages.InOption("target.joint", err)
	}
	if err := m.Neutral(t.q); err != nil {
		return err
	}
	copy(t.position, t.q[t.slot.Position:])
	for i := range tasks {
		t.places[i] = l.place(w, m, &tasks[i])
	}
	if t.task = slices.Index(l.tasks, o.Task); t.task < 0 {
		return &messages.OptionError{Path: "target.task", Err: fmt.Errorf("unknown task %q", o.Task), Unknown: o.Task, Known: l.tasks}
	}
	if why := l.cannotRealise(t.task); why != "" {
		return invalid("target.task", "%s", why)
	}
	return nil
}

func (l *Law) place(w *worlds.World, m *rigidbody.Model, task *taskspace.Task) taskPlace {
	p := taskPlace{body: -1, base: -1, point: task.Point, direction: spatial.Vec{X: 1}, rotation: spatial.IdentityRotation()}
	if task.Direction != ([3]float64{}) {
		p.direction = spatial.VecOf(task.Direction).Unit()
	}
	if task.Rotation != ([4]float64{}) {
		p.rotation = spatial.QuatOf(task.Rotation).Unit().Rotation()
	}
	if b, err := m.BodyIndex(task.Frame); err == nil {
		p.body = b
	}
	if b, err := m.BodyIndex(task.Base); err == nil {
		p.base = b
	}
	if task.Kind == taskspace.Posture {
		for _, x := range l.postureJoints(w, task.Joints) {
			if j, err := w.JointIndex(x.name); err == nil {
				p.slots = append(p.slots, w.Slot(j))
			}
		}
	}
	return p
}

// retarget answers a request that another task realises the joint. The task before stays where it
// is; the output stays continuous.
func (l *Law) retarget(r *messages.TaskRequest) messages.TaskReply {
	t := &l.target
	if t.joint == "" {
		return refused(messages.TaskNotAllowed, "the controller realises no virtual joint: option target names none")
	}
	i := slices.Index(l.tasks, r.Task)
	if i < 0 {
		reply := refused(messages.TaskUnknownTask, "task %q; known tasks are %s", r.Task, strings.Join(l.tasks, ", "))
		reply.Known = slices.Clone(l.tasks)
		return reply
	}
	why := l.cannotRealise(i)
	if why == "" && t.given != messages.ControlNone {
		why = l.unusable(i, t.given)
	}
	if why != "" {
		return refused(messages.TaskNotAllowed, "%s", why)
	}
	if i != t.task {
		l.giveUp(i, messages.GoalAborted, messages.GoalReplaced, fmt.Sprintf("the task realises joint %q now", t.joint))
		l.goals.aims[t.task].rest = true
		t.task, t.known, t.moving, l.changed = i, false, false, true
	}
	return messages.TaskReply{Text: fmt.Sprintf("task %q realises joint %q", r.Task, t.joint)}
}

// realise passes the newest command to the task that realises the joint. Before the first command
// the task keeps its own goal. Where none is fresh it rests: at the last place, without momentum
// and without force. Both changes are hand-overs.
func (l *Law) realise(s *set, in *Input) error {
	t := &l.target
	if t.joint == "" {
		return nil
	}
	i := slices.Index(s.tasks, t.task)
	if i < 0 {
		return nil
	}
	moving := in.Target != nil && in.Target.Control[0] != messages.ControlNone
	if moving != t.moving {
		t.moving, l.changed = moving, true
	}
	switch {
	case !moving && !t.known:
		return nil
	case moving:
		if why := l.unusable(t.task, in.Target.Control[0]); why != "" {
			return fmt.Errorf("input target: %s", why)
		}
		t.known, t.given = true, in.Target.Control[0]
		if err := l.commanded(in); err != nil {
			return err
		}
	default:
		t.goal.Twist, t.goal.Momentum, t.goal.Wrench = [6]float64{}, [6]float64{}, [6]float64{}
		t.passing = spatial.Vec{}
		clear(t.goal.JointVelocity)
	}
	if l.kinds[t.task] == taskspace.Hybrid {
		if t.given&inMotion == 0 {
			return s.fresh.SetWrench(i, t.goal.Wrench)
		}
		if t.given&byEffort == 0 {
			t.goal.Wrench = s.fresh.Wrench(i)
		}
	}
	return s.fresh.SetGoal(i, &t.goal)
}

// targetState writes the state of the joint, and reports whether it is known. Its mode is the most
// severe one of the driven joints.
func (l *Law) targetState(in *Input, s *messages.VirtualState) bool {
	t := &l.target
	if t.joint == "" {
		return false
	}
	s.Mode = messages.ModeRun
	for i := range in.Valid {
		if l.virtual[i] || l.passive[i] {
			continue
		}
		if !in.Valid[i] {
			return false
		}
		s.Mode = messages.MoreSevere(s.Mode, in.Mode[i])
	}
	copy(s.Position, t.position)
	copy(s.Velocity, t.velocity)
	return true
}

package wholebody

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// target is a virtual joint that tasks of this controller realise. Its commands become the goal of
// one of them, and its state is measured by the same task.
type target struct {
	joint    string
	port     string // of its commands
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

// targets lists the joints that tasks realise, with the tasks that begin.
func (o *Options) targets() (all []TargetOptions) {
	if o.Target.Joint != "" {
		all = append(all, o.Target)
	}
	return append(all, o.Targets...)
}

// path returns the option of a target.
func (o *Options) path(k int) string {
	switch {
	case o.Target.Joint == "":
		return fmt.Sprintf("targets[%d]", k)
	case k > 0:
		return fmt.Sprintf("targets[%d]", k-1)
	}
	return "target"
}

// ports returns the names of the ports of a target.
func (o *Options) ports(k int) (command, state string) {
	if k == 0 && o.Target.Joint != "" {
		return "target", "state"
	}
	joint := o.targets()[k].Joint
	return "target_" + joint, "state_" + joint
}

// realises reports whether tasks of the controller realise a joint, and returns the option.
func (o *Options) realises(joint string) (path string, is bool) {
	for k, t := range o.targets() {
		if t.Joint == joint {
			return o.path(k), true
		}
	}
	return "", false
}

// realiser returns the joint that a task realises at first, empty without one.
func (o *Options) realiser(task string) string {
	for _, t := range o.targets() {
		if t.Task == task {
			return t.Joint
		}
	}
	return ""
}

// checkTargets checks that the joints of the options exist, and are named once.
func (o *Options) checkTargets(w *worlds.World) error {
	if o.Target.Joint == "" && o.Target.Task != "" {
		return invalid("target.joint", "target.task is %q, and no joint is named", o.Target.Task)
	}
	var errs []error
	for k, t := range o.targets() {
		path := o.path(k) + ".joint"
		if _, err := w.JointIndex(t.Joint); err != nil {
			errs = append(errs, messages.InOption(path, err))
		}
		if before, _ := o.realises(t.Joint); before != o.path(k) {
			errs = append(errs, invalid(path, "joint %q is named by option %s already", t.Joint, before))
		}
	}
	return errors.Join(errs...)
}

// newTargets finds the joints and the tasks of the options.
func (l *Law) newTargets(w *worlds.World, tasks []taskspace.Task) error {
	all := l.options.targets()
	l.targets = make([]target, len(all))
	var errs []error
	for k := range all {
		errs = append(errs, l.newTarget(k, &all[k], w, tasks))
	}
	return errors.Join(errs...)
}

// newTarget finds the joint and the task of one option.
func (l *Law) newTarget(k int, o *TargetOptions, w *worlds.World, tasks []taskspace.Task) error {
	path := l.options.path(k)
	j, err := w.JointIndex(o.Joint)
	if err != nil {
		return err
	}
	m := l.measured.Model()
	t := &l.targets[k]
	*t = target{slot: w.Slot(j), task: -1, space: m.NewWorkspace(), q: make([]float64, l.nq), v: make([]float64, l.n),
		step: make([]float64, l.n), jacobian: make([]float64, 6*l.n), places: make([]taskPlace, len(tasks))}
	t.joint = o.Joint
	t.port, _ = l.options.ports(k)
	t.position, t.velocity = make([]float64, t.slot.PositionLength), make([]float64, t.slot.VelocityLength)
	t.joints, t.rates = make([]float64, t.slot.PositionLength), make([]float64, t.slot.VelocityLength)
	if t.slot.VelocityLength == 0 {
		return invalid(path+".joint", "joint %q does not move", o.Joint)
	}
	if t.child, err = m.BodyIndex(w.BodyNames()[w.BodyOfJoint(j)]); err != nil {
		return messages.InOption(path+".joint", err)
	}
	if err := m.Neutral(t.q); err != nil {
		return err
	}
	copy(t.position, t.q[t.slot.Position:])
	for i := range tasks {
		t.places[i] = l.place(w, m, &tasks[i])
	}
	task := slices.Index(l.tasks, o.Task)
	if task < 0 {
		return &messages.OptionError{Path: path + ".task", Err: fmt.Errorf("unknown task %q", o.Task), Unknown: o.Task, Known: l.tasks}
	}
	if why := l.cannotRealise(t, task); why != "" {
		return invalid(path+".task", "%s", why)
	}
	t.task = task
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

// chosen returns the joint of a request for another task: the named one, or the only one.
func (l *Law) chosen(r *messages.TaskRequest) (*target, *messages.TaskReply) {
	var known []string
	for i := range l.targets {
		if t := &l.targets[i]; t.joint == r.Name || r.Name == "" && len(l.targets) == 1 {
			return t, nil
		}
		known = append(known, l.targets[i].joint)
	}
	var reply messages.TaskReply
	switch {
	case known == nil:
		reply = refused(messages.TaskNotAllowed, "the controller realises no virtual joint: option target names none")
	case r.Name == "":
		reply = refused(messages.TaskNotAllowed, "the controller realises the joints %s; name one of them", strings.Join(known, ", "))
	default:
		reply = refused(messages.TaskNotAllowed, "the controller does not realise joint %q; it realises %s", r.Name, strings.Join(known, ", "))
	}
	return nil, &reply
}

// retarget answers a request that another task realises a joint. The task before stays where it is;
// the output stays continuous.
func (l *Law) retarget(r *messages.TaskRequest) messages.TaskReply {
	t, refusal := l.chosen(r)
	if refusal != nil {
		return *refusal
	}
	i := slices.Index(l.tasks, r.Task)
	if i < 0 {
		reply := refused(messages.TaskUnknownTask, "task %q; known tasks are %s", r.Task, strings.Join(l.tasks, ", "))
		reply.Known = slices.Clone(l.tasks)
		return reply
	}
	why := l.cannotRealise(t, i)
	if why == "" && t.given != messages.ControlNone {
		why = l.unusable(t, i, t.given)
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

// realise passes the newest commands to the tasks that realise joints.
func (l *Law) realise(s *set, in *Input) error {
	for k := range l.targets {
		if err := l.realiseOne(&l.targets[k], in.Targets[k], s, in); err != nil {
			return err
		}
	}
	return nil
}

// realiseOne passes the newest command to the task that realises a joint. Before the first command
// the task keeps its own goal. Where none is fresh it rests: at the last place, without momentum
// and without force. Both changes are hand-overs.
func (l *Law) realiseOne(t *target, command *messages.JointCommand, s *set, in *Input) error {
	i := slices.Index(s.tasks, t.task)
	if i < 0 {
		return nil
	}
	moving := command != nil && command.Control[0] != messages.ControlNone
	if moving != t.moving {
		t.moving, l.changed = moving, true
	}
	switch {
	case !moving && !t.known:
		return nil
	case moving:
		if why := l.unusable(t, t.task, command.Control[0]); why != "" {
			return fmt.Errorf("input %s: %s", t.port, why)
		}
		t.known, t.given = true, command.Control[0]
		if err := l.commanded(t, command, in); err != nil {
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

// targetState writes the state of joint k that tasks realise, and reports whether it is known. Its
// mode is the most severe one of the driven joints.
func (l *Law) targetState(k int, in *Input, s *messages.VirtualState) bool {
	if k >= len(l.targets) {
		return false
	}
	t := &l.targets[k]
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

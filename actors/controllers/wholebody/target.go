package wholebody

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// target is the virtual joint that tasks of this controller realise. Its commands become the goal
// of one of them: the pose and twist that the joint gives its child, or the positions of a posture.
// Its state is measured by the same task.
type target struct {
	joint    string // empty for none
	slot     worlds.Slot
	child    int // body that the joint moves
	task     int
	known    bool // there has been a command
	moving   bool // the newest one is fresh
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
}

// taskPlace is what a task measures: a point and axes of a body, or the joints of a posture.
type taskPlace struct {
	body     int
	point    [3]float64
	rotation spatial.Rotation
	slots    []worlds.Slot
}

// realising are the kinds of tasks that may realise a virtual joint.
var realising = []taskspace.Kind{taskspace.FramePosition, taskspace.FrameOrientation, taskspace.FramePose, taskspace.Posture}

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
	p := taskPlace{body: -1, point: task.Point, rotation: spatial.IdentityRotation()}
	if task.Rotation != ([4]float64{}) {
		p.rotation = spatial.QuatOf(task.Rotation).Unit().Rotation()
	}
	if b, err := m.BodyIndex(task.Frame); err == nil {
		p.body = b
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

// cannotRealise returns why a task cannot realise the joint, or nothing.
func (l *Law) cannotRealise(task int) string {
	name, t, positions := l.tasks[task], &l.target, 0
	for _, slot := range t.places[task].slots {
		if positions += slot.PositionLength; slot.VelocityLength != slot.PositionLength {
			positions = -1
			break
		}
	}
	switch o := &l.options.Tasks[task]; {
	case !slices.Contains(realising, l.kinds[task]):
		return fmt.Sprintf("task %q is a %s; expected one of %v", name, l.kinds[task], realising)
	case len(o.Motion.Velocity) > 0:
		return fmt.Sprintf("task %q has a motion of its own; leave it out: the commands move already", name)
	case l.options.Follow == name:
		return fmt.Sprintf("task %q follows the input reference", name)
	case l.options.FollowPosture == name:
		return fmt.Sprintf("task %q follows the input posture", name)
	case l.kinds[task] == taskspace.Posture && positions != t.slot.PositionLength:
		return fmt.Sprintf("the joints of task %q have not as many positions as joint %q, which has %d", name, t.joint, t.slot.PositionLength)
	}
	return ""
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
	if why := l.cannotRealise(i); why != "" {
		return refused(messages.TaskNotAllowed, "%s", why)
	}
	if i != t.task {
		l.giveUp(i, messages.GoalAborted, messages.GoalReplaced, fmt.Sprintf("the task realises joint %q now", t.joint))
		l.goals.aims[t.task].rest = true
		t.task, t.known, t.moving, l.changed = i, false, false, true
	}
	return messages.TaskReply{Text: fmt.Sprintf("task %q realises joint %q", r.Task, t.joint)}
}

// measureTarget finds the positions and velocities of the joint that put its child where the task
// is: exactly for a posture, by Newton's method for a frame.
func (l *Law) measureTarget(in *Input) error {
	t := &l.target
	if t.joint == "" {
		return nil
	}
	p := &t.places[t.task]
	if len(p.slots) > 0 {
		at := 0
		for _, slot := range p.slots {
			copy(t.position[at:], in.Position[slot.Position:slot.Position+slot.PositionLength])
			copy(t.velocity[at:], in.Velocity[slot.Velocity:slot.Velocity+slot.VelocityLength])
			at += slot.PositionLength
		}
		return nil
	}
	if err := l.measured.SetState(in.Position, in.Velocity); err != nil {
		return err
	}
	pose := l.measured.Pose(p.body)
	turned := pose.R.Times(&p.rotation)
	point := spatial.VecOf(l.measured.PointPosition(p.body, p.point))
	copy(t.q, in.Position)
	copy(t.v, in.Velocity)
	copy(t.q[t.slot.Position:], t.position)
	clear(t.v[t.slot.Velocity : t.slot.Velocity+t.slot.VelocityLength])
	for range 10 {
		if err := t.space.SetState(t.q, t.v); err != nil {
			return err
		}
		child := t.space.Pose(t.child)
		off := l.rows(six(point.Sub(spatial.VecOf(child.P)), turned.LogFrom(&child.R)))
		solved, err := t.solve(off)
		if err != nil {
			return err
		}
		clear(t.step)
		size := 0.0
		for i := range t.slot.VelocityLength {
			t.step[t.slot.Velocity+i] = solved[i]
			size = math.Max(size, math.Abs(solved[i]))
		}
		if err := l.measured.Model().Integrate(t.q, t.q, t.step, 1); err != nil {
			return err
		}
		if size < 1e-12 {
			break
		}
	}
	copy(t.position, t.q[t.slot.Position:])
	twist, child := l.measured.Velocity(p.body, rigidbody.LocalWorldAligned), t.space.Velocity(t.child, rigidbody.LocalWorldAligned)
	linear := spatial.VecOf(l.measured.PointVelocity(p.body, p.point)).Sub(spatial.VecOf(child.Linear))
	solved, err := t.solve(l.rows(six(linear, spatial.VecOf(twist.Angular).Sub(spatial.VecOf(child.Angular)))))
	copy(t.velocity, solved[:])
	return err
}

func six(linear, angular spatial.Vec) (s [6]float64) {
	copy(s[:3], []float64{linear.X, linear.Y, linear.Z})
	copy(s[3:], []float64{angular.X, angular.Y, angular.Z})
	return s
}

// rows clears what the kind of the realising task does not measure.
func (l *Law) rows(s [6]float64) [6]float64 {
	switch l.kinds[l.target.task] {
	case taskspace.FramePosition:
		s[3], s[4], s[5] = 0, 0, 0
	case taskspace.FrameOrientation:
		s[0], s[1], s[2] = 0, 0, 0
	}
	return s
}

// solve returns the velocities of the joint that come closest to moving its child by off: (J^T J +
// d) x = J^T off, with a damping d that matters only where the rows do not show a direction.
func (t *target) solve(off [6]float64) (x [6]float64, err error) {
	if err := t.space.Jacobian(t.jacobian, t.child, rigidbody.LocalWorldAligned); err != nil {
		return x, err
	}
	n, stride := t.slot.VelocityLength, len(t.v)
	var a [6][7]float64
	for i := range n {
		for j := range n {
			for r := range 6 {
				a[i][j] += t.jacobian[r*stride+t.slot.Velocity+i] * t.jacobian[r*stride+t.slot.Velocity+j]
			}
		}
		a[i][i] += 1e-9
		for r := range 6 {
			a[i][6] += t.jacobian[r*stride+t.slot.Velocity+i] * off[r]
		}
	}
	for i := range n { // positive definite: no pivoting
		for j := i + 1; j < n; j++ {
			f := a[j][i] / a[i][i]
			for k := i; k < 7; k++ {
				a[j][k] -= f * a[i][k]
			}
		}
	}
	for i := n - 1; i >= 0; i-- {
		x[i] = a[i][6]
		for j := i + 1; j < n; j++ {
			x[i] -= a[i][j] * x[j]
		}
		x[i] /= a[i][i]
	}
	return x, nil
}

// realise passes the newest command to the task that realises the joint. A velocity without a
// position moves on from where the task is. Before the first command the task keeps its own goal;
// where none is fresh it rests at the last one. Both changes are hand-overs.
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
		t.known = true
		if err := l.commanded(in); err != nil {
			return err
		}
	default:
		t.goal.Twist = [6]float64{}
		clear(t.goal.JointVelocity)
	}
	return s.fresh.SetGoal(i, &t.goal)
}

// commanded makes the command the goal.
func (l *Law) commanded(in *Input) error {
	t, c := &l.target, in.Target
	if !c.Control[0].Has(messages.ControlPosition) && !c.Control[0].Has(messages.ControlVelocity) {
		return fmt.Errorf("input target: joint %q is commanded in %s; expected position or velocity", t.joint, c.Control[0])
	}
	copy(t.q, in.Position)
	copy(t.v, in.Velocity)
	q, v := t.q[t.slot.Position:t.slot.Position+t.slot.PositionLength], t.v[t.slot.Velocity:t.slot.Velocity+t.slot.VelocityLength]
	copy(q, t.position)
	clear(v)
	if c.Control[0].Has(messages.ControlPosition) {
		copy(q, c.Position)
	}
	if c.Control[0].Has(messages.ControlVelocity) {
		copy(v, c.Velocity)
	}
	if l.kinds[t.task] == taskspace.Posture {
		copy(t.joints, q)
		copy(t.rates, v)
		t.goal = taskspace.Goal{Joints: t.joints, JointVelocity: t.rates}
		return nil
	}
	if err := t.space.SetState(t.q, t.v); err != nil {
		return err
	}
	pose, twist := t.space.Pose(t.child), t.space.Velocity(t.child, rigidbody.LocalWorldAligned)
	t.goal = taskspace.Goal{}
	if l.kinds[t.task] != taskspace.FrameOrientation {
		t.goal.Position = pose.P
		copy(t.goal.Twist[:3], twist.Linear[:])
	}
	if l.kinds[t.task] != taskspace.FramePosition {
		t.goal.Orientation = pose.R.Quat().Array()
		copy(t.goal.Twist[3:], twist.Angular[:])
	}
	return nil
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

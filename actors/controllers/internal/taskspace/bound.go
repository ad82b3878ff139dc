package taskspace

import (
	"errors"

	"github.com/robo-actors/robo-actors/internal/setpoint"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// prepare sets up what follows from the task's constant parts, and checks what only the joints can
// tell.
func (b *bound) prepare(e *Evaluator) error {
	t := &b.task
	b.turned = t.Rotation != [4]float64{} && t.Rotation != [4]float64{1, 0, 0, 0}
	b.rotation = spatial.QuatOf(t.Rotation).Unit().Rotation()
	b.across = acrossOf(t.Direction)
	b.reference.goalRotation = spatial.QuatOf(t.Goal.Orientation).Unit().Rotation()
	b.offset = t.Point != [3]float64{}
	if t.Kind != Posture {
		return nil
	}
	positions := b.positions()
	r := &b.joined
	r.position, r.velocity = make([]float64, positions), make([]float64, b.n)
	r.acceleration, r.way = make([]float64, b.n), make([]float64, b.n)
	if len(t.Motion.Velocity) > 0 {
		if b.hasOtherThan(setpoint.Scalar) {
			return t.invalid("motion", "expected joints of one degree of freedom; give the others a task of their own")
		}
		r.profiles, r.states, r.bounds = make([]profile, b.n), make([]motionState, b.n), make([]motionBound, b.n)
	}
	if err := b.checkJointGoal(&t.Goal); err != nil {
		return t.inTask(err)
	}
	if t.Goal.Joints == nil {
		t.Goal.Joints = make([]float64, positions)
	}
	if t.Goal.JointVelocity == nil {
		t.Goal.JointVelocity = make([]float64, b.n)
	}
	if t.Goal.JointAcceleration == nil {
		t.Goal.JointAcceleration = make([]float64, b.n)
	}
	return nil
}

// positions is the length of Goal.Joints.
func (b *bound) positions() (n int) {
	for i := range b.joints {
		n += b.joints[i].shape.Positions()
	}
	return n
}

func (b *bound) hasOtherThan(s setpoint.Shape) bool {
	for i := range b.joints {
		if b.joints[i].shape != s {
			return true
		}
	}
	return false
}

// checkJointGoal checks the lengths of a posture's goal, and the quaternions in it.
func (b *bound) checkJointGoal(g *Goal) error {
	if n := b.positions(); len(g.Joints) != n && !(g.Measured && len(g.Joints) == 0) {
		return goalError("goal.joints", "there are %d entries; the joints have %d positions", len(g.Joints), n)
	}
	if len(g.JointVelocity) != 0 && len(g.JointVelocity) != b.n {
		return goalError("goal.joint_velocity", "there are %d entries; the joints have %d velocities", len(g.JointVelocity), b.n)
	}
	if len(g.JointAcceleration) != 0 && len(g.JointAcceleration) != b.n {
		return goalError("goal.joint_acceleration", "there are %d entries; the joints have %d velocities", len(g.JointAcceleration), b.n)
	}
	for i := range b.joints {
		if j := &b.joints[i]; j.shape == setpoint.Floating && len(g.Joints) > 0 && !g.Measured {
			b.checker = checker{task: &b.task}
			if q := [4]float64(g.Joints[j.goal+3:]); q == [4]float64{} {
				return goalError("goal.joints", "a floating joint needs a quaternion of unit length")
			} else if b.checker.unit("goal.joints", q); len(b.checker.errors) > 0 {
				return b.checker.errors[0]
			}
		}
	}
	return nil
}

// begin starts the task's reference at what is measured, or at its goal where it has no profile.
func (b *bound) begin(e *Evaluator, w *rigidbody.Workspace, q []float64) {
	b.integral = [6]float64{}
	b.measured, b.sensed, b.asked = [6]float64{}, false, false
	b.borne = [6]float64{1, 1, 1, 1, 1, 1}
	if b.task.Kind == Posture {
		b.beginJoints(q)
		return
	}
	g := &b.task.Goal
	var y quantity
	var identity = spatial.IdentityRotation()
	y.rotation = &identity
	switch {
	case b.task.Kind == CentreOfMass:
		y.position = spatial.VecOf(w.CentreOfMass())
	case b.frame >= 0:
		b.at(&e.frames[b.frame], &y)
	}
	if b.ahead {
		axis := e.frames[b.frame].Pose.R.Apply(b.across[0].Cross(b.across[1]))
		g.Position = y.position.Add(axis).Array()
	}
	if b.task.Kind.has(usesPosition) && g.measures(usesPosition) {
		g.Position = y.position.Array()
	}
	if b.task.Kind.has(usesOrientation) && g.measures(usesOrientation) {
		g.Orientation, b.reference.goalRotation = y.rotation.Quat().Array(), *y.rotation
	}
	b.reference.take(g)
	if len(b.task.Motion.Velocity) > 0 {
		b.reference.position, b.reference.rotation = y.position, *y.rotation
		b.reference.depart(b)
	}
}

func (b *bound) beginJoints(q []float64) {
	g := &b.task.Goal
	r := &b.joined
	for i := range b.joints {
		j := &b.joints[i]
		copy(r.position[j.goal:], q[j.q:j.q+j.shape.Positions()])
	}
	if g.Measured {
		copy(g.Joints, r.position)
	}
	if r.profiles == nil {
		b.takeJoints()
		return
	}
	clear(r.velocity)
	clear(r.acceleration)
	b.departJoints()
}

// setGoal takes a new goal, or refuses it whole.
func (b *bound) setGoal(goal *Reference) error {
	if err := b.checkGoal(goal); err != nil {
		return b.task.parameterError(err)
	}
	g := *goal
	g.open = 0
	b.takeGoal(&g)
	return nil
}

// takeGoal takes a goal that was checked.
func (b *bound) takeGoal(goal *Reference) {
	t := &b.task
	old := t.Goal
	b.ahead = false
	t.Goal = *goal
	// The slices stay the task's own.
	t.Goal.Joints, t.Goal.JointVelocity, t.Goal.JointAcceleration = old.Joints, old.JointVelocity, old.JointAcceleration
	if t.Kind == Posture {
		copy(t.Goal.Joints, goal.Joints)
		clear(t.Goal.JointVelocity)
		clear(t.Goal.JointAcceleration)
		copy(t.Goal.JointVelocity, goal.JointVelocity)
		copy(t.Goal.JointAcceleration, goal.JointAcceleration)
		if b.joined.profiles != nil {
			b.depart()
		} else {
			b.takeJoints()
		}
		return
	}
	b.reference.goalRotation = spatial.QuatOf(t.Goal.Orientation).Unit().Rotation()
	if len(t.Motion.Velocity) > 0 {
		b.depart()
	} else {
		b.reference.take(&t.Goal)
	}
}

// depart plans the way to the goal, from what the reference does now, within the bounds of the
// motion.
func (b *bound) depart() {
	if b.task.Kind == Posture {
		b.departJoints()
		return
	}
	b.reference.depart(b)
}

// checkGoal checks a goal that is set while the evaluator runs.
func (b *bound) checkGoal(g *Goal) error {
	if g.Measured {
		return goalError("goal.measured", "a goal that is set cannot be the measured one; call Start for that")
	}
	b.trial = b.task
	b.trial.Goal = *g
	b.checker = checker{task: &b.trial}
	b.checker.goal()
	if len(b.checker.errors) > 0 {
		return errors.Join(b.checker.errors...)
	}
	if b.task.Kind == Posture {
		return b.checkJointGoal(g)
	}
	return nil
}

// evaluate writes the task's rows into its level.
func (b *bound) evaluate(e *Evaluator, w *rigidbody.Workspace, q, v []float64, dt float64, l *Level) error {
	switch b.task.Kind {
	case Posture:
		b.evaluatePosture(e, q, v, dt, l)
		return nil
	case JointLimits:
		b.evaluateLimits(e, q, v, l)
		return nil
	case Gaze:
		b.evaluateGaze(e, l)
		return nil
	}
	return b.evaluateSpatial(e, w, dt, l)
}

package wholebody

import (
	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// commanded makes the command the goal. A velocity without a position moves on from where the task
// is.
func (l *Law) commanded(t *target, c *messages.JointCommand, in *Input) error {
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
	t.goal = taskspace.Goal{}
	l.aim(t)
	if c.Control[0]&byEffort != 0 && realisationOf(l.kinds[t.task]).uses&byEffort != 0 {
		return t.push(c.Effort)
	}
	return nil
}

// aim makes the pose and the twist of the joint's child the goal, in the fields that the kind uses.
func (l *Law) aim(t *target) {
	pose, twist := t.space.Pose(t.child), t.space.Velocity(t.child, rigidbody.LocalWorldAligned)
	linear, angular := spatial.VecOf(twist.Linear), spatial.VecOf(twist.Angular)
	switch kind := l.kinds[t.task]; kind {
	case taskspace.Force:
		return
	case taskspace.Momentum:
		inertia := l.measured.CentroidalInertia()
		turning := spatial.Rotation(inertia) // any matrix: Apply multiplies
		linear.Scale(l.measured.Model().Mass()).Put(t.goal.Momentum[:3])
		turning.Apply(angular).Put(t.goal.Momentum[3:])
		return
	case taskspace.RelativePose:
		base := t.places[t.task].base
		pose, twist = t.space.RelativePose(t.child, base), t.space.RelativeVelocity(t.child, base)
		linear, angular = spatial.VecOf(twist.Linear), spatial.VecOf(twist.Angular)
	case taskspace.Gaze:
		t.sighted, t.passing = spatial.VecOf(pose.P), linear
	}
	r := realisationOf(l.kinds[t.task])
	if r.linear {
		t.goal.Position = pose.P
		linear.Put(t.goal.Twist[:3])
	}
	if r.angular {
		t.goal.Orientation = pose.R.Quat().Array()
		angular.Put(t.goal.Twist[3:])
	}
}

// push makes the efforts of the joint the wrench that the robot exerts on its surroundings, about
// the task's point and in its axes. The columns of the joint's Jacobian J at the origin of its
// child are orthonormal, so of all wrenches w with J^T w = efforts, J efforts is the smallest.
func (t *target) push(efforts []float64) error {
	if err := t.space.Jacobian(t.jacobian, t.child, rigidbody.LocalWorldAligned); err != nil {
		return err
	}
	var w [6]float64
	stride := len(t.v)
	for r := range w {
		for i, tau := range efforts {
			w[r] += t.jacobian[r*stride+t.slot.Velocity+i] * tau
		}
	}
	axes := &t.places[t.task].rotation
	axes.ApplyInverse(spatial.VecAt(w[:3])).Put(t.goal.Wrench[:3])
	axes.ApplyInverse(spatial.VecAt(w[3:])).Put(t.goal.Wrench[3:])
	return nil
}

package wholebody

import (
	"math"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// measureTargets measures every joint that tasks realise.
func (l *Law) measureTargets(in *Input) error {
	for i := range l.targets {
		if err := l.measureTarget(&l.targets[i], in); err != nil {
			return err
		}
	}
	return nil
}

// measureTarget finds the positions and velocities of the joint that put its child where the task
// has it: exactly for a posture, by Newton's method for others.
func (l *Law) measureTarget(t *target, in *Input) error {
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
	x := l.found(t, in.StepS)
	copy(t.q, in.Position)
	copy(t.v, in.Velocity)
	copy(t.q[t.slot.Position:], t.position)
	clear(t.v[t.slot.Velocity : t.slot.Velocity+t.slot.VelocityLength])
	r := realisationOf(l.kinds[t.task])
	if l.kinds[t.task] == taskspace.Momentum { // which measures no orientation: that of the average turn goes on
		clear(t.step)
		copy(t.step[t.slot.Velocity:], t.velocity)
		if err := l.measured.Model().Integrate(t.q, t.q, t.step, in.StepS); err != nil {
			return err
		}
	}
	for range 10 {
		if err := t.space.SetState(t.q, t.v); err != nil {
			return err
		}
		child := t.space.Pose(t.child)
		off := masked(x.position.Sub(spatial.VecOf(child.P)), x.rotation.LogFrom(&child.R), r.linear, r.angular && x.turns)
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
	child := t.space.Velocity(t.child, rigidbody.LocalWorldAligned)
	solved, err := t.solve(masked(x.velocity.Sub(spatial.VecOf(child.Linear)), x.spin.Sub(spatial.VecOf(child.Angular)), r.linear, r.angular))
	copy(t.velocity, solved[:])
	return err
}

// finding is where the child of the joint is according to a task, and how it moves, in world axes.
type finding struct {
	position       spatial.Vec
	rotation       spatial.Rotation
	turns          bool // rotation is measured
	velocity, spin spatial.Vec
}

// found measures where the task has the child of the joint.
func (l *Law) found(t *target, step float64) (x finding) {
	w := l.measured
	p := &t.places[t.task]
	x.rotation = spatial.IdentityRotation()
	switch l.kinds[t.task] {
	case taskspace.CentreOfMass, taskspace.Momentum:
		x.position, x.velocity = spatial.VecOf(w.CentreOfMass()), spatial.VecOf(w.CentreOfMassVelocity())
		if l.kinds[t.task] == taskspace.Momentum {
			x.spin = averageSpin(w.CentroidalInertia(), spatial.VecOf(w.CentroidalMomentum().Angular))
		}
		return x
	}
	pose := w.Pose(p.body)
	x.rotation, x.turns = pose.R, true
	x.position, x.velocity = spatial.VecOf(w.PointPosition(p.body, p.point)), spatial.VecOf(w.PointVelocity(p.body, p.point))
	x.spin = spatial.VecOf(w.Velocity(p.body, rigidbody.LocalWorldAligned).Angular)
	if l.kinds[t.task] == taskspace.Gaze {
		t.look(&x, pose.R.Apply(p.direction), step)
	}
	return x
}

// look finds the place that a gaze looks at: on its axis, as far away as the place that was
// commanded.
func (t *target) look(x *finding, axis spatial.Vec, step float64) {
	eye, speed := x.position, x.velocity
	r := t.sighted.AddScaled(step, t.passing).Sub(eye).Norm()
	if !(r > 1e-6) {
		r = 1
	}
	x.position = eye.AddScaled(r, axis)
	across := speed.Add(x.spin.Cross(axis).Scale(r))
	x.velocity = across.AddScaled(t.passing.Dot(axis)-across.Dot(axis), axis)
	t.sighted = x.position
}

// averageSpin is the angular velocity of a rigid body with this inertia and angular momentum (D.
// Orin, A. Goswami, S. Lee, Centroidal dynamics of a humanoid robot, 2013, section 6), rad/s. Axes
// without inertia do not turn.
func averageSpin(inertia [9]float64, momentum spatial.Vec) spatial.Vec {
	size := inertia[0] + inertia[4] + inertia[8]
	if !(size > 0) {
		return spatial.Vec{}
	}
	for k := range 3 {
		inertia[4*k] += 1e-12 * size
	}
	a, b, c := spatial.VecAt(inertia[:3]), spatial.VecAt(inertia[3:6]), spatial.VecAt(inertia[6:])
	turned := b.Cross(c).Scale(momentum.X).Add(c.Cross(a).Scale(momentum.Y)).Add(a.Cross(b).Scale(momentum.Z))
	return turned.Scale(1 / a.Dot(b.Cross(c)))
}

// masked stacks a linear and an angular part, each zero unless it is measured.
func masked(linear, angular spatial.Vec, hasLinear, hasAngular bool) (s [6]float64) {
	if hasLinear {
		linear.Put(s[:3])
	}
	if hasAngular {
		angular.Put(s[3:])
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

package taskspace

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// sight is the geometry of a Gaze: from the eye, at the task's point, to the goal.
//
// With n the unit vector to the goal in world axes, n' = (1 - n n^T)/r (goal' - eye') and r the
// distance, the way to the goal turns at n x n', and the axis at w. A gaze controls what is between
// the two, y' = B^T R^T (w - n x n'), B the two axes of the frame about which its direction turns,
// and its error is the rotation vector that leads the axis to the goal. Where the goal stands
// beside the axis would not do for a quantity: that is the sine of the angle, and falls again where
// the goal is behind.
type sight struct {
	n         spatial.Vec
	r         float64
	rate      spatial.Vec // n'
	goalSpeed spatial.Vec
}

// mayLook rejects a goal where the eye is: nothing points there.
func (b *bound) mayLook(e *Evaluator) error {
	var y quantity
	b.at(&e.frames[b.frame], &y)
	goal := &b.task.Goal
	if !(spatial.VecOf(goal.Position).Sub(y.position).Norm() > 1e-6) {
		return fmt.Errorf("%w: task %q: the goal of the gaze, %v m, is where the eye is; expected one beside it", ErrSight, b.task.Name, goal.Position)
	}
	return nil
}

// evaluateGaze writes the two rows of a task that looks at its goal. The motion of the goal is
// part of the drift and is subtracted from the wanted velocity, so J v' + drift is the second
// derivative of y for a moving goal too.
func (b *bound) evaluateGaze(e *Evaluator, l *Level) {
	f := &e.frames[b.frame]
	var y quantity
	b.at(f, &y)
	var s sight
	goal := &b.task.Goal
	way := spatial.VecOf(goal.Position).Sub(y.position)
	s.r = way.Norm()
	s.n = way.Scale(1 / s.r)
	omega, spin := y.velocity.angular, spatial.VecOf(f.Drift.Angular)
	s.goalSpeed = spatial.VecAt(goal.Twist[:3])
	d := s.goalSpeed.Sub(y.velocity.linear)
	dr := s.n.Dot(d)
	s.rate = d.Sub(s.n.Scale(dr)).Scale(1 / s.r)
	eyeDrift := spatial.VecOf(f.Drift.Linear).Add(spin.Cross(y.lever).Add(omega.Cross(omega.Cross(y.lever))))
	dd := spatial.VecAt(goal.Acceleration[:3]).Sub(eyeDrift)
	ddr := s.rate.Dot(d) + s.n.Dot(dd)
	curve := dd.Sub(s.n.Scale(ddr).Add(s.rate.Scale(2 * dr))).Scale(1 / s.r) // n''
	swing := s.n.Cross(s.rate)                                               // of the way to the goal
	turning := omega.Sub(swing)
	ofGoal := s.n.Cross(s.goalSpeed).Scale(1 / s.r)
	b.gazeError(f, &s)
	for c := range 2 {
		b.de[c] = -b.about(f, c).Dot(turning)
	}
	b.feedback()
	for c := range 2 {
		axis := b.about(f, c)
		at, row := l.row(b, c, e.nv)
		b.gazeRow(row, f, &y, &s, axis)
		// y'' = (w x axis) . (w - n x n') + axis . (w' - n x n'')
		l.Drift[at] = axis.Dot(spin.Sub(s.n.Cross(curve))) - omega.Cross(axis).Dot(swing)
		l.Error[at], l.VelocityError[at] = b.e[c], b.de[c]
		l.Acceleration[at], l.Velocity[at] = b.wanted(c, -b.de[c])
		l.Velocity[at] += axis.Dot(ofGoal)
	}
}

// about returns the axis, in the world, about which the direction turns away from the goal in
// component c.
func (b *bound) about(f *frame, c int) spatial.Vec {
	if c == 0 {
		return f.Pose.R.Apply(b.across[1]).Scale(-1)
	}
	return f.Pose.R.Apply(b.across[0])
}

// gazeError turns the direction of the goal into an angle, so that a goal behind the robot is far.
func (b *bound) gazeError(f *frame, s *sight) {
	seen := f.Pose.R.ApplyInverse(s.n)
	y := [2]float64{b.across[0].Dot(seen), b.across[1].Dot(seen)}
	side := math.Hypot(y[0], y[1])
	angle := math.Atan2(side, b.across[0].Cross(b.across[1]).Dot(seen))
	stretch := 1.0
	switch {
	case side > 0:
		stretch = angle / side
	case angle > 0: // exactly behind: any way round is as good
		y[0], stretch = 1, angle
	}
	b.e[0], b.e[1] = -stretch*y[0], -stretch*y[1]
	b.status.AngularError, b.status.Arrived = angle, true
}

// gazeRow writes axis^T (J_angular + [n]/r J_eye).
func (b *bound) gazeRow(row []float64, f *frame, y *quantity, s *sight, axis spatial.Vec) {
	n := len(row)
	linear := axis.Cross(s.n).Scale(1 / s.r)
	angular := axis.Add(y.lever.Cross(linear))
	j := f.jacobian
	for i := range row {
		row[i] = linear.X*j[i] + linear.Y*j[n+i] + linear.Z*j[2*n+i] +
			angular.X*j[3*n+i] + angular.Y*j[4*n+i] + angular.Z*j[5*n+i]
	}
}

// acrossOf returns two unit vectors that make a right-handed triad with a direction; x stands for
// the zero vector.
func acrossOf(direction [3]float64) [2]spatial.Vec {
	if direction == ([3]float64{}) {
		direction = [3]float64{1, 0, 0}
	}
	z := spatial.VecOf(direction)
	z = z.Scale(1 / z.Norm())
	least := 0
	for k, d := range direction {
		if math.Abs(d) < math.Abs(direction[least]) {
			least = k
		}
	}
	x := unitVector(least).Cross(z)
	x = x.Scale(1 / x.Norm())
	return [2]spatial.Vec{x, z.Cross(x)}
}

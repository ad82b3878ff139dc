package taskspace

import (
	"fmt"
	"math"
)

// sight is the geometry of a Gaze: from the eye, at the task's point, to the goal.
//
// With n the unit vector to the goal in world axes, n' = (1 - n n^T)/r (goal' - eye') and r the distance, the way to the goal
// turns at n x n', and the axis at w. A gaze controls what is between the two, y' = B^T R^T (w - n x n'), B the two axes of the
// frame about which its direction turns, and its error is the rotation vector that leads the axis to the goal. Where the goal
// stands beside the axis would not do for a quantity: that is the sine of the angle, and falls again where the goal is behind.
type sight struct {
	n         vec3
	r         float64
	rate      vec3 // n'
	goalSpeed vec3
}

// mayLook refuses a goal where the eye is: nothing points there.
func (b *bound) mayLook(e *Evaluator) error {
	var y quantity
	b.at(&e.frames[b.frame], &y)
	goal := &b.task.Goal
	if !(norm(sub(vecOf(goal.Position), y.position)) > 1e-6) {
		return fmt.Errorf("%w: task %q: the goal of the gaze, %v m, is where the eye is; expected one beside it", ErrSight, b.task.Name, goal.Position)
	}
	return nil
}

// evaluateGaze writes the two rows of a gaze that may look at its goal. The motion of the goal counts as drift, and against the wanted velocity, so
// that J v' + drift is y” for a goal that moves, too.
func (b *bound) evaluateGaze(e *Evaluator, l *Level) {
	f := &e.frames[b.frame]
	var y quantity
	b.at(f, &y)
	var s sight
	goal := &b.task.Goal
	way := sub(vecOf(goal.Position), y.position)
	s.r = norm(way)
	s.n = times(way, 1/s.r)
	omega, spin := y.velocity.angular, vecOf(f.Drift.Angular)
	s.goalSpeed = vecAt(goal.Twist[:3])
	d := sub(s.goalSpeed, y.velocity.linear)
	dr := dot(s.n, d)
	s.rate = times(sub(d, times(s.n, dr)), 1/s.r)
	eyeDrift := add(vecOf(f.Drift.Linear), add(cross(spin, y.lever), cross(omega, cross(omega, y.lever))))
	dd := sub(vecAt(goal.Acceleration[:3]), eyeDrift)
	ddr := dot(s.rate, d) + dot(s.n, dd)
	curve := times(sub(dd, add(times(s.n, ddr), times(s.rate, 2*dr))), 1/s.r) // n''
	swing := cross(s.n, s.rate)                                               // of the way to the goal
	turning := sub(omega, swing)
	ofGoal := times(cross(s.n, s.goalSpeed), 1/s.r)
	b.gazeError(f, &s)
	for c := range 2 {
		b.de[c] = -dot(b.about(f, c), turning)
	}
	b.feedback()
	for c := range 2 {
		axis := b.about(f, c)
		at, row := l.row(b, c, e.nv)
		b.gazeRow(row, f, &y, &s, axis)
		// y'' = (w x axis) . (w - n x n') + axis . (w' - n x n'')
		l.Drift[at] = dot(axis, sub(spin, cross(s.n, curve))) - dot(cross(omega, axis), swing)
		l.Error[at], l.VelocityError[at] = b.e[c], b.de[c]
		l.Acceleration[at], l.Velocity[at] = b.wanted(c, -b.de[c])
		l.Velocity[at] += dot(axis, ofGoal)
	}
}

// about gives the axis, in the world, about which the direction turns away from the goal in component c.
func (b *bound) about(f *frame, c int) vec3 {
	if c == 0 {
		return times(turn(&f.Pose.R, b.across[1]), -1)
	}
	return turn(&f.Pose.R, b.across[0])
}

// gazeError turns where the goal stands into an angle, so that a goal behind the robot is far.
func (b *bound) gazeError(f *frame, s *sight) {
	seen := turnBack(&f.Pose.R, s.n)
	y := [2]float64{dot(b.across[0], seen), dot(b.across[1], seen)}
	side := math.Hypot(y[0], y[1])
	angle := math.Atan2(side, dot(cross(b.across[0], b.across[1]), seen))
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
func (b *bound) gazeRow(row []float64, f *frame, y *quantity, s *sight, axis vec3) {
	n := len(row)
	linear := times(cross(axis, s.n), 1/s.r)
	angular := add(axis, cross(y.lever, linear))
	j := f.jacobian
	for i := range row {
		row[i] = linear.x*j[i] + linear.y*j[n+i] + linear.z*j[2*n+i] +
			angular.x*j[3*n+i] + angular.y*j[4*n+i] + angular.z*j[5*n+i]
	}
}

// acrossOf gives two unit vectors that make a right-handed triad with a direction; x stands for the zero vector.
func acrossOf(direction [3]float64) [2]vec3 {
	if direction == ([3]float64{}) {
		direction = [3]float64{1, 0, 0}
	}
	z := vecOf(direction)
	z = times(z, 1/norm(z))
	least := 0
	for k, d := range direction {
		if math.Abs(d) < math.Abs(direction[least]) {
			least = k
		}
	}
	x := cross(unitVector(least), z)
	x = times(x, 1/norm(x))
	return [2]vec3{x, cross(z, x)}
}

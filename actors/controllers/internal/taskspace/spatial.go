package taskspace

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// quantity is what a task with components x, y, z, rx, ry, rz controls, in one tick, in the axes of
// the world or of the task's base.
type quantity struct {
	jacobian          []float64   // rows of linear and, after them, of angular components; 3 or 6
	lever             spatial.Vec // from where jacobian has its point to the task's point; acts with angular rows only
	velocity, drift   six
	position          spatial.Vec
	rotation          *spatial.Rotation
	error, errorSpeed six // to the reference
}

// evaluateSpatial writes the rows of a task with components x, y, z, rx, ry, rz.
func (b *bound) evaluateSpatial(e *Evaluator, w *rigidbody.Workspace, dt float64, l *Level) error {
	var y quantity
	if err := b.quantity(e, w, &y); err != nil {
		return err
	}
	b.reference.advance(b, dt)
	b.compare(&y)
	b.components(&y, dt)
	first, count := b.task.Kind.spatial()
	whole := !b.turned && len(b.selected) == count && y.lever == (spatial.Vec{}) // the rows are those of the frame
	if whole {
		rows := y.jacobian[len(y.jacobian)-count*e.nv:]
		if first == 0 {
			rows = y.jacobian[:count*e.nv]
		}
		copy(l.Jacobian[l.Rows*e.nv:], rows)
		if !b.task.Kind.has(usesWrench) {
			b.allRows(l)
			return nil
		}
	}
	for _, c := range b.selected {
		at, row := l.row(b, c, e.nv)
		if !whole {
			writeRow(row, &y, b.axis((first+c)%3), first+c >= 3)
		}
		l.Drift[at], l.Error[at], l.VelocityError[at] = b.drift[c], b.e[c], b.de[c]
		if b.forced[c] {
			b.force(e, c, at, row, b.speed[c], l)
			continue
		}
		l.Acceleration[at], l.Velocity[at] = b.wanted(c, b.speed[c])
	}
	return nil
}

// allRows writes the rows of all components, except for the Jacobian.
func (b *bound) allRows(l *Level) {
	n, at := len(b.e), l.Rows
	l.Rows += n
	weight, activation, scale, drift := l.Weight[at:at+n], l.Activation[at:at+n], l.Scale[at:at+n], l.Drift[at:at+n]
	e, de, acceleration, velocity := l.Error[at:at+n], l.VelocityError[at:at+n], l.Acceleration[at:at+n], l.Velocity[at:at+n]
	ownScale, ownDrift, ownE, ownDe, speed := b.scale[:n], b.drift[:n], b.e[:n], b.de[:n], b.speed[:n]
	for c := range n {
		weight[c], activation[c], scale[c], drift[c] = b.task.Weight, 1, ownScale[c], ownDrift[c]
		e[c], de[c] = ownE[c], ownDe[c]
		acceleration[c], velocity[c] = b.wanted(c, speed[c])
	}
}

// axis returns an axis of the task in the axes of its quantity.
func (b *bound) axis(k int) spatial.Vec {
	if b.turned {
		return b.rotation.Axis(k)
	}
	return unitVector(k)
}

// unitVector returns axis k of the world.
func unitVector(k int) spatial.Vec {
	switch k {
	case 0:
		return spatial.Vec{X: 1}
	case 1:
		return spatial.Vec{Y: 1}
	}
	return spatial.Vec{Z: 1}
}

// writeRow writes the row of one component: its axis times the Jacobian at the task's point.
func writeRow(row []float64, y *quantity, axis spatial.Vec, angular bool) {
	n := len(row)
	if angular {
		combine(row, y.jacobian[3*n:], axis)
		return
	}
	combine(row, y.jacobian, axis)
	if y.lever == (spatial.Vec{}) {
		return
	}
	// axis . (omega x lever) = (lever x axis) . omega
	m := y.lever.Cross(axis)
	for k, f := range m.Array() {
		if f != 0 {
			part := y.jacobian[(3+k)*n : (4+k)*n]
			for i := range row {
				row[i] += f * part[i]
			}
		}
	}
}

// combine sets row to the sum of three rows times the entries of axis.
func combine(row, rows []float64, axis spatial.Vec) {
	n := len(row)
	for k, f := range axis.Array() {
		if f == 1 { // the others are 0: the axis is of unit length
			copy(row, rows[k*n:k*n+n])
			return
		}
	}
	x, y, z := rows[:n], rows[n:2*n], rows[2*n:3*n]
	for i := range row {
		row[i] = axis.X*x[i] + axis.Y*y[i] + axis.Z*z[i]
	}
}

// quantity asks the workspace for what the task controls.
func (b *bound) quantity(e *Evaluator, w *rigidbody.Workspace, y *quantity) error {
	switch b.task.Kind {
	case CentreOfMass:
		y.position = spatial.VecOf(w.CentreOfMass())
		y.velocity.linear, y.drift.linear = spatial.VecOf(w.CentreOfMassVelocity()), spatial.VecOf(w.CentreOfMassDrift())
		y.jacobian = e.wide[:3*e.nv]
		err := w.CentreOfMassJacobian(y.jacobian)
		e.binding.Followers.Lead(y.jacobian, e.nv)
		return err
	case Momentum:
		m, d := w.CentroidalMomentum(), w.CentroidalMomentumDrift()
		y.velocity = six{spatial.VecOf(m.Linear), spatial.VecOf(m.Angular)}
		y.drift = six{spatial.VecOf(d.Linear), spatial.VecOf(d.Angular)}
		y.jacobian = e.wide
		err := w.CentroidalMomentumMatrix(y.jacobian)
		e.binding.Followers.Lead(y.jacobian, e.nv)
		return err
	}
	f := &e.frames[b.frame]
	b.at(f, y)
	y.jacobian = f.jacobian
	linear, spin := spatial.VecAt(f.Drift.Linear[:]), spatial.VecAt(f.Drift.Angular[:])
	if b.offset {
		r, omega := y.lever, y.velocity.angular
		linear = linear.Add(spin.Cross(r).Add(omega.Cross(omega.Cross(r))))
	}
	y.drift.linear, y.drift.angular = linear, spin
	return nil
}

// at returns the pose and velocity of the task's point.
func (b *bound) at(f *frame, y *quantity) {
	y.rotation = &f.Pose.R
	position, velocity, omega := spatial.VecAt(f.Pose.P[:]), spatial.VecAt(f.Velocity.Linear[:]), spatial.VecAt(f.Velocity.Angular[:])
	if b.offset {
		lever := f.Pose.R.Apply(spatial.VecOf(b.task.Point))
		y.lever = lever
		position, velocity = position.Add(lever), velocity.Add(omega.Cross(lever))
	}
	y.position, y.velocity.linear, y.velocity.angular = position, velocity, omega
}

// compare returns the error to the reference, in the axes of y.
func (b *bound) compare(y *quantity) {
	r := &b.reference
	if b.task.Kind == Momentum {
		m := &b.task.Goal.Momentum
		y.errorSpeed.linear, y.errorSpeed.angular = spatial.VecAt(m[:3]).Sub(y.velocity.linear), spatial.VecAt(m[3:]).Sub(y.velocity.angular)
		return
	}
	if b.task.Kind.has(usesPosition) {
		y.error.linear = r.position.Sub(y.position)
	}
	if b.task.Kind.has(usesOrientation) {
		y.error.angular = r.rotation.LogFrom(y.rotation)
	}
	y.errorSpeed.linear, y.errorSpeed.angular = r.twist.linear.Sub(y.velocity.linear), r.twist.angular.Sub(y.velocity.angular)
}

// components takes everything into the task's axes, one entry a component, and computes the
// feedback.
func (b *bound) components(y *quantity, dt float64) {
	first, count := b.task.Kind.spatial()
	feedForward := &b.reference.acceleration
	if b.turned {
		turned := *feedForward
		feedForward = &turned
		for _, s := range [...]*six{&y.error, &y.errorSpeed, &turned, &y.velocity, &y.drift} {
			s.turnBack(&b.rotation)
		}
	}
	if first == 0 {
		y.error.linear.Put(b.e)
		y.errorSpeed.linear.Put(b.de)
		feedForward.linear.Put(b.ff)
		y.velocity.linear.Put(b.speed)
		y.drift.linear.Put(b.drift)
	}
	if angular := 3 - first; angular < count {
		y.error.angular.Put(b.e[angular:])
		y.errorSpeed.angular.Put(b.de[angular:])
		feedForward.angular.Put(b.ff[angular:])
		y.velocity.angular.Put(b.speed[angular:])
		y.drift.angular.Put(b.drift[angular:])
	}
	for _, c := range b.deselected {
		b.e[c], b.de[c] = 0, 0
	}
	b.distance(y)
	if b.task.Kind.has(usesWrench) {
		b.missingForce(dt)
	}
	if b.task.Kind.has(usesProportional) {
		b.feedback()
	} else {
		clear(b.s)
		clear(b.p)
	}
}

// distance reports how far the goal is, in the selected components.
func (b *bound) distance(y *quantity) {
	first, count := b.task.Kind.spatial()
	way := b.e
	var goal [6]float64
	switch {
	case b.task.Kind == Momentum:
		way = b.de
	case b.reference.moving:
		s := b.reference.toGoal(b, y)
		s.linear.Put(goal[:3])
		s.angular.Put(goal[3:])
		way = goal[first : first+count]
	}
	linear, angular := 0.0, 0.0
	for _, c := range b.selected {
		switch d := way[c]; {
		case b.forced[c]:
		case first+c < 3:
			linear += d * d
		default:
			angular += d * d
		}
	}
	b.status.LinearError, b.status.AngularError = math.Sqrt(linear), math.Sqrt(angular)
	b.status.Arrived = !b.reference.moving
}

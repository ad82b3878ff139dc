package taskspace

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// quantity is what a task with components x, y, z, rx, ry, rz controls, in one tick, in the axes of the world or of the
// task's base.
type quantity struct {
	jacobian          []float64 // rows of linear and, after them, of angular components; 3 or 6
	lever             vec3      // from where jacobian has its point to the task's point; acts with angular rows only
	velocity, drift   [6]float64
	position          vec3
	rotation          *[9]float64
	error, errorSpeed [6]float64 // to the reference
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
	whole := !b.turned && len(b.selected) == count && y.lever == (vec3{}) // the rows are those of the frame
	if whole {
		rows := y.jacobian[len(y.jacobian)-count*e.nv:]
		if first == 0 {
			rows = y.jacobian[:count*e.nv]
		}
		copy(l.Jacobian[l.Rows*e.nv:], rows)
	}
	for _, c := range b.selected {
		at, row := l.row(b, c, e.nv)
		speed, drift := y.velocity[first+c], y.drift[first+c]
		if !whole {
			axis := b.axis((first + c) % 3)
			writeRow(row, &y, axis, first+c >= 3)
			if b.turned {
				half := (first + c) / 3 * 3
				speed, drift = dot(axis, vec3(y.velocity[half:])), dot(axis, vec3(y.drift[half:]))
			}
		}
		l.Drift[at], l.Error[at], l.VelocityError[at] = drift, b.e[c], b.de[c]
		if b.forced[c] {
			b.force(e, c, at, row, speed, l)
			continue
		}
		l.Acceleration[at], l.Velocity[at] = b.wanted(c, speed)
	}
	return nil
}

// axis gives an axis of the task in the axes of its quantity.
func (b *bound) axis(k int) (axis vec3) {
	if b.turned {
		return vec3{b.rotation[k], b.rotation[3+k], b.rotation[6+k]}
	}
	axis[k] = 1
	return axis
}

// writeRow writes the row of one component: its axis times the Jacobian at the task's point.
func writeRow(row []float64, y *quantity, axis vec3, angular bool) {
	n := len(row)
	if angular {
		combine(row, y.jacobian[3*n:], axis)
		return
	}
	combine(row, y.jacobian, axis)
	if y.lever == (vec3{}) {
		return
	}
	// axis . (omega x lever) = (lever x axis) . omega
	m := cross(y.lever, axis)
	for k, f := range m {
		if f != 0 {
			part := y.jacobian[(3+k)*n : (4+k)*n]
			for i := range row {
				row[i] += f * part[i]
			}
		}
	}
}

// combine sets row to the sum of three rows times the entries of axis.
func combine(row, rows []float64, axis vec3) {
	n := len(row)
	for k, f := range axis {
		if f == 1 { // the others are 0: the axis is of unit length
			copy(row, rows[k*n:k*n+n])
			return
		}
	}
	x, y, z := rows[:n], rows[n:2*n], rows[2*n:3*n]
	for i := range row {
		row[i] = axis[0]*x[i] + axis[1]*y[i] + axis[2]*z[i]
	}
}

// quantity asks the workspace for what the task controls.
func (b *bound) quantity(e *Evaluator, w *rigidbody.Workspace, y *quantity) error {
	switch b.task.Kind {
	case CentreOfMass:
		y.position = w.CentreOfMass()
		set3(&y.velocity, w.CentreOfMassVelocity(), vec3{})
		set3(&y.drift, w.CentreOfMassDrift(), vec3{})
		y.jacobian = e.wide[:3*e.nv]
		return w.CentreOfMassJacobian(y.jacobian)
	case Momentum:
		m, d := w.CentroidalMomentum(), w.CentroidalMomentumDrift()
		set3(&y.velocity, m.Linear, m.Angular)
		set3(&y.drift, d.Linear, d.Angular)
		y.jacobian = e.wide
		return w.CentroidalMomentumMatrix(y.jacobian)
	}
	f := &e.frames[b.frame]
	b.at(f, y)
	y.jacobian = f.jacobian
	d := &f.drift
	r, omega := y.lever, f.velocity.Angular
	set3(&y.drift, add(d.Linear, add(cross(d.Angular, r), cross(omega, cross(omega, r)))), d.Angular)
	return nil
}

// at gives the pose and velocity of the task's point.
func (b *bound) at(f *frame, y *quantity) {
	y.rotation = &f.pose.R
	y.lever = turn(&f.pose.R, b.task.Point)
	y.position = add(f.pose.P, y.lever)
	set3(&y.velocity, add(f.velocity.Linear, cross(f.velocity.Angular, y.lever)), f.velocity.Angular)
}

func set3(six *[6]float64, linear, angular vec3) {
	copy(six[:3], linear[:])
	copy(six[3:], angular[:])
}

// compare gives the error to the reference, in the axes of y.
func (b *bound) compare(y *quantity) {
	r := &b.reference
	if b.task.Kind == Momentum {
		for k := range y.errorSpeed {
			y.errorSpeed[k] = b.task.Goal.Momentum[k] - y.velocity[k]
		}
		return
	}
	if b.task.Kind.has(usesPosition) {
		set3(&y.error, sub(r.position, y.position), vec3{})
	}
	if b.task.Kind.has(usesOrientation) {
		way := timesTransposed(&r.rotation, y.rotation)
		v := logarithm(&way)
		copy(y.error[3:], v[:])
	}
	for k := range y.errorSpeed {
		y.errorSpeed[k] = r.twist[k] - y.velocity[k]
	}
}

// components takes errors and feed-forward into the task's axes and computes the feedback.
func (b *bound) components(y *quantity, dt float64) {
	first, _ := b.task.Kind.spatial()
	feedForward := b.reference.acceleration
	if b.turned {
		for _, six := range []*[6]float64{&y.error, &y.errorSpeed, &feedForward} {
			set3(six, turnBack(&b.rotation, vec3(six[:3])), turnBack(&b.rotation, vec3(six[3:])))
		}
	}
	clear(b.e)
	clear(b.de)
	for _, c := range b.selected {
		b.e[c], b.de[c], b.ff[c] = y.error[first+c], y.errorSpeed[first+c], feedForward[first+c]
	}
	b.distance(y)
	if b.task.Kind.has(usesWrench) {
		b.missingForce(y, dt)
	}
	if b.task.Kind.has(usesProportional) {
		b.feedback()
	} else {
		clear(b.s)
	}
}

// distance reports how far the goal is, in the selected components.
func (b *bound) distance(y *quantity) {
	first, _ := b.task.Kind.spatial()
	way := y.error
	if b.reference.moving {
		way = b.reference.toGoal(b, y)
	}
	if b.task.Kind == Momentum {
		way = y.errorSpeed
	}
	linear, angular := 0.0, 0.0
	for _, c := range b.selected {
		switch d := way[first+c]; {
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

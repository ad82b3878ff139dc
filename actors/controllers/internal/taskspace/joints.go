package taskspace

import (
	"math"

	"github.com/robo-actors/robo-actors/internal/setpoint"
)

// jointReference is where the joints of a posture should be.
type jointReference struct {
	position, velocity, acceleration []float64 // position in the layout of Goal.Joints
	way                              []float64 // scratch, one entry a component

	profiles []profile // one a component, where the task has Motion
	states   []motionState
	bounds   []motionBound
}

// evaluatePosture writes one row a velocity of the joints: entries of the identity.
func (b *bound) evaluatePosture(e *Evaluator, q, v []float64, dt float64, l *Level) {
	b.advanceJoints(dt)
	b.compareJoints(q, v)
	b.feedback()
	if l.Identity { // its rows never change: fixIdentity wrote them
		b.identityRows(v, l)
		return
	}
	c := 0
	for i := range b.joints {
		for k := range b.joints[i].shape.Velocities() {
			at, row := l.row(b, c, e.nv)
			clear(row)
			row[b.joints[i].column+k] = b.joints[i].pace
			l.Drift[at], l.Error[at], l.VelocityError[at] = 0, b.e[c], b.de[c]
			l.Acceleration[at], l.Velocity[at] = b.wanted(c, v[b.joints[i].v+k])
			c++
		}
	}
}

// identityRows writes what changes of a level whose rows are the identity matrix.
func (b *bound) identityRows(v []float64, l *Level) {
	n := len(v)
	l.Rows = n
	if b.n < n {
		b.identityAmong(v, l)
		return
	}
	copy(l.Error[:n], b.e)
	copy(l.VelocityError[:n], b.de)
	weight, acceleration, velocity := l.Weight[:n], l.Acceleration[:n], l.Velocity[:n]
	for c, x := range v {
		weight[c] = b.task.Weight
		acceleration[c], velocity[c] = b.wanted(c, x)
	}
}

// identityAmong is identityRows where joints follow others: their rows, which want nothing, stand
// between.
func (b *bound) identityAmong(v []float64, l *Level) {
	c := 0
	for i := range b.joints {
		for k := range b.joints[i].shape.Velocities() {
			at := b.joints[i].v + k
			l.Weight[at], l.Error[at], l.VelocityError[at] = b.task.Weight, b.e[c], b.de[c]
			l.Acceleration[at], l.Velocity[at] = b.wanted(c, v[at])
			c++
		}
	}
}

// compareJoints returns errors and feed-forward, and reports the greatest distance of a joint from
// its goal.
func (b *bound) compareJoints(q, v []float64) {
	r, c := &b.joined, 0
	linear, angular := 0.0, 0.0
	for i := range b.joints {
		j := &b.joints[i]
		if j.shape == setpoint.Scalar {
			d := j.shorter(r.position[j.goal] - q[j.q])
			b.e[c], b.de[c] = d, r.velocity[c]-v[j.v]
			angular = greater(angular, d)
			c++
			continue
		}
		n := j.shape.Velocities()
		way := b.e[c : c+n]
		j.shape.Difference(way, q[j.q:j.q+j.shape.Positions()], r.position[j.goal:j.goal+j.shape.Positions()])
		for k, d := range way {
			b.de[c+k] = r.velocity[c+k] - v[j.v+k]
			if j.turns(k) {
				angular = greater(angular, d)
			} else {
				linear = greater(linear, d)
			}
		}
		c += n
	}
	copy(b.ff, r.acceleration)
	b.status.LinearError, b.status.AngularError, b.status.Arrived = linear, angular, !b.reference.moving
	if b.reference.moving {
		b.jointDistance(q)
	}
}

// shorter returns the shorter way to a position, where positions a whole turn apart are the same.
func (j *joint) shorter(way float64) float64 {
	if !j.continuous {
		return way
	}
	return math.Remainder(way, 2*math.Pi)
}

// greater returns the greater of a distance and the size of a way.
func greater(distance, way float64) float64 {
	if way = math.Abs(way); way > distance {
		return way
	}
	return distance
}

// turns reports whether velocity k of a joint counts as angular.
func (j *joint) turns(k int) bool {
	return !(j.shape == setpoint.Planar && k < 2 || j.shape == setpoint.Floating && k < 3)
}

// fixIdentity writes what is constant of a level that is one posture of all joints.
func (l *Level) fixIdentity(e *Evaluator, b *bound) {
	component := 0
	for v := range e.nv {
		at, row := l.row(b, component, e.nv)
		clear(row)
		row[v], l.Drift[at] = 1, 0
		if column, _ := e.binding.Followers.Column(v); column == v && component+1 < b.n {
			component++
		}
	}
}

// jointDistance reports the greatest distance of a joint from its goal, for a reference that is on
// its way there.
func (b *bound) jointDistance(q []float64) {
	r := &b.joined
	linear, angular := 0.0, 0.0
	for i := range b.joints {
		j := &b.joints[i]
		way := r.way[:j.shape.Velocities()]
		j.shape.Difference(way, q[j.q:j.q+j.shape.Positions()], b.task.Goal.Joints[j.goal:j.goal+j.shape.Positions()])
		for k, d := range way {
			if d = j.shorter(d); j.turns(k) {
				angular = greater(angular, d)
			} else {
				linear = greater(linear, d)
			}
		}
	}
	b.status.LinearError, b.status.AngularError = linear, angular
}

// evaluateLimits writes a row for each joint that is near a limit or beyond: it goes back to the
// margin's edge.
func (b *bound) evaluateLimits(e *Evaluator, q, v []float64, l *Level) {
	clear(b.ff)
	worst := 0.0
	for c := range b.joints {
		j := &b.joints[c]
		b.e[c], b.de[c] = j.beyond(q[j.q], b.task.Margin), -v[j.v]
		worst = math.Max(worst, math.Abs(b.e[c]))
	}
	b.feedback()
	b.status.AngularError, b.status.Arrived = worst, worst == 0
	for c := range b.joints {
		j := &b.joints[c]
		if b.e[c] == 0 {
			continue
		}
		at, row := l.row(b, c, e.nv)
		clear(row)
		row[j.column] = j.pace
		l.Drift[at], l.Error[at], l.VelocityError[at] = 0, b.e[c], b.de[c]
		l.Acceleration[at], l.Velocity[at] = b.wanted(c, v[j.v])
		l.Activation[at] = fade(math.Abs(b.e[c]) / (0.5 * b.task.Margin))
	}
}

// beyond returns the way back to the edge of the margin, 0 where the joint is inside.
func (j *joint) beyond(q, margin float64) float64 {
	switch {
	case q > j.max-margin:
		return j.max - margin - q
	case q < j.min+margin:
		return j.min + margin - q
	}
	return 0
}

// fade rises from 0 to 1 with the way in, without a step in value or slope; it is never 0, so that
// a row that is there has its direction.
func fade(way float64) float64 {
	const least = 1e-6
	if way >= 1 {
		return 1
	}
	return math.Max(least, way*way*(3-2*way))
}

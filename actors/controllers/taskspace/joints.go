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
	if b.plain {
		b.comparePlain(q, v)
	} else {
		b.compareJoints(q, v)
	}
	b.feedback()
	c := 0
	for i := range b.joints {
		for k := range b.joints[i].shape.Velocities() {
			at := c
			if l.Identity { // its rows never change: fixIdentity wrote them
				l.Rows++
				l.Weight[at] = b.task.Weight
			} else {
				var row []float64
				at, row = l.row(b, c, e.nv)
				clear(row)
				row[b.joints[i].v+k] = 1
				l.Drift[at] = 0
			}
			l.Error[at], l.VelocityError[at] = b.e[c], b.de[c]
			l.Acceleration[at], l.Velocity[at] = b.wanted(c, v[b.joints[i].v+k])
			c++
		}
	}
}

// comparePlain is compareJoints for joints of one degree of freedom.
func (b *bound) comparePlain(q, v []float64) {
	r, worst := &b.joined, 0.0
	for c := range b.joints {
		j := &b.joints[c]
		at := q[j.q]
		b.e[c], b.de[c], b.ff[c] = r.position[c]-at, r.velocity[c]-v[j.v], r.acceleration[c]
		if d := math.Abs(b.task.Goal.Joints[c] - at); d > worst {
			worst = d
		}
	}
	b.status.AngularError, b.status.Arrived = worst, !b.reference.moving
}

// compareJoints gives errors and feed-forward of joints of any kind.
func (b *bound) compareJoints(q, v []float64) {
	r, c := &b.joined, 0
	for i := range b.joints {
		j := &b.joints[i]
		n := j.shape.Velocities()
		j.shape.Difference(b.e[c:c+n], q[j.q:j.q+j.shape.Positions()], r.position[j.goal:j.goal+j.shape.Positions()])
		for k := range n {
			b.de[c+k], b.ff[c+k] = r.velocity[c+k]-v[j.v+k], r.acceleration[c+k]
		}
		c += n
	}
	b.jointDistance(q)
}

// fixIdentity writes what is constant of a level that is one posture of all joints.
func (l *Level) fixIdentity(b *bound, nv int) {
	for c := range nv {
		at, row := l.row(b, c, nv)
		clear(row)
		row[c], l.Drift[at] = 1, 0
	}
}

// jointDistance reports the greatest distance of a joint from its goal.
func (b *bound) jointDistance(q []float64) {
	r := &b.joined
	linear, angular := 0.0, 0.0
	for i := range b.joints {
		j := &b.joints[i]
		way := r.way[:j.shape.Velocities()]
		j.shape.Difference(way, q[j.q:j.q+j.shape.Positions()], b.task.Goal.Joints[j.goal:j.goal+j.shape.Positions()])
		for k, d := range way {
			if j.shape == setpoint.Planar && k < 2 || j.shape == setpoint.Floating && k < 3 {
				linear = math.Max(linear, math.Abs(d))
			} else {
				angular = math.Max(angular, math.Abs(d))
			}
		}
	}
	b.status.LinearError, b.status.AngularError = linear, angular
	b.status.Arrived = !b.reference.moving
}

// evaluateLimits writes a row for each joint that is near a limit or beyond: it goes back to the margin's edge.
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
		row[j.v] = 1
		l.Drift[at], l.Error[at], l.VelocityError[at] = 0, b.e[c], b.de[c]
		l.Acceleration[at], l.Velocity[at] = b.wanted(c, v[j.v])
		l.Activation[at] = fade(math.Abs(b.e[c]) / (0.5 * b.task.Margin))
	}
}

// beyond gives the way back to the edge of the margin, 0 where the joint is inside.
func (j *joint) beyond(q, margin float64) float64 {
	switch {
	case q > j.max-margin:
		return j.max - margin - q
	case q < j.min+margin:
		return j.min + margin - q
	}
	return 0
}

// fade rises from 0 to 1 with the way in, without a step in value or slope; it is never 0, so that a row that is there
// has its direction.
func fade(way float64) float64 {
	const least = 1e-6
	if way >= 1 {
		return 1
	}
	return math.Max(least, way*way*(3-2*way))
}

package taskspace

import (
	"slices"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// six is a pair of linear and angular parts: of a velocity, an acceleration, an error.
type six struct{ linear, angular spatial.Vec }

func sixOf(a *[6]float64) (s six) {
	s.linear, s.angular = spatial.VecAt(a[:3]), spatial.VecAt(a[3:])
	return s
}

// turnBack returns both parts in the axes r.
func (s *six) turnBack(r *spatial.Rotation) {
	s.linear, s.angular = r.ApplyInverse(s.linear), r.ApplyInverse(s.angular)
}

// reference is where a task with a position or an orientation should be, in the axes of its goal.
type reference struct {
	position     spatial.Vec
	rotation     spatial.Rotation
	twist        six
	acceleration six
	moving       bool             // a profile is under way
	goalRotation spatial.Rotation // of Goal.Orientation
	way          [6]profile       // of the position; of the rotation vector to the goal
}

// take makes the reference the goal itself.
func (r *reference) take(g *Goal) {
	r.position, r.rotation = spatial.VecOf(g.Position), r.goalRotation
	r.twist, r.acceleration = sixOf(&g.Twist), sixOf(&g.Acceleration)
	r.moving = false
}

// advance moves a profile on by dt.
func (r *reference) advance(b *bound, dt float64) {
	if !r.moving {
		return
	}
	r.moving = false
	var state [6]motionState
	for k := range r.way {
		p := &r.way[k]
		p.elapsed += dt
		state[k] = p.at(p.elapsed)
		r.moving = r.moving || p.elapsed < p.duration
	}
	if !r.moving {
		r.take(&b.task.Goal)
		return
	}
	r.position, r.twist.linear, r.acceleration.linear = vectors(state[:3])
	if b.task.Kind.has(usesOrientation) {
		phi, rate, second := vectors(state[3:])
		turned := spatial.Exp(phi).Rotation()
		r.rotation = turned.Times(&r.goalRotation)
		r.twist.angular, r.acceleration.angular = spatial.OuterRates(phi, rate, second)
	}
}

// vectors returns position, velocity and acceleration of three components.
func vectors(s []motionState) (p, v, a spatial.Vec) {
	x, y, z := &s[0], &s[1], &s[2]
	return spatial.Vec{X: x.p, Y: y.p, Z: z.p}, spatial.Vec{X: x.v, Y: y.v, Z: z.v}, spatial.Vec{X: x.a, Y: y.a, Z: z.a}
}

// states is the inverse of vectors.
func states(s []motionState, p, v, a spatial.Vec) {
	s[0], s[1], s[2] = motionState{p.X, v.X, a.X}, motionState{p.Y, v.Y, a.Y}, motionState{p.Z, v.Z, a.Z}
}

// toGoal is the way from the measured quantity to the goal.
func (r *reference) toGoal(b *bound, y *quantity) (way six) {
	way.linear = spatial.VecOf(b.task.Goal.Position).Sub(y.position)
	if b.task.Kind.has(usesOrientation) {
		way.angular = r.goalRotation.LogFrom(y.rotation)
	}
	if b.turned {
		way.turnBack(&b.rotation)
	}
	return way
}

// controlled takes what the task does not control by position out of a linear quantity: nobody
// waits for it on the way to a goal.
func (b *bound) controlled(v spatial.Vec) spatial.Vec {
	first, count := b.task.Kind.spatial()
	for c := range max(0, min(count, 3-first)) {
		if b.forced[c] || slices.Contains(b.deselected, c) {
			axis := b.axis(c)
			v = v.Sub(axis.Scale(axis.Dot(v)))
		}
	}
	return v
}

// depart plans the way from what the reference does now to the goal.
func (r *reference) depart(b *bound) {
	m := &b.task.Motion
	var now [6]motionState
	way := [3]spatial.Vec{r.position.Sub(spatial.VecOf(b.task.Goal.Position)), r.twist.linear, r.acceleration.linear}
	for i := range way {
		way[i] = b.controlled(way[i])
	}
	states(now[:3], way[0], way[1], way[2])
	if b.task.Kind.has(usesOrientation) {
		phi := r.rotation.LogFrom(&r.goalRotation)
		rate, second := spatial.VectorRates(phi, r.twist.angular, r.acceleration.angular)
		states(now[3:], phi, rate, second)
	}
	first, count := b.task.Kind.spatial()
	var bounds [6]motionBound
	for k := range count {
		bounds[first+k] = motionBound{m.Velocity[k], m.Acceleration[k], m.Jerk[k]}
	}
	r.moving = false
	for half := 0; half < 6; half += 3 {
		if first > half || first+count <= half {
			for k := half; k < half+3; k++ {
				r.way[k] = profile{}
			}
			continue
		}
		planTogether(r.way[half:half+3], now[half:half+3], bounds[half:half+3])
		for k := half; k < half+3; k++ {
			if half == 0 {
				r.way[k].offset = b.task.Goal.Position[k]
			}
			r.moving = r.moving || r.way[k].duration > 0
		}
	}
	if !r.moving {
		r.take(&b.task.Goal)
	}
}

// advancedJoints moves the profiles of a posture on by dt.
func (b *bound) advanceJoints(dt float64) {
	if !b.reference.moving {
		return
	}
	r := &b.joined
	b.reference.moving = false
	for c := range r.profiles {
		p := &r.profiles[c]
		p.elapsed += dt
		s := p.at(p.elapsed)
		r.position[c], r.velocity[c], r.acceleration[c] = s.p, s.v, s.a
		b.reference.moving = b.reference.moving || p.elapsed < p.duration
	}
}

// departJoints plans the way of a posture from what its reference does now to the goal. Its joints
// have one degree of freedom each.
func (b *bound) departJoints() {
	r, m := &b.joined, &b.task.Motion
	for c := range r.profiles {
		goal := b.task.Goal.Joints[c]
		r.states[c] = motionState{b.joints[c].shorter(r.position[c] - goal), r.velocity[c], r.acceleration[c]}
		r.bounds[c] = motionBound{m.Velocity[c], m.Acceleration[c], m.Jerk[c]}
	}
	planTogether(r.profiles, r.states, r.bounds)
	b.reference.moving = false
	for c := range r.profiles {
		r.profiles[c].offset = b.task.Goal.Joints[c]
		b.reference.moving = b.reference.moving || r.profiles[c].duration > 0
	}
	if !b.reference.moving {
		b.takeJoints()
	}
}

// takeJoints makes the reference of a posture the goal itself.
func (b *bound) takeJoints() {
	r := &b.joined
	copy(r.position, b.task.Goal.Joints)
	clear(r.velocity)
	clear(r.acceleration)
	copy(r.velocity, b.task.Goal.JointVelocity)
	copy(r.acceleration, b.task.Goal.JointAcceleration)
	b.reference.moving = false
}

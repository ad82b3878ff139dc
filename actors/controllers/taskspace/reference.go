package taskspace

// reference is where a task with a position or an orientation should be, in the axes of its goal.
type reference struct {
	position     vec3
	rotation     [9]float64
	twist        [6]float64
	acceleration [6]float64
	moving       bool       // a profile is under way
	goalRotation [9]float64 // of Goal.Orientation
	way          [6]profile // of the position; of the rotation vector to the goal
}

// take makes the reference the goal itself.
func (r *reference) take(g *Goal) {
	r.position, r.rotation = g.Position, r.goalRotation
	r.twist, r.acceleration = g.Twist, g.Acceleration
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
	var phi, rate, second vec3
	for k := range 3 {
		r.position[k], r.twist[k], r.acceleration[k] = state[k].p, state[k].v, state[k].a
		phi[k], rate[k], second[k] = state[3+k].p, state[3+k].v, state[3+k].a
	}
	if b.task.Kind.has(usesOrientation) {
		turned, omega, alpha := rotationMotion(phi, rate, second)
		r.rotation = product(&turned, &r.goalRotation)
		copy(r.twist[3:], omega[:])
		copy(r.acceleration[3:], alpha[:])
	}
}

// toGoal is the way from the measured quantity to the goal.
func (r *reference) toGoal(b *bound, y *quantity) (way [6]float64) {
	linear := sub(b.task.Goal.Position, y.position)
	var angular vec3
	if b.task.Kind.has(usesOrientation) {
		d := timesTransposed(&r.goalRotation, y.rotation)
		angular = logarithm(&d)
	}
	if b.turned {
		linear, angular = turnBack(&b.rotation, linear), turnBack(&b.rotation, angular)
	}
	set3(&way, linear, angular)
	return way
}

// depart plans the way from what the reference does now to the goal.
func (r *reference) depart(b *bound) {
	m := &b.task.Motion
	var now [6]motionState
	for k := range 3 {
		now[k] = motionState{r.position[k] - b.task.Goal.Position[k], r.twist[k], r.acceleration[k]}
	}
	if b.task.Kind.has(usesOrientation) {
		d := timesTransposed(&r.rotation, &r.goalRotation)
		phi := logarithm(&d)
		rate, second := rotationVectorMotion(phi, vec3(r.twist[3:]), vec3(r.acceleration[3:]))
		for k := range 3 {
			now[3+k] = motionState{phi[k], rate[k], second[k]}
		}
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

// departJoints plans the way of a posture from what its reference does now to the goal. Its joints have one degree of
// freedom each.
func (b *bound) departJoints() {
	r, m := &b.joined, &b.task.Motion
	for c := range r.profiles {
		goal := b.task.Goal.Joints[c]
		r.states[c] = motionState{r.position[c] - goal, r.velocity[c], r.acceleration[c]}
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

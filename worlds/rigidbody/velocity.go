package rigidbody

import "github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"

// linkRate is how a link moves, in world axes.
type linkRate struct {
	v spatial.Vec // velocity of its origin, m/s
	w spatial.Vec // angular velocity, rad/s
}

// computeRates moves velocities from the root to the leaves.
func (w *Workspace) computeRates() {
	w.needPoses()
	w.ready |= haveRates
	links := w.m.links
	rates, poses, joints := w.rates[:len(links)], w.poses[:len(links)], w.joints[:len(links)]
	for i := 1; i < len(links); i++ {
		l, y, x, j := &links[i], &rates[i], &poses[i], &joints[i]
		parent := &rates[l.parent]
		v, omega := parent.v.AddCross(parent.w, x.lever), parent.w
		switch l.kind {
		case Revolute:
			omega = omega.AddScaled(j.rate, x.r.col2())
		case Prismatic:
			v = v.AddScaled(j.rate, x.r.col2())
		default:
			multi := &w.multi[l.multi]
			v = v.Add(x.r.mul(multi.linear))
			omega = omega.Add(x.r.mul(multi.angular))
		}
		y.v, y.w = v, omega
	}
}

// Velocity is the velocity of a body's frame: in LocalWorldAligned the time derivative of the
// frame's origin and the angular velocity, in world axes; in Local the same in the frame's axes; in
// World the spatial velocity. It equals the Jacobian of the same reference times v. An unknown body
// or reference gives NaN.
func (w *Workspace) Velocity(body int, ref Reference) Motion {
	f, ok := w.frameMotion(body)
	if !ok {
		return nanMotion()
	}
	return f.express(ref, f.v, f.w)
}

// frameMotion is how a body's frame moves, in world axes, a and dw not yet filled.
type frameMotion struct {
	r    mat3        // its axes in the world
	p    spatial.Vec // its origin, m
	d    spatial.Vec // from its link's origin to its own, m
	link int32
	v, w spatial.Vec // velocity of its origin, m/s, and angular velocity, rad/s
}

// frameMotion finds out where a body's frame is and how fast it moves.
func (w *Workspace) frameMotion(body int) (f frameMotion, ok bool) {
	if body < 0 || body >= len(w.m.frames) {
		return f, false
	}
	w.needRates()
	frame := &w.m.frames[body]
	x, rate := &w.poses[frame.link], &w.rates[frame.link]
	f.link = frame.link
	f.r.setProduct(&x.r, &frame.r)
	f.d = x.r.mul(frame.p)
	f.p = x.p.Add(f.d)
	f.v = rate.v.AddCross(rate.w, f.d)
	f.w = rate.w
	return f, true
}

// express returns a motion vector of the frame's origin, in world axes, in another reference.
// Linear parts must be spatial for World, where they move to another point.
func (f *frameMotion) express(ref Reference, linear, angular spatial.Vec) Motion {
	switch ref {
	case LocalWorldAligned:
	case Local:
		linear, angular = f.r.tmul(linear), f.r.tmul(angular)
	case World:
		linear = linear.Sub(angular.Cross(f.p))
	default:
		return nanMotion()
	}
	return Motion{Linear: linear.Array(), Angular: angular.Array()}
}

package rigidbody

import "github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"

// linkAcceleration is how a link's motion changes, in world axes, gravity left out.
type linkAcceleration struct {
	a  spatial.Vec // acceleration of its origin, m/s2
	dw spatial.Vec // angular acceleration, rad/s2
}

// accelerate moves accelerations from the root to the leaves, given those of the joints.
func (w *Workspace) accelerate(accelerations []linkAcceleration, acc []float64) {
	w.needRates()
	links := w.m.links
	poses, rates, joints := w.poses[:len(links)], w.rates[:len(links)], w.joints[:len(links)]
	for i := 1; i < len(links); i++ {
		l, x, j := &links[i], &poses[i], &joints[i]
		parent, omega := &accelerations[l.parent], rates[l.parent].w
		a := parent.a.AddCross(parent.dw, x.lever).AddCross(omega, omega.Cross(x.lever))
		dw := parent.dw
		switch z := x.r.col2(); l.kind {
		case Revolute:
			dw = dw.AddScaled(j.rate, omega.Cross(z)).AddScaled(acc[l.v], z)
		case Prismatic:
			a = a.AddScaled(2*j.rate, omega.Cross(z)).AddScaled(acc[l.v], z)
		default:
			multi := &w.multi[l.multi]
			linear, angular := l.twistAt(acc[l.v:])
			v, turn := x.r.mul(multi.linear), x.r.mul(multi.angular)
			a = a.Add(omega.Scale(2).Add(turn).Cross(v)).Add(x.r.mul(linear))
			dw = dw.Add(omega.Cross(turn)).Add(x.r.mul(angular))
		}
		y := &accelerations[i]
		y.a, y.dw = a, dw
	}
}

// SetAcceleration sets the acceleration (length nv) that SpatialAcceleration and
// ClassicalAcceleration see, until the next SetState makes it zero. The slice is not kept.
func (w *Workspace) SetAcceleration(a []float64) error {
	if len(a) != w.m.nv {
		return w.m.lengthError("acceleration", len(a), w.m.nv)
	}
	w.accelerate(w.accelerations, a)
	w.ready |= haveAccelerations
	return nil
}

// SpatialAcceleration is the spatial acceleration of a body's frame: the time derivative of the
// numbers of its spatial velocity, for World and Local, and the one of Local turned into world axes
// for LocalWorldAligned. Gravity is left out. An unknown body or reference gives NaN.
func (w *Workspace) SpatialAcceleration(body int, ref Reference) Motion {
	f, a, dw, ok := w.frameAcceleration(body)
	if !ok {
		return nanMotion()
	}
	return f.express(ref, a.Sub(f.w.Cross(f.v)), dw)
}

// ClassicalAcceleration is the acceleration of the point of the body that coincides with the
// reference's origin: the second time derivative of the frame's origin, in the frame's axes for
// Local and in world axes for LocalWorldAligned. Gravity is left out. An unknown body or reference
// gives NaN.
func (w *Workspace) ClassicalAcceleration(body int, ref Reference) Motion {
	f, a, dw, ok := w.frameAcceleration(body)
	if !ok {
		return nanMotion()
	}
	return f.classical(ref, a, dw)
}

// Drift is the acceleration of a body's frame that velocities alone cause: the time derivative of
// its Jacobian, times v. It is classical for LocalWorldAligned, spatial for World and Local, as the
// derivative of the Jacobian of that reference has it. An unknown body or reference gives NaN.
func (w *Workspace) Drift(body int, ref Reference) Motion {
	f, ok := w.frameMotion(body)
	if !ok {
		return nanMotion()
	}
	w.needDrift()
	a, dw := f.accelerationOf(&w.drift[f.link])
	if ref == LocalWorldAligned {
		return f.classical(ref, a, dw)
	}
	return f.express(ref, a.Sub(f.w.Cross(f.v)), dw)
}

// frameAcceleration is the classical acceleration of a body's frame, in world axes.
func (w *Workspace) frameAcceleration(body int) (f frameMotion, a, dw spatial.Vec, ok bool) {
	f, ok = w.frameMotion(body)
	if !ok {
		return f, a, dw, false
	}
	accelerations := w.accelerations
	if w.ready&haveAccelerations == 0 {
		w.needDrift()
		accelerations = w.drift
	}
	a, dw = f.accelerationOf(&accelerations[f.link])
	return f, a, dw, true
}

// accelerationOf moves the acceleration of a link's origin to the frame's.
func (f *frameMotion) accelerationOf(x *linkAcceleration) (a, dw spatial.Vec) {
	return x.a.AddCross(x.dw, f.d).AddCross(f.w, f.w.Cross(f.d)), x.dw
}

// classical returns the acceleration a of the frame's origin in a reference.
func (f *frameMotion) classical(ref Reference, a, dw spatial.Vec) Motion {
	if ref != World {
		return f.express(ref, a, dw)
	}
	at := f.p.Scale(-1) // from the frame's origin to the world's
	return Motion{
		Linear:  a.Add(dw.Cross(at)).Add(f.w.Cross(f.w.Cross(at))).Array(),
		Angular: dw.Array(),
	}
}

package rigidbody

import "github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"

// pointLever is the way from a body's link's origin to a point of the body, in world axes.
func (w *Workspace) pointLever(body int, point [3]float64) (link int32, d spatial.Vec) {
	frame := &w.m.frames[body]
	return frame.link, w.poses[frame.link].r.mul(frame.r.mul(spatial.VecOf(point)).Add(frame.p))
}

// PointPosition is where a point of a body, given in the body's frame, is in the world, m. An
// unknown body gives NaN.
func (w *Workspace) PointPosition(body int, point [3]float64) [3]float64 {
	if body < 0 || body >= len(w.m.frames) {
		return nanVec().Array()
	}
	w.needPoses()
	link, d := w.pointLever(body, point)
	return w.poses[link].p.Add(d).Array()
}

// PointVelocity is the velocity of a point of a body, given in the body's frame, in world axes,
// m/s. An unknown body gives NaN.
func (w *Workspace) PointVelocity(body int, point [3]float64) [3]float64 {
	if body < 0 || body >= len(w.m.frames) {
		return nanVec().Array()
	}
	w.needRates()
	link, d := w.pointLever(body, point)
	x := &w.rates[link]
	return x.v.Add(x.w.Cross(d)).Array()
}

// PointDrift is the acceleration of a point of a body that velocities alone cause, in world axes,
// m/s2: the time derivative of PointJacobian, times v. An unknown body gives NaN.
func (w *Workspace) PointDrift(body int, point [3]float64) [3]float64 {
	if body < 0 || body >= len(w.m.frames) {
		return nanVec().Array()
	}
	w.needDrift()
	link, d := w.pointLever(body, point)
	x, omega := &w.drift[link], w.rates[link].w
	return x.a.Add(x.dw.Cross(d)).Add(omega.Cross(omega.Cross(d))).Array()
}

// PointJacobian writes the Jacobian of a point of a body, given in the body's frame: 3 x nv,
// row-major, world axes. Times v it is PointVelocity; its transpose takes a force on the point, in
// world axes, to generalised forces.
func (w *Workspace) PointJacobian(dst []float64, body int, point [3]float64) error {
	if err := w.checkFrame(dst, 3, body); err != nil {
		return err
	}
	w.needPoses()
	link, d := w.pointLever(body, point)
	clear(dst)
	c := columnWriter{dst: dst, stride: w.m.nv}
	w.chain(&c, link, 0, d)
	return nil
}

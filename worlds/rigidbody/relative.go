package rigidbody

import "github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"

// RelativePose is the pose of a body's frame in the frame of another body, the reference. Only the
// joints between the two enter, so it is as accurate far from the world's origin as near it. An
// unknown body gives NaN.
func (w *Workspace) RelativePose(body, reference int) spatial.Pose {
	if !w.known(body) || !w.known(reference) {
		return nanPose()
	}
	w.needPoses()
	b, a := w.bodyAxes(body), w.bodyAxes(reference)
	_, d := w.between(body, reference)
	at := a.transposed()
	var r mat3
	r.setProduct(&at, &b)
	return spatial.Pose{R: r.array(), P: a.tmul(d).Array()}
}

// RelativeVelocity is how a body's frame moves as seen from the frame of another body, the
// reference: the time derivative of RelativePose, in the reference's axes. An unknown body gives
// NaN.
func (w *Workspace) RelativeVelocity(body, reference int) Motion {
	b, okBody := w.frameMotion(body)
	a, okReference := w.frameMotion(reference)
	if !okBody || !okReference {
		return nanMotion()
	}
	_, d := w.between(body, reference)
	return Motion{
		Linear:  a.r.tmul(b.v.Sub(a.v).Sub(a.w.Cross(d))).Array(),
		Angular: a.r.tmul(b.w.Sub(a.w)).Array(),
	}
}

// RelativeDrift is the time derivative of RelativeJacobian, times v. An unknown body gives NaN.
func (w *Workspace) RelativeDrift(body, reference int) Motion {
	b, okBody := w.frameMotion(body)
	a, okReference := w.frameMotion(reference)
	if !okBody || !okReference {
		return nanMotion()
	}
	w.needDrift()
	_, d := w.between(body, reference)
	accB, turnB := b.accelerationOf(&w.drift[b.link])
	accA, turnA := a.accelerationOf(&w.drift[a.link])
	// With u the relative velocity in world axes, d/dt (R^T u) = R^T (du/dt - w x u), R and w those
	// of the reference.
	apart := b.v.Sub(a.v)
	u, spin := apart.Sub(a.w.Cross(d)), b.w.Sub(a.w)
	du := accB.Sub(accA).Sub(turnA.Cross(d)).Sub(a.w.Cross(apart))
	return Motion{
		Linear:  a.r.tmul(du.Sub(a.w.Cross(u))).Array(),
		Angular: a.r.tmul(turnB.Sub(turnA).Sub(a.w.Cross(spin))).Array(),
	}
}

// RelativeJacobian writes the Jacobian of a body's frame relative to that of another body, the
// reference: 6 x nv, row-major, linear rows first, in the reference's axes. Times v it is
// RelativeVelocity. Joints that carry both bodies have columns of exact zeros.
func (w *Workspace) RelativeJacobian(dst []float64, body, reference int) error {
	if !w.known(reference) {
		return w.m.bodyError(reference)
	}
	if err := w.checkFrame(dst, 6, body); err != nil {
		return err
	}
	w.needPoses()
	axes := w.bodyAxes(reference)
	top, d := w.between(body, reference)
	link, own := w.pointLever(body, [3]float64{})
	clear(dst)
	c := columnWriter{dst: dst, stride: w.m.nv, angular: true, axes: &axes}
	w.chain(&c, link, top, own)
	c.minus = true
	link, own = w.pointLever(reference, [3]float64{})
	w.chain(&c, link, top, own.Add(d))
	return nil
}

// known reports whether a body exists.
func (w *Workspace) known(body int) bool { return body >= 0 && body < len(w.m.frames) }

// bodyAxes are the axes of a body's frame in the world.
func (w *Workspace) bodyAxes(body int) (r mat3) {
	frame := &w.m.frames[body]
	r.setProduct(&w.poses[frame.link].r, &frame.r)
	return r
}

// between returns the lowest link that carries two bodies, and the way from the second's origin to
// the first's, in world axes. It adds up levers on the two ways to that link.
func (w *Workspace) between(body, reference int) (top int32, d spatial.Vec) {
	b, d := w.pointLever(body, [3]float64{})
	a, back := w.pointLever(reference, [3]float64{})
	for a != b {
		if b > a { // parents stand before their children
			d = d.Add(w.poses[b].lever)
			b = w.m.links[b].parent
		} else {
			back = back.Add(w.poses[a].lever)
			a = w.m.links[a].parent
		}
	}
	return a, d.Sub(back)
}

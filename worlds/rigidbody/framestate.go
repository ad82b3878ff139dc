package rigidbody

// FrameState says where a body's frame is and how it moves, in world axes.
type FrameState struct {
	Pose            Pose
	Velocity, Drift Motion // LocalWorldAligned
}

// FrameState writes what Pose, and Velocity and Drift in LocalWorldAligned, give, in less time: a controller needs all of
// it in every cycle. It fails for an unknown body, and dst then stays as it was.
func (w *Workspace) FrameState(dst *FrameState, body int) error {
	if !w.known(body) {
		return w.m.bodyError(body)
	}
	w.needRates()
	w.needDrift()
	frame := &w.m.frames[body]
	x, rate, drift := &w.poses[frame.link], &w.rates[frame.link], &w.drift[frame.link]
	for k, row := range [3]vec3{x.r.row0(), x.r.row1(), x.r.row2()} {
		out := dst.Pose.R[3*k:][:3]
		out[0], out[1], out[2] = row.dot(frame.r.col0()), row.dot(frame.r.col1()), row.dot(frame.r.col2())
	}
	d, omega := x.r.mul(frame.p), rate.w
	x.p.add(d).put(dst.Pose.P[:])
	rate.v.addCross(omega, d).put(dst.Velocity.Linear[:])
	omega.put(dst.Velocity.Angular[:])
	drift.a.addCross(drift.dw, d).addCross(omega, omega.cross(d)).put(dst.Drift.Linear[:])
	drift.dw.put(dst.Drift.Angular[:])
	return nil
}

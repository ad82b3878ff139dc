package rigidbody

import "github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"

// FrameState is the pose and the motion of a frame of a body, in world axes.
type FrameState struct {
	Pose            spatial.Pose
	Velocity, Drift Motion // LocalWorldAligned
}

// FrameState writes what Pose, and Velocity and Drift in LocalWorldAligned, give, in less time: a
// controller needs all of it in every cycle. It fails for an unknown body, and dst then stays as it
// was.
func (w *Workspace) FrameState(dst *FrameState, body int) error {
	if !w.known(body) {
		return w.m.bodyError(body)
	}
	w.needRates()
	w.needDrift()
	frame := &w.m.frames[body]
	x, rate, drift := &w.poses[frame.link], &w.rates[frame.link], &w.drift[frame.link]
	for k, row := range [3]spatial.Vec{x.r.row0(), x.r.row1(), x.r.row2()} {
		out := dst.Pose.R[3*k:][:3]
		out[0], out[1], out[2] = row.Dot(frame.r.col0()), row.Dot(frame.r.col1()), row.Dot(frame.r.col2())
	}
	d, omega := x.r.mul(frame.p), rate.w
	x.p.Add(d).Put(dst.Pose.P[:])
	rate.v.AddCross(omega, d).Put(dst.Velocity.Linear[:])
	omega.Put(dst.Velocity.Angular[:])
	drift.a.AddCross(drift.dw, d).AddCross(omega, omega.Cross(d)).Put(dst.Drift.Linear[:])
	drift.dw.Put(dst.Drift.Angular[:])
	return nil
}

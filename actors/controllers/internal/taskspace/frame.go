package taskspace

import "github.com/robo-actors/robo-actors/worlds/rigidbody"

// frame is what tasks ask about one body in one tick, in world axes at the body's origin, or
// relative to another body.
type frame struct {
	body, base int // base is -1 for the world
	rigidbody.FrameState
	jacobian []float64 // 6 x nv
}

// read takes pose, velocity and drift.
func (f *frame) read(w *rigidbody.Workspace) error {
	if f.base < 0 {
		return w.FrameState(&f.FrameState, f.body)
	}
	f.Pose = w.RelativePose(f.body, f.base)
	f.Velocity, f.Drift = w.RelativeVelocity(f.body, f.base), w.RelativeDrift(f.body, f.base)
	return nil
}

// evaluate takes everything.
func (f *frame) evaluate(w *rigidbody.Workspace) error {
	if err := f.read(w); err != nil {
		return err
	}
	if f.base >= 0 {
		return w.RelativeJacobian(f.jacobian, f.body, f.base)
	}
	return w.Jacobian(f.jacobian, f.body, rigidbody.LocalWorldAligned)
}

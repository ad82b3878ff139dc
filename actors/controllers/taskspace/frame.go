package taskspace

import "github.com/robo-actors/robo-actors/worlds/rigidbody"

// frame is what tasks ask about one body in one tick, in world axes at the body's origin, or relative to another body.
type frame struct {
	body, base int // base is -1 for the world
	pose       rigidbody.Pose
	velocity   rigidbody.Motion
	drift      rigidbody.Motion
	jacobian   []float64 // 6 x nv
}

// read takes the pose only.
func (f *frame) read(w *rigidbody.Workspace) {
	if f.base >= 0 {
		f.pose = w.RelativePose(f.body, f.base)
		f.velocity = w.RelativeVelocity(f.body, f.base)
		return
	}
	f.pose = w.Pose(f.body)
	f.velocity = w.Velocity(f.body, rigidbody.LocalWorldAligned)
}

// evaluate takes everything.
func (f *frame) evaluate(w *rigidbody.Workspace) error {
	f.read(w)
	if f.base >= 0 {
		f.drift = w.RelativeDrift(f.body, f.base)
		return w.RelativeJacobian(f.jacobian, f.body, f.base)
	}
	f.drift = w.Drift(f.body, rigidbody.LocalWorldAligned)
	return w.Jacobian(f.jacobian, f.body, rigidbody.LocalWorldAligned)
}

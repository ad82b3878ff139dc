package pb

import "github.com/robo-actors/robo-actors/messages"

// ModelToPB converts an evaluation of a model to the generated message.
func ModelToPB(v *messages.Model) *Model {
	m := &Model{
		SnapshotSequence: v.SnapshotSequence, SnapshotTimeNs: int64(v.SnapshotTime),
		Position: copyOf(v.Position), Velocity: copyOf(v.Velocity),
		Jacobian: copyOf(v.Jacobian), Drift: copyOf(v.Drift),
		MassMatrix: copyOf(v.MassMatrix), Bias: copyOf(v.Bias), Gravity: copyOf(v.Gravity),
		Factor: copyOf(v.Factor), CenterOfMass: vectorToPB(v.CenterOfMass),
		CenterOfMassJacobian: copyOf(v.CenterOfMassJacobian), CenterOfMassDrift: vectorToPB(v.CenterOfMassDrift),
		Request: v.Request, Computed: copyOf(v.Computed),
	}
	for i := range v.Pose {
		m.Pose = append(m.Pose, PoseToPB(&v.Pose[i]))
	}
	for i := range v.Twist {
		m.Twist = append(m.Twist, TwistToPB(&v.Twist[i]))
	}
	return m
}

// ModelFromPB fills an evaluation of a model from the generated message. It takes every message; what is absent is zero.
func ModelFromPB(m *Model, v *messages.Model) error {
	poses, twists := v.Pose[:0], v.Twist[:0]
	for _, pose := range m.GetPose() {
		poses = append(poses, messages.Pose{
			Position: vectorFromPB(pose.GetPosition()), Orientation: quaternionFromPB(pose.GetOrientation()),
		})
	}
	for _, twist := range m.GetTwist() {
		twists = append(twists, messages.Twist{
			Linear: vectorFromPB(twist.GetLinear()), Angular: vectorFromPB(twist.GetAngular()),
		})
	}
	*v = messages.Model{
		SnapshotSequence: m.GetSnapshotSequence(), SnapshotTime: messages.Instant(m.GetSnapshotTimeNs()),
		Position: append(v.Position[:0], m.GetPosition()...), Velocity: append(v.Velocity[:0], m.GetVelocity()...),
		Pose: poses, Twist: twists,
		Jacobian: append(v.Jacobian[:0], m.GetJacobian()...), Drift: append(v.Drift[:0], m.GetDrift()...),
		MassMatrix: append(v.MassMatrix[:0], m.GetMassMatrix()...),
		Bias:       append(v.Bias[:0], m.GetBias()...), Gravity: append(v.Gravity[:0], m.GetGravity()...),
		Factor: append(v.Factor[:0], m.GetFactor()...), CenterOfMass: vectorFromPB(m.GetCenterOfMass()),
		CenterOfMassJacobian: append(v.CenterOfMassJacobian[:0], m.GetCenterOfMassJacobian()...),
		CenterOfMassDrift:    vectorFromPB(m.GetCenterOfMassDrift()),
		Request:              m.GetRequest(), Computed: append(v.Computed[:0], m.GetComputed()...),
	}
	return nil
}

// ModelRequestToPB converts a request to a model actor to the generated message.
func ModelRequestToPB(v *messages.ModelRequest) *ModelRequest {
	return &ModelRequest{Id: v.ID, Frames: copyOf(v.Frames)}
}

// ModelRequestFromPB fills a request to a model actor from the generated message. It takes every message; what is absent
// is zero.
func ModelRequestFromPB(m *ModelRequest, v *messages.ModelRequest) error {
	*v = messages.ModelRequest{ID: m.GetId(), Frames: append(v.Frames[:0], m.GetFrames()...)}
	return nil
}

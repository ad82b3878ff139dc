package pb

import (
	"errors"

	"github.com/robo-actors/robo-actors/messages"
)

func vectorToPB(v [3]float64) *Vector3 { return &Vector3{X: v[0], Y: v[1], Z: v[2]} }

func vectorFromPB(m *Vector3) [3]float64 { return [3]float64{m.GetX(), m.GetY(), m.GetZ()} }

func quaternionToPB(q [4]float64) *Quaternion {
	return &Quaternion{W: q[0], X: q[1], Y: q[2], Z: q[3]}
}

func quaternionFromPB(m *Quaternion) [4]float64 {
	return [4]float64{m.GetW(), m.GetX(), m.GetY(), m.GetZ()}
}

// PoseToPB converts a pose to the generated message.
func PoseToPB(v *messages.Pose) *Pose {
	return &Pose{Position: vectorToPB(v.Position), Orientation: quaternionToPB(v.Orientation)}
}

// PoseFromPB fills a pose from the generated message. It takes every message; what is absent is zero.
func PoseFromPB(m *Pose, v *messages.Pose) error {
	*v = messages.Pose{Position: vectorFromPB(m.GetPosition()), Orientation: quaternionFromPB(m.GetOrientation())}
	return nil
}

// TwistToPB converts a twist to the generated message.
func TwistToPB(v *messages.Twist) *Twist {
	return &Twist{Linear: vectorToPB(v.Linear), Angular: vectorToPB(v.Angular)}
}

// TwistFromPB fills a twist from the generated message. It takes every message; what is absent is zero.
func TwistFromPB(m *Twist, v *messages.Twist) error {
	*v = messages.Twist{Linear: vectorFromPB(m.GetLinear()), Angular: vectorFromPB(m.GetAngular())}
	return nil
}

// BodyReferenceToPB converts the reference of a body to the generated message.
func BodyReferenceToPB(v *messages.BodyReference) *BodyReference {
	return &BodyReference{
		Pose: PoseToPB(&v.Pose), Twist: TwistToPB(&v.Twist),
		Acceleration: &Acceleration{
			Linear:  vectorToPB([3]float64(v.Acceleration[:3])),
			Angular: vectorToPB([3]float64(v.Acceleration[3:])),
		},
		Finished: v.Finished,
	}
}

// BodyReferenceFromPB fills the reference of a body from the generated message. It takes every message; what is absent
// is zero.
func BodyReferenceFromPB(m *BodyReference, v *messages.BodyReference) error {
	*v = messages.BodyReference{Finished: m.GetFinished()}
	linear, angular := vectorFromPB(m.GetAcceleration().GetLinear()), vectorFromPB(m.GetAcceleration().GetAngular())
	copy(v.Acceleration[:3], linear[:])
	copy(v.Acceleration[3:], angular[:])
	return errors.Join(PoseFromPB(m.GetPose(), &v.Pose), TwistFromPB(m.GetTwist(), &v.Twist))
}

// BodyStateToPB converts the state of a body to the generated message.
func BodyStateToPB(v *messages.BodyState) *BodyState {
	return &BodyState{Pose: PoseToPB(&v.Pose), Twist: TwistToPB(&v.Twist)}
}

// BodyStateFromPB fills the state of a body from the generated message. It takes every message; what is absent is zero.
func BodyStateFromPB(m *BodyState, v *messages.BodyState) error {
	return errors.Join(PoseFromPB(m.GetPose(), &v.Pose), TwistFromPB(m.GetTwist(), &v.Twist))
}

// PlanarToPB converts a planar motion to the generated message.
func PlanarToPB(v *messages.Planar) *Planar {
	return &Planar{XM: v.X, YM: v.Y, ThetaRad: v.Theta, VxMS: v.VX, VyMS: v.VY, OmegaRadS: v.Omega}
}

// PlanarFromPB fills a planar motion from the generated message. It takes every message; what is absent is zero.
func PlanarFromPB(m *Planar, v *messages.Planar) error {
	*v = messages.Planar{
		X: m.GetXM(), Y: m.GetYM(), Theta: m.GetThetaRad(),
		VX: m.GetVxMS(), VY: m.GetVyMS(), Omega: m.GetOmegaRadS(),
	}
	return nil
}

// OdometryToPB converts an odometry to the generated message.
func OdometryToPB(v *messages.Odometry) *Odometry {
	return &Odometry{Planar: PlanarToPB(&v.Planar), Covariance: copyOf(v.Covariance[:]), SlipRadS: v.Slip}
}

// OdometryFromPB fills an odometry from the generated message, and refuses a covariance that is no 3x3 matrix.
func OdometryFromPB(m *Odometry, v *messages.Odometry) error {
	*v = messages.Odometry{Slip: m.GetSlipRadS()}
	if n := len(m.GetCovariance()); n != len(v.Covariance) {
		return fieldErrorf(ErrCount, odometryName, 2, matrixCount, n)
	}
	copy(v.Covariance[:], m.GetCovariance())
	return PlanarFromPB(m.GetPlanar(), &v.Planar)
}

// InertialToPB converts a sample of an inertial measurement unit to the generated message.
func InertialToPB(v *messages.Inertial) *Inertial {
	return &Inertial{
		Orientation:     quaternionToPB(v.Orientation),
		AngularVelocity: vectorToPB(v.AngularVelocity),
		Acceleration:    vectorToPB(v.Acceleration),
	}
}

// InertialFromPB fills a sample of an inertial measurement unit from the generated message. It takes every message;
// what is absent is zero.
func InertialFromPB(m *Inertial, v *messages.Inertial) error {
	*v = messages.Inertial{
		Orientation:     quaternionFromPB(m.GetOrientation()),
		AngularVelocity: vectorFromPB(m.GetAngularVelocity()),
		Acceleration:    vectorFromPB(m.GetAcceleration()),
	}
	return nil
}

package rigidbody

// Pose is the position and orientation of a frame B in a frame A: x_A = R x_B + P.
type Pose struct {
	R [9]float64 // rotation matrix, row-major; its columns are the axes of B in A
	P [3]float64 // m, origin of B in A
}

// IdentityPose is the pose of a frame in itself.
func IdentityPose() Pose { return Pose{R: [9]float64{1, 0, 0, 0, 1, 0, 0, 0, 1}} }

// Motion is a velocity (m/s, rad/s) or an acceleration (m/s2, rad/s2) of a frame.
type Motion struct {
	Linear  [3]float64
	Angular [3]float64
}

// Wrench is a force and a moment on a body, in world axes, the moment about the origin of the body's frame.
type Wrench struct {
	Force  [3]float64 // N
	Moment [3]float64 // N m
}

// Momentum is a linear and an angular momentum, in world axes.
type Momentum struct {
	Linear  [3]float64 // kg m/s
	Angular [3]float64 // kg m2/s
}

// Reference says in which axes and at which point a 6-vector or Jacobian of a frame is given.
type Reference uint8

const (
	// World gives spatial quantities: of the body-fixed point that passes through the world's origin, in world axes.
	World Reference = iota
	// Local gives them at the frame's origin, in the frame's own axes.
	Local
	// LocalWorldAligned gives them at the frame's origin, in world axes.
	LocalWorldAligned
)

package messages

// Pose is the position and orientation of a frame in a reference frame that the port's
// documentation names.
type Pose struct {
	Position    [3]float64 // m
	Orientation [4]float64 // unit quaternion w, x, y, z
}

// IdentityPose is the pose of a frame that coincides with its reference.
func IdentityPose() Pose { return Pose{Orientation: [4]float64{1, 0, 0, 0}} }

// Twist is a velocity of a body: linear in m/s, angular in rad/s, in the frame that the port's
// documentation names.
type Twist struct {
	Linear  [3]float64 // m/s
	Angular [3]float64 // rad/s
}

// BodyReference is a time-stamped target of a body in the room: pose, twist and acceleration of the
// body's frame origin, all expressed in the world frame (local-world-aligned).
type BodyReference struct {
	Pose         Pose
	Twist        Twist      // m/s, rad/s
	Acceleration [6]float64 // linear m/s^2, angular rad/s^2
	// Finished says that the path has ended: the reference rests.
	Finished bool
}

// BodyState is the estimated or true state of a body in the world frame (local-world-aligned
// twist).
type BodyState struct {
	Pose  Pose
	Twist Twist
}

// BodyPoses are the poses of the bodies of an environment in the room, in the order that the sender
// documents.
type BodyPoses struct {
	Pose []Pose `dim:"bodies"`
	// Stale bodies have not been observed for longer than their environment accepts.
	Stale []bool `dim:"bodies"`
}

// Planar is the motion of a body in the plane: the position in the joint's frame and the twist in
// the body's own frame.
type Planar struct {
	X     float64 // m
	Y     float64 // m
	Theta float64 // rad, not wrapped
	VX    float64 // m/s, body x
	VY    float64 // m/s, body y
	Omega float64 // rad/s
}

// Odometry is an estimate of planar motion with its growing uncertainty (REP 105: continuous,
// drifting).
type Odometry struct {
	Planar Planar
	// Covariance of x, y, theta in the odometry frame, row-major 3x3; m^2, m rad, rad^2.
	Covariance [9]float64
	// Slip is the part of the wheel speeds that no planar twist explains, root mean square, rad/s.
	Slip float64
}

// Inertial is a sample of an inertial measurement unit in the sensor's frame.
type Inertial struct {
	Orientation     [4]float64 // w, x, y, z
	AngularVelocity [3]float64 // rad/s
	Acceleration    [3]float64 // m/s^2, specific force
}

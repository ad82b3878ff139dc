package messages

// SpineConfig is the configuration with which an agent starts a robot. The spine sends it by value
// to the observers, to the balancer and to the simulated robot. A receiver begins anew with it.
// Sections that are nil leave the present values. A receiver rejects an invalid section with an
// event and keeps its present values.
type SpineConfig struct {
	FloorContact      *FloorContactConfig
	WheelContact      *WheelContactConfig
	SignedRadius      []SignedRadius // of the wheels, for odometry; empty leaves the options
	RotationBaseToImu *[9]float64    // row-major: base vectors into vectors of the unit
	WheelBalancer     *WheelBalancerConfig
	Reset             *RobotReset
	ImuUncertainty    *ImuUncertainty
}

// FloorContactConfig configures an observer of floor contact.
type FloorContactConfig struct {
	UpperLegTorqueThreshold float64 // N m
}

// WheelContactConfig configures an observer of wheel contact.
type WheelContactConfig struct {
	CutoffPeriod                     float64 // s
	LiftoffInertia, TouchdownInertia float64 // kg m^2
	MinTouchdownAcceleration         float64 // rad/s^2
	MinTouchdownTorque               float64 // N m
}

// SignedRadius is the radius of a wheel, m: negative where the wheel's joint turns backwards when
// the robot drives forward.
type SignedRadius struct {
	Joint  string
	Radius float64
}

// WheelBalancerConfig configures a balancer on two wheels.
type WheelBalancerConfig struct {
	ContactRadius     float64 // distance of a wheel from the robot's middle, m
	FallPitch         float64 // rad; beyond it the balancer gives up
	MaxGroundVelocity float64 // m/s
	PitchDamping      float64
	PitchStiffness    float64
	PositionDamping   float64
	PositionStiffness float64
	StiffYawVelocity  float64 // rad/s
	WheelRadius       float64 // m
}

// RobotReset puts a simulated robot somewhere.
type RobotReset struct {
	Position        [3]float64 // of the base in the world, m
	Orientation     [4]float64 // w, x, y, z
	LinearVelocity  [3]float64 // of the base, in the world, m/s
	AngularVelocity [3]float64 // of the base, in the base, rad/s
	// Joints are the positions of the joints in the order of the spine's joint group, rad or m.
	// Empty leaves those of the application.
	Joints []float64
}

// ImuUncertainty disturbs a simulated inertial measurement unit.
type ImuUncertainty struct {
	AccelerometerBias, GyroscopeBias   [3]float64 // m/s^2, rad/s
	AccelerometerNoise, GyroscopeNoise float64    // standard deviations, m/s^2, rad/s
}

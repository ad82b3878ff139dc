package messages

// BaseOrientation is the orientation of a robot's base, as an observer estimates it.
type BaseOrientation struct {
	// Pitch is the angle between the base's x axis and the horizontal plane, rad: positive where
	// the base leans forward.
	Pitch float64
	// AngularVelocity is that of the base in the base's frame, rad/s.
	AngularVelocity [3]float64
	// RotationBaseToWorld turns vectors of the base into vectors of the world, row-major.
	RotationBaseToWorld [9]float64
}

// WheelContact says whether a wheel touches the ground, and what an observer concludes it from.
type WheelContact struct {
	Contact bool
	// Inertia is the apparent inertia of the wheel, kg m^2: high where the wheel carries the robot.
	Inertia float64
	// AbsTorque (N m) and AbsAcceleration (rad/s^2) are filtered absolute values.
	AbsTorque, AbsAcceleration float64
}

// FloorContact says whether a robot stands on the ground.
type FloorContact struct {
	Contact bool
	// UpperLegTorque is the filtered norm of the torques of the upper legs, N m.
	UpperLegTorque float64
	// Wheel has one entry for each wheel, in the order of the observer's option.
	Wheel []WheelContact `dim:"wheels"`
}

// WheelOdometry is the motion of a wheeled robot over the ground, as its wheels show it.
type WheelOdometry struct {
	// Position is the way forward since the start, m; Velocity that of now, m/s.
	Position, Velocity float64
}

// GroundTarget is the motion over the ground that a balancing controller shall achieve.
type GroundTarget struct {
	// Velocity is the speed forward, m/s; YawVelocity the turn to the left, rad/s.
	Velocity, YawVelocity float64
}

// History is the newest values of one quantity, as an observer samples them.
type History struct {
	// Values has the newest value first. The observer's options state the quantity, its unit and
	// the value of samples that are not taken yet.
	Values []float64 `dim:"samples"`
}

// SpineLog is the record of one cycle of a spine, for its log file. Recordings leave it out.
type SpineLog struct {
	// Record is one MessagePack map.
	Record []byte `dim:"bytes"`
}

// SpineRequest is what an agent of the same application asks of a spine. Recordings leave it out.
type SpineRequest struct {
	// Number counts the requests of the agent, from 1.
	Number uint32
	// Request is 1 for an action, 2 for a start, 3 for a stop.
	Request uint32
	// Data is a dictionary in MessagePack: an action, or a configuration.
	Data []byte `dim:"bytes"`
}

// SpineAnswer answers the newest request of an agent. Recordings leave it out.
type SpineAnswer struct {
	// Number is that of the request, 0 before the first one.
	Number uint32
	// Rejected says that nothing of the request was applied.
	Rejected bool
	// Data is the observation with which the spine answers, or {"error": reason}, in MessagePack.
	Data []byte `dim:"bytes"`
}

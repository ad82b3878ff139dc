package messages

// JointState is the measured or estimated state of the joints of a world or joint group; the
// package comment has the layout. Units: rad or m, rad/s or m/s, N m or N.
type JointState struct {
	Position []float64 `dim:"positions" unit:"rad|m"`
	Velocity []float64 `dim:"velocities" unit:"rad/s|m/s"`
	Effort   []float64 `dim:"velocities" unit:"N m|N"`
}

// JointCommand is what a controller decided for the joints of a joint group; the package comment
// has the layout. Only the quantities that Control names for a joint are meaningful.
type JointCommand struct {
	// Control has one control mode a joint, in the order of the group.
	Control  []ControlMode `dim:"joints"`
	Position []float64     `dim:"positions" unit:"rad|m"`
	Velocity []float64     `dim:"velocities" unit:"rad/s|m/s"`
	Effort   []float64     `dim:"velocities" unit:"N m|N"`
	// KpScale and KdScale scale the gains of the position loop of each joint's drive, 0 to 1,
	// without unit: stiffness and damping. They are empty where a controller leaves the gains at 1.
	KpScale []float64 `dim:"gain_scales,optional"`
	KdScale []float64 `dim:"gain_scales,optional"`
	// MaxEffort bounds the absolute effort of each joint's drive beside the drive's own limit, at
	// least 0; +Inf is no bound. It is empty where a controller bounds no effort.
	MaxEffort []float64 `dim:"effort_caps,optional" unit:"N m|N"`
}

// DriveCommand is the command of a gate to a bus: for each of its drives a mode, a control mode and
// set-points. One drive moves one joint of one degree of freedom. Only a drive whose mode passes
// accepts the set-points.
type DriveCommand struct {
	Mode     []Mode        `dim:"drives"`
	Control  []ControlMode `dim:"drives"`
	Position []float64     `dim:"drives" unit:"rad|m"`
	Velocity []float64     `dim:"drives" unit:"rad/s|m/s"`
	Effort   []float64     `dim:"drives" unit:"N m|N"`
	// Arm numbers the re-arms of each drive. A drive that left run obeys run again only when the
	// number has grown since it stopped, so that a command of before the stop can never move it.
	Arm []uint32 `dim:"drives"`
	// KpScale, KdScale and MaxEffort are those of JointCommand, one entry for each drive. They are
	// empty where no drive of the bus supports them.
	KpScale   []float64 `dim:"gain_scales,optional"`
	KdScale   []float64 `dim:"gain_scales,optional"`
	MaxEffort []float64 `dim:"effort_caps,optional" unit:"N m|N"`
}

// DriveState is the state of the drives of a bus, as they answered.
type DriveState struct {
	Position []float64 `dim:"drives" unit:"rad|m"`
	Velocity []float64 `dim:"drives" unit:"rad/s|m/s"`
	Effort   []float64 `dim:"drives" unit:"N m|N"`
	// Mode is the mode in which the drive says it is.
	Mode []Mode `dim:"drives"`
	// Fault is the drive's own fault code; zero means none.
	Fault []uint16 `dim:"drives"`
	// Answered says whether the drive replied in the exchange that this state comes from; where it
	// did not, the other fields keep their last values.
	Answered []bool `dim:"drives"`
	// Arm is the number of the re-arm that the drive obeys.
	Arm []uint32 `dim:"drives"`
	// Temperature, Voltage and Current are those of the drive's power stage or motor, as its driver
	// documents. NaN marks a value that the drive does not measure. A field is empty where no drive
	// of the bus measures it.
	Temperature []float64 `dim:"temperatures,optional" unit:"degC"`
	Voltage     []float64 `dim:"voltages,optional" unit:"V"`
	Current     []float64 `dim:"currents,optional" unit:"A"`
	// FaultWord has the drive's status and fault bits, as its manual defines them. A drive without
	// such a word has 0; the field is empty where no drive of the bus has one.
	FaultWord []uint32 `dim:"fault_words,optional"`
}

// Snapshot is the state of a whole world at one instant, as its perception phase assembled it. It
// is immutable once sent and numbered by its stamp's sequence.
type Snapshot struct {
	// Position, Velocity and Effort follow the world's joints; see the package comment.
	Position []float64 `dim:"positions" unit:"rad|m"`
	Velocity []float64 `dim:"velocities" unit:"rad/s|m/s"`
	Effort   []float64 `dim:"velocities" unit:"N m|N"`
	// Mode and Valid have one entry a joint. A joint is valid while its source is fresh; the values
	// of an invalid one are the last known ones and must not be acted on.
	Mode  []Mode `dim:"joints"`
	Valid []bool `dim:"joints"`
	// Time has, a joint, the instant at which its values were measured.
	Time []Instant `dim:"joints"`
	// Sensor has the newest reading of each sensor on the world's buses, in the order of the buses
	// and of their sensors.
	Sensor []SensorReading `dim:"sensors,optional"`
}

// VirtualState is the state of a virtual joint, as the world that realises it knows it: what a
// coupling carries back.
type VirtualState struct {
	// Position and Velocity are those of one joint; see the package comment for planar and floating
	// ones.
	Position []float64 `dim:"positions" unit:"rad|m"`
	Velocity []float64 `dim:"velocities" unit:"rad/s|m/s"`
	// Mode is the most severe mode of the joints that realise this one.
	Mode Mode
}

package messages

// Model is one immutable, numbered evaluation of a world's kinematics and dynamics, all of the same snapshot.
// n is the number of velocities of the world and f the number of frames that the model actor was asked for.
type Model struct {
	// SnapshotSequence and SnapshotTime name the snapshot that everything below was computed from.
	SnapshotSequence uint64
	SnapshotTime     Instant
	// Position and Velocity are those of the snapshot.
	Position []float64 `dim:"positions" unit:"rad|m"`
	Velocity []float64 `dim:"velocities" unit:"rad/s|m/s"`
	// Frame poses and twists in the world frame (local-world-aligned), one entry a frame.
	Pose  []Pose  `dim:"frames"`
	Twist []Twist `dim:"frames"`
	// Jacobian holds f matrices of 6 x n, row-major, linear rows first, local-world-aligned: twist = J v.
	Jacobian []float64 `dim:"jacobians"`
	// Drift holds f classical accelerations at zero joint acceleration (J-dot v): linear m/s^2, angular rad/s^2.
	Drift []float64 `dim:"drifts"`
	// MassMatrix is n x n row-major, kg, kg m, kg m^2; Bias is the effort of Coriolis, centrifugal and gravity terms;
	// Gravity is the effort of gravity alone. Empty unless the model actor was asked for dynamics.
	MassMatrix []float64 `dim:"mass_matrix"`
	Bias       []float64 `dim:"dynamics" unit:"N m|N"`
	Gravity    []float64 `dim:"dynamics" unit:"N m|N"`
	// CenterOfMass in the world frame, m.
	CenterOfMass [3]float64
}

package messages

// Model is one immutable, numbered evaluation of a world's kinematics and dynamics, all of the same
// snapshot. n is the number of velocities of the world and f the number of frames that the model
// actor was asked for. Mimic joints are columns like all others: worlds.Reduction leads to what
// their leaders move and carry.
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
	// Jacobian holds f matrices of 6 x n, row-major, linear rows first, local-world-aligned: twist
	// = J v.
	Jacobian []float64 `dim:"jacobians"`
	// Drift holds f classical accelerations at zero joint acceleration (J-dot v): linear m/s^2,
	// angular rad/s^2.
	Drift []float64 `dim:"drifts"`
	// MassMatrix is n x n row-major, kg, kg m, kg m^2; Bias is the effort of Coriolis, centrifugal
	// and gravity terms; Gravity is the effort of gravity alone. Empty unless the model actor was
	// asked for dynamics.
	MassMatrix []float64 `dim:"mass_matrix"`
	Bias       []float64 `dim:"dynamics" unit:"N m|N"`
	Gravity    []float64 `dim:"dynamics" unit:"N m|N"`
	// Factor is the lower triangular matrix L with L^T L = MassMatrix, n x n row-major, its upper
	// triangle zero. Empty unless the model actor was asked for dynamics.
	Factor []float64 `dim:"mass_matrix"`
	// CenterOfMass in the world frame, m; its Jacobian, 3 x n row-major, m/rad or 1; and its
	// acceleration at zero joint acceleration, m/s^2. Jacobian and drift are those of zero unless
	// the model actor was asked for dynamics.
	CenterOfMass         [3]float64
	CenterOfMassJacobian []float64 `dim:"center_of_mass"`
	CenterOfMassDrift    [3]float64
	// Request is the newest ModelRequest that this evaluation answers; zero before the first.
	Request uint64
	// Computed says which frames were evaluated; the values of the others are not of this snapshot
	// and must not be used.
	Computed []bool `dim:"frames"`
}

// ModelRequest tells a model actor what its evaluations are needed for. The actor answers with the
// first evaluation whose Request is not below ID; a controller takes a new task set only then.
type ModelRequest struct {
	// ID grows with each request of a sender, over all its incarnations; zero requires nothing.
	ID uint64
	// Frames has one entry a frame of the model actor: whether its pose and Jacobian are needed.
	Frames []bool `dim:"frames"`
}

package taskspace

// use marks the fields that a kind of task uses, beside Name, Kind, Level and Weight.
type use uint32

const (
	usesFrame use = 1 << iota
	usesBase
	usesPoint
	usesDirection
	usesAxes // Rotation too
	usesForceAxes
	usesJoints
	usesMargin
	usesProportional // VelocityMax and Saturation too
	usesForce
	usesMotion
	usesPosition // Goal.Position
	usesOrientation
	usesGoalJoints // and the feed-forward of joints
	usesMomentum
	usesWrench
	usesTwist
	usesAcceleration
)

const aimed = usesProportional | usesMotion | usesTwist | usesAcceleration

var uses = [kinds]use{
	FramePosition:    usesFrame | usesPoint | usesAxes | usesPosition | aimed,
	FrameOrientation: usesFrame | usesAxes | usesOrientation | aimed,
	FramePose:        usesFrame | usesPoint | usesAxes | usesPosition | usesOrientation | aimed,
	CentreOfMass:     usesAxes | usesPosition | aimed,
	Posture:          usesJoints | usesProportional | usesMotion | usesGoalJoints,
	JointLimits:      usesJoints | usesMargin | usesProportional,
	Force:            usesFrame | usesPoint | usesAxes | usesForce | usesWrench,
	Hybrid: usesFrame | usesPoint | usesAxes | usesForceAxes | usesForce | usesWrench | usesPosition | usesOrientation |
		aimed,
	Momentum:     usesAxes | usesMomentum | usesAcceleration,
	RelativePose: usesFrame | usesBase | usesPoint | usesAxes | usesPosition | usesOrientation | aimed,
	Gaze:         usesFrame | usesPoint | usesDirection | usesPosition | usesProportional | usesTwist | usesAcceleration,
}

// has reports whether the kind uses all of what is asked for.
func (k Kind) has(u use) bool { return uses[k]&u == u }

// components is the number of a task's components, all that gains may name: those of its kind, or
// -1 where the joints of the model decide.
func (k Kind) components() int {
	switch k {
	case Posture, JointLimits:
		return -1
	case Gaze:
		return 2
	}
	_, n := k.spatial()
	return n
}

package taskspace

import (
	"errors"
	"fmt"
)

// Errors of this package, which errors.Is distinguishes. Their texts name the task, what was
// expected, and the known names.
var (
	// ErrTask marks a definition that cannot be: a gain below zero, a goal that is not finite, an
	// empty level.
	ErrTask = errors.New("taskspace: task")
	// ErrUnknown marks a name that nothing has: of a task, a parameter, a frame, a joint, a kind.
	ErrUnknown = errors.New("taskspace: unknown name")
	// ErrParameter marks a value that a parameter does not take.
	ErrParameter = errors.New("taskspace: parameter")
	// ErrState marks a state or a reference that a tick cannot use: a wrong length, a number that
	// is not finite.
	ErrState = errors.New("taskspace: state")
	// ErrSight marks a gaze whose goal is where its eye is. It is an ErrState that passes once one
	// of the two moves.
	ErrSight = fmt.Errorf("%w: sight", ErrState)
)

// WeightMin and WeightMax bound Task.Weight: weights of one level are then not more than 1e8 apart,
// which both laws solve to their optimum.
const (
	WeightMin = 1e-4
	WeightMax = 1e4
)

// NumberMax bounds every number of a task, in its SI unit, except for VelocityMax, which may be
// infinite: products of such numbers do not overflow.
const NumberMax = 1e9

// Task is the definition of one task. It is plain data; NewSet checks and copies it. The zero value
// of a field means what its comment says. Which fields a kind uses is said at the kinds; a field
// that a kind does not use must be left out.
type Task struct {
	// Name is how the task is addressed: 1 to 128 characters of A-Z a-z 0-9 _ - and not a number.
	// Unique in its Set.
	Name string
	Kind Kind
	// Level is the task's priority, 0 the highest. Tasks of one level are stacked: they share it by
	// weight where they conflict. Levels are counted without gaps.
	Level int
	// Weight says how much the task counts against the others of its level, from WeightMin to
	// WeightMax. 0 means 1. It has an effect only where a level cannot be met whole.
	Weight float64

	// Frame is the name of a body of the model.
	Frame string
	// Base is the body that RelativePose is relative to.
	Base string
	// Point is the controlled point in Frame, m.
	Point [3]float64
	// Direction is the axis of Frame that Gaze points at the goal; it need not be of unit length.
	// Zero means x.
	Direction [3]float64
	// Rotation turns the task's axes against the world's (RelativePose: against Base's): a unit
	// quaternion. Axes, gains and components are in the task's axes; goals stay in those of the
	// world or Base. Zero means no rotation.
	Rotation [4]float64
	// Axes selects components; what is not selected is left to lower levels. Zero means all.
	Axes Axes
	// ForceAxes are the components under force control of a Hybrid task. Zero means none.
	ForceAxes Axes
	// Joints are names of joints.
	Joints []string
	// Margin is the distance from a position limit at which JointLimits begins to act, rad or m. 0
	// means 0.1.
	Margin float64

	Gains  Gains
	Motion Motion
	Goal   Goal
}

// Gains of a task's feedback. A slice holds one entry for all components, or one a component (for
// kinds with Axes all of the kind's, selected or not), or for kinds with six components two: of the
// linear and of the angular ones. Every entry is from 0 to NumberMax; nil means the default.
type Gains struct {
	Proportional []float64 // kp, 1/s2. Default 100, for Hybrid too
	Derivative   []float64 // kd, 1/s. Default 20
	// VelocityMax bounds what the proportional part may ask for, m/s or rad/s, as Saturation says.
	// Default: no bound, which only Off goes with. Entries are above 0 and may be +Inf.
	VelocityMax []float64
	Saturation  Saturation
	// Force is the acceleration for a missing force, 1/kg (moments: 1/(kg m2)), of Force and
	// Hybrid. Default 0.1.
	Force []float64
	// ForceIntegral is the rate, 1/s, at which a missing force is made up for by more force.
	// Default 0. The force so added stays within ForceIntegralMax, N or N m, 0 meaning 50.
	ForceIntegral    []float64
	ForceIntegralMax float64
}

// Motion bounds the way to a new goal: the reference goes there along a profile of bounded
// velocity, acceleration and jerk, each component in least time, from whatever it does when the
// goal or a bound changes; a straight line from rest. The zero value means no profile: the
// reference is the goal, at once. Either all three are given or none. Slices are as in Gains; every
// entry is above 0, and at most NumberMax. Positions along axes that are not selected, or under
// force control, take no part: nothing waits for them. For orientations the bounds hold for the
// components of the rotation vector to the goal. Kinds with a goal of position use it:
// FramePosition, FrameOrientation, FramePose, CentreOfMass, Hybrid, RelativePose, and Posture of
// joints with one degree of freedom.
type Motion struct {
	Velocity     []float64 // m/s or rad/s
	Acceleration []float64 // m/s2 or rad/s2
	Jerk         []float64 // m/s3 or rad/s3
}

// Goal is what a task tends to, and the feed-forward of a goal that moves. Only the fields that the
// kind names are used.
type Goal struct {
	// Measured makes the goal what is measured when the evaluator starts: the robot stays where it
	// is. The positions below are then ignored. It ends when a goal is set; where only its position
	// or its orientation is, for that alone.
	Measured    bool
	open        use        // parts that are still measured, of a goal that was set in part
	Position    [3]float64 // m
	Orientation [4]float64 // unit quaternion w, x, y, z, frame to world (or to Base). Zero means no rotation
	// Joints are positions in the layout of the model, joint after joint: rad or m; x, y, theta of
	// planar joints; x, y, z and a quaternion of floating ones. nil goes with Measured only.
	Joints   []float64
	Momentum [6]float64 // kg m/s, kg m2/s; world axes
	Wrench   [6]float64 // N, N m, that the robot exerts on its surroundings; at Point, in the task's axes

	// Twist and Acceleration of a moving goal: linear then angular, m/s, rad/s, m/s2, rad/s2, in
	// the axes of Position. For Momentum, Acceleration is the wanted rate of it, N and N m. Not
	// with Motion.
	Twist, Acceleration [6]float64
	// JointVelocity and JointAcceleration of a moving posture, one entry a velocity; nil means at
	// rest. Not with Motion.
	JointVelocity, JointAcceleration []float64
}

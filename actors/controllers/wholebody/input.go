package wholebody

import (
	"fmt"
	"math"
)

// Reference is where the gripper should be at the time when the command takes effect, and how it should move there.
type Reference struct {
	Position     [3]float64 // m, in the room
	Rotation     [9]float64 // row-major, gripper to room
	Twist        [6]float64 // linear then angular, in the axes of the room, m/s and rad/s
	Acceleration [6]float64 // its derivative, m/s^2 and rad/s^2; used with Config.LeadS only
}

// Limits bound the axes. Every slice has one entry an axis. The slices stay the caller's and may change between steps.
type Limits struct {
	PositionMin, PositionMax []float64 // rad or m; infinite where there is none
	VelocityMax              []float64 // rad/s or m/s, at least 0, finite
	AccelerationMax          []float64 // rad/s^2 or m/s^2, at least 0; infinite where there is none
}

// Task is a level of its own between the gripper and the limits: Jacobian x = Velocity.
type Task struct {
	Jacobian []float64 // rows x axes, row-major
	Velocity []float64 // one entry a row
}

// Input of a Step. Nothing in it is changed or kept.
type Input struct {
	Jacobian []float64  // 6 x axes, row-major: gripper twist (linear, angular; axes of the room) for each axis
	Position [3]float64 // of the gripper in the room, m
	Rotation [9]float64 // of the gripper, row-major, gripper to room

	Reference Reference

	AxisPosition []float64 // measured, rad or m; for a planar joint x, y, theta in the room
	AxisVelocity []float64 // measured, rad/s or m/s; for a planar joint the body twist
	// Previous is the command of the step before (Output.Velocity). At the start, and for an axis that comes back, it
	// is the measured velocity (Seed): that is what makes a start bumpless.
	Previous []float64
	Limits   Limits
	// Active marks the axes that may be used. nil means all.
	Active []bool
	// PreferredVelocity is what the posture level wants each axis to do beside its posture. nil means zero.
	PreferredVelocity []float64
	// Tasks are levels between the gripper and the limits, most important first.
	Tasks []Task
	// PeriodS is the time from the step before, s, above 0 and at most 1.
	PeriodS float64
}

// Bound says what keeps an axis from going further.
type Bound uint8

// The bounds, in the order in which they are applied.
const (
	Unbounded         Bound = iota // inside its interval
	VelocityBound                  // at the velocity limit
	PositionBound                  // at the velocity that still stops before the position limit
	AccelerationBound              // at the change that the acceleration limit allows in one period
	InactiveBound                  // not in use: ramping to zero, or there
)

var boundNames = [...]string{"unbounded", "velocity", "position", "acceleration", "inactive"}

// String gives the bound's name.
func (b Bound) String() string {
	if int(b) < len(boundNames) {
		return boundNames[b]
	}
	return fmt.Sprintf("bound %d", uint8(b))
}

// LevelKind names a level.
type LevelKind uint8

// The levels in their order of priority.
const (
	GripperLevel LevelKind = iota
	TaskLevel
	LimitsLevel
	PostureLevel
)

var levelNames = [...]string{"gripper", "task", "limits", "posture"}

// String gives the level's name.
func (k LevelKind) String() string {
	if int(k) < len(levelNames) {
		return levelNames[k]
	}
	return fmt.Sprintf("level %d", uint8(k))
}

// LevelReport says how well a level could be met.
type LevelReport struct {
	Kind LevelKind
	Rows int
	// Rank is the number of directions that the level can move, damped ones included.
	Rank int
	// Damped is the number of directions that were damped, among all axes or among those that were not at a bound,
	// whichever is more. Where it is above 0 the level is not exact even if Scale is 1.
	Damped int
	// SmallestSingular and LargestSingular are the least and the greatest singular value of the level's rows, projected
	// on what the levels before left over and divided by the roots of the weights; angular rows of the gripper
	// count with the characteristic length. They are 0 for the posture level and a level without rows.
	SmallestSingular, LargestSingular float64
	// Scale is the share of the way to the level's goal that the limits allowed, 1 where all of it.
	Scale float64
	// Residual is the norm of what is left of the level's goal; for the gripper in m/s, angular rows times the
	// characteristic length, for the posture level in the norm of the weights.
	Residual float64
}

// Output of a Step. Make it with Law.NewOutput; Step fills it only when it succeeds.
type Output struct {
	Velocity []float64 // command, one an axis, rad/s or m/s; for a planar joint the body twist
	Bounds   []Bound   // what each axis is held by
	// Levels says how each level fared, in order of priority: gripper, the tasks, limits, posture.
	Levels []LevelReport

	Twist               [6]float64 // twist that the gripper was asked for: feed-forward and feedback
	TwistResidual       [6]float64 // what the commanded velocities miss of it, inactive axes at their measured velocity
	PositionErrorM      float64    // distance of the gripper from the reference
	OrientationErrorRad float64    // angle between the gripper and the reference
	FeedbackLimited     bool       // the feedback was cut to Config.FeedbackMaxMPerS or FeedbackMaxRadPerS
	Manipulability      float64    // sqrt(det(J J^T)) of the arm, angular rows times the characteristic length; 0 without an arm
}

// NewOutput gives an Output with room for every result of l.
func (l *Law) NewOutput() *Output {
	n := len(l.config.Axes)
	return &Output{
		Velocity: make([]float64, n),
		Bounds:   make([]Bound, n),
		Levels:   make([]LevelReport, 0, cap(l.reports)),
	}
}

// Seed prepares Previous for the return of axes: where an axis is active and was not, previous takes its measured
// velocity, so that its command starts from what the axis does, within velocityMax: a reading beyond it is none. All slices have
// one entry an axis.
func Seed(previous, measured, velocityMax []float64, wasActive, active []bool) {
	for i := range previous {
		if active[i] && !wasActive[i] {
			previous[i] = min(max(measured[i], -velocityMax[i]), velocityMax[i])
		}
	}
}

// check tells what is wrong with in, naming the first thing that is.
func (l *Law) check(in *Input) error {
	n := len(l.config.Axes)
	for _, s := range [...]struct {
		name string
		v    []float64
	}{
		{"AxisPosition", in.AxisPosition}, {"AxisVelocity", in.AxisVelocity}, {"Previous", in.Previous},
		{"Limits.PositionMin", in.Limits.PositionMin}, {"Limits.PositionMax", in.Limits.PositionMax},
		{"Limits.VelocityMax", in.Limits.VelocityMax}, {"Limits.AccelerationMax", in.Limits.AccelerationMax},
	} {
		if len(s.v) != n {
			return fmt.Errorf("%w: %s has %d entries, there are %d axes", ErrShape, s.name, len(s.v), n)
		}
	}
	if len(in.Jacobian) != 6*n {
		return fmt.Errorf("%w: Jacobian has %d entries, 6 rows of %d axes make %d", ErrShape, len(in.Jacobian), n, 6*n)
	}
	if in.Active != nil && len(in.Active) != n {
		return fmt.Errorf("%w: Active has %d entries, there are %d axes", ErrShape, len(in.Active), n)
	}
	if in.PreferredVelocity != nil && len(in.PreferredVelocity) != n {
		return fmt.Errorf("%w: PreferredVelocity has %d entries, there are %d axes", ErrShape, len(in.PreferredVelocity), n)
	}
	if !(in.PeriodS > 0 && in.PeriodS <= 1) {
		return fmt.Errorf("%w: the period is %g s, it must be above 0 and at most 1 s", ErrInput, in.PeriodS)
	}
	for i := range l.config.Axes {
		if err := l.checkAxis(in, i); err != nil {
			return err
		}
	}
	for i, v := range in.Jacobian {
		if !finite(v) {
			return fmt.Errorf("%w: Jacobian row %d of axis %q is %g", ErrNotFinite, i/n, l.config.Axes[i%n].Name, v)
		}
	}
	if err := l.checkTasks(in.Tasks); err != nil {
		return err
	}
	return checkPoses(in)
}

func (l *Law) checkAxis(in *Input, i int) error {
	name := l.config.Axes[i].Name
	if !finite(in.AxisPosition[i]) || !finite(in.AxisVelocity[i]) || !finite(in.Previous[i]) {
		return fmt.Errorf("%w: axis %q has position %g, velocity %g and previous command %g",
			ErrNotFinite, name, in.AxisPosition[i], in.AxisVelocity[i], in.Previous[i])
	}
	if in.PreferredVelocity != nil && !finite(in.PreferredVelocity[i]) {
		return fmt.Errorf("%w: preferred velocity of axis %q is %g", ErrNotFinite, name, in.PreferredVelocity[i])
	}
	low, high := in.Limits.PositionMin[i], in.Limits.PositionMax[i]
	if !(low <= high) || math.IsInf(low, 1) || math.IsInf(high, -1) {
		return fmt.Errorf("%w: position limits of axis %q are %g and %g, the first must not be above the second", ErrInput, name, low, high)
	}
	if v := in.Limits.VelocityMax[i]; !(v >= 0) || math.IsInf(v, 1) {
		return fmt.Errorf("%w: velocity limit of axis %q is %g, it must be finite and at least 0", ErrInput, name, v)
	}
	if a := in.Limits.AccelerationMax[i]; !(a >= 0) {
		return fmt.Errorf("%w: acceleration limit of axis %q is %g, it must be at least 0", ErrInput, name, a)
	}
	return nil
}

func (l *Law) checkTasks(tasks []Task) error {
	n := len(l.config.Axes)
	if len(tasks) > l.config.TasksMax {
		return fmt.Errorf("%w: %d tasks, the law was made for %d at most: raise Config.TasksMax", ErrShape, len(tasks), l.config.TasksMax)
	}
	for k := range tasks {
		rows := len(tasks[k].Velocity)
		if rows > l.config.TaskRowsMax || len(tasks[k].Jacobian) != rows*n {
			return fmt.Errorf("%w: task %d has %d velocities and %d Jacobian entries: %d axes make %d, and at most %d rows fit (Config.TaskRowsMax)",
				ErrShape, k, rows, len(tasks[k].Jacobian), n, rows*n, l.config.TaskRowsMax)
		}
		for r, v := range tasks[k].Velocity {
			if !finite(v) {
				return fmt.Errorf("%w: row %d of task %d wants %g", ErrNotFinite, r, k, v)
			}
		}
		for i, v := range tasks[k].Jacobian {
			if !finite(v) {
				return fmt.Errorf("%w: Jacobian row %d of task %d, axis %q, is %g", ErrNotFinite, i/n, k, l.config.Axes[i%n].Name, v)
			}
		}
	}
	return nil
}

func checkPoses(in *Input) error {
	if err := checkPose("gripper", &in.Position, &in.Rotation); err != nil {
		return err
	}
	if err := checkPose("reference", &in.Reference.Position, &in.Reference.Rotation); err != nil {
		return err
	}
	for r := range in.Reference.Twist {
		if !finite(in.Reference.Twist[r]) || !finite(in.Reference.Acceleration[r]) {
			return fmt.Errorf("%w: the reference has twist %v and acceleration %v", ErrNotFinite, in.Reference.Twist, in.Reference.Acceleration)
		}
	}
	return nil
}

func checkPose(name string, p *[3]float64, rotation *[9]float64) error {
	for _, v := range p {
		if !finite(v) {
			return fmt.Errorf("%w: position of the %s is %v m", ErrNotFinite, name, *p)
		}
	}
	for _, v := range rotation {
		if !finite(v) {
			return fmt.Errorf("%w: rotation of the %s is %v", ErrNotFinite, name, *rotation)
		}
	}
	if !isRotation(rotation) {
		return fmt.Errorf("%w: rotation of the %s is %v: its rows must be orthonormal to 1e-6 and right-handed", ErrInput, name, *rotation)
	}
	return nil
}
